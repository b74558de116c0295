"""The board: squares, directions, neighbours, ring, connected squares (1.1)."""

from collections.abc import Collection
from functools import cache

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = [file + rank for file in FILES for rank in RANKS]  # a1, a2, ..., h8
CORNERS = ["a1", "a8", "h1", "h8"]
CENTRE = ["d4", "d5", "e4", "e5"]
RING = [square for square in SQUARES if (square[0] in "ah" or square[1] in "18") and square not in CORNERS]
DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}


@cache
def beyond(square: str, direction: str) -> str | None:
    """The next square in a direction, None outside the grid; north is towards rank 8 (1.1)."""
    across, up = DIRECTIONS[direction]
    file, rank = FILES.index(square[0]) + across, RANKS.index(square[1]) + up
    return FILES[file] + RANKS[rank] if 0 <= file < 8 and 0 <= rank < 8 else None


@cache
def neighbours(square: str) -> tuple[str, ...]:
    """The orthogonally adjacent squares, corners among them."""
    near = [beyond(square, direction) for direction in DIRECTIONS]
    return tuple(other for other in near if other is not None)


def connected(start: str, squares: Collection[str]) -> set[str]:
    """The part of `squares` that is orthogonally connected with `start`, itself one of them."""
    found, waiting = {start}, [start]
    while waiting:
        for other in neighbours(waiting.pop()):
            if other in squares and other not in found:
                found.add(other)
                waiting.append(other)
    return found


def parts(squares: Collection[str]) -> list[set[str]]:
    """The orthogonally connected parts of `squares`, in the order of their first squares."""
    found: list[set[str]] = []
    left = set(squares)
    for square in sorted(squares):
        if square in left:
            found.append(connected(square, left))
            left -= found[-1]
    return found
