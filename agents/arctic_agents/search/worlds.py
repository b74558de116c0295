"""Worlds to search in: states that agree with what a seat knows."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.model.game import Game

States = NDArray[Any]
Determinize = Callable[[Game, States, int, NDArray[np.int64]], States]
"""(game, view as an array of one, seat, seeds int64[n]) -> n states that agree with the view."""


def draw_worlds(game: Game, view: States, seat: int, seeds: NDArray[np.int64]) -> States:
    """Draw worlds that agree with a view, each one that it allows being equally likely."""
    n = len(seeds)
    worlds = np.zeros(n, game.dtype)
    game.batch.determinize(np.repeat(view, n), np.full(n, seat, np.int8), seeds, worlds)
    return worlds


def joined(parts: Sequence[States]) -> States:
    """Put one array after the other, as bytes: numpy copies records field by field."""
    return np.concatenate([part.view(np.uint8) for part in parts]).view(parts[0].dtype)


def taken(states: States, rows: NDArray[np.int64]) -> States:
    """Copy some states, as bytes, too."""
    return states.view(np.uint8).reshape(-1, states.dtype.itemsize)[rows].view(states.dtype).reshape(-1)
