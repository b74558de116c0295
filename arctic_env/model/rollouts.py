"""Random games from positions, many at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.random import MAX_SEED, check_seed
from arctic_env.kernels.threads import Threads
from arctic_env.validation import check_integer

if TYPE_CHECKING:
    from arctic_env.model.game import Game


@dataclass(frozen=True, eq=False)
class Rollouts:
    """The ends of games: n states, each played to its end k times.

    Attributes:
        scores: int32[n, k, players], total scores.
        ranks: int8[n, k, players], 0 for winners.
        decisions: int32[n, k], number of decisions to the end.
    """

    scores: NDArray[np.int32]
    ranks: NDArray[np.int8]
    decisions: NDArray[np.int32]

    @property
    def wins(self) -> NDArray[np.float64]:
        """Return each seat's share of the k wins, float64[n, players]; several winners share one win.

        Nobody wins a game that the rules truncated.
        """
        won = self.ranks == 0
        shares: NDArray[np.float64] = (won / np.maximum(won.sum(axis=2, keepdims=True), 1)).mean(axis=1)
        return shares

    def __str__(self) -> str:
        """Return number and length of games, and a line for each seat, over all states."""
        origins = f" from {len(self.decisions):,} states" if len(self.decisions) > 1 else ""
        length = self.decisions.mean()
        lines = [f"{self.decisions.size:,} random games{origins}, {length:.1f} decisions in the mean"]
        seats = zip(self.wins.mean(axis=0), self.scores.mean(axis=(0, 1)), strict=True)
        for seat, (wins, score) in enumerate(seats):
            lines.append(f"  seat {seat}: {wins:.1%} of the wins, mean score {score:.1f}")
        return "\n".join(lines)


def rollout(game: Game, states: NDArray[Any], k: int, seed: int = 0, threads: int | None = None) -> Rollouts:
    """Play each state to its end k times; all legal actions have the same probability.

    A state that is over counts as it is. Results do not depend on the number of threads.

    Args:
        game: The game.
        states: The game's dtype[n] with one number of players, unchanged.
        k: Number of games from each state.
        seed: The seed of all randomness, 0 to 2**63 - 1.
        threads: Number of threads; None for one a core that this process may use.

    Raises:
        ValueError: k, the seed or the threads are out of range, or the numbers of players differ.
    """
    n, most = len(states), max(game.players)
    players = sorted({int(number) for number in states["players"]})
    if len(players) != 1:
        raise ValueError(f"states must have one number of players, not {players}")
    seeds = np.random.default_rng(check_seed(seed)).integers(MAX_SEED, size=n * check_integer("k", k), endpoint=True)
    origins = np.repeat(np.arange(n), k)
    scores, ranks = np.empty((n * k, most), np.int32), np.empty((n * k, most), np.int8)
    decisions = np.empty(n * k, np.int32)

    def work(part: slice) -> None:
        scratch, mask = np.zeros(1, game.dtype), np.zeros(game.actions.size, np.int8)
        outs = scores[part], ranks[part], decisions[part]
        game.batch.playouts(states, origins[part], seeds[part], scratch, mask, *outs)

    Threads(threads).run(work, n * k)
    seats = slice(players[0])
    return Rollouts(
        scores.reshape(n, k, most)[:, :, seats], ranks.reshape(n, k, most)[:, :, seats], decisions.reshape(n, k)
    )
