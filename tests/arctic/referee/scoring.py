"""Scores of a pile (4.2, 4.3): an exact method for wild cards and, for tests, every assignment tried."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

from tests.arctic.referee.material import LETTERS

RUN_POINTS = (0, 0, 1, 3, 6, 10, 15)  # 4.2: by the length of a run, and by the number of animals with runs
LONGEST = len(RUN_POINTS) - 1  # longer runs give no more

Runs = tuple[int, ...]  # six, by animal: length of the longest run, or its points
WILD = "*"


def points(lengths: Sequence[int]) -> tuple[Runs, int]:
    """Points by animal for their longest runs, and the points for the number of animals with a run (4.2)."""
    runs = tuple(RUN_POINTS[min(length, LONGEST)] for length in lengths)
    return runs, RUN_POINTS[sum(length >= 2 for length in lengths)]


def merit(lengths: Sequence[int]) -> tuple[int, int, Runs]:
    """What decides between assignments of wild cards: score, diversity, fox, moose and so on (4.3)."""
    runs, diversity = points(lengths)
    return sum(runs) + diversity, diversity, runs


def longest_runs(animals: Iterable[str]) -> Runs:
    """The longest run of each animal in a pile without wild cards, given as letters."""
    best = dict.fromkeys(LETTERS, 0)
    before, length = "", 0
    for animal in animals:
        length = length + 1 if animal == before else 1
        before = animal
        best[animal] = max(best[animal], length)
    return tuple(best[letter] for letter in LETTERS)


def letters_of(pile: Sequence[str]) -> str:
    """The pile as letters of main animals from the bottom, a star for each face-down card."""
    return "".join(card[0] for card in pile)


def _choices(letters: str, place: int) -> str:
    """The animals worth trying for the card at this place.

    A wild card between two open cards can only lengthen the run of a neighbour; as any third animal it makes
    no run at all, and no run of the assignment gets shorter when it joins a neighbour instead.
    """
    if letters[place] != WILD:
        return letters[place]
    around = letters[max(0, place - 1) : place] + letters[place + 1 : place + 2]
    return LETTERS if WILD in around or not around else around


@lru_cache(maxsize=65536)
def best_runs(letters: str) -> Runs:
    """The longest runs under the best assignment of the wild cards (4.3).

    Walks up the pile and keeps every different outcome so far: longest runs, animal of the last card, length
    of the run that it ends. Assignments with the same outcome have the same future: one of them is enough.
    """
    outcomes: set[tuple[tuple[int, ...], str, int]] = {((0,) * len(LETTERS), "", 0)}
    for place in range(len(letters)):
        following: set[tuple[tuple[int, ...], str, int]] = set()
        for best, last, length in outcomes:
            for animal in _choices(letters, place):
                run = min(length + 1, LONGEST) if animal == last else 1
                which = LETTERS.index(animal)
                longer = best if best[which] >= run else (*best[:which], run, *best[which + 1 :])
                following.add((longer, animal, run))
        outcomes = following
    return max((best for best, _, _ in outcomes), key=merit)


def brute_force_runs(letters: str) -> Runs:
    """The same by trying all 6**k assignments of k wild cards."""
    wilds = [place for place, letter in enumerate(letters) if letter == WILD]
    tried = []
    for animals in product(LETTERS, repeat=len(wilds)):
        filled = list(letters)
        for place, animal in zip(wilds, animals, strict=True):
            filled[place] = animal
        tried.append(longest_runs(filled))
    return max(tried, key=merit)
