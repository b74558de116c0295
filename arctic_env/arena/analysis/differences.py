"""Agents compared by what they made of the same deals, whether they met at a table or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arctic_env.arena.analysis.bootstrap import RESAMPLES, bootstrap_means
from arctic_env.arena.analysis.values import Measure, agent_values
from arctic_env.arena.rows import Rows
from arctic_env.arena.statistics import Estimate, estimate_mean


@dataclass(frozen=True)
class Difference:
    """How much more of a measure one agent got per seat than another, deal by deal.

    What a deal gives to both cancels, so the interval is shorter than if each had had deals of its own.

    Attributes:
        agent: The one.
        other: The other.
        measure: win, margin, score or rank (where less is better).
        deals: How many.
        student: Mean over the deals, with Student's interval.
        bootstrap: The same mean, with the interval of `arctic_env.arena.analysis.bootstrap`.
    """

    agent: str
    other: str
    measure: Measure
    deals: int
    student: Estimate
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
    return [
        Difference(
            agents[one], agents[other], measure, len(values), estimate_mean(differences[:, k]), drawn[k]
        )
        for k, (one, other) in enumerate(couples)
    ]
