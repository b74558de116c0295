"""Who sits where: one seat of each game is the learner's for sure, the others are drawn from the mix of opponents.

The sure seat goes round from game to game. All chance comes from one seed, through hashes: what opponents get as the
seeds of their decisions leads back neither to it nor to a deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import make_seeds
from arctic_env.arena.seeds import one_way_seed
from arctic_training.opponents import LEARNER, Opponents


class Seating:
    """The seats of n games.

    Attributes:
        sure: int8[n], the learner's seat.
        seated: int64[n, players], the number of each seat's opponent, or LEARNER.
        dealt: int64[n], games begun in each place so far.
        seeds: int64[n, players], of the players in the seats.
        asked: int64[n, players], decisions of each opponent in the game.
    """

    def __init__(self, n: int, players: int, opponents: Opponents, seed: int) -> None:
        """Plan seats; `begin` takes them."""
        self.opponents, self.seed = opponents, seed
        self.sure = np.zeros(n, np.int8)
        self.seated = np.full((n, players), LEARNER)
        self.dealt = np.zeros(n, np.int64)
        self.seeds = np.zeros((n, players), np.int64)
        self.asked = np.zeros((n, players), np.int64)

    def begin(self, rows: NDArray[np.int64]) -> None:
        """Take the seats of new games in these places."""
        players = self.seated.shape[1]
        games = zip(rows.tolist(), self.dealt[rows].tolist(), strict=True)
        seeds = [[one_way_seed(self.seed, *game, seat) for seat in range(players)] for game in games]
        self.seeds[rows] = np.array(seeds, np.int64).reshape(-1, players)
        self.asked[rows] = 0
        turns = self.dealt[rows, None] + np.arange(players)
        self.seated[rows] = self.opponents.draw(self.seeds[rows], turns)
        self.sure[rows] = (rows + self.dealt[rows]) % players
        self.seated[rows, self.sure[rows]] = LEARNER
        self.dealt[rows] += 1

    def opponent_of(self, rows: NDArray[np.int64], seats: NDArray[np.int8]) -> NDArray[np.int64]:
        """Who sits there, LEARNER or the number of an opponent, int64[k]."""
        return self.seated[rows, seats]

    def decision_seeds(self, rows: NDArray[np.int64], seats: NDArray[np.int8]) -> NDArray[np.int64]:
        """Seeds for one more decision of each of these opponents, int64[k]."""
        seeds = make_seeds(self.seeds[rows, seats], self.asked[rows, seats])
        self.asked[rows, seats] += 1
        return seeds

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, by name."""
        return {name: getattr(self, name) for name in _SAVED}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        for name in _SAVED:
            getattr(self, name)[:] = arrays[name]


_SAVED = ("sure", "seated", "dealt", "seeds", "asked")
