"""Wild cards: the best animals for the face-down cards of a pile, exactly (rule 4.3)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import LONGEST_SCORED, MAIN, N_ANIMALS, RUN_POINTS
from arctic_env.games.arctic.state import CARD, DOWN
from arctic_env.kernels.jit import njit

WILD_ANIMAL = -1

_SETS = 1 << N_ANIMALS  # sets of animals
_POINT_BITS = 4  # a run is worth at most 15
_RUN_BITS = _POINT_BITS * N_ANIMALS
_IMPOSSIBLE = -(1 << 60)  # stays far below 0 whatever is added


@njit
def animal_at(s: Any, seat: int, index: int) -> int:
    """Main animal of a card in the pile, WILD_ANIMAL for a face-down one (4.3)."""
    card = s.pile[seat, index]
    return WILD_ANIMAL if card >= DOWN else int(MAIN[card & CARD])


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
    rows = LONGEST_SCORED + 1
    best = np.empty((rows, _SETS), np.int64)
    for animals in range(_SETS):
        best[0, animals] = _IMPOSSIBLE
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
            for animal in range(N_ANIMALS):
                count += animals >> animal & 1
            runs = int(row[animals]) & ((1 << _RUN_BITS) - 1)
            total = (int(row[animals]) >> _RUN_BITS) + int(RUN_POINTS[count])
            key = (((total << _POINT_BITS) | count) << _RUN_BITS) | runs
            if key > best_key:
                best_key, best_runs = key, runs
    for animal in range(N_ANIMALS):
        points[animal] = best_runs >> (_POINT_BITS * (N_ANIMALS - 1 - animal)) & ((1 << _POINT_BITS) - 1)
