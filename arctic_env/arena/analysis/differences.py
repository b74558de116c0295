"""Agents compared by what they made of the same deals, whether they met at a table or not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.analysis.bootstrap import RESAMPLES, bootstrap_means
from arctic_env.arena.analysis.values import Measure, agent_values
from arctic_env.arena.results import Rows
from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_within


@dataclass(frozen=True)
class Difference:
    """How much more of a measure one agent got per seat than another, deal by deal.

    What a deal gives to both cancels, so the interval is shorter than if each had had deals of its own.

    Attributes:
        agent: The one.
        other: The other.
        measure: win, margin, score or rank (where less is better).
        deals: How many.
        interval: Mean over the deals, with Student's interval; of wins and ranks, which have bounds, with Wilson's.
        bootstrap: The same mean, with the interval of `arctic_env.arena.analysis.bootstrap`.
    """

    agent: str
    other: str
    measure: Measure
    deals: int
    interval: Estimate
    bootstrap: Estimate


def paired_differences(
    rows: Rows, agents: Sequence[str], measure: Measure = "win", resamples: int = RESAMPLES, seed: int = 0
) -> list[Difference]:
    """One entry for every two agents, in their order.

    Args:
        rows: What was played; every agent has a seat in every deal.
        agents: Their names.
        measure: What is compared, a column of the rows.
        resamples: How often the bootstrap draws the deals again.
        seed: Its chance comes from it.

    Raises:
        SettingsError: There is no such measure.
    """
    values = agent_values(rows, len(agents), measure)
    couples = list(combinations(range(len(agents)), 2))
    if not couples:
        return []
    differences = np.stack([values[:, one] - values[:, other] for one, other in couples], axis=1)
    drawn = bootstrap_means(differences, resamples, seed)
    most = [_most(rows, agent, measure) for agent in range(len(agents))]
    return [
        Difference(
            agents[one],
            agents[other],
            measure,
            len(values),
            _estimate(differences[:, k], -most[other], most[one]),
            drawn[k],
        )
        for k, (one, other) in enumerate(couples)
    ]


def _most(rows: Rows, agent: int, measure: Measure) -> float:
    """The most that an agent can have of a measure in a deal, when 0 is the least."""
    if measure == "rank":
        return float(rows["seat"].max())
    own = rows["game"][rows["agent"] == agent]
    return len(np.unique(own)) / len(own) if measure == "win" else math.inf


def _estimate(values: NDArray[np.float64], low: float, high: float) -> Estimate:
    """The mean of values that may have bounds."""
    return estimate_within(values, low, high) if math.isfinite(high - low) else estimate_mean(values)
