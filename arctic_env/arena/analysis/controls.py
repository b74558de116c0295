"""Control variates: luck that can be measured elsewhere is taken out of what agents are measured by.

All chance of a game lies in its deal: the order of the deck, the faces of the tiles. Stand-ins, agents that are cheap
to ask, play the deals of a tournament in the places of its agents, and more deals besides. By how much the common
deals were better for a stand-in than those besides is luck of the deals, and its expectation is 0 whatever the agents
do: the evaluated agents have no part in these games. A share of it is taken off,

    adjusted = mean over deals of (value - share * stand-in's value) + share * stand-in's mean on the deals besides.

The share is that of a regression. Fitted on the deals that it is applied to, it would bend towards their noise and
bias the result; it is cross-fitted: the deals are cut into folds, and each gets the share that was fitted on the
others. The share of a deal is then independent of its luck, and the adjusted mean has the expectation of the plain
one, exactly, for any number of deals and any stand-ins. Stand-ins that tell nothing leave things as they were; good
ones are worth more deals, by a factor that is reported.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.statistics import Estimate, estimate_mean, t_quantile
from arctic_env.errors import SettingsError

FOLDS = 10
LEAST_DEALS = 20  # with fewer, what is fitted is noise

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Adjusted:
    """A mean before and after luck is taken out of it.

    Attributes:
        plain: The mean over the deals, with Student's interval.
        adjusted: The same without luck; its interval also counts what the stand-ins' mean is unsure of.
        factor: How many times as many deals the plain mean would need to be as sure; NaN where the values do not vary.
        deals: How many.
        besides: Deals that the stand-ins played besides.
    """

    plain: Estimate
    adjusted: Estimate
    factor: float
    deals: int
    besides: int


def adjust(values: Values, controls: Values, besides: Values, folds: int = FOLDS) -> Adjusted:
    """The mean of one value per deal, adjusted by what stand-ins made of the same deals and of others.

    Args:
        values: float64[n], one value per deal.
        controls: float64[n, k], k values of stand-ins for the same deals.
        besides: float64[m, k], the same for other deals, drawn in the same way.
        folds: Into how many the deals are cut to fit shares.

    Raises:
        SettingsError: There are fewer than 20 deals of either kind.
    """
    n, m = len(values), len(besides)
    if min(n, m) < LEAST_DEALS:
        raise SettingsError(
            f"luck is taken out of at least {LEAST_DEALS} deals, with as many besides, not {n} and {m}"
        )
    shares = _cross_fit(values, controls, m, min(folds, n))
    rest = values - (shares * controls).sum(axis=1)
    share = shares.mean(axis=0)
    mean = float(rest.mean() + share @ besides.mean(axis=0))
    own, theirs = float(rest.var(ddof=1)) / n, float((besides @ share).var(ddof=1)) / m
    plain = float(values.var(ddof=1)) / n
    half = t_quantile(_degrees(own, n, theirs, m)) * math.sqrt(own + theirs)
    factor = plain / (own + theirs) if own + theirs > 0.0 else math.nan
    return Adjusted(estimate_mean(values), Estimate(mean, mean - half, mean + half), factor, n, m)


def _cross_fit(values: Values, controls: Values, m: int, folds: int) -> Values:
    """The share of each control for each deal, fitted on the deals of the other folds, float64[n, k]."""
    fold = np.arange(len(values)) % folds
    shares = np.zeros_like(controls)
    for number in range(folds):
        others = fold != number
        shares[~others] = _fit(values[others], controls[others], m)
    return shares


def _fit(values: Values, controls: Values, m: int) -> Values:
    """The best shares: those of least squares, less what noise alone would explain, and less for few deals besides."""
    n, k = controls.shape
    if n < k + 3:
        return np.zeros(k)
    centred, target = controls - controls.mean(axis=0), values - values.mean()
    fitted: Values = np.linalg.lstsq(centred, target, rcond=None)[0]
    explained = float(((centred @ fitted) ** 2).sum())
    noise = float(((target - centred @ fitted) ** 2).sum()) * k / (n - k - 1)
    trust = max(0.0, 1.0 - noise / explained) if explained > 0.0 else 0.0
    fitted *= trust * m / (n + m)
    return fitted


def _degrees(own: float, n: int, theirs: float, m: int) -> int:
    """Degrees of freedom of a sum of two variances of means, at least those of the smaller (Welch, Satterthwaite)."""
    least = min(n, m) - 1
    if own + theirs == 0.0:
        return least
    return max(least, int((own + theirs) ** 2 / (own**2 / (n - 1) + theirs**2 / (m - 1))))
