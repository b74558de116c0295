"""How far playouts go: turns are counted, and not who is asked for something in the middle of one."""

import numpy as np
import pytest

from agents.search import Options, SearchAgent, search
from agents.search.engine import Engine
from agents.search.tree import ROOT
from arctic_env.arena import make_agent
from arctic_env.core.position import Position
from tests.iglu.scenes import scene, seat
from tests.search.playing import ARCTIC, IGLU


def where_a_simulation_ends(position: Position, horizon: int | str) -> Position:
    """The state at which the one simulation of a search ended."""
    assert position.seat is not None
    engine = Engine(position.game, position.players, Options(simulations=1, horizon=horizon))
    view = position.seen_by(position.seat).states.copy()
    kit, bench = engine.guide.make_kit(position.game, position.players), engine.bench()
    worlds = engine.determinize(position.game, view, position.seat, np.array([3]))
    tree = engine.plant()[0].tree
    worth, mean = np.zeros((1, position.players)), np.zeros(position.players)
    task = engine.task(position.seat)
    engine.kernels.simulate(worlds, 0, 1, ROOT, task, engine.by, tree, kit, bench, worth, mean)
    return Position(position.game, bench.states)


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
    position = ARCTIC.deal(seed=3, players=3)
    assert position.seat is not None
    assert where_a_simulation_ends(position, "1").seat == (position.seat + 1) % 3
    assert where_a_simulation_ends(position, "round").seat == position.seat
    assert where_a_simulation_ends(position, "end").seat is None


def test_a_number_of_turns_means_the_same_as_its_text() -> None:
    position = ARCTIC.deal(seed=3, players=2)
    for turns in (0, 1, 2, 3):
        ends = [where_a_simulation_ends(position, horizon) for horizon in (turns, str(turns))]
        assert ends[0] == ends[1]
        found = [search(position, simulations=15, horizon=horizon) for horizon in (turns, str(turns))]
        assert found[0] == found[1]
    agent = make_agent("ismcts:horizon=2")
    assert isinstance(agent, SearchAgent)
    assert agent.engine(ARCTIC, 2).task(0).horizon == 2
