"""Squares, steps and sets of squares (rules 1.1 and 1.4).

Square a1 is number 0, a2 is 1 and h8 is 63, so numbers and texts have the same order. A set of squares is an int64 with
one bit a square. The bit of h8 is the sign, so a set may be negative: take sets apart with `lowest` and `without`,
combine them with `&`, `|`, `^` and `~`, and never shift them to the left or subtract.
"""

import numpy as np

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
# int64[squares]: number of the corner or centre square, or NOWHERE.
CORNER_NUMBER = np.full(N_SQUARES, NOWHERE)
CORNER_NUMBER[list(CORNERS)] = range(len(CORNERS))
CENTRE_NUMBER = np.full(N_SQUARES, NOWHERE)
CENTRE_NUMBER[list(CENTRE)] = range(len(CENTRE))


def _away(square: int, files: int, ranks: int) -> int:
    file, rank = square // SIDE + files, square % SIDE + ranks
    return file * SIDE + rank if 0 <= file < SIDE and 0 <= rank < SIDE else NOWHERE


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


def _is_blocked(cracks: set[frozenset[int]], square: int, files: int, ranks: int) -> bool:
    """Return whether a diagonal step is blocked: both ways round its corner are cracked."""
    goal = _away(square, files, ranks)
    ways = [_away(square, files, 0), _away(square, 0, ranks)]
    return all(frozenset((square, way)) in cracks or frozenset((way, goal)) in cracks for way in ways)


def _diagonal_steps(cracks: set[frozenset[int]], square: int, blocked: bool) -> int:
    """Return the squares that a diagonal step leads to, either those that cracks block or the others."""
    ways = [
        way for way in _DIAGONALS if _away(square, *way) != NOWHERE and _is_blocked(cracks, square, *way) == blocked
    ]
    return squares_of([_away(square, *way) for way in ways])


def _straight_steps(cracks: set[frozenset[int]], square: int, blocked: bool) -> int:
    """Return the squares that an orthogonal step leads to, either those over cracks or the others."""
    goals = [goal for goal in AWAY[square].tolist() if goal != NOWHERE]
    return squares_of([goal for goal in goals if (frozenset((square, goal)) in cracks) == blocked])


# int64[squares, directions]: the orthogonally adjacent square, or NOWHERE.
AWAY = np.array([[_away(square, *step) for step in _STEPS] for square in range(N_SQUARES)])
# int64[quarter turns, squares, directions]: 1 where a crack lies between.
CRACKED = np.array(
    [[[frozenset((k, goal)) in cracks for goal in AWAY[k].tolist()] for k in range(N_SQUARES)] for cracks in CRACKS],
    np.int64,
)
# int64[quarter turns, 2, squares]: sets of orthogonal and of diagonal steps, without snowshoes, then those that only
# snowshoes make possible.
STRAIGHT = np.array(
    [[[_straight_steps(cracks, k, over) for k in range(N_SQUARES)] for over in (False, True)] for cracks in CRACKS]
)
DIAGONAL = np.array(
    [[[_diagonal_steps(cracks, k, over) for k in range(N_SQUARES)] for over in (False, True)] for cracks in CRACKS]
)
# int64[squares]: the direction in which a first step leads from outside onto a centre square, or NOWHERE (3.3).
TO_CENTRE = np.full(N_SQUARES, NOWHERE)
for _square in range(N_SQUARES):
    for _way in range(N_DIRECTIONS):
        if _square not in CENTRE and AWAY[_square, _way] in CENTRE:
            TO_CENTRE[_square] = _way
# int64[squares]: the other squares of its row and column.
LINES = np.array(
    [
        squares_of([k for k in range(N_SQUARES) if k != own and (k // SIDE == own // SIDE or k % SIDE == own % SIDE)])
        for own in range(N_SQUARES)
    ]
)


def _steps_to_pole(quarters: int, open_squares: list[int]) -> list[int]:
    """Return how many steps of any direction lead from each square into the Pole, with only cracks in the way."""
    steps = [0] * N_SQUARES
    reached, n = open_squares, 1
    while reached:
        for square in reached:
            steps[square] = n
        around = [int(STRAIGHT[quarters, 0, square] | DIAGONAL[quarters, 0, square]) for square in reached]
        reached = [k for k in range(N_SQUARES) if not steps[k] and any(goals >> k & 1 for goals in around)]
        n += 1
    return steps


# int64[quarter turns, 6, squares]: steps to the Pole for each direction of the disc with one open side, then for the
# two of the disc of the team game.
TEAM_DISCS = len(CENTRE)
_OPEN = [*([square] for square in CENTRE), list(CENTRE[::2]), list(CENTRE[1::2])]
STEPS_TO_POLE = np.array([[_steps_to_pole(quarters, ends) for ends in _OPEN] for quarters in range(N_SIDES)])


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


@njit
def count(squares: int) -> int:
    """Return the number of squares in a set of few."""
    squares, n = int(squares), 0
    while squares:
        squares = without(squares, lowest(squares))
        n += 1
    return n
