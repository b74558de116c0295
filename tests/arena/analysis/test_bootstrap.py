"""Bootstrap intervals: how often they hold a known truth, and that they draw deals."""

import math

import numpy as np
import pytest

from arctic_env.arena.statistics import bootstrap_means, can_resample, estimate_mean, resample

TRIALS = 300
DRAWS = {
    "normal": (lambda rng, n: rng.normal(0.0, 1.0, n), 0.0),
    "skewed": (lambda rng, n: rng.exponential(1.0, n), 1.0),
    "shares of six": (lambda rng, n: rng.binomial(6, 0.9, n) / 6, 0.9),
    "won, drawn, lost": (lambda rng, n: rng.choice([-1.0, 0.0, 1.0], n, p=[0.1, 0.6, 0.3]), 0.2),
}


@pytest.mark.parametrize("deals", [10, 30, 100])
@pytest.mark.parametrize("kind", DRAWS)
def test_coverage(kind: str, deals: int) -> None:
    draw, truth = DRAWS[kind]
    values = np.stack([draw(np.random.default_rng(seed), deals) for seed in range(TRIALS)], axis=1)
    found = bootstrap_means(values, resamples=500)
    covered = np.mean([one.low <= truth <= one.high for one in found])
    assert 0.91 <= covered <= 0.985


def test_without_the_correction_for_few_deals_it_would_not_cover() -> None:
    """The check of the check: the plain percentile interval of ten skewed deals is too short."""
    covered = 0
    counts = np.concatenate(list(resample(10, 500)))
    for seed in range(TRIALS):
        values = np.random.default_rng(seed).exponential(1.0, 10)
        low, high = np.quantile(counts @ values / 10, [0.025, 0.975])
        covered += low <= 1.0 <= high
    assert covered / TRIALS < 0.9


def test_of_many_normal_deals_it_is_students() -> None:
    values = np.random.default_rng(3).normal(2.0, 5.0, (400, 1))
    (drawn,), student = bootstrap_means(values, 20_000), estimate_mean(values[:, 0])
    assert drawn.value == student.value
    assert (drawn.low, drawn.high) == pytest.approx((student.low, student.high), abs=0.05)


def test_a_skewed_interval_leans_to_the_long_side_and_stays_in_range() -> None:
    values = np.array([[0.0]] * 15 + [[1.0]] * 4 + [[9.0]])
    (found,) = bootstrap_means(values)
    assert found.high - found.value > found.value - found.low
    assert found.low >= 0.0


def test_a_resample_draws_as_many_deals_as_there_are() -> None:
    counts = np.concatenate(list(resample(30, 2000)))
    assert (counts.sum(axis=1) == 30).all()
    assert counts.mean(axis=0) == pytest.approx(1.0, abs=0.12)
    assert counts.var() == pytest.approx(29 / 30, abs=0.03)
    again = np.concatenate(list(resample(30, 2000)))
    assert (counts == again).all()


def test_edges() -> None:
    for values in (np.array([3.0]), np.arange(9.0), np.full(50, 1 / 3)):
        (found,) = bootstrap_means(values[:, None])
        assert found.value == values.mean()
        assert math.isnan(found.low)
        assert math.isnan(found.high)
        assert not can_resample(values)
    assert can_resample(np.array([[0.0, np.nan]] * 9 + [[1.0, np.nan]]))
