"""Scores and the final ranking (rules 4.2 to 4.4)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import LANDSCAPE, N_POINTS
from arctic_env.games.arctic.state import NOBODY
from arctic_env.kernels.jit import njit

# What `score_parts` writes: the points of the six animals' runs and for their number, then these.
TOTEM = N_POINTS
SCORE_PENALTY = TOTEM + 1
TOTAL = SCORE_PENALTY + 1
N_PARTS = TOTAL + 1


@njit
def score_parts(s: Any, seat: int, parts: NDArray[np.int64]) -> None:
    """Write the parts of a seat's score and their TOTAL, int64[N_PARTS]; an unknown totem counts 0 (4.2)."""
    for part in range(N_POINTS):
        parts[part] = s.points[seat, part]
    totem = s.totems[seat]
    parts[TOTEM] = 0 if totem == NOBODY else LANDSCAPE[s.tokens[totem]]
    parts[SCORE_PENALTY] = -s.penalty_size[seat]
    parts[TOTAL] = 0
    for part in range(TOTAL):
        parts[TOTAL] += parts[part]


@njit
def scores(states: NDArray[Any], i: int, out: NDArray[np.int32]) -> None:
    """Write the total score of each seat, int32[4]; 0 for seats without a player."""
    s = states[i]
    parts = np.empty(N_PARTS, np.int64)
    out[:] = 0
    for seat in range(s.players):
        score_parts(s, seat, parts)
        out[seat] = parts[TOTAL]


@njit
def ranks(states: NDArray[Any], i: int, out: NDArray[np.int8]) -> None:
    """Write the rank of each seat, int8[4], 0 for the winner; ties go by turn order from the first seat (4.4)."""
    s = states[i]
    totals = np.zeros(len(out), np.int32)
    scores(states, i, totals)
    players = int(s.players)
    out[:] = NOBODY
    for seat in range(players):
        rank = 0
        for other in range(players):
            earlier = (other - s.first) % players < (seat - s.first) % players
            rank += totals[other] > totals[seat] or (totals[other] == totals[seat] and earlier)
        out[seat] = rank
