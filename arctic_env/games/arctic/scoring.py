"""Runs, wild cards and scores (rules 4.2 to 4.4).

The runs of a pile and their points are kept in the state: they change only when their pile does. Face-down cards are
wild for everybody, so all seats know them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material
from arctic_env.games.arctic.state import CARD, DOWN
from arctic_env.kernels.jit import NOBODY, njit

WILD_ANIMAL = -1

_SETS = 1 << material.N_ANIMALS  # sets of animals
_POINT_BITS = 4  # a run is worth at most 15
_RUN_BITS = _POINT_BITS * material.N_ANIMALS
_IMPOSSIBLE = -(1 << 60)  # stays far below 0 whatever is added


@njit
def animal_at(s: Any, seat: int, index: int) -> int:
    """Return the main animal of a card in the pile, WILD_ANIMAL for a face-down one (4.3)."""
    card = s.pile[seat, index]
    return WILD_ANIMAL if card >= DOWN else int(material.MAIN[card & CARD])


@njit
def best_assignment(s: Any, seat: int, points: NDArray[np.int8]) -> None:
    """Write the points of each animal's run, int8[6] or longer, for the best assignment of wild cards.

    A scoring run is a stretch of two to six cards that are its animal or wild; each animal has one at most and no two
    stretches overlap. So the best choice is a path along the pile, kept for every set of animals that have their
    stretch already: best[n][animals] over the first n cards. A value holds the sum of the points and below it the
    points of the single animals, fox first, so that the larger number is the better one and breaks ties as 4.3 asks.
    Only the last six rows are needed, so rows are reused in turn.
    """
    size = int(s.pile_size[seat])
    rows = material.LONGEST_SCORED + 1
    best = np.empty((rows, _SETS), np.int64)
    for animals in range(_SETS):
        best[0, animals] = _IMPOSSIBLE
    best[0, 0] = 0
    for end in range(1, size + 1):
        before, row = best[(end - 1) % rows], best[end % rows]
        for animals in range(_SETS):  # a slice would do, but compiles ten times as long
            row[animals] = before[animals]
        animal = WILD_ANIMAL
        for length in range(1, min(end, material.LONGEST_SCORED) + 1):
            here = animal_at(s, seat, end - length)
            if animal == WILD_ANIMAL:
                animal = here
            elif here != WILD_ANIMAL and here != animal:
                break
            if length > 1:
                _extend(best[(end - length) % rows], row, animal, int(material.RUN_POINTS[length]))
    _unpack(best[size % rows], points)


@njit
def _extend(before: NDArray[np.int64], row: NDArray[np.int64], animal: int, points: int) -> None:
    """End a stretch for an animal, or for every animal if all its cards are wild."""
    first, last = (0, material.N_ANIMALS) if animal == WILD_ANIMAL else (animal, animal + 1)
    for scorer in range(first, last):
        gain = (points << _RUN_BITS) | (points << (_POINT_BITS * (material.N_ANIMALS - 1 - scorer)))
        bit = 1 << scorer
        for others in range(0, _SETS, 2 * bit):
            for without in range(others, others + bit):
                row[without + bit] = max(row[without + bit], before[without] + gain)


@njit
def _unpack(row: NDArray[np.int64], points: NDArray[np.int8]) -> None:
    """Choose by total, then diversity, then the animals in order, and write the points of the single animals."""
    best_key, best_runs = -1, 0
    for animals in range(_SETS):
        if row[animals] >= 0:
            count = 0
            for animal in range(material.N_ANIMALS):
                count += animals >> animal & 1
            runs = int(row[animals]) & ((1 << _RUN_BITS) - 1)
            total = (int(row[animals]) >> _RUN_BITS) + int(material.RUN_POINTS[count])
            key = (((total << _POINT_BITS) | count) << _RUN_BITS) | runs
            if key > best_key:
                best_key, best_runs = key, runs
    for animal in range(material.N_ANIMALS):
        points[animal] = best_runs >> (_POINT_BITS * (material.N_ANIMALS - 1 - animal)) & ((1 << _POINT_BITS) - 1)


_LENGTH_BITS = 8  # of a run, in a word that holds those of all animals
_LENGTH = (1 << _LENGTH_BITS) - 1


@njit
def count_runs(s: Any, seat: int) -> None:
    """Write the runs and points of the seat's pile."""
    for animal in range(material.N_ANIMALS):
        s.best_runs[seat, animal] = 0
        s.top_run[seat, animal] = 0
        s.bottom_run[seat, animal] = 0
    for index in range(s.pile_size[seat]):
        _add_on_top(s, seat, index)
    _count_points(s, seat)


@njit
def count_top_card(s: Any, seat: int) -> None:
    """Update the runs and points for a new card on top of the seat's pile."""
    _add_on_top(s, seat, s.pile_size[seat] - 1)
    _count_points(s, seat)


@njit
def _add_on_top(s: Any, seat: int, index: int) -> None:
    """Let the card at `index` lengthen the runs of the cards below it; a wild card lengthens those of all animals."""
    here = animal_at(s, seat, index)
    for animal in range(material.N_ANIMALS):
        length = s.top_run[seat, animal] + 1 if here in (animal, WILD_ANIMAL) else 0
        s.top_run[seat, animal] = length
        s.best_runs[seat, animal] = max(s.best_runs[seat, animal], length)
        if length == index + 1:
            s.bottom_run[seat, animal] = length


@njit
def _count_points(s: Any, seat: int) -> None:
    """Write the points of each animal's run and, at DIVERSITY, of their number (4.2)."""
    if s.down_size[seat] and _wilds_compete(s, seat):
        best_assignment(s, seat, s.points[seat])
    else:
        for animal in range(material.N_ANIMALS):
            s.points[seat, animal] = _points_of(s.best_runs[seat, animal])
    animals = 0
    for animal in range(material.N_ANIMALS):
        animals += s.points[seat, animal] > 0
    s.points[seat, material.DIVERSITY] = material.RUN_POINTS[animals]


@njit
def _points_of(length: int) -> int:
    return int(material.RUN_POINTS[min(length, material.LONGEST_SCORED)])


@njit
def _wilds_compete(s: Any, seat: int) -> bool:
    """Return whether wild cards bring points to more than one animal: if not, all of them go to that one (4.3)."""
    plain = _plain_runs(s, seat)
    gaining = 0
    for animal in range(material.N_ANIMALS):
        length = plain >> (animal * _LENGTH_BITS) & _LENGTH
        gaining += _points_of(s.best_runs[seat, animal]) > _points_of(length)
    return gaining > 1


@njit
def _plain_runs(s: Any, seat: int) -> int:
    """Return the longest runs without wild cards, in one word, fox lowest."""
    longest, length, previous = 0, 0, WILD_ANIMAL
    for index in range(s.pile_size[seat]):
        animal = animal_at(s, seat, index)
        length = length + 1 if animal == previous else 1
        previous = animal
        if animal != WILD_ANIMAL and length > (longest >> (animal * _LENGTH_BITS) & _LENGTH):
            longest += 1 << (animal * _LENGTH_BITS)  # longer than any before, so longer by one
    return longest


# What `score_parts` writes: the points of the six animals' runs and for their number, then these.
TOTEM = material.N_POINTS
SCORE_PENALTY = TOTEM + 1
TOTAL = SCORE_PENALTY + 1
N_PARTS = TOTAL + 1


@njit
def score_parts(s: Any, seat: int, parts: NDArray[np.int64]) -> None:
    """Write the parts of a seat's score and their TOTAL, int64[N_PARTS]; an unknown totem counts 0 (4.2)."""
    for part in range(material.N_POINTS):
        parts[part] = s.points[seat, part]
    totem = s.totems[seat]
    parts[TOTEM] = 0 if totem == NOBODY else material.LANDSCAPE[s.tokens[totem]]
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


def score_documents(state: Any) -> list[dict[str, Any]]:
    """Return one entry a seat: points of runs, diversity, totem, penalty, total; null for an unknown totem."""
    return [_entry(state, seat) for seat in range(state.players)]


def _entry(state: Any, seat: int) -> dict[str, Any]:
    parts = np.empty(N_PARTS, np.int64)
    score_parts(state, seat, parts)
    known = state.totems[seat] != NOBODY
    points = parts.tolist()
    return {
        "runs": dict(zip(material.ANIMALS, points, strict=False)),
        "diversity": points[material.DIVERSITY],
        "totem": points[TOTEM] if known else None,
        "penalty": points[SCORE_PENALTY],
        "total": points[TOTAL] if known else None,
    }
