"""What a search chooses where one knows what is right, and that equal seeds choose equally."""

import time
from typing import Any

import numpy as np
import pytest

from arctic_agents.search import Options, SearchAgent, search
from arctic_agents.search import agent as module
from arctic_agents.search.agent import Tried
from arctic_agents.search.heuristics import draw_worlds
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.model.game import Game
from tests.agents.planning import ask, some_states
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DRAW, KEEP, NO_CARD, SHOW, SWAP
from tests.conftest import FreshPython
from tests.search.playing import ARCTIC, IGLU, NORTH_POLE, Saying, decide, searcher, toy

_ASK = """
from tests.search.playing import ARCTIC, decide, searcher
print(*[decide(searcher(), ARCTIC.deal(seed=seed), seed) for seed in range(3)])
"""


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("hand", "drawn", "best"), [(7, NO_CARD, SHOW), (0, NO_CARD, DRAW), (1, 6, SWAP)])
def test_the_right_action_is_found(hand: int, drawn: int, best: int, players: int) -> None:
    """In the last turn the highest card is shown for a point, the lowest one changed, and the better one taken."""
    position = toy(hand, drawn, players, turns=players)
    assert decide(searcher(game=TOY, num_players=players, rollouts=300), position) == best
    agent = SearchAgent(TOY, players, Options(rollouts=300), Saying({}, lambda _: 0.0))  # type: ignore[arg-type]
    assert decide(agent, position) == best


@pytest.mark.parametrize(
    ("game", "players"), [(ARCTIC, 3), (IGLU, 2), (NORTH_POLE, 2)], ids=["arctic", "iglu", "north_pole"]
)
def test_games_are_played_to_their_ends(game: Game, players: int) -> None:
    agents = ["search:rollouts=3,candidates=2", *["random"] * (players - 1)]
    tables = [GameSpec(game.deal(seed=1, num_players=players), agents, 1)]
    assert play_many(tables, limits=Limits(on_fault="raise"))[0].finished


def test_a_choice_does_not_depend_on_what_is_decided_beside_it_or_on_threads() -> None:
    states, seeds = some_states(ARCTIC, 5, 2, 20), np.arange(5)
    together = ask(ARCTIC, searcher(), states, seeds)
    alone = [ask(ARCTIC, searcher(), states[i : i + 1], seeds[i : i + 1])[0] for i in range(len(states))]
    threaded = ask(ARCTIC, searcher(threads=3), states, seeds)
    assert together.tolist() == alone == threaded.tolist()


def test_many_decisions_are_searched_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    states, seeds = some_states(ARCTIC, 7, 2, 20), np.arange(7)
    together = ask(ARCTIC, searcher(), states, seeds)
    sizes: list[int] = []
    original = SearchAgent.search

    def search_some(self: SearchAgent, views: Any, *arguments: Any) -> list[Tried]:
        sizes.append(len(views))
        return original(self, views, *arguments)

    monkeypatch.setattr(SearchAgent, "search", search_some)
    monkeypatch.setattr(module, "_TOGETHER", 70)
    assert ask(ARCTIC, searcher(), states, seeds).tolist() == together.tolist()
    assert max(sizes) == 2


def test_another_process_chooses_the_same(fresh_python: FreshPython) -> None:
    here = [decide(searcher(), ARCTIC.deal(seed=seed), seed) for seed in range(3)]
    there = fresh_python("-c", _ASK, PYTHONHASHSEED="7").stdout.split()
    assert [int(action) for action in there] == here


def test_another_seed_draws_other_worlds() -> None:
    position = ARCTIC.deal(seed=2)
    assert search(position, rollouts=40, seed=1) != search(position, rollouts=40, seed=2)
    assert search(position, rollouts=40, seed=1) == search(position, rollouts=40, seed=1)


@pytest.mark.parametrize("policy", [False, True])
def test_what_is_forced_is_answered_without_a_search(policy: bool) -> None:
    drawn = []

    def counting(game, view, seat, seeds):
        drawn.extend(seeds.tolist())
        return draw_worlds(game, view, seat, seeds)

    said = Saying({}, lambda _: 0.0) if policy else None
    agent = SearchAgent(TOY, 2, Options(), said, counting)  # type: ignore[arg-type]
    position = toy(3)
    mask = np.zeros((1, TOY.actions.size), np.int8)
    mask[0, KEEP] = 1
    views, seats = position.view(0).states.copy(), np.zeros(1, np.int8)
    assert agent.decide(views, seats, mask, np.array([1])).tolist() == [KEEP]
    assert not drawn
    decide(agent, position)
    assert drawn


def test_all_candidates_meet_the_same_worlds() -> None:
    """Candidates that are left have as many worlds as each other, and no world is drawn twice."""
    drawn = []

    def counting(game, view, seat, seeds):
        drawn.extend(seeds.tolist())
        return draw_worlds(game, view, seat, seeds)

    agent = searcher(counting, rollouts=100)
    position = ARCTIC.deal(seed=7)
    assert position.seat is not None
    view = position.view(position.seat)
    [tried] = agent.search(view.states.copy(), np.array([view.seat], np.int8), view.mask()[None], np.array([0]))
    assert len(set(drawn)) == len(drawn) == tried.counts.max()


def test_time_ends_a_search() -> None:
    began = time.perf_counter()
    result = search(toy(3), seconds=0.05)
    assert 40 <= result.rollouts < 1_000_000
    assert time.perf_counter() - began < 30.0  # with compilation


def test_more_rollouts_are_stronger_in_the_toy() -> None:
    """Where one knows what is right, 400 rollouts err less often than 4."""
    wrong = dict.fromkeys((4, 400), 0)
    for rollouts in wrong:
        for seed in range(40):
            wrong[rollouts] += decide(searcher(game=TOY, rollouts=rollouts), toy(1, turns=2), seed) != DRAW
    assert wrong[400] == 0 < wrong[4]
