"""Islands, points and the final ranking (rules 2.10 to 2.12)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu import material
from arctic_env.games.iglu.board import ice
from arctic_env.games.iglu.squares import count, flood, lowest, without_lowest
from arctic_env.kernels.jit import NOBODY, njit

Points = NDArray[np.int32]


@njit
def animal_points(s: Any, seat: int) -> int:
    """Return the points of the animals that the seat has hunted (2.11)."""
    points = 0
    for kind in range(material.N_KINDS):
        points += int(s.hunted[seat, kind]) * int(material.VALUE[kind])
    return points


@njit
def island_points(s: Any, points: Points) -> None:
    """Write each seat's points from islands, int32[4] (2.10)."""
    strengths = np.empty(material.MAX_PLAYERS, np.int32)
    for seat in range(material.MAX_PLAYERS):
        points[seat] = 0
    left = ice(s)
    while left:
        island = flood(left & -left, left)
        left ^= island
        for seat in range(material.MAX_PLAYERS):
            strengths[seat] = strength(s, seat, island)
        _award(s, strengths, count(island), points)


@njit
def strength(s: Any, seat: int, island: int) -> int:
    """Return the strength of a tribe on an island: 1 an Inuit, 2 an igloo."""
    total = material.IGLOO_STRENGTH * count(s.igloos[seat] & island)
    squares = int(s.inuit_squares[seat]) & island
    while squares:
        total += int(s.inuit[seat, lowest(squares)])
        squares = without_lowest(squares)
    return total


@njit
def _award(s: Any, strengths: Points, size: int, points: Points) -> None:
    """Award the island to the strongest tribes, half of it to the second strongest."""
    first, second, tribes = 0, 0, 0
    for seat in range(material.MAX_PLAYERS):
        tribe = strengths[seat]
        tribes += tribe > 0
        if tribe > first:
            first, second = tribe, first
        elif second < tribe < first:
            second = tribe
    if tribes == 0:
        return
    worth = _worth(s, size, tribes == 1)
    for seat in range(material.MAX_PLAYERS):
        if strengths[seat] == first:
            points[seat] += worth
        elif strengths[seat] == second and second > 0:
            points[seat] += (worth + (s.half == material.UP)) // 2


@njit
def _worth(s: Any, size: int, alone: bool) -> int:
    """Return one point a tile, squared for a tribe that is alone; by the table in the serious variant (2.12)."""
    if s.variant == material.SERIOUS:
        return int(material.SERIOUS_WORTH[min(size, len(material.SERIOUS_WORTH) - 1)])
    return size * size if alone else size


@njit
def scores(states: NDArray[Any], i: int, out: Points) -> None:
    """Write the total score of each seat, int32[4]; 0 for seats without a player (2.11)."""
    s = states[i]
    island_points(s, out)
    for seat in range(s.players):
        out[seat] += animal_points(s, seat)


@njit
def ranks(states: NDArray[Any], i: int, out: NDArray[np.int8]) -> None:
    """Write the rank of each seat, int8[4], 0 for winners: the number of seats with more points (2.11)."""
    s = states[i]
    totals = np.empty(material.MAX_PLAYERS, np.int32)
    scores(states, i, totals)
    for seat in range(material.MAX_PLAYERS):
        out[seat] = NOBODY if seat >= s.players else 0
    for seat in range(s.players):
        for other in range(s.players):
            out[seat] += totals[other] > totals[seat]


def score_documents(state: Any) -> list[dict[str, Any]]:
    """Return one entry a seat: points of animals and of islands, and their sum; nothing of it is hidden."""
    islands = np.zeros(material.MAX_PLAYERS, np.int32)
    island_points(state, islands)
    return [
        {"animals": hunted, "islands": int(islands[seat]), "total": hunted + int(islands[seat])}
        for seat in range(state.players)
        for hunted in [animal_points(state, seat)]
    ]
