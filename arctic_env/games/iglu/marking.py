"""Marking actions of many squares in a mask."""

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.actions import FIELD_NUMBER, MOVE_NUMBER
from arctic_env.games.iglu.squares import lowest, without_lowest
from arctic_env.kernels.jit import njit

Mask = NDArray[np.int8]


@njit
def allow_fields(mask: Mask, start: int, squares: int) -> None:
    """Allow the action of each of these squares, in the block that begins at `start`."""
    while squares:
        mask[start + FIELD_NUMBER[lowest(squares)]] = 1
        squares = without_lowest(squares)


@njit
def allow_moves(mask: Mask, start: int, squares: int, direction: int) -> None:
    """Allow the move from each of these squares in that direction, in the block that begins at `start`."""
    while squares:
        mask[start + MOVE_NUMBER[lowest(squares), direction]] = 1
        squares = without_lowest(squares)
