"""What a game's tables say of the squares of its board: which actions are about which, and where they are observed.

Everything follows from the tables. Squares are words such as "c1" in the arguments of actions; the largest file and
rank make the shape of the board. Parts of the observation that end in this shape are boards, one or more each, with a
row for each file and in it a square for each rank. An action is about the squares that it names or leads to: "walk
c1 c2" is about two, and so is "drift d3 north", which leads to d4. The rest of the text, such as "walk" or "step fish
2", is its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.model.tables import ActionTable, ObservationPart, ObservationTable

ISLAND = "island"
"""The board whose connected squares that are not 0 are islands; without it, the whole board is one."""

NOWHERE = -1
ABOUT = 2  # squares of an action, from and to; more are not looked at

_MOST_ISLANDS = 6  # as many are told of, the largest ones
_DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_SQUARE = re.compile(r"([a-z])([1-9]\d*)")

Shape = tuple[int, int]
Numbers = NDArray[np.float32]


class Plan(NamedTuple):
    """Where the kernels find things and where they put them.

    Attributes:
        boards: int64[boards], where each begins in an observation.
        factors: float32[boards], what the logarithms of its values are multiplied with.
        island: the number of the board of islands; NOWHERE without one.
        islands: of how many islands the numbers of a position tell.
        neighbours: int64[squares, sides], adjacent squares; NOWHERE beyond the edge.
        where: float32[squares, 3], file and rank from -1 to 1, and the distance from the edge.
        columns: int64[m], places in an observation that belong to no board.
        column_factors: float32[m], as `factors`.
        kinds: how many kinds there are.
        kind_of: int64[actions], the kind of an action; `kinds` for those that are about no square.
        squares: int64[actions, ABOUT], the squares it is about, then NOWHERE.
        place_in: int64[actions], the number of an action among those that are about no square.
    """

    boards: NDArray[np.int64]
    factors: Numbers
    island: int
    islands: int
    neighbours: NDArray[np.int64]
    where: Numbers
    columns: NDArray[np.int64]
    column_factors: Numbers
    kinds: int
    kind_of: NDArray[np.int64]
    squares: NDArray[np.int64]
    place_in: NDArray[np.int64]


def make_plan(table: ObservationTable, actions: ActionTable) -> Plan | None:
    """The plan that follows from the tables; None if actions name no squares or no boards are observed."""
    shape = _shape(actions)
    boards = [part for part in table.parts if part.shape[-len(shape) :] == shape]
    if not boards:
        return None
    rest = [part for part in table.parts if part not in boards]
    squares = shape[0] * shape[1]
    names = [part.name for part in boards for _ in range(part.size // squares)]
    island = names.index(ISLAND) if ISLAND in names else NOWHERE
    kinds, kind_of, about = _sort(actions, shape)
    return Plan(
        boards=np.concatenate([np.arange(part.offset, part.slice.stop, squares) for part in boards]),
        factors=np.array([factor for part in boards for factor in _factors(part, part.size // squares)]),
        island=island,
        islands=1 if island == NOWHERE else _MOST_ISLANDS,
        neighbours=_neighbours(shape),
        where=_where(shape),
        columns=np.array([k for part in rest for k in range(part.offset, part.slice.stop)], np.int64),
        column_factors=np.array(
            [factor for part in rest for factor in _factors(part, part.size)], np.float32
        ),
        kinds=kinds,
        kind_of=kind_of,
        squares=about,
        place_in=np.cumsum(kind_of == kinds) - 1,
    )


def _factors(part: ObservationPart, n: int) -> Numbers:
    """What brings sign(x) log(1 + |x|) to 1 for the largest x, n times."""
    return np.full(n, 1.0 / np.log1p(max(abs(part.low), abs(part.high), 1)), np.float32)


def _shape(actions: ActionTable) -> Shape:
    """Files and ranks, as many as the actions name; none of either if they name no square."""
    named = [place for block in actions.blocks for text in block.arguments for place in _named(text)]
    files, ranks = (1 + max((place[axis] for place in named), default=-1) for axis in range(2))
    return files, ranks


def _named(text: str) -> Iterator[tuple[int, int]]:
    """File and rank, from 0, of each square in a text."""
    for word in text.split():
        match = _SQUARE.fullmatch(word)
        if match:
            yield ord(match[1]) - ord("a"), int(match[2]) - 1


def _sort(actions: ActionTable, shape: Shape) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """How many kinds there are, the kind of each action, and its squares."""
    numbers: dict[tuple[str, ...], int] = {}
    kind_of = np.full(actions.size, NOWHERE)
    squares = np.full((actions.size, ABOUT), NOWHERE)
    for block in actions.blocks:
        for action, text in enumerate(block.arguments, block.start):
            about, words = read_squares(text, shape)
            if about:
                squares[action, : len(about)] = about[:ABOUT]
                kind_of[action] = numbers.setdefault((block.name, *words), len(numbers))
    kind_of[kind_of == NOWHERE] = len(numbers)
    return len(numbers), kind_of, squares


def read_squares(text: str, shape: Shape) -> tuple[list[int], list[str]]:
    """The squares that an argument names or leads to, and its other words."""
    places: list[tuple[int, int]] = []
    words = []
    for word in text.split():
        named = list(_named(word))
        if named:
            places += named
        elif word in _DIRECTIONS and places:
            places.append(_step(places[-1], _DIRECTIONS[word]))
        else:
            words.append(word)
    return [_number(place, shape) for place in places], words


def _step(place: tuple[int, int], by: tuple[int, int]) -> tuple[int, int]:
    return place[0] + by[0], place[1] + by[1]


def _number(place: tuple[int, int], shape: Shape) -> int:
    file, rank = place
    return file * shape[1] + rank if 0 <= file < shape[0] and 0 <= rank < shape[1] else NOWHERE


def _neighbours(shape: Shape) -> NDArray[np.int64]:
    places = list(np.ndindex(shape))
    return np.array([[_number(_step(place, by), shape) for by in _DIRECTIONS.values()] for place in places])


def _where(shape: Shape) -> Numbers:
    """How far each square is along and across the board, and from its edge."""
    lasts = [max(size - 1, 1) for size in shape]
    file, rank = np.indices(shape).reshape(2, -1)
    edge = np.minimum.reduce([file, shape[0] - 1 - file, rank, shape[1] - 1 - rank])
    across = (2 * file / lasts[0] - 1, 2 * rank / lasts[1] - 1, 2 * edge / min(lasts))
    return np.stack(across, axis=1).astype(np.float32)
