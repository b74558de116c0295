"""Intervals, held to textbook values and to how often they cover a known truth."""

import math
import re
from statistics import NormalDist

import numpy as np
import pytest

from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_share, estimate_within, t_quantile
from tests.conftest import ROOT

# Of any printed table of Student's t, two-sided 95 %.
T_TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 30: 2.042, 60: 2.0, 120: 1.98}


@pytest.mark.parametrize(("degrees", "quantile"), T_TABLE.items())
def test_quantiles_of_student(degrees: int, quantile: float) -> None:
    assert t_quantile(degrees) == pytest.approx(quantile, abs=5e-4)


def test_quantiles_fall_towards_the_normal_one_without_a_jump() -> None:
    quantiles = [t_quantile(degrees) for degrees in (990, 1000, 1001, 1010, 10_000, 10_000_000)]
    assert quantiles == sorted(quantiles, reverse=True)
    assert quantiles[1] - quantiles[2] < 1e-5
    assert quantiles[-1] == pytest.approx(NormalDist().inv_cdf(0.975), abs=1e-6)


def test_mean_of_a_worked_example() -> None:
    estimate = estimate_mean(np.array([1.0, 2.0, 3.0, 4.0]))
    half = 3.182446 * math.sqrt(5 / 3) / 2
    assert estimate.value == 2.5
    assert (estimate.low, estimate.high) == pytest.approx((2.5 - half, 2.5 + half), abs=1e-5)


def test_share_of_independent_trials_is_wilsons() -> None:
    """30 of 40: with z = 1.96 Wilson gives 0.598 to 0.858; Student's t of 39 degrees is a little wider."""
    estimate = estimate_share(np.array([1.0] * 30 + [0.0] * 10))
    assert estimate.value == 0.75
    assert (estimate.low, estimate.high) == pytest.approx((0.598, 0.858), abs=0.01)


def test_all_deals_won_is_not_certainty() -> None:
    estimate = estimate_share(np.ones(20))
    assert estimate.high == 1.0
    assert 0.75 < estimate.low < 0.87
    mirrored = estimate_share(np.zeros(20))
    assert (mirrored.low, mirrored.high) == pytest.approx((0.0, 1 - estimate.low))


def test_deals_that_all_agree_leave_an_interval() -> None:
    estimate = estimate_share(np.full(10, 0.5))
    assert estimate.low < 0.3
    assert estimate.high > 0.7


@pytest.mark.parametrize("deals", [2, 3, 5, 20])
def test_intervals_stay_within_what_is_possible(deals: int) -> None:
    rng = np.random.default_rng(deals)
    drawn = [rng.integers(1, 5, (deals, 6)).mean(axis=1) for _ in range(100)]
    edges = [np.full(deals, 1.0), np.full(deals, 4.0), np.array([1.0] + [4.0] * (deals - 1))]
    for values in [*drawn, *edges]:
        found = estimate_within(values, 1.0, 4.0)
        assert found.value == pytest.approx(values.mean())
        assert 1.0 <= found.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.high <= 4.0
        assert found.high - found.low > 0.1


def test_a_bounded_value_is_a_share_on_another_scale() -> None:
    shares = np.array([0.2, 0.5, 0.4, 0.9])
    share, value = estimate_share(shares), estimate_within(1 + 3 * shares, 1.0, 4.0)
    assert (value.low, value.high) == pytest.approx((1 + 3 * share.low, 1 + 3 * share.high))


def test_one_deal_says_nothing_about_the_spread() -> None:
    for estimate in (estimate_mean(np.array([3.0])), estimate_share(np.array([1.0]))):
        assert math.isnan(estimate.low)
        assert math.isnan(estimate.high)


def test_estimates_are_told_with_their_intervals() -> None:
    estimate = Estimate(0.5921, 0.57, 0.613)
    assert str(estimate) == "0.592 [0.57, 0.613]"
    assert f"{estimate:+.1%}" == "+59.2% [+57.0%, +61.3%]"
    assert f"{estimate_mean(np.array([3.0])):.1f}" == "3.0 [no interval]"


def test_more_games_of_the_same_deals_do_not_narrow_the_interval() -> None:
    """Field bug 18: what matters is the number of deals."""
    rng = np.random.default_rng(1)
    outcomes = (rng.random(50) < 0.6).astype(float)
    once = estimate_share(outcomes)
    assert estimate_share(np.stack([outcomes] * 6).mean(axis=0)) == once


def coverage(truth: float, draw, estimate, deals: int, trials: int = 3000) -> float:
    hits = 0
    for seed in range(trials):
        found = estimate(draw(np.random.default_rng(seed), deals))
        hits += found.low <= truth <= found.high
    return hits / trials


def clustered_wins(rng: np.random.Generator, deals: int, mean: float, spread: float, games: int = 6):
    """The share of wins of each deal, deals differing in how good they are for the agent."""
    chances = rng.beta(mean / spread, (1 - mean) / spread, deals)
    return rng.binomial(games, chances) / games


@pytest.mark.parametrize("deals", [20, 60, 200])
@pytest.mark.parametrize(("mean", "spread"), [(0.5, 0.5), (0.33, 0.2), (0.9, 0.3), (0.97, 0.1)])
def test_coverage_of_shares_clustered_by_deal(mean: float, spread: float, deals: int) -> None:
    found = coverage(mean, lambda rng, n: clustered_wins(rng, n, mean, spread), estimate_share, deals)
    assert 0.93 <= found <= 0.985


@pytest.mark.parametrize("deals", [20, 100])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.95])
def test_coverage_of_deals_won(share: float, deals: int) -> None:
    found = coverage(share, lambda rng, n: (rng.random(n) < share).astype(float), estimate_share, deals)
    assert 0.92 <= found <= 0.99


@pytest.mark.parametrize("deals", [4, 20, 100])
def test_coverage_of_mean_ranks(deals: int) -> None:
    def ranks(rng: np.random.Generator, n: int):
        skill = rng.normal(0, 1, (n, 1))
        return 1 + (rng.normal(0.5, 1, (n, 6, 3)) > skill[:, :, None]).sum(axis=2).mean(axis=1)

    truth = float(ranks(np.random.default_rng(0), 200_000).mean())
    found = coverage(truth, ranks, lambda values: estimate_within(values, 1.0, 4.0), deals)
    assert 0.93 <= found <= 0.99


@pytest.mark.parametrize("deals", [5, 20, 100])
def test_coverage_of_means_of_skewed_deals(deals: int) -> None:
    def scores(rng: np.random.Generator, n: int):
        return rng.gamma(4.0, 5.0, n) + rng.normal(0, 3, (n, 6)).mean(axis=1)

    assert 0.925 <= coverage(20.0, scores, estimate_mean, deals) <= 0.97


def test_coverage_of_means_of_very_skewed_deals_is_as_low_as_documented() -> None:
    text = (ROOT / "docs/evaluation.md").read_text(encoding="utf-8")
    (told,) = re.findall(r"lognormal, sigma 1\.2\) cover (\d+) % with (\d+) deals and (\d+) % with (\d+)", text)
    for percents, deals in (told[:2], told[2:]):
        found = coverage(np.exp(0.72), lambda rng, n: rng.lognormal(0.0, 1.2, n), estimate_mean, int(deals))
        assert found == pytest.approx(int(percents) / 100, abs=0.02)


def test_a_naive_interval_over_games_would_not_cover() -> None:
    """The check of the check: treating games as independent covers far too rarely on the same data."""

    def naive(deals: np.ndarray):
        games = np.concatenate([np.arange(6) < round(6 * share) for share in deals]).astype(float)
        return estimate_mean(games)

    assert coverage(0.5, lambda rng, n: clustered_wins(rng, n, 0.5, 0.5), naive, 60, trials=500) < 0.8


def test_equal_shares_have_an_interval_whatever_their_rounding() -> None:
    thirds, halves = estimate_share(np.full(20, 1 / 3)), estimate_share(np.full(20, 0.5))
    assert thirds.high - thirds.low > 0.2
    assert halves.high - halves.low > 0.2
