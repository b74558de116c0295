"""The payoff matrix: how every agent did against every other, and where the order bites its own tail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.analysis.bootstrap import resample
from arctic_env.arena.analysis.values import PairMeasure, pair_values
from arctic_env.arena.results import Rows
from arctic_env.arena.statistics import (
    CONFIDENCE,
    Estimate,
    estimate_mean,
    estimate_share,
    no_estimate,
    one_sided_p,
)

EVEN: dict[PairMeasure, float] = {"win": 0.5, "margin": 0.0}
"""What equal agents get of each other, and an agent of itself."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Payoffs:
    """What every agent got against every other.

    Attributes:
        agents: Their names.
        measure: win, the share of the pairs of seats in which the row's ranks better (ties half), or margin, the mean
            score difference.
        deals: float64[deals, row, column], one value per deal; NaN where two never met, and on the diagonal.
    """

    agents: tuple[str, ...]
    measure: PairMeasure
    deals: Array

    @property
    def values(self) -> Array:
        """The means, float64[row, column]; what equals get on the diagonal, NaN where two never met."""
        means: Array = self.deals.mean(axis=0)
        np.fill_diagonal(means, EVEN[self.measure])
        return means

    @property
    def complete(self) -> bool:
        """Whether everybody met everybody."""
        return not np.isnan(self.values).any()

    def estimate(self, row: int, column: int) -> Estimate:
        """One entry with its interval, clustered by deal; NaN where the two never met."""
        values = self.deals[:, row, column]
        if row == column or np.isnan(values).any():
            return no_estimate(EVEN[self.measure] if row == column else np.nan)
        return estimate_share(values) if self.measure == "win" else estimate_mean(values)

    def p_ahead(self, row: int, column: int) -> float:
        """The chance that the row's mean is as large as it is, or larger, if the two were equal (Student's t)."""
        return one_sided_p(self.deals[:, row, column] - EVEN[self.measure])

    def resampled(self, resamples: int, seed: int = 0) -> Array:
        """The means for deals drawn again, float64[resamples, row, column]."""
        n, size = len(self.deals), len(self.agents)
        flat = self.deals.reshape(n, -1)
        drawn = np.concatenate([counts @ flat / n for counts in resample(n, resamples, seed)])
        drawn = drawn.reshape(-1, size, size)
        drawn[:, np.arange(size), np.arange(size)] = EVEN[self.measure]
        return drawn


def make_payoffs(rows: Rows, agents: Sequence[str], measure: PairMeasure = "win") -> Payoffs:
    """The payoff matrix of what was played.

    Raises:
        SettingsError: There is no such measure.
    """
    return Payoffs(tuple(agents), measure, pair_values(rows, len(agents), measure))


@dataclass(frozen=True)
class Cycle:
    """Three agents, each ahead of the next, and the last ahead of the first.

    Attributes:
        agents: Their names, in that order.
        edges: By how much each is ahead of the next.
        p: Largest of the three one-sided p-values: all three steps have to hold for a cycle, so this is a p-value for
            the cycle (an intersection-union test).
        adjusted_p: The same for all cycles that could have been found (Holm's method).
        significant: Whether `adjusted_p` is at most 5 %.
    """

    agents: tuple[str, str, str]
    edges: tuple[Estimate, Estimate, Estimate]
    p: float
    adjusted_p: float
    significant: bool


def find_cycles(payoffs: Payoffs) -> list[Cycle]:
    """All cycles of three in the means, the surest first; significance allows for the number of those looked for.

    A cycle begins with the agent that is first by name, and equally sure ones are in the order of names.
    """
    ahead = payoffs.values > EVEN[payoffs.measure]
    found, tested = [], 0
    by_name = sorted(range(len(payoffs.agents)), key=payoffs.agents.__getitem__)
    for one, two, three in combinations(by_name, 3):
        for order in ((one, two, three), (one, three, two)):
            tested += 1
            steps = list(zip(order, (*order[1:], order[0]), strict=True))
            if all(ahead[step] for step in steps):
                found.append((max(payoffs.p_ahead(*step) for step in steps), order, steps))
    found.sort(key=lambda cycle: cycle[0])
    cycles, largest = [], 0.0
    for place, (p, order, steps) in enumerate(found):
        largest = max(largest, min(1.0, p * (tested - place)))
        names = payoffs.agents[order[0]], payoffs.agents[order[1]], payoffs.agents[order[2]]
        first, second, third = (payoffs.estimate(*step) for step in steps)
        edges = first, second, third
        cycles.append(Cycle(names, edges, p, largest, largest <= 1.0 - CONFIDENCE))
    return cycles
