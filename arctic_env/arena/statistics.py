"""Estimates with 95 % confidence intervals from duplicate play.

The unit of observation is the deal, not the game: the games of one deal share its cards, and every deal is
played by the same line-ups in the same seatings. All deals thus weigh the same, the mean over games is the
mean of the deals' means, and the cluster-robust variance of it (CR1) is the variance of the deals' means over
their number. The interval takes Student's t with one degree of freedom less than there are deals.

Shares near 0 or 1 are skewed, and the interval above is empty when every deal gives the same share. Their
intervals are Wilson's with the number of deals that independent trials would have needed for the same
variance (Dean and Pagano, 2015, compare such intervals for clustered samples and recommend this one). Where
all deals give the same share no variance can be seen, and that number is the number of deals. Whatever else
has a least and a greatest possible value, such as a rank, is the same after a change of scale, so that no
interval leaves what is possible, however few the deals.

Bootstrap intervals draw the deals again, with replacement, all games of a deal together. The interval of a mean is
Efron's (1987) BCa, bias-corrected and accelerated, which follows the skewness of the data and never leaves the range
of the deals. With few deals any bootstrap is too narrow, as its spread is that of the deals seen, by the factor
(n - 1) / n, and normal where Student's is due. Hesterberg's (2015) remedy is taken: the quantiles are further out, by
as much as Student's are beyond the normal ones. Of less than ten deals, or of deals that are all alike, nothing can be
learnt by drawing them again: then there is no interval.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95

_ROUNDING = 1e-12  # a standard error below this is that of equal shares
RESAMPLES = 4000
"""Number of bootstrap samples: the ends of an interval are steady to some hundredths of its length."""

LEAST_DEALS = 10
"""With fewer deals, intervals contain the truth far too rarely: half the time, with two."""

_AT_ONCE = 4_000_000  # numbers that are drawn at once: 32 million bytes
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % confidence interval; low and high are NaN with too little data.

    As text it has three digits; a format is applied to each number, ``f"{estimate:+.1f}"`` is +1.8 [+1.5, +2.1].
    """

    value: float
    low: float
    high: float

    def __format__(self, numbers: str) -> str:
        if math.isnan(self.low):
            return f"{self.value:{numbers}} [no interval]"
        return f"{self.value:{numbers}} [{self.low:{numbers}}, {self.high:{numbers}}]"

    def __str__(self) -> str:
        return f"{self:.3g}"


def estimate_mean(deals: NDArray[np.float64]) -> Estimate:
    """Return the mean of one value per deal, float64[n], with Student's interval."""
    mean = float(deals.mean())
    if len(deals) < 2:
        return no_estimate(mean)
    half = t_quantile(len(deals) - 1) * _standard_error(deals)
    return Estimate(mean, mean - half, mean + half)


def estimate_share(deals: NDArray[np.float64]) -> Estimate:
    """Return the mean of one share of 0 to 1 per deal, float64[n], with Wilson's interval as above."""
    share = min(max(float(deals.mean()), 0.0), 1.0)
    if len(deals) < 2:
        return no_estimate(share)
    error = _standard_error(deals)
    trials = share * (1.0 - share) / error**2 if error > _ROUNDING else float(len(deals))
    return _wilson(share, trials, t_quantile(len(deals) - 1))


def estimate_within(deals: NDArray[np.float64], low: float, high: float) -> Estimate:
    """Return the mean of one value of low to high per deal, float64[n], with an interval within them."""
    span = high - low
    share = estimate_share((deals - low) / span)
    return Estimate(low + span * share.value, low + span * share.low, low + span * share.high)


def no_estimate(value: float) -> Estimate:
    """Return a value of which no interval is known."""
    return Estimate(value, math.nan, math.nan)


def one_sided_p(deals: NDArray[np.float64]) -> float:
    """Return Student's probability of a mean of one value per deal, float64[n], as large or larger if the truth were 0.

    NaN for less than two deals. Where all deals give the same value no variance can be seen: with n of them above 0,
    it is that of n heads in a row.
    """
    if len(deals) < 2:
        return math.nan
    error, mean = _standard_error(deals), float(deals.mean())
    if error <= _ROUNDING:
        return 0.5 ** len(deals) if mean > 0.0 else 1.0
    from scipy.special import stdtr

    return float(stdtr(len(deals) - 1, -mean / error))


def _standard_error(deals: NDArray[np.float64]) -> float:
    return float(deals.std(ddof=1)) / math.sqrt(len(deals))


def _wilson(share: float, trials: float, quantile: float) -> Estimate:
    weight = quantile**2 / trials
    centre = (share + weight / 2) / (1 + weight)
    half = math.sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    return Estimate(share, min(share, low), max(share, high))  # rounding must not leave the share outside


@lru_cache
def t_quantile(degrees: int) -> float:
    """Return the t within which Student's distribution with these degrees of freedom has CONFIDENCE of its mass."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))


def resample(deals: int, resamples: int) -> Iterator[NDArray[np.float64]]:
    """Draw deals again; yield how often each is drawn in each resample, float64[some, deals] at a time."""
    generator = np.random.default_rng(0)
    some = max(1, _AT_ONCE // deals)
    for start in range(0, resamples, some):
        n = min(some, resamples - start)
        drawn = generator.integers(deals, size=(n, deals)) + np.arange(n)[:, None] * deals
        counts = np.bincount(drawn.ravel(), minlength=n * deals)
        yield counts.reshape(n, deals).astype(np.float64)


def bootstrap_means(values: NDArray[np.float64], resamples: int = RESAMPLES) -> list[Estimate]:
    """Return the means of k values per deal, float64[n, k], each with its BCa interval, if there is one."""
    means = values.mean(axis=0)
    if len(values) < LEAST_DEALS:
        return [no_estimate(float(mean)) for mean in means]
    drawn = [counts @ values / len(values) for counts in resample(len(values), resamples)]
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
    """Return the ends of an interval on the normal scale, before correction, by Hesterberg's expansion."""
    end = math.sqrt(deals / (deals - 1)) * t_quantile(deals - 1)
    return -end, end


def _level(bias: float, acceleration: float, end: float) -> float:
    """Return the quantile of the resampled means at which an interval ends (Efron 1987, equation 3.9)."""
    shifted = bias + end
    stretch = 1.0 - acceleration * shifted
    if stretch <= 0.0:  # beyond all that can be drawn, with very few and very skewed deals
        return float(shifted > 0.0)
    return _NORMAL.cdf(bias + shifted / stretch)


def percentile_interval(value: float, samples: NDArray[np.float64], deals: int) -> Estimate:
    """Return an estimate with the percentile interval of resampled values, float64[resamples]."""
    low, high = np.quantile(samples, [_NORMAL.cdf(end) for end in _ends(deals)])
    return Estimate(value, float(low), float(high))


def can_resample(deals: NDArray[np.float64]) -> bool:
    """Return whether resampling deals, float64[deals, ...], is useful: there are enough, and they are not all alike."""
    return len(deals) >= LEAST_DEALS and bool((np.nan_to_num(deals) != np.nan_to_num(deals[0])).any())
