"""Squares, steps and sets of squares (rules 1.1 and 1.4).

Square a1 is number 0, a2 is 1 and h8 is 63, so numbers and texts have the same order. A set of squares is an int64 with
one bit a square. The bit of h8 is the sign, so a set may be negative: take sets apart with `lowest` and `without`,
combine them with `&`, `|`, `^` and `~`, and never shift them to the left or subtract.
"""

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole.material import N_SIDES, SIDES, SOUTH_SIDE, WINDOWS
from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import lowest_bit

SIDE = 8
N_SQUARES = SIDE * SIDE
SQUARE_TEXTS = tuple(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, SIDE + 1))
SQUARE_IDS = {text: square for square, text in enumerate(SQUARE_TEXTS)}
NOWHERE = -1
POLE = N_SQUARES  # as a goal: the centre point is not a square

DIRECTIONS = ("north", "east", "south", "west")
N_DIRECTIONS = len(DIRECTIONS)
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # files and ranks of an orthogonal step in each direction
_DIAGONALS = ((1, 1), (1, -1), (-1, -1), (-1, 1))

CORNERS = tuple(SQUARE_IDS[text] for text in ("a1", "a8", "h1", "h8"))
# Clockwise, as a storm moves the disc over them.
CENTRE = tuple(SQUARE_IDS[text] for text in ("d4", "d5", "e5", "e4"))

# int64[squares]: the set of each square alone. The last one is the smallest of all int64.
ONLY = np.left_shift(np.int64(1), np.arange(N_SQUARES))


def squares_of(numbers: object) -> int:
    """Return the set of these squares."""
    return int(np.bitwise_or.reduce(ONLY[list(numbers)])) if numbers else 0  # type: ignore[call-overload]


def turned(square: int, quarters: int) -> int:
    """Return where a square of the board lies after so many quarter turns clockwise, as the unturned square there."""
    file, rank = divmod(square, SIDE)
    for _ in range(quarters % N_SIDES):
        file, rank = rank, SIDE - 1 - file
    return file * SIDE + rank


# Squares of the base camp of each side (1.1), in the order of their texts.
CAMP_SQUARES = tuple(
    tuple(sorted(turned(SQUARE_IDS[text], side - SOUTH_SIDE) for text in ("c1", "d1", "e1", "f1")))
    for side in range(N_SIDES)
)
CAMPS_OF_SIDES = np.array([squares_of(camp) for camp in CAMP_SQUARES])  # int64[sides]: sets
CAMPS = squares_of([square for camp in CAMP_SQUARES for square in camp])
CENTRE_SET = squares_of(CENTRE)
CORNER_SET = squares_of(CORNERS)
# int64[squares]: number of the corner or centre square, or NOWHERE.
CORNER_NUMBER = np.full(N_SQUARES, NOWHERE)
CORNER_NUMBER[list(CORNERS)] = range(len(CORNERS))
CENTRE_NUMBER = np.full(N_SQUARES, NOWHERE)
CENTRE_NUMBER[list(CENTRE)] = range(len(CENTRE))


def _away(square: int, files: int, ranks: int) -> int:
    file, rank = square // SIDE + files, square % SIDE + ranks
    return file * SIDE + rank if 0 <= file < SIDE and 0 <= rank < SIDE else NOWHERE


# ------------------------------------------------------------------------------------------------ cracks (1.4)


def _find_cracks(quarters: int) -> set[frozenset[int]]:
    """Return the edges of the upper board, as pairs of squares, under whose windows the lower board is cracked."""
    edges = set()
    for window, sides in WINDOWS.items():
        ends = [SQUARE_IDS[text] for text in window.split()]
        for side in sides:
            edges.add(frozenset(turned(end, SIDES.index(side) - SOUTH_SIDE - quarters) for end in ends))
    return edges


# The edges with a window, the same ones however the board is turned, and those that are cracked, by quarter turns.
WINDOW_EDGES = {
    frozenset(turned(SQUARE_IDS[text], quarters) for text in window.split())
    for window in WINDOWS
    for quarters in range(N_SIDES)
}
CRACKS = tuple(_find_cracks(quarters) for quarters in range(N_SIDES))
NO_CRACKS = N_SIDES  # index of the tables below: with snowshoes the board has no cracks
_BOARDS: tuple[set[frozenset[int]], ...] = (*CRACKS, set())


def _step(cracks: set[frozenset[int]], square: int, direction: int) -> int:
    """Return the square that an orthogonal step leads to, or NOWHERE."""
    goal = _away(square, *_STEPS[direction])
    return NOWHERE if goal == NOWHERE or frozenset((square, goal)) in cracks else goal


def _diagonal(cracks: set[frozenset[int]], square: int, files: int, ranks: int) -> int:
    """Return the square of a diagonal step, or NOWHERE; it is blocked where both ways round its corner are cracked."""
    goal = _away(square, files, ranks)
    if goal == NOWHERE:
        return NOWHERE
    ways = [_away(square, files, 0), _away(square, 0, ranks)]
    cracked = [frozenset((square, way)) in cracks or frozenset((way, goal)) in cracks for way in ways]
    return NOWHERE if all(cracked) else goal


def _sets(steps: list[list[list[int]]]) -> NDArray[np.int64]:
    return np.array([[squares_of([goal for goal in goals if goal >= 0]) for goals in board] for board in steps])


# By the quarter turns of the board (0 to 3, or NO_CRACKS) and the square: int64[5, squares, directions], the square of
# an orthogonal step or NOWHERE; int64[5, squares], the sets of orthogonal and of diagonal steps.
NEXT = np.array(
    [[[_step(cracks, k, way) for way in range(N_DIRECTIONS)] for k in range(N_SQUARES)] for cracks in _BOARDS]
)
STRAIGHT = _sets(NEXT.tolist())
DIAGONAL = _sets(
    [[[_diagonal(cracks, k, *step) for step in _DIAGONALS] for k in range(N_SQUARES)] for cracks in _BOARDS]
)
# int64[squares]: the other squares of its row and column.
LINES = np.array(
    [
        squares_of([k for k in range(N_SQUARES) if k != own and (k // SIDE == own // SIDE or k % SIDE == own % SIDE)])
        for own in range(N_SQUARES)
    ]
)


# ------------------------------------------------------------------------------------------------ kernels


@njit
def lowest(squares: int) -> int:
    """Return the lowest square of a set that is not empty."""
    return int(lowest_bit(squares))


@njit
def without(squares: int, square: int) -> int:
    """Return the set without a square."""
    return int(squares) & ~int(ONLY[square])


@njit
def holds(squares: int, square: int) -> bool:
    """Return whether the set has the square."""
    return bool(int(squares) >> int(square) & 1)


@njit
def only(square: int) -> int:
    """Return the set of one square."""
    return int(ONLY[square])
