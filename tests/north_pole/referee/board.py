"""Squares, sides, camps and cracks of the two boards (1.1 to 1.4)."""

from functools import cache

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for file in FILES for rank in RANKS)
CENTRE = ("d4", "d5", "e4", "e5")
CORNERS = ("a1", "a8", "h1", "h8")
POLE = "pole"

SIDES = ("S", "W", "N", "E")  # clockwise, as seats sit
CAMPS = {
    "S": ("c1", "d1", "e1", "f1"),
    "W": ("a3", "a4", "a5", "a6"),
    "N": ("c8", "d8", "e8", "f8"),
    "E": ("h3", "h4", "h5", "h6"),
}
CAMP_SQUARES = frozenset(square for squares in CAMPS.values() for square in squares)

Direction = tuple[int, int]
ORTHOGONAL: tuple[Direction, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Direction, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))

Edge = frozenset[str]  # the two squares beside it
# The windows of the south side, and on which sides the lower board, unturned, has a crack there (1.4).
WINDOWS = {("c2", "c3"): "SE", ("f2", "f3"): "N", ("d3", "d4"): "SW", ("e3", "e4"): "NEW"}


@cache
def beside(square: str, direction: Direction, steps: int = 1) -> str | None:
    """The square that many steps away, None off the board."""
    file = FILES.index(square[0]) + direction[0] * steps
    rank = RANKS.index(square[1]) + direction[1] * steps
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


@cache
def turned(square: str, quarters: int) -> str:
    """Where a square comes to lie after so many quarter turns clockwise."""
    for _ in range(quarters % 4):
        file, rank = FILES.index(square[0]), RANKS.index(square[1])
        square = FILES[rank] + RANKS[7 - file]
    return square


def side_before(place: str, turns: int) -> str:
    """The side of the upper board that lies at a side of the table after so many quarter turns (1.3)."""
    return SIDES[(SIDES.index(place) - turns) % 4]


@cache
def cracked_edges(turns: int) -> frozenset[Edge]:
    """The edges of the upper board under which there is a crack, the board turned so many times (1.3, 1.4)."""
    lower = (
        (turned(near, SIDES.index(side)), turned(far, SIDES.index(side)))
        for (near, far), sides in WINDOWS.items()
        for side in sides
    )
    return frozenset(frozenset((turned(one, -turns), turned(other, -turns))) for one, other in lower)


@cache
def is_cracked(start: str, goal: str, turns: int) -> bool:
    """Whether cracks stop this step to a neighbouring square; a diagonal one if both ways round are cracked (1.4)."""
    edges = cracked_edges(turns)
    if start[0] == goal[0] or start[1] == goal[1]:
        return frozenset((start, goal)) in edges
    ways = (start[0] + goal[1], goal[0] + start[1])
    return all(frozenset((start, way)) in edges or frozenset((way, goal)) in edges for way in ways)


def disc_turned(disc: str, quarters: int, teams: bool) -> str:
    """At which square the disc points after the board has turned under it (1.2, 1.3, 6.13)."""
    square = turned(disc, -quarters)
    return {"e5": "d4", "e4": "d5"}.get(square, square) if teams else square


def open_squares(disc: str, teams: bool) -> tuple[str, ...]:
    """The centre squares from which the Pole is entered (1.2, 6.13)."""
    return {"d4": ("d4", "e5"), "d5": ("d5", "e4")}[disc] if teams else (disc,)
