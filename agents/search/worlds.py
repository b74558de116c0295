"""Worlds to search in: states that agree with what a seat knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import make_seeds
from arctic_env.core.game import Game

States = NDArray[Any]
Determinize = Callable[[Game, States, int, NDArray[np.int64]], States]
"""(game, view as an array of one, seat, seeds int64[n]) -> n states that agree with the view."""


def draw_worlds(game: Game, view: States, seat: int, seeds: NDArray[np.int64]) -> States:
    """Worlds that agree with a view, each one that it allows being equally likely."""
    n = len(seeds)
    worlds = np.zeros(n, game.dtype)
    game.loops.determinize(np.repeat(view, n), np.full(n, seat, np.int8), seeds, worlds)
    return worlds


class Worlds:
    """The worlds of one search, drawn when they are wanted."""

    def __init__(
        self, draw: Callable[[NDArray[np.int64]], States], seed: int, most: int, simulations: int
    ) -> None:
        """Plan at most `most` worlds, one for so many simulations each, drawn from seeds of their own."""
        self._draw = draw
        self._seed = seed
        self._most = most
        self._simulations = simulations
        self._drawn: States | None = None

    def first(self, n: int) -> States:
        """The worlds of the first n simulations."""
        wanted = min(-(-n // self._simulations), self._most)
        there = 0 if self._drawn is None else len(self._drawn)
        if self._drawn is None or wanted > there:
            more = self._draw(make_seeds([self._seed], np.arange(there, wanted)))
            self._drawn = more if self._drawn is None else np.concatenate([self._drawn, more])
        return self._drawn
