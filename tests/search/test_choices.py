"""What a search chooses where one knows what is right, and that equal seeds choose equally."""

import time
from functools import partial

import numpy as np
import pytest

from arctic_agents.search import Options, pimc, search
from arctic_agents.search.engine import Engine, NetworkEngine
from arctic_agents.search.pimc import PimcAgent
from arctic_agents.search.worlds import draw_worlds
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.model.game import Game, Position
from tests.agents.planning import ask, some_states
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DRAW, DTYPE, NO_CARD, SHORT_CARDS, SHOW, SWAP
from tests.conftest import FreshPython
from tests.search.playing import ARCTIC, IGLU, decide, searcher
from tests.search.test_policy import Saying

_ASK = """
from tests.search.playing import ARCTIC, decide, searcher
print(*[decide(searcher(trees=2), ARCTIC.deal(seed=seed), seed) for seed in range(3)])
"""


def toy(hand: int, drawn: int = NO_CARD, players: int = 2, turns: int = 0) -> Position:
    """Seat 0 decides with this card after so many turns of a game where others hold what they may."""
    states = np.zeros(1, DTYPE)
    TOY.batch.deal(states, np.array([0]), *TOY.options(players))
    rest = [card for card in range(SHORT_CARDS) if card not in (hand, drawn)]
    s = states[0]
    s.hand[:players] = [hand, *rest[: players - 1]]
    deck = rest[players - 1 :]
    s.drawn, s.deck_size, s.turns = drawn, len(deck), turns
    s.deck[:] = NO_CARD
    s.deck[: len(deck)] = deck
    return Position(TOY, states)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(("hand", "drawn", "best"), [(7, NO_CARD, SHOW), (0, NO_CARD, DRAW), (1, 6, SWAP)])
def test_the_right_action_is_found(hand: int, drawn: int, best: int, players: int) -> None:
    """In the last turn the highest card is shown for a point, the lowest one changed, and the better one taken."""
    position = toy(hand, drawn, players, turns=players)
    assert decide(searcher(game=TOY, num_players=players, simulations=300, worlds=100, prior=False), position) == best
    assert ask(TOY, partial(PimcAgent, worlds=100), position.states.copy(), np.array([1]))[0] == best


def test_others_act_for_themselves() -> None:
    """Seat 1 will not throw a good card away to please seat 0: in the tree each seat's values count for its choice."""
    result = search(toy(3), simulations=3000, worlds=200, prior=False, reward="margin")
    assert result.values[0] == pytest.approx(-result.values[1])
    assert result.values[0] < 0.05  # with a middling card the second to move is not behind


@pytest.mark.parametrize(("game", "players"), [(ARCTIC, 3), (IGLU, 2)], ids=["arctic", "iglu"])
def test_games_are_played_to_their_ends(game: Game, players: int) -> None:
    agents = ["ismcts:simulations=3,worlds=2", *["random"] * (players - 1)]
    tables = [GameSpec(game.deal(seed=1, num_players=players), agents, 1)]
    assert play_many(tables, limits=Limits(on_fault="raise"))[0].finished


def test_a_choice_does_not_depend_on_what_is_decided_beside_it_or_on_threads() -> None:
    states, seeds = some_states(ARCTIC, 5, 2, 20), np.arange(5)
    together = ask(ARCTIC, searcher(trees=2), states, seeds)
    alone = [ask(ARCTIC, searcher(trees=2), states[i : i + 1], seeds[i : i + 1])[0] for i in range(len(states))]
    threaded = ask(ARCTIC, searcher(trees=2, threads=3), states, seeds)
    assert together.tolist() == alone == threaded.tolist()


def test_trees_are_the_same_with_any_number_of_threads() -> None:
    position = ARCTIC.deal(seed=2)
    assert position.seat is not None
    view = position.view(position.seat).states.copy()
    counts = []
    for threads in (1, 3):
        engine = Engine(ARCTIC, 2, Options(simulations=60, worlds=9, trees=3, threads=threads))
        grown = engine.grow(view, np.array([position.seat], np.int8), np.array([4]))[0]
        assert [root.visits for root in grown] == [20, 20, 20]
        counts.append([root.tree.value[: root.tree.size[0]].tolist() for root in grown])
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("simulations", "shares"), [(10, [4, 3, 3]), (11, [4, 4, 3]), (12, [4, 4, 4]), (3, [1] * 3)])
def test_trees_share_the_simulations_to_the_last_one(simulations: int, shares: list[int]) -> None:
    options, position = Options(simulations=simulations, trees=3), TOY.deal(seed=1)
    judged = NetworkEngine(TOY, 2, options, Saying({}, lambda _: 0.0), draw_worlds)  # type: ignore[arg-type]
    for engine in (Engine(TOY, 2, options), judged):
        grown = engine.grow(position.view(0).states.copy(), np.array([0], np.int8), np.array([4]))[0]
        assert [root.visits for root in grown] == shares


def test_another_process_chooses_the_same(fresh_python: FreshPython) -> None:
    here = [decide(searcher(trees=2), ARCTIC.deal(seed=seed), seed) for seed in range(3)]
    there = fresh_python("-c", _ASK, PYTHONHASHSEED="7").stdout.split()
    assert [int(action) for action in there] == here


def test_another_seed_draws_other_worlds() -> None:
    position = ARCTIC.deal(seed=2)
    assert search(position, simulations=40, seed=1) != search(position, simulations=40, seed=2)
    assert search(position, simulations=40, seed=1) == search(position, simulations=40, seed=1)


def test_simulations_share_as_many_worlds_as_are_asked_for() -> None:
    drawn = []

    def counting(game, view, seat, seeds):
        drawn.extend(seeds.tolist())
        return np.repeat(toy(3).states, len(seeds))

    for worlds, wanted in ((0, 10), (7, 7), (100, 40)):
        decide(searcher(counting, TOY, simulations=40, worlds=worlds, prior=False), toy(3))
        assert len(set(drawn)) == len(drawn) == wanted
        drawn.clear()


def test_pimc_keeps_few_playouts_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counting(game, view, seat, seeds):
        drawn.append(len(seeds))
        return draw_worlds(game, view, seat, seeds)

    states, seeds = some_states(TOY, 10, 2, 1), np.arange(10)
    agent = PimcAgent(TOY, 2, worlds=60, playouts=2, determinize=counting)
    together = ask(TOY, agent, states, seeds).tolist()
    assert set(drawn) == {60}
    drawn.clear()
    monkeypatch.setattr(pimc, "_AT_ONCE", 100)
    assert ask(TOY, agent, states, seeds).tolist() == together
    assert max(drawn) < 60


def test_time_ends_a_search() -> None:
    result = search(toy(3), seconds=0.02, prior=False)
    assert 16 <= result.simulations < 1_000_000


@pytest.mark.parametrize(("trees", "threads", "share"), [(4, 1, 0.25), (4, 4, 1.0), (3, 2, 0.5)])
def test_trees_share_the_time_of_a_decision(trees: int, threads: int, share: float) -> None:
    """Those that are grown one after the other do not take all of it each."""
    asked = []

    class Timed(Engine):
        def deadline(self, trees: int = 1) -> float:
            began, ends = time.perf_counter(), super().deadline(trees)
            asked.append(ends - began)
            return began

    position = toy(3)
    options = Options(seconds=100.0, trees=trees, threads=threads, prior=False)
    view = position.view(0).states.copy()
    Timed(TOY, 2, options).grow(view, np.array([0], np.int8), np.array([1]))
    assert asked == pytest.approx([100.0 * share] * trees, abs=1.0)


def test_more_simulations_are_stronger_in_the_toy() -> None:
    """Where one knows what is right, 400 simulations err less often than 4."""
    wrong = dict.fromkeys((4, 400), 0)
    for simulations in wrong:
        for seed in range(40):
            agent = searcher(game=TOY, simulations=simulations, worlds=400, prior=False)
            wrong[simulations] += decide(agent, toy(1, 6), seed) != SWAP
    assert wrong[400] == 0 < wrong[4]
