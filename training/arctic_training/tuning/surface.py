"""Where margins are highest, by all candidates that have played: a quadratic surface fitted to their margins.

Each generation has a level of its own, since opponents change. A weight that shows no effect stays
where it started: slopes are believed to be small, and the surface to bend down, until play tells otherwise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SLOPE = 0.2  # points a step: how far from 0 the slope of a weight is believed to be
BEND = 0.3  # points a step and step: how much the slope is believed to fall from one step to the next
BEND_SPREAD = 0.2  # how far from that it may be
FURTHEST = 2.0  # steps: beyond, the surface says nothing
_FITS = 3  # the first takes all differences for noise

Vector = NDArray[np.float64]


def highest(points: Vector, margins: Vector) -> Vector:
    """The point of the highest margin.

    Args:
        points: float64[generations, candidates, weights], in steps from the start.
        margins: float64[generations, candidates].

    Returns:
        float64[weights].
    """
    n = points.shape[-1]
    columns = np.concatenate([points, -0.5 * points**2], axis=-1)
    expected = np.concatenate([np.zeros(n), np.full(n, BEND)])
    precision = np.concatenate([np.full(n, SLOPE**-2), np.full(n, BEND_SPREAD**-2)])
    columns = _without_levels(columns).reshape(-1, 2 * n)
    surprise = _without_levels(margins[..., None]).reshape(-1) - columns @ expected
    found = np.zeros(2 * n)
    for _ in range(_FITS):
        noise = max(float((surprise - columns @ found).var()), np.finfo(float).tiny)
        found = np.linalg.solve(
            columns.T @ columns / noise + np.diag(precision), columns.T @ surprise / noise
        )
    slopes, bends = np.split(found + expected, 2)
    top: Vector = np.clip(slopes / np.maximum(bends, BEND / 2), -FURTHEST, FURTHEST)
    return top


def _without_levels(values: Vector) -> Vector:
    """Values less the mean of their generation, float64[generations, candidates, ...]."""
    less: Vector = values - values.mean(axis=1, keepdims=True)
    return less
