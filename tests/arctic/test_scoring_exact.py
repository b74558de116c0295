"""Wild cards are scored exactly (4.2, 4.3): the kernel against all assignments."""

import itertools
import random

import numpy as np
import pytest

from arctic_env.games.arctic.material import DIVERSITY, MAIN, N_CARDS
from arctic_env.games.arctic.scoring import count_runs
from arctic_env.games.arctic.state import DOWN, DTYPE

POINTS = [0, 0, 1, 3, 6, 10, 15]
WILD = None


def points_of(pile: list[int]) -> tuple[int, ...]:
    """Points of each animal's longest run, of a pile of animals."""
    longest = [0] * 6
    for animal, group in itertools.groupby(pile):
        longest[animal] = max(longest[animal], len(list(group)))
    return tuple(POINTS[min(length, 6)] for length in longest)


def key(points: tuple[int, ...]) -> tuple[int, ...]:
    """Best first by total, then diversity, then the animals in order."""
    animals = sum(point > 0 for point in points)
    return (sum(points) + POINTS[animals], animals, *points)


def brute_force(pile: list[int | None]) -> tuple[int, ...]:
    wilds = [index for index, animal in enumerate(pile) if animal is WILD]
    best: tuple[int, ...] | None = None
    for choice in itertools.product(range(6), repeat=len(wilds)):
        filled = list(pile)
        for index, animal in zip(wilds, choice, strict=True):
            filled[index] = animal
        points = points_of([animal for animal in filled if animal is not None])
        best = points if best is None or key(points) > key(best) else best
    assert best is not None
    return best


def kernel(pile: list[int | None]) -> tuple[int, ...]:
    """The same by the kernel: cards stand in for animals."""
    states = np.zeros(1, DTYPE)
    s = states[0]
    for index, animal in enumerate(pile):
        card = next(card for card in range(N_CARDS) if MAIN[card] == (animal or 0))
        s.pile[0, index] = card + DOWN if animal is WILD else card
        s.down_size[0] += animal is WILD
    s.pile_size[0] = len(pile)
    count_runs(s, 0)
    points = s.points[0].tolist()
    assert points[DIVERSITY] == POINTS[sum(point > 0 for point in points[:DIVERSITY])]
    return tuple(points[:DIVERSITY])


@pytest.mark.jitless
@pytest.mark.parametrize("wilds", [0, 1, 2, 3, 4])
def test_4_3_the_best_assignment_is_found_on_random_piles(wilds: int) -> None:
    chance = random.Random(wilds)
    for _ in range(120 if wilds < 4 else 40):
        animals = chance.randint(1, 6)
        pile: list[int | None] = [chance.randrange(animals) for _ in range(chance.randint(1, 16))]
        pile += [WILD] * wilds
        chance.shuffle(pile)
        assert kernel(pile) == brute_force(pile), pile


def test_4_3_two_adjacent_wilds_form_a_run_by_themselves() -> None:
    assert kernel([0, WILD, WILD, 1]) == brute_force([0, WILD, WILD, 1]) == (1, 1, 0, 0, 0, 0)
    assert kernel([WILD, WILD]) == (1, 0, 0, 0, 0, 0)


def test_4_3_greedy_extension_would_be_wrong() -> None:
    pile: list[int | None] = [0, 0, 0, 0, 0, WILD, 1, 1, 1, 1, WILD, 0]
    assert kernel(pile) == brute_force(pile)


def test_4_2_long_runs_and_long_piles() -> None:
    pile: list[int | None] = [0] * 9 + [WILD] * 7 + [1] * 60
    assert kernel(pile) == (15, 15, 15, 0, 0, 0)
