"""What worlds bring a seat whatever it plays."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.worlds import States


class Luck:
    """What the worlds of a search bring each seat beyond their mean, by what is to be expected of them at the root.

    Some worlds are kinder to a seat than others, whatever it plays, and chance would have some actions tried in kinder
    ones. Taken off what simulations bring (`arctic_agents.search.tree.back_up`), luck is a control variate:
    it changes next to
    nothing in the mean, and actions compare after far fewer simulations.
    """

    def __init__(self, players: int) -> None:
        self._room = np.zeros((1, players))
        self._rated = 0
        self._total = np.zeros(players)
        self._worlds = 0

    def new(self, worlds: States, first: int) -> States:
        """Those of a block of worlds that have not been rated yet; a simulation `first` of 0 begins the block."""
        if first == 0:
            self._rated = 0
        return worlds[self._rated :]

    def rate(self, worth: NDArray[np.float64]) -> None:
        """Note what is to be expected of the new worlds, float64[worlds, players]."""
        rated = self._rated + len(worth)
        if rated > len(self._room):
            room = np.empty((2 * rated, self._room.shape[1]))
            room[: self._rated] = self._room[: self._rated]
            self._room = room
        self._room[self._rated : rated] = worth
        self._rated = rated
        self._total += worth.sum(axis=0)
        self._worlds += len(worth)

    @property
    def worth(self) -> NDArray[np.float64]:
        """What is to be expected of each rated world of the block, float64[worlds, players]."""
        return self._room[: self._rated]

    @property
    def mean(self) -> NDArray[np.float64]:
        """The same in the mean over all worlds so far, float64[players]."""
        mean: NDArray[np.float64] = self._total / self._worlds
        return mean
