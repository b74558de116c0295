"""What networks read: observations, and after them, for networks that are told, what the game's heuristics would play.

That is the planner's action. A network learns where to trust it. Where the heuristics of a game rate actions, it is
told of as many as RATED what they are worth beside the best, before others have replied and after.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import OF_RATED, RATED, UNIT, UNKNOWN, heuristics_of
from arctic_agents.search.rollouts import link
from arctic_env.errors import SettingsError
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game

_SEVERAL = 5  # hints about an action: whether it is suggested; whether it is rated and how, before replies and after


class Observing:
    """Writes what a network reads of decisions, from the deciding seats' views alone.

    Attributes:
        told: Numbers about what the game's heuristics would play, int16: the suggested action, then ratings; 0 for
            networks that are not told.
        size: Bytes for each decision.
    """

    def __init__(self, game: Game, num_players: int, told: int = 0) -> None:
        """Plan it for a game and number of players."""
        self.game, self.num_players = game, num_players
        self._of_game = game.observation(num_players).size
        self.told, self.size = told, self._of_game + 2 * told

    def observe(
        self, views: NDArray[Any], seats: NDArray[np.int8], masks: NDArray[np.int8] | None = None
    ) -> NDArray[np.int8]:
        """Return int8[n, size].

        Args:
            views: n states or views.
            seats: int8[n].
            masks: int8[n, actions], of these seats, which decide; None for critics, which need no suggestion.
        """
        observations = np.empty((len(views), self._of_game), np.int8)
        self.game.batch.encode(views, seats, observations)
        return observations if masks is None else self.complete(observations, views, masks)

    def complete(
        self, observations: NDArray[np.int8], views: NDArray[Any], masks: NDArray[np.int8]
    ) -> NDArray[np.int8]:
        """Append what is told to observations int8[n, ..., O] of deciding seats, if the network is told.

        Where a critic sees the observations of all seats, they follow that of the deciding seat, which gets it.
        """
        if not self.told:
            return observations
        numbers = np.empty((len(views), self.told), np.int16)
        workspace = heuristics_of(self.game).make_workspace(self.game, self.num_players)
        link(self.game).tell_all(views, masks, workspace, numbers)
        out = np.zeros((*observations.shape[:-1], self.size), np.int8)
        out[..., : self._of_game] = observations
        out.reshape(len(out), -1, self.size)[:, 0, self._of_game :] = numbers.view(np.int8)
        return out


def told_by(game: Game, *, suggestion: bool, ratings: bool) -> int:
    """Return how many numbers a network is told.

    Raises:
        SettingsError: The game's heuristics rate no actions.
    """
    if ratings and heuristics_of(game).rate is None:
        raise SettingsError(f"network.ratings must be false: the heuristics of {game.name} rate no actions")
    return 1 + OF_RATED * RATED if ratings else int(suggestion)


def hints_of(told: int) -> int:
    """Return how many hints about each action follow from so many numbers."""
    return _SEVERAL if told > 1 else told


def read_told(observations: NDArray[np.int8], told: int) -> NDArray[np.int16]:
    """Return what observations are told, int16[n, told]; the suggested action comes first."""
    return np.ascontiguousarray(observations[:, -2 * told :]).view(np.int16)


@njit
def write_hints(
    told: NDArray[np.int16], rows: NDArray[np.int64], actions: NDArray[np.int64], out: NDArray[np.float32]
) -> None:
    """Write the hints about actions int64[k] of the decisions int64[k], float32[k, hints], which are all 0 before."""
    for k in range(len(rows)):
        numbers = told[rows[k]]
        out[k, 0] = numbers[0] == actions[k]
        for first in range(1, len(numbers), OF_RATED):
            if numbers[first] == actions[k]:
                for which in range(2):
                    worth = numbers[first + 1 + which]
                    if worth != UNKNOWN:
                        out[k, 1 + 2 * which], out[k, 2 + 2 * which] = 1.0, np.exp(-worth / UNIT)
