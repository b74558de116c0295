"""Squares, directions and sets of squares (rule 1.1).

Square a1 is number 0, a2 is 1 and h8 is 63, so numbers and texts have the same order. A set of squares is an int64 with
one bit a square. The corners belong to no set: they are land, which holds nothing but Inuit. So the highest bit,
h8, is never set, sets are never negative, and compiled and interpreted kernels agree.
"""

import numpy as np

from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import count_bits, lowest_bit

SIDE = 8
N_SQUARES = SIDE * SIDE
SQUARE_TEXTS = tuple(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, SIDE + 1))
SQUARE_IDS = {text: square for square, text in enumerate(SQUARE_TEXTS)}

DIRECTIONS = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(len(DIRECTIONS))
N_DIRECTIONS = len(DIRECTIONS)
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # files and ranks of a step in each direction

CORNERS = tuple(SQUARE_IDS[text] for text in ("a1", "a8", "h1", "h8"))
CENTRE = tuple(SQUARE_IDS[text] for text in ("d4", "d5", "e4", "e5"))
NOWHERE = -1


def squares_of(numbers: object) -> int:
    """Return the set of these squares, corners left out."""
    return sum(1 << square for square in numbers if square not in CORNERS)  # type: ignore[attr-defined]


def _neighbour(square: int, direction: int) -> int:
    file, rank = divmod(square, SIDE)
    file, rank = file + _STEPS[direction][0], rank + _STEPS[direction][1]
    return file * SIDE + rank if 0 <= file < SIDE and 0 <= rank < SIDE else NOWHERE


# int64[squares, directions]: the orthogonally adjacent square, corners included, or NOWHERE.
NEIGHBOUR = np.array(
    [[_neighbour(square, direction) for direction in range(N_DIRECTIONS)] for square in range(N_SQUARES)], np.int64
)
# int64[squares]: the set of adjacent squares, corners left out.
NEIGHBOURS = np.array([squares_of(square for square in row if square >= 0) for row in NEIGHBOUR.tolist()])

BOARD = squares_of(range(N_SQUARES))  # all squares but the corners
RING = squares_of(square for square in range(N_SQUARES) if NOWHERE in NEIGHBOUR[square])
# Squares that can be entered from the south and from the north.
_FROM_SOUTH = squares_of(square for square in range(N_SQUARES) if square % SIDE != 0)
_FROM_NORTH = squares_of(square for square in range(N_SQUARES) if square % SIDE != SIDE - 1)


@njit
def lowest(squares: int) -> int:
    """Return the lowest square of a set that is not empty."""
    return int(lowest_bit(np.uint64(squares)))


@njit
def without_lowest(squares: int) -> int:
    """Return the set without its lowest square."""
    squares = int(squares)
    return squares & (squares - 1)


@njit
def count(squares: int) -> int:
    """Return the number of squares in a set."""
    return int(count_bits(np.uint64(squares)))


@njit
def holds(squares: int, square: int) -> bool:
    """Return whether the set has the square; no set has a corner."""
    return bool(int(squares) >> int(square) & 1)


@njit
def only(square: int) -> int:
    """Return the set of one square (not a corner)."""
    return 1 << int(square)


@njit
def is_corner(square: int) -> bool:
    """Return whether the square is one of the four corners, which are land."""
    return not int(BOARD) >> int(square) & 1


@njit
def shift(squares: int, direction: int) -> int:
    """Return the squares that are entered when each square of a set takes a step; none enters a corner."""
    squares = int(squares)
    if direction == NORTH:
        return squares << 1 & _FROM_SOUTH
    if direction == EAST:
        return squares << SIDE & BOARD
    if direction == SOUTH:
        return squares >> 1 & _FROM_NORTH
    return squares >> SIDE & BOARD


@njit
def back(squares: int, direction: int) -> int:
    """Return the squares from which a step in that direction enters a square of the set."""
    return shift(squares, (direction + 2) % N_DIRECTIONS)


@njit
def beside(squares: int) -> int:
    """Return the squares that are orthogonally adjacent to a square of the set."""
    squares = int(squares)
    upright = (squares << 1 & _FROM_SOUTH) | (squares >> 1 & _FROM_NORTH)
    return upright | ((squares << SIDE | squares >> SIDE) & BOARD)


@njit
def flood(start: int, area: int) -> int:
    """Return the squares of an area that are connected to those of `start` that lie in it."""
    reached = int(start) & int(area)
    grown = (reached | beside(reached)) & area
    while grown != reached:
        reached = grown
        grown = (reached | beside(reached)) & area
    return reached
