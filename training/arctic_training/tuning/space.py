"""Weights of a planner as points of a space in which all directions are about equally long."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_training.tuning.settings import Settings

STEP = 0.25  # of a weight's value, by which it is moved
SMALLEST_STEP = 0.05  # points, for weights near 0
REACH = 3.0  # steps from the start that a weight can go
DECIMALS = 4  # of weights: more would tell nothing

Vector = NDArray[np.float64]


class Space:
    """The weights to be tuned, in steps from where they start.

    Attributes:
        names: The weights.
        start: float64[n], their values at the origin.
        steps: float64[n], a step of each.
        bounds: float64[n, 2], the least and the greatest coordinates.
    """

    def __init__(self, settings: Settings) -> None:
        weights = settings.planner(**settings.start).weights
        self._all = asdict(weights)
        self.names = settings.names or tuple(self._all)
        self.start: Vector = np.array([self._all[name] for name in self.names])
        self.steps: Vector = np.maximum(STEP * np.abs(self.start), SMALLEST_STEP)
        low, high = np.full(len(self.names), -REACH), np.full(len(self.names), REACH)
        for i in np.flatnonzero(np.isin(self.names, weights.SHARES)):
            low[i] = max(low[i], -self.start[i] / self.steps[i])
            high[i] = min(high[i], (1.0 - self.start[i]) / self.steps[i])
        self.bounds: Vector = np.stack([low, high], axis=1)

    def weights(self, point: Vector) -> dict[str, float]:
        """All weights of the planner at a point, float64[n]; those that are not tuned stay as they start."""
        values: list[Any] = (self.start + self.steps * point).round(DECIMALS).tolist()
        return {**self._all, **dict(zip(self.names, values, strict=True))}
