"""What islands promise to be worth at the end.

Empty face-down tiles will all be turned, most of them into sea. So islands are looked at as if they had gone
already: made of glaciers and of tiles that cannot be turned because something is on them. Tiles beside an island
count for the chance that they are glaciers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.desk import occupied, turns_left, turns_of
from arctic_env.games.iglu.board import igloo_squares, inuit_of_all
from arctic_env.games.iglu.material import GLACIER, MAX_PLAYERS, SERIOUS, SERIOUS_WORTH, UP
from arctic_env.games.iglu.scoring import strength
from arctic_env.games.iglu.squares import beside, count, flood
from arctic_env.kernels.jit import njit


@njit
def islands_worth(s: Any, w: Any, d: Any) -> float:
    """What all islands are worth to the seat, those of rivals subtracted."""
    there = occupied(s)
    blank = int(s.tiles) & ~there
    solid = int(s.tiles) & there | int(s.glaciers)
    hope = w.hope * d.chance[GLACIER]
    left = (inuit_of_all(s) | igloo_squares(s)) & solid
    turns = turns_left(s)
    strengths = np.empty(MAX_PLAYERS, np.int64)
    worth = 0.0
    while left:
        island = flood(left & -left, solid)
        left &= ~island
        for seat in range(s.players):
            strengths[seat] = strength(s, seat, island)
        worth += _award(s, d, strengths, count(island) + hope * count(beside(island) & blank), turns)
    return worth


@njit
def _award(s: Any, d: Any, strengths: NDArray[np.int64], size: float, turns: int) -> float:
    """What an island that grows to that size is worth (2.10)."""
    first, second, tribes, strongest = 0, 0, 0, 0
    for seat in range(s.players):
        tribe = strengths[seat]
        tribes += tribe > 0
        if tribe > first:
            first, second, strongest = tribe, first, seat
        elif second < tribe < first:
            second = tribe
    if tribes == 1:
        lasting = d.lasting[turns - turns_of(s, strongest, turns)]
        return float(
            d.share[strongest] * (lasting * _worth(s, size, True) + (1.0 - lasting) * _worth(s, size, False))
        )
    whole = _worth(s, size, False)
    half = np.floor((whole + (s.half == UP)) / 2) if turns == 0 else whole / 2
    worth = 0.0
    for seat in range(s.players):
        if strengths[seat] == first:
            worth += d.share[seat] * whole
        elif strengths[seat] == second and second > 0:
            worth += d.share[seat] * half
    return float(worth)


@njit
def _worth(s: Any, size: float, alone: bool) -> float:
    """One a tile, squared for a tribe that is alone; in the serious variant by the table, also between its entries."""
    if s.variant != SERIOUS:
        return float(size * size if alone else size)
    last = len(SERIOUS_WORTH) - 1
    whole = min(int(size), last)
    more = SERIOUS_WORTH[min(whole + 1, last)] - SERIOUS_WORTH[whole]
    return float(SERIOUS_WORTH[whole] + (size - int(size)) * more)
