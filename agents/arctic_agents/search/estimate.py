"""Expected final scores: a linear fit to features of the seats as a turn begins.

What a seat will have counts by its own features and by the mean of the others', each weighed by the seat's stage, such
as its own turns to come. The heuristics of a game describe its seats, and `arctic_agents.search.fit_estimate` fits the
weights, which are in `estimate.json` beside the heuristics.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arctic_env.kernels.jit import Floats, Ints, njit


@cache
def read_fit(file: Path, players: int) -> Floats:
    """Read the weights for a number of players, float64[stages, 2 features]; first those of the seat's own."""
    document: Any = json.loads(file.read_bytes())
    return np.array(document["fits"][str(players)])


@njit
def expect(features: Floats, stages: Ints, fit: Floats, out: Floats) -> None:
    """Write the final scores to be expected, float64[players].

    Args:
        features: Of each seat, float64[players, features].
        stages: Its stage, int64[players].
        fit: float64[stages, 2 features], see `read_fit`.
        out: Written.
    """
    players, n = features.shape
    for seat in range(players):
        weights = fit[stages[seat]]
        out[seat] = 0.0
        for feature in range(n):
            others = 0.0
            for other in range(players):
                others += features[other, feature]
            others = (others - features[seat, feature]) / (players - 1)
            out[seat] += weights[feature] * features[seat, feature] + weights[n + feature] * others
