"""What a run may still become: expected points by the cards that are there and those that may come.

The number of further cards of an animal is taken to be Poisson distributed. Its mean is one of a few levels,
so that all the expectations the planner needs are two small tables.
"""

from math import exp, factorial

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import LONGEST_SCORED, RUN_POINTS

LEVEL_STEP = 0.125  # cards to come from one level to the next
N_LEVELS = 33
SCORING_RUN = 2  # cards that make a run count (4.2)
LENGTHS = LONGEST_SCORED + 1


def _expected_points() -> NDArray[np.float64]:
    """Expected points of an animal, float64[level, length of its longest run, cards that may become another]."""
    table = np.zeros((N_LEVELS, LENGTHS, LENGTHS))
    for level in range(N_LEVELS):
        coming = _chances_of_coming(level * LEVEL_STEP)
        for lying in range(LENGTHS):
            for cards in range(LENGTHS):
                lengths = np.minimum(np.maximum(lying, cards + np.arange(LENGTHS)), LONGEST_SCORED)
                table[level, lying, cards] = coming @ RUN_POINTS[lengths]
    return table


def _scoring_chances() -> NDArray[np.float64]:
    """Chance that an animal will have a run that counts; shape and axes as in `_expected_points`."""
    table = np.ones((N_LEVELS, LENGTHS, LENGTHS))
    for level in range(N_LEVELS):
        coming = _chances_of_coming(level * LEVEL_STEP)
        for lying in range(SCORING_RUN):
            for cards in range(SCORING_RUN):
                table[level, lying, cards] = coming[SCORING_RUN - cards :].sum()
    return table


def _chances_of_coming(mean: float) -> NDArray[np.float64]:
    """Chances of 0, 1, ... further cards; the last entry holds all that is above."""
    chances = np.array([exp(-mean) * mean**k / factorial(k) for k in range(LENGTHS)])
    chances[-1] = 1.0 - chances[:-1].sum()
    return chances


EXPECTED_POINTS = _expected_points()
SCORING_CHANCES = _scoring_chances()
