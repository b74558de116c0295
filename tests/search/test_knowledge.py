"""Field bug 14: a search sees no more than its seat, and knowing more would help it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.network import make_network
from arctic_agents.search import search
from arctic_agents.search.heuristics import draw_worlds
from arctic_env.arena import Limits, play
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from tests.agents.planning import other_worlds, some_states
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, IGLU, decide, play_deals, searcher

DEALS = 240
ABOUT = {"settings": {"reward": {"kind": "win", "scale": 30.0, "shaping": False}}}


def positions_and_others(game: Game, n: int, decisions: int, players: int = 2) -> list[tuple[Position, Position]]:
    """Positions, each with another that looks the same to the seat to decide."""
    states = some_states(game, n, players, decisions)
    others = other_worlds(game, states)
    pairs = [(Position(game, states[i : i + 1].copy()), Position(game, others[i : i + 1])) for i in range(len(states))]
    assert any(position != other for position, other in pairs)
    return pairs


@pytest.mark.parametrize(
    ("game", "players", "decisions"),
    [(ARCTIC, 2, 45), (ARCTIC, 4, 150), (IGLU, 3, 100), (TOY, 2, 2)],
    ids=["arctic-2", "arctic-4", "iglu-3", "toy-2"],
)
@pytest.mark.parametrize("agent", ["search:rollouts=25", "search:rollouts=12,depth=end,candidates=3"])
def test_nothing_hidden_changes_what_is_played(game: Game, players: int, decisions: int, agent: str) -> None:
    """End to end: whole games in the arena that differ in what the searching seat cannot know."""
    for position, other in positions_and_others(game, 6, decisions, players):
        first, second = (
            play(start, [agent] * players, seed=3, limits=Limits(decisions=1, on_fault="raise")).actions
            for start in (position, other)
        )
        assert first == second


@pytest.mark.parametrize("options", [{}, {"worlds": "believed"}])
@pytest.mark.parametrize(("players", "decisions"), [(2, 30), (4, 150)])
def test_nothing_hidden_changes_what_is_found(players: int, decisions: int, options: dict[str, Any]) -> None:
    for position, other in positions_and_others(ARCTIC, 4, decisions, players):
        assert search(position, rollouts=25, **options) == search(other, rollouts=25, **options)


@pytest.mark.parametrize(
    ("game", "kind", "players", "decisions"),
    [(ARCTIC, "cards", 2, 30), (ARCTIC, "cards", 3, 90), (ARCTIC, "cards", 4, 150), (IGLU, "board", 3, 100)],
)
def test_nothing_hidden_reaches_a_critic_that_sees_all(
    tmp_path: Path, game: Game, kind: str, players: int, decisions: int
) -> None:
    """It judges worlds of the search, never the game itself."""
    torch.manual_seed(2)
    network = make_network(game, players, kind, 4, "full")
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn(weights.shape) * 0.3)
    save_checkpoint(tmp_path / "one", network, game, players, ABOUT)
    options: dict[str, Any] = {"rollouts": 12, "depth": 1, "policy": str(tmp_path / "one")}
    results = [
        (search(position, **options), search(other, **options))
        for position, other in positions_and_others(game, 4, decisions, players)
    ]
    assert all(one == other for one, other in results)
    assert any(move.value for one, _ in results for move in one.moves)


def test_worlds_are_asked_for_with_the_view_alone() -> None:
    asked: list[bytes] = []

    def recording(game: Game, view: NDArray[Any], seat: int, seeds: NDArray[np.int64]) -> NDArray[Any]:
        asked.append(view.tobytes())
        return draw_worlds(game, view, seat, seeds)

    agent = searcher(recording)
    for position, _ in positions_and_others(ARCTIC, 4, 30):
        assert position.seat is not None
        decide(agent, position)
        assert set(asked) == {position.view(position.seat).states.tobytes()}
        asked.clear()


def test_a_search_changes_nothing_of_the_game() -> None:
    position = ARCTIC.deal(seed=5)
    before = position.states.tobytes()
    decide(searcher(), position)
    search(position, rollouts=20)
    assert position.states.tobytes() == before


def test_a_search_in_the_true_world_is_stronger() -> None:
    """If it were not, the worlds of the honest one could be true ones, too."""
    truth: list[Position] = []

    def cheat(game: Game, view: NDArray[Any], seat: int, seeds: NDArray[np.int64]) -> NDArray[Any]:
        return np.repeat(truth[-1].states, len(seeds))

    margins = play_deals(TOY, DEALS, searcher(cheat, TOY), searcher(game=TOY), truth.append)
    error = margins.std(ddof=1) / DEALS**0.5
    assert margins.mean() > 3 * error


def test_equal_searches_play_a_deal_alike_from_both_seats() -> None:
    """So what the cheat wins it wins by cheating."""
    margins = play_deals(TOY, 20, searcher(game=TOY), searcher(game=TOY), lambda position: None)
    assert margins.tolist() == [0.0] * 20
