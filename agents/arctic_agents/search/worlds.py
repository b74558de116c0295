"""Worlds to search in: states that agree with what a seat knows, and what they bring whatever is played."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game

States = NDArray[Any]
Determinize = Callable[[Game, States, int, NDArray[np.int64]], States]
"""(game, view as an array of one, seat, seeds int64[n]) -> n states that agree with the view."""


def draw_worlds(game: Game, view: States, seat: int, seeds: NDArray[np.int64]) -> States:
    """Worlds that agree with a view, each one that it allows being equally likely."""
    n = len(seeds)
    worlds = np.zeros(n, game.dtype)
    game.batch.determinize(np.repeat(view, n), np.full(n, seat, np.int8), seeds, worlds)
    return worlds


def joined(parts: Sequence[States]) -> States:
    """One array after the other, as bytes: numpy copies records field by field."""
    return np.concatenate([_rows(part) for part in parts]).view(parts[0].dtype).reshape(-1)


def _rows(states: States) -> NDArray[np.uint8]:
    """View the states as bytes in the same memory, uint8[n, bytes of a state]."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


class Worlds:
    """The worlds of one search, drawn when they are wanted.

    They come in blocks. The simulations of a block take its worlds in turn, those after it take others; so each world
    is taken as often as the others, and no more than a block of them is kept.
    """

    def __init__(self, draw: Callable[[NDArray[np.int64]], States], seed: int, size: int, simulations: int) -> None:
        """Plan blocks of so many worlds for so many simulations, each world drawn from a seed of its own."""
        self._draw = draw
        self._seed = seed
        self._size = size
        self._simulations = simulations
        self._block = 0
        self._drawn = 0
        self._room: States | None = None

    def left(self, done: int) -> int:
        """After so many simulations, how many are left of the block."""
        return self._simulations - done % self._simulations

    def after(self, done: int, count: int, least: int = 0) -> tuple[States, int]:
        """Return the worlds of the next `count` simulations, all of one block.

        Args:
            done: The number of simulations done.
            count: The number of simulations to come.
            least: The least number of worlds in the block, up to its size.

        Returns:
            Worlds, and the place of the first of these simulations in the block: the one at k takes world k, around and
            around.
        """
        block, place = divmod(done, self._simulations)
        if block != self._block:
            self._block, self._drawn = block, 0
        wanted = min(max(place + count, least), self._size)
        if self._room is None or wanted > self._drawn:
            numbers = block * self._size + np.arange(self._drawn, wanted)
            self._room = self._with(self._draw(make_seeds([self._seed], numbers)), self._room)
            self._drawn = wanted
        return self._room[:wanted], place

    def _with(self, more: States, room: States | None) -> States:
        """Append worlds to those drawn so far; double the array when it is full."""
        wanted = self._drawn + len(more)
        if room is None or wanted > len(room):
            spare = np.empty(min(2 * wanted, self._size) - wanted, more.dtype)
            return joined([more, spare] if room is None else [room[: self._drawn], more, spare])
        _rows(room)[self._drawn : wanted] = _rows(more)
        return room


# ---------------------------------------------------------------------------------- control variate


class ControlVariate:
    """Control variate of a search: the expected payoff of each world at the root, less the mean over worlds.

    Some worlds are kinder to a seat than others, whatever it plays, and luck would have some actions tried in kinder
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
        """Return the worlds of a block that are not rated yet; a simulation `first` of 0 begins the block."""
        if first == 0:
            self._rated = 0
        return worlds[self._rated :]

    def rate(self, worth: NDArray[np.float64]) -> None:
        """Add the expected payoffs of the new worlds, float64[worlds, players]."""
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
        """The expected payoffs of each rated world of the block, float64[worlds, players]."""
        return self._room[: self._rated]

    @property
    def mean(self) -> NDArray[np.float64]:
        """The mean of the expected payoffs over all worlds so far, float64[players]."""
        mean: NDArray[np.float64] = self._total / self._worlds
        return mean
