"""Scores and the final ranking (rules 4.2 to 4.4)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.jit import njit
from arctic_env.games.arctic.material import LANDSCAPE, LONGEST_SCORED, MAIN, N_ANIMALS, RUN_POINTS
from arctic_env.games.arctic.state import CARD, DOWN, NOBODY

# What `score_parts` writes: the points of the six animals' runs, then these.
DIVERSITY = N_ANIMALS
TOTEM = DIVERSITY + 1
SCORE_PENALTY = TOTEM + 1
TOTAL = SCORE_PENALTY + 1
N_PARTS = TOTAL + 1

_SETS = 1 << N_ANIMALS  # sets of animals
_POINT_BITS = 4  # a run is worth at most 15
_RUN_BITS = _POINT_BITS * N_ANIMALS
_IMPOSSIBLE = -1
WILD_ANIMAL = -1


@njit
def animal_at(s: Any, seat: int, index: int) -> int:
    """Main animal of a card in the pile, WILD_ANIMAL for a face-down one (4.3)."""
    card = s.pile[seat, index]
    return WILD_ANIMAL if card >= DOWN else int(MAIN[card & CARD])


@njit
def longest_runs(s: Any, seat: int, runs: NDArray[np.int64]) -> None:
    """Write the length of the longest run of each animal, int64[6], for a pile without wild cards (4.2)."""
    runs[:] = 0
    length, previous = 0, WILD_ANIMAL
    for index in range(s.pile_size[seat]):
        animal = animal_at(s, seat, index)
        length = length + 1 if animal == previous else 1
        previous = animal
        runs[animal] = max(runs[animal], length)


@njit
def run_points(s: Any, seat: int, points: NDArray[np.int64]) -> None:
    """Write the points of each animal's run and, at DIVERSITY, of their number, int64[7] or longer (4.2, 4.3)."""
    if s.down_size[seat]:
        _wild_run_points(s, seat, points)
    else:
        longest_runs(s, seat, points)
        for animal in range(N_ANIMALS):
            points[animal] = RUN_POINTS[min(points[animal], LONGEST_SCORED)]
    animals = 0
    for animal in range(N_ANIMALS):
        animals += points[animal] > 0
    points[DIVERSITY] = RUN_POINTS[animals]


@njit
def _wild_run_points(s: Any, seat: int, points: NDArray[np.int64]) -> None:
    """The best assignment of wild cards, exactly (4.3).

    A scoring run is a stretch of two to six cards that are its animal or wild; each animal has one at most and no two
    stretches overlap. So the best choice is a path along the pile, kept for every set of animals that have their
    stretch already: best[n][animals] over the first n cards. A value holds the sum of the points and below it the
    points of the single animals, fox first, so that the larger number is the better one and breaks ties as 4.3 asks.
    Only the last six rows are needed, so rows are reused in turn.
    """
    size = s.pile_size[seat]
    rows = LONGEST_SCORED + 1
    best = np.full((rows, _SETS), _IMPOSSIBLE, np.int64)
    best[0, 0] = 0
    for end in range(1, size + 1):
        before, row = best[(end - 1) % rows], best[end % rows]
        for animals in range(_SETS):  # a slice would do, but compiles ten times as long
            row[animals] = before[animals]
        animal = WILD_ANIMAL
        for length in range(1, min(end, LONGEST_SCORED) + 1):
            here = animal_at(s, seat, end - length)
            if animal == WILD_ANIMAL:
                animal = here
            elif here != WILD_ANIMAL and here != animal:
                break
            if length > 1:
                _extend(best[(end - length) % rows], row, animal, int(RUN_POINTS[length]))
    _unpack(best[size % rows], points)


@njit
def _extend(before: NDArray[np.int64], row: NDArray[np.int64], animal: int, points: int) -> None:
    """A stretch for that animal, or for any animal when all its cards are wild, ends here."""
    first, last = (0, N_ANIMALS) if animal == WILD_ANIMAL else (animal, animal + 1)
    for scorer in range(first, last):
        gain = (points << _RUN_BITS) | (points << (_POINT_BITS * (N_ANIMALS - 1 - scorer)))
        for animals in range(_SETS):
            if before[animals] != _IMPOSSIBLE and not animals >> scorer & 1:
                with_it = animals | 1 << scorer
                row[with_it] = max(row[with_it], before[animals] + gain)


@njit
def _unpack(row: NDArray[np.int64], points: NDArray[np.int64]) -> None:
    """Choose by total, then diversity, then the animals in order, and write the points of the single animals."""
    best_key, best_runs = _IMPOSSIBLE, 0
    for animals in range(_SETS):
        if row[animals] != _IMPOSSIBLE:
            count = 0
            for animal in range(N_ANIMALS):
                count += animals >> animal & 1
            runs = row[animals] & ((1 << _RUN_BITS) - 1)
            total = (row[animals] >> _RUN_BITS) + RUN_POINTS[count]
            key = (((total << _POINT_BITS) | count) << _RUN_BITS) | runs
            if key > best_key:
                best_key, best_runs = key, runs
    for animal in range(N_ANIMALS):
        points[animal] = best_runs >> (_POINT_BITS * (N_ANIMALS - 1 - animal)) & ((1 << _POINT_BITS) - 1)


@njit
def score_parts(s: Any, seat: int, parts: NDArray[np.int64]) -> None:
    """Write the parts of a seat's score and their TOTAL, int64[N_PARTS]; an unknown totem counts 0 (4.2)."""
    run_points(s, seat, parts)
    totem = s.totems[seat]
    parts[TOTEM] = 0 if totem == NOBODY else LANDSCAPE[s.tokens[totem]]
    parts[SCORE_PENALTY] = 0
    parts[SCORE_PENALTY] -= s.penalty_size[seat]  # the size is unsigned, its negative would not be
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
