"""Bootstrap intervals from duplicate play: deals are drawn again, with replacement, all games of a deal together.

The interval of a mean is Efron's (1987) BCa, bias-corrected and accelerated, which follows the skewness of the
data and never leaves the range of the deals. With few deals any bootstrap is too narrow, as its spread is that of
the deals seen, by the factor (n - 1) / n, and normal where Student's is due. Hesterberg's (2015) remedy is taken: the
quantiles are further out, by as much as Student's are beyond the normal ones. Of less than ten deals, or of deals that
are all alike, nothing can be learnt by drawing them again: then there is no interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.statistics import Estimate, no_estimate, t_quantile

RESAMPLES = 4000
"""How often deals are drawn again: enough for the ends of an interval to be steady to some hundredths of its length."""

LEAST_DEALS = 10
"""With fewer, intervals hold the truth far too rarely, whatever is done: half the time, with two."""

_AT_ONCE = 4_000_000  # numbers that are drawn at once: 32 million bytes
_NORMAL = NormalDist()


def resample(deals: int, resamples: int = RESAMPLES, seed: int = 0) -> Iterator[NDArray[np.float64]]:
    """How often each deal is drawn in each resample, float64[some, deals] at a time; the same seed, the same draws."""
    generator = np.random.default_rng(seed)
    some = max(1, _AT_ONCE // deals)
    for start in range(0, resamples, some):
        n = min(some, resamples - start)
        drawn = generator.integers(deals, size=(n, deals)) + np.arange(n)[:, None] * deals
        counts = np.bincount(drawn.ravel(), minlength=n * deals)
        yield counts.reshape(n, deals).astype(np.float64)


def bootstrap_means(values: NDArray[np.float64], resamples: int = RESAMPLES, seed: int = 0) -> list[Estimate]:
    """The means of k values per deal, float64[n, k], each with its BCa interval, if there is one."""
    means = values.mean(axis=0)
    if len(values) < LEAST_DEALS:
        return [no_estimate(float(mean)) for mean in means]
    drawn = [counts @ values / len(values) for counts in resample(len(values), resamples, seed)]
    samples = np.concatenate(drawn)
    return [_bca(values[:, k], samples[:, k]) for k in range(values.shape[1])]


def _bca(deals: NDArray[np.float64], samples: NDArray[np.float64]) -> Estimate:
    mean = float(deals.mean())
    deviations = deals - mean
    spread = float((deviations**2).sum())
    if spread <= np.finfo(float).eps * len(deals) * max(mean * mean, 1e-300):
        return no_estimate(mean)
    acceleration = float((deviations**3).sum()) / (6.0 * spread**1.5)
    below = ((samples < mean).mean() + (samples <= mean).mean()) / 2.0
    room = 0.5 / len(samples)
    bias = _NORMAL.inv_cdf(min(max(float(below), room), 1.0 - room))
    levels = [_level(bias, acceleration, end) for end in _ends(len(deals))]
    low, high = np.quantile(samples, levels)
    return Estimate(mean, float(low), float(high))


def _ends(deals: int) -> tuple[float, float]:
    """Where on the normal scale an interval ends before it is corrected: Hesterberg's expansion."""
    end = math.sqrt(deals / (deals - 1)) * t_quantile(deals - 1)
    return -end, end


def _level(bias: float, acceleration: float, end: float) -> float:
    """The quantile of the resampled means at which an interval ends (Efron 1987, equation 3.9)."""
    shifted = bias + end
    stretch = 1.0 - acceleration * shifted
    if stretch <= 0.0:  # beyond all that can be drawn, with very few and very skewed deals
        return float(shifted > 0.0)
    return _NORMAL.cdf(bias + shifted / stretch)


def percentile_interval(value: float, samples: NDArray[np.float64], deals: int) -> Estimate:
    """A value, with the interval that holds the middle of its values for deals drawn again, float64[resamples]."""
    low, high = np.quantile(samples, [_NORMAL.cdf(end) for end in _ends(deals)])
    return Estimate(value, float(low), float(high))


def can_resample(deals: NDArray[np.float64]) -> bool:
    """Whether drawing deals again tells anything, float64[deals, ...]: there are enough, and they are not all alike."""
    return len(deals) >= LEAST_DEALS and bool((np.nan_to_num(deals) != np.nan_to_num(deals[0])).any())
