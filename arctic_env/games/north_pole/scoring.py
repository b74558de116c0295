"""Scores, the final ranking (rule 3.10), and how far each seat has come, which its score says only in the end.

Progress is the steps of a seat's pawns to the Pole, in any direction, over no cracks, for the turned board and the disc
as they are now; pieces and holes are not looked at. A card that has been named counts as played in the best way, so
whoever compares what progress comes of actions compares cards by what they do.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, plays
from arctic_env.games.north_pole.board import Land, partner_of, survey
from arctic_env.games.north_pole.effects import has_won
from arctic_env.games.north_pole.squares import NOWHERE, STEPS_TO_POLE, TEAM_DISCS, lowest, without
from arctic_env.games.north_pole.state import AIM, OVER
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.rewards import FINE


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


def score_documents(record: Any) -> list[dict[str, Any]]:
    """Return one entry a seat: pawns at the Pole, and the total, which is the same."""
    return [{"home": home, "total": home} for home in [pawns_home(record, seat) for seat in range(record.players)]]


_FURTHEST = 7  # steps, as many as from the ship
_PART = FINE // (_FURTHEST + 1)  # of a point: what a step nearer to the Pole is worth; the last one counts twice


@njit
def steps_to_pole(s: Any) -> NDArray[np.int64]:
    """Return the least steps from each square into the Pole, int64[squares]."""
    return STEPS_TO_POLE[s.turned, (TEAM_DISCS if s.teams else 0) + s.disc]  # type: ignore[no-any-return]


@njit
def progress(states: NDArray[Any], i: int, out: NDArray[np.int32]) -> None:
    """Write the progress of each seat, int32[4], in the team game that of its team; 0 for seats without a player."""
    s = states[i]
    for seat in range(material.MAX_PLAYERS):
        out[seat] = 0
        if seat < s.players:
            partner = partner_of(s, seat)
            out[seat] = _of_seat(s, seat) + (0 if partner == NOBODY else _of_seat(s, partner))


@njit
def _of_seat(s: Any, seat: int) -> int:
    """Return the progress of a seat's own pawns, with the best move of a card that it has named."""
    steps = steps_to_pole(s)
    parts = int(s.home[seat]) * FINE
    for square in s.pawns[seat]:
        if square != NOWHERE:
            parts += (_FURTHEST - int(steps[square])) * _PART
    if s.decision == AIM and s.seat == seat:
        parts += _best_move(s, steps)
    return parts


@njit
def _best_move(s: Any, steps: NDArray[np.int64]) -> int:
    """Return the most progress that the named card can bring; none with a sling or by a bear."""
    kind, need, land = plays.card_kind(s), plays.declared(s), survey(s)
    best = 0 if kind == material.SLING or plays.playable(s, land, 1 << kind, need, True) else -FINE
    pawns = 0 if kind == material.SLING else land.pawns
    while pawns:
        start = lowest(pawns)
        pawns = without(pawns, start)
        if plays.enters_pole(s, land, kind, need, start):
            best = max(best, FINE - (_FURTHEST - int(steps[start])) * _PART)
        best = max(best, _best_of(s, land, kind, need, start, steps))
    return best


@njit
def _best_of(s: Any, land: Land, kind: int, need: int, start: int, steps: NDArray[np.int64]) -> int:
    """Return the most progress that a pawn can make on the board."""
    best = -FINE
    goals = plays.goals(s, land, kind, need, start, plays.may_attack(land, start, False))
    while goals:
        goal = lowest(goals)
        goals = without(goals, goal)
        best = max(best, (int(steps[start]) - int(steps[goal])) * _PART)
    return best
