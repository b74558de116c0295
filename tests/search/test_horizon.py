"""How far playouts go: turns are counted, and not who is asked for something in the middle of one."""

import numpy as np
import pytest

from arctic_agents.search import Options, SearchAgent, search
from arctic_agents.search.engine import Engine
from arctic_agents.search.tree import ROOT
from arctic_env.agents.specs import bind
from arctic_env.model.game import Game, Position
from tests.iglu.scenes import scene, seat
from tests.search.playing import ARCTIC, IGLU


def where_a_simulation_ends(position: Position, horizon: int | str) -> Position:
    """The state at which the one simulation of a search ended."""
    assert position.seat is not None
    engine = Engine(position.game, position.players, Options(simulations=1, horizon=horizon))
    view = position.view(position.seat).states.copy()
    workspace, scratch = engine.heuristics.make_workspace(position.game, position.players), engine.scratch()
    worlds = engine.determinize(position.game, view, position.seat, np.array([3]))
    tree = engine.plant()[0].tree
    worth, mean = np.zeros((1, position.players)), np.zeros(position.players)
    task = engine.task(position.seat)
    engine.kernels.simulate(worlds, 0, 1, ROOT, task, engine.by, tree, workspace, scratch, worth, mean)
    return Position(position.game, scratch.states)


@pytest.mark.parametrize("played", [0, 1])
def test_a_turn_goes_on_after_others_were_asked_for_a_harpoon(played: int) -> None:
    """A bear steps onto an Inuit of seat 1, who is asked, and goes to a corner in the same turn."""
    document = scene(
        seat(),
        seat(inuit="c3", kept="melt"),
        ice="c3 g6 g7",
        bears="c4",
        turn={"points": 2, "steps": 1, "played": ["animals"]},
    )
    position = IGLU.position(document)
    if played:
        position = position.play("step bear c4 south")
        assert position.seat == 1
    end = where_a_simulation_ends(position, "1")
    assert end.seat is None or end.states["mover"][0] != position.states["mover"][0]


def test_turns_of_arctic_are_those_of_its_seats() -> None:
    position = ARCTIC.deal(seed=3, num_players=3)
    assert position.seat is not None
    assert where_a_simulation_ends(position, "1").seat == (position.seat + 1) % 3
    assert where_a_simulation_ends(position, "round").seat == position.seat
    assert where_a_simulation_ends(position, "end").seat is None


def test_a_number_of_turns_means_the_same_as_its_text() -> None:
    position = ARCTIC.deal(seed=3, num_players=2)
    for turns in (0, 1, 2, 3):
        ends = [where_a_simulation_ends(position, horizon) for horizon in (turns, str(turns))]
        assert ends[0] == ends[1]
        found = [search(position, simulations=15, horizon=horizon) for horizon in (turns, str(turns))]
        assert found[0] == found[1]
    agent = bind("ismcts:horizon=2", ARCTIC, 2)
    assert isinstance(agent, SearchAgent)
    assert agent.engine.task(0).horizon == 2


def turns_ahead(options: str, players: int = 2, game: Game = ARCTIC) -> int:
    """The horizon of an `ismcts` with these options."""
    agent = bind(f"ismcts:{options}", game, players)
    assert isinstance(agent, SearchAgent)
    return agent.engine.task(0).horizon


def test_many_simulations_of_arctic_look_further_ahead() -> None:
    assert [turns_ahead(f"simulations={n}") for n in (1, 100, 400, 900, 1_600, 6_400)] == [1, 1, 2, 3, 4, 8]
    assert [turns_ahead(f"simulations={n}", players=3) for n in (100, 400, 1_600)] == [2, 3, 6]
    assert [turns_ahead(f"simulations={n}", players=4) for n in (100, 400, 10**6)] == [2, 4, 16]
    assert turns_ahead("simulations=1600,trees=4") == 4
    assert turns_ahead("simulations=1600,horizon=round") == 2


def test_so_does_more_time_for_arctic() -> None:
    assert [turns_ahead(f"seconds={seconds}") for seconds in (0.001, 0.04, 0.09, 0.2, 10)] == [1, 2, 3, 4, 8]
    assert turns_ahead("seconds=10,simulations=400") == 2


def test_in_iglu_iglu_search_looks_to_the_end_of_the_turn() -> None:
    assert [turns_ahead(f"simulations={n}", game=IGLU) for n in (400, 6_400)] == [1, 1]
