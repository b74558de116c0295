"""The runs of a pile and their points, kept in the state: they change only when their pile does (rules 4.2, 4.3).

Face-down cards are wild for everybody, so all of this is known to all.
"""

from typing import Any

from arctic_env.games.arctic.material import DIVERSITY, LONGEST_SCORED, N_ANIMALS, RUN_POINTS
from arctic_env.games.arctic.wilds import WILD_ANIMAL, animal_at, best_assignment
from arctic_env.kernels.jit import njit

_LENGTH_BITS = 8  # of a run, in a word that holds those of all animals
_LENGTH = (1 << _LENGTH_BITS) - 1


@njit
def count_runs(s: Any, seat: int) -> None:
    """Write all that follows from the seat's pile."""
    for animal in range(N_ANIMALS):
        s.best_runs[seat, animal] = 0
        s.top_run[seat, animal] = 0
        s.bottom_run[seat, animal] = 0
    for index in range(s.pile_size[seat]):
        _add_on_top(s, seat, index)
    _count_points(s, seat)


@njit
def count_top_card(s: Any, seat: int) -> None:
    """The same, when the card on top of the pile is all that is new."""
    _add_on_top(s, seat, s.pile_size[seat] - 1)
    _count_points(s, seat)


@njit
def _add_on_top(s: Any, seat: int, index: int) -> None:
    """Let the card at `index` lengthen the runs of the cards below it; a wild card lengthens those of all animals."""
    here = animal_at(s, seat, index)
    for animal in range(N_ANIMALS):
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
        for animal in range(N_ANIMALS):
            s.points[seat, animal] = _points_of(s.best_runs[seat, animal])
    animals = 0
    for animal in range(N_ANIMALS):
        animals += s.points[seat, animal] > 0
    s.points[seat, DIVERSITY] = RUN_POINTS[animals]


@njit
def _points_of(length: int) -> int:
    return int(RUN_POINTS[min(length, LONGEST_SCORED)])


@njit
def _wilds_compete(s: Any, seat: int) -> bool:
    """Whether wild cards bring points to more than one animal: if not, all of them go to that one (4.3)."""
    plain = _plain_runs(s, seat)
    gaining = 0
    for animal in range(N_ANIMALS):
        length = plain >> (animal * _LENGTH_BITS) & _LENGTH
        gaining += _points_of(s.best_runs[seat, animal]) > _points_of(length)
    return gaining > 1


@njit
def _plain_runs(s: Any, seat: int) -> int:
    """The longest runs without wild cards, in one word, fox lowest."""
    longest, length, previous = 0, 0, WILD_ANIMAL
    for index in range(s.pile_size[seat]):
        animal = animal_at(s, seat, index)
        length = length + 1 if animal == previous else 1
        previous = animal
        if animal != WILD_ANIMAL and length > (longest >> (animal * _LENGTH_BITS) & _LENGTH):
            longest += 1 << (animal * _LENGTH_BITS)  # longer than any before, so longer by one
    return longest
