"""Trees that are kept from one decision to the next."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.arctic import heuristics
from arctic_agents.arctic.beliefs import draw_worlds
from arctic_agents.search.engine import Engine
from arctic_env.arena import GameSpec, Limits, play, play_many
from arctic_env.model.game import Game, Position
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, searcher


class Planting:
    """Counts how often new trees are planted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        original = Engine.plant

        def plant(engine: Engine, decisions: int = 1):
            self.count += 1
            return original(engine, decisions)

        monkeypatch.setattr(Engine, "plant", plant)


def test_a_tree_is_kept_while_nothing_new_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    planting = Planting(monkeypatch)
    player = searcher(reuse=True, simulations=60).start(0, seed=1)
    position, decisions, kept, last = ARCTIC.deal(seed=3), 0, 0, None
    while position.seat is not None:
        if position.seat == 0:
            before = planting.count
            action = player.act(position.view(0), position.mask())
            decisions += 1
            if planting.count == before:
                kept += 1
                assert last == 0
        else:
            action = int(position.mask().argmax())
        last, position = position.seat, position.apply(action)
    assert 0 < kept < decisions


def test_what_is_seen_in_between_makes_a_new_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the toy game each decision of a seat follows a card that it draws or what the other seat does."""
    planting = Planting(monkeypatch)
    player = searcher(game=TOY, reuse=True, prior=False).start(0, seed=1)
    decisions = 0
    for seed in range(10):
        position: Position = TOY.deal(seed=seed)
        while position.seat is not None:
            if position.seat == 0:
                action = player.act(position.view(0), position.mask())
                decisions += 1
            else:
                action = int(position.mask().argmax())
            position = position.apply(action)
    assert planting.count == decisions


def test_games_with_kept_trees_are_the_same_again() -> None:
    agent, other = searcher(reuse=True), "random"
    actions = []
    for _ in range(2):
        tables = [GameSpec(ARCTIC.deal(seed=seed), [agent, other], seed) for seed in range(2)]
        results = play_many(tables, limits=Limits(on_fault="raise"))
        actions.append([result.actions for result in results])
    assert actions[0] == actions[1]
    alone = play_many([GameSpec(ARCTIC.deal(seed=1), [agent, other], 1)])[0]
    assert alone.actions == actions[0][1]


def test_players_of_one_agent_do_not_share_trees() -> None:
    agent = searcher(reuse=True)
    first, second = agent.start(0, 1), agent.start(0, 1)
    position = _where_seat_0_decides(ARCTIC)
    moved = position.apply(first.act(position.view(0), position.mask()))
    if moved.seat == 0:
        first.act(moved.view(0), moved.mask())
    again = second.act(position.view(0), position.mask())
    assert moved == position.apply(again)


def test_a_player_believes_by_what_it_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is kept from one decision to the next, worlds go by the view alone."""
    remembered: list[NDArray[np.float64] | None] = []

    def recording(
        game: Game, view: NDArray[Any], seat: int, seeds: NDArray[np.int64], pushes: NDArray[np.float64] | None = None
    ) -> NDArray[Any]:
        remembered.append(pushes)
        return draw_worlds(game, view, seat, seeds, pushes)

    monkeypatch.setattr(heuristics, "draw_worlds", recording)
    limits = Limits(decisions=60, on_fault="raise")
    agents = [searcher(belief=True, reuse=True, simulations=8), "planner"]
    play(ARCTIC.deal(seed=3), agents, seed=1, limits=limits)
    last = remembered[-1]
    assert last is not None
    assert not last[0].any()  # what it pushed itself
    assert last[1].any()
    remembered.clear()
    play(ARCTIC.deal(seed=3), [searcher(belief=True, simulations=8), agents[1]], seed=1, limits=limits)
    assert not remembered


def _where_seat_0_decides(game: Game) -> Position:
    position = game.deal(seed=3)
    while position.seat != 0:
        position = position.apply(int(np.flatnonzero(position.mask())[0]))
    return position
