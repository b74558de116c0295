"""The agent `pimc`: perfect-information Monte Carlo, the simpler yardstick beside `ismcts`.

In some worlds that agree with the view each legal action is tried, and every game played to its end at random, with the
same randomness for all actions of a world. The action that brings most in the mean is played. There is no
tree: it neither
plans ahead nor reckons with what others want.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.worlds import Determinize, States, draw_worlds
from arctic_env.agents.protocol import SeededAgent
from arctic_env.kernels.random import make_seeds
from arctic_env.kernels.rewards import MARGIN, REWARDS, SCORE, pay
from arctic_env.validation import check_integer, short_repr

if TYPE_CHECKING:
    from arctic_env.model.game import Game

MOST = 100_000  # worlds, and playouts
_AT_ONCE = 50_000  # playouts whose ends are kept at a time


class PimcAgent(SeededAgent):
    """Flat Monte Carlo over worlds.

    Attributes:
        worlds: Worlds for a decision.
        playouts: Games to the end for each action in each world.
        reward: What is maximised, see `arctic_env.kernels.rewards`.
        determinize: Where worlds come from, see `arctic_agents.search.worlds`.
    """

    name = "pimc"

    def __init__(
        self,
        game: Game,
        num_players: int,
        worlds: int = 50,
        playouts: int = 1,
        reward: str = "margin",
        determinize: Determinize = draw_worlds,
    ) -> None:
        super().__init__(game, num_players)
        self.worlds = check_integer("worlds", worlds, MOST)
        self.playouts = check_integer("playouts", playouts, MOST)
        if reward not in REWARDS:
            raise ValueError(f"reward must be one of {', '.join(REWARDS)}, not {short_repr(reward)}")
        self.reward = reward
        self.determinize = determinize

    def decide(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the action with the best mean payoff for each row; the first of equals."""
        actions = np.empty(len(masks), np.int64)
        for row in range(len(masks)):
            legal = np.flatnonzero(masks[row])
            worth = self._worth(views[row : row + 1], int(seats[row]), legal, int(seeds[row]))
            actions[row] = legal[worth.argmax()]
        return actions

    def _worth(self, view: States, seat: int, legal: NDArray[np.int64], seed: int) -> NDArray[np.float64]:
        """Sum the seat's payoffs of each legal action over all worlds, float64[actions]."""
        brought = np.zeros(len(legal))
        if len(legal) > 1:
            together = max(1, _AT_ONCE // (len(legal) * self.playouts))
            for first in range(0, self.worlds, together):
                numbers = np.arange(first, min(first + together, self.worlds))
                brought += self._try(view, seat, legal, seed, numbers)
        return brought

    def _try(
        self, view: States, seat: int, legal: NDArray[np.int64], seed: int, numbers: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Sum the seat's payoffs of each legal action over the worlds of these numbers."""
        game = self.game
        worlds = self.determinize(game, view, seat, make_seeds([seed], numbers))
        states = np.repeat(worlds, len(legal))
        game.batch.apply(states, np.tile(legal, len(worlds)))
        n = len(states) * self.playouts
        streams = self.worlds + self.playouts * numbers[:, None, None] + np.arange(self.playouts)
        seeds = np.repeat(make_seeds([seed], streams), len(legal), axis=1).reshape(n)
        most = max(game.players)
        scores, ranks, teams = np.empty((n, most), np.int32), np.empty((n, most), np.int8), np.empty(most, np.int8)
        game.kernels.teams(worlds, 0, teams)
        scratch, mask = np.zeros(1, game.dtype), np.zeros(game.actions.size, np.int8)
        origins = np.repeat(np.arange(len(states)), self.playouts)
        game.batch.playouts(states, origins, seeds, scratch, mask, scores, ranks, np.empty(n, np.int32))
        brought = self._brought(scores, ranks, teams)[:, seat]
        total: NDArray[np.float64] = brought.reshape(len(worlds), len(legal), -1).sum(axis=(0, 2))
        return total

    def _brought(
        self, scores: NDArray[np.int32], ranks: NDArray[np.int8], teams: NDArray[np.int8]
    ) -> NDArray[np.float64]:
        """Return the payoffs of n ended games, float64[n, players]."""
        payoff = REWARDS.index(self.reward)
        unit = float(self.game.full_margin) if payoff in (MARGIN, SCORE) else 1.0
        brought = np.empty((len(scores), self.num_players))
        for k in range(len(scores)):
            pay(payoff, unit, scores[k], ranks[k], teams, brought[k])
        return brought


def make(game: Game, num_players: int, *, worlds: int = 50, playouts: int = 1, reward: str = "margin") -> PimcAgent:
    """Try each action in worlds that agree with what the seat knows, and play on at random (perfect information).

    Args:
        game: The game.
        num_players: The number of players.
        worlds: Worlds for a decision.
        playouts: Games to the end for each action in each world.
        reward: What is maximised, see `arctic_env.kernels.rewards`.

    Raises:
        ValueError: An option is out of range.
    """
    return PimcAgent(game, num_players, worlds, playouts, reward)


make.ranges = {  # type: ignore[attr-defined]
    "worlds": f"1 to {MOST:,}",
    "playouts": f"1 to {MOST:,}",
    "reward": ", ".join(REWARDS),
}
