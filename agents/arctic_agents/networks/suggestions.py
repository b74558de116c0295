"""What networks read: observations, and after them, for networks that are told, what the game's heuristics would play.

In ARCTIC that is the planner's action. A network learns where to trust it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import heuristics_of
from arctic_agents.search.rollouts import link
from arctic_env.model.game import Game

WIDTH = 2  # bytes that the id of an action takes


def read_suggested(observations: NDArray[np.int8]) -> NDArray[np.int16]:
    """Return the action suggested in each observation, int16[n]."""
    return np.ascontiguousarray(observations[:, -WIDTH:]).view(np.int16)[:, 0]


class Observing:
    """Writes what a network reads of decisions, from the deciding seats' views alone.

    Attributes:
        suggestion: Whether the network is told what the game's heuristics would play.
        size: Bytes for each decision.
    """

    def __init__(self, game: Game, num_players: int, *, suggestion: bool) -> None:
        """Plan it for a game and number of players."""
        self.game, self.num_players, self.suggestion = game, num_players, suggestion
        self._of_game = game.observation(num_players).size
        self.size = self._of_game + WIDTH * suggestion

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
        """Append the suggestions to observations int8[n, ..., O] of deciding seats, if the network is told.

        Where a critic sees the observations of all seats, they follow that of the deciding seat, which gets it.
        """
        if not self.suggestion:
            return observations
        seeds, actions = np.zeros(len(views), np.int64), np.empty(len(views), np.int64)
        workspace = heuristics_of(self.game).make_workspace(self.game, self.num_players)
        link(self.game).suggest_all(views, masks, seeds, workspace, actions)
        out = np.zeros((*observations.shape[:-1], self.size), np.int8)
        out[..., : self._of_game] = observations
        out.reshape(len(out), -1, self.size)[:, 0, self._of_game :] = actions.astype(np.int16)[:, None].view(np.int8)
        return out
