"""Luck taken out by control variates: nothing is biased, intervals hold the truth, and deals are saved."""

import numpy as np
import pytest

from arctic_env.arena.analysis.control_variates import adjust
from arctic_env.errors import SettingsError

TRIALS = 400


def simulate(rng: np.random.Generator, n: int, m: int, alike: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Values of n deals, a control of n + m deals, and the truth; a skewed luck bends the one more than the other."""
    luck = rng.exponential(1.0, n + m)
    control = luck + 0.3 * rng.normal(0.0, 1.0, n + m)
    values = 2.0 + alike * (luck + 0.2 * luck**2)[:n] + rng.normal(0.0, 1.0, n)
    return values, control[:, None], 2.0 + alike * 1.4


def run(n: int, m: int, alike: float) -> tuple[np.ndarray, np.ndarray, float]:
    """Errors of the adjusted and the plain mean, float64[TRIALS], and how often the interval held the truth."""
    errors, plain, covered = np.empty(TRIALS), np.empty(TRIALS), 0
    for seed in range(TRIALS):
        values, controls, truth = simulate(np.random.default_rng(seed), n, m, alike)
        found = adjust(values, controls[:n], controls[n:])
        errors[seed], plain[seed] = found.adjusted.value - truth, found.plain.value - truth
        covered += found.adjusted.low <= truth <= found.adjusted.high
    return errors, plain, covered / TRIALS


def bias(errors: np.ndarray) -> float:
    """The mean error in standard errors."""
    return float(errors.mean() / errors.std() * np.sqrt(len(errors)))


@pytest.mark.parametrize(("n", "alike"), [(20, 0.0), (20, 1.0), (60, 1.0)])
def test_adjusted_means_are_unbiased_and_covered(n: int, alike: float) -> None:
    errors, plain, covered = run(n, 4 * n, alike)
    assert abs(bias(errors)) < 3
    assert 0.9 <= covered <= 0.98
    saved = plain.var() / errors.var()
    assert saved > (1.7 if alike else 0.9)


def test_fitted_on_the_deals_it_is_applied_to_it_would_be_biased() -> None:
    """The check of the check: the same regression without cross-fitting is off by many standard errors."""
    errors = np.empty(2500)
    for seed in range(len(errors)):
        rng = np.random.default_rng(seed)
        luck = rng.exponential(1.0, 20)
        values = luck**2
        share = np.cov(luck, values)[0, 1] / luck.var(ddof=1)
        errors[seed] = values.mean() - share * (luck.mean() - 1.0) - 2.0
    assert bias(errors) < -10


def test_a_control_that_the_agents_have_a_hand_in_would_be_found_out() -> None:
    """The check of the check: if the control of the common deals is shifted by the agents, the error shows it."""
    errors = np.empty(200)
    for seed in range(len(errors)):
        values, controls, truth = simulate(np.random.default_rng(seed), 60, 240, 1.0)
        errors[seed] = adjust(values, controls[:60] + 0.3, controls[60:]).adjusted.value - truth
    assert abs(bias(errors)) > 10


def test_the_reported_factor_is_what_is_saved() -> None:
    values = [simulate(np.random.default_rng(seed), 200, 800, 1.0) for seed in range(200)]
    found = [adjust(one, controls[:200], controls[200:]) for one, controls, _ in values]
    saved = np.var([one.plain.value for one in found]) / np.var([one.adjusted.value for one in found])
    assert np.median([one.factor for one in found]) == pytest.approx(saved, rel=0.25)


def test_controls_that_tell_nothing_cost_next_to_nothing() -> None:
    rng = np.random.default_rng(1)
    found = adjust(rng.normal(0, 1, 100), rng.normal(0, 1, (100, 3)), rng.normal(0, 1, (400, 3)))
    assert found.factor > 0.93
    constant = adjust(rng.normal(0, 1, 100), np.ones((100, 1)), np.ones((400, 1)))
    assert constant.adjusted == constant.plain
    assert constant.factor == 1.0


def test_a_perfect_stand_in_is_worth_its_deals_besides() -> None:
    luck = np.random.default_rng(2).normal(0, 3, 1000)
    found = adjust(5.0 + luck[:200], luck[:200, None], luck[200:, None])
    assert found.factor == pytest.approx(5.0, rel=0.25)
    assert found.adjusted.low < 5.0 < found.adjusted.high
    assert (found.deals, found.besides) == (200, 800)


@pytest.mark.parametrize(("n", "m"), [(19, 100), (100, 19)])
def test_too_few_deals_are_refused(n: int, m: int) -> None:
    with pytest.raises(SettingsError, match=f"at least 20 deals, with as many besides, not {n} and {m}"):
        adjust(np.arange(n) * 1.0, np.ones((n, 1)), np.ones((m, 1)))
