"""Scores and the final ranking (rule 3.10)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.board import partner_of
from arctic_env.games.north_pole.effects import has_won
from arctic_env.games.north_pole.state import OVER
from arctic_env.kernels.jit import NOBODY, njit


@njit
def pawns_home(s: Any, seat: int) -> int:
    """Return how many pawns are at the Pole, in the team game those of both partners."""
    partner = partner_of(s, seat)
    return int(s.home[seat]) + (0 if partner == NOBODY else int(s.home[partner]))


@njit
def scores(states: NDArray[Any], i: int, out: NDArray[np.int32]) -> None:
    """Write the total score of each seat, int32[4]; 0 for seats without a player."""
    s = states[i]
    for seat in range(material.MAX_PLAYERS):
        out[seat] = pawns_home(s, seat) if seat < s.players else 0


@njit
def ranks(states: NDArray[Any], i: int, out: NDArray[np.int8]) -> None:
    """Write the rank of each seat, int8[4], 0 for winners: the number of seats with more pawns home.

    A game that was truncated has no winners: nobody is first, and all share the rank after it.
    """
    s = states[i]
    truncated = s.stage == OVER
    for seat in range(s.players):
        truncated = truncated and not has_won(s, seat)
    for seat in range(material.MAX_PLAYERS):
        out[seat] = NOBODY if seat >= s.players else int(truncated)
    for seat in range(0 if truncated else s.players):
        for other in range(s.players):
            out[seat] += pawns_home(s, other) > pawns_home(s, seat)


@njit
def teams(states: NDArray[Any], i: int, out: NDArray[np.int8]) -> None:
    """Write the team of each seat, int8[4]: seats 0 and 2 against 1 and 3, or each for itself (3.10)."""
    for seat in range(material.MAX_PLAYERS):
        out[seat] = seat % 2 if states[i].teams else seat


# -------------------------------------------------------------------------------- scores as documents


def score_documents(record: Any) -> list[dict[str, Any]]:
    """Return one entry a seat: pawns at the Pole, and the total, which is the same."""
    return [{"home": home, "total": home} for home in [pawns_home(record, seat) for seat in range(record.players)]]
