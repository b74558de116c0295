"""Alpha-rank, held to published figures, to its formula, and to what must come out."""

import math

import numpy as np
import pytest

from arctic_env.arena.analysis.payoff_matrix import (
    PayoffMatrix,
    alpha_rank,
    fixation,
    rank_agents,
    stationary,
    transitions,
)
from arctic_env.errors import SettingsError

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def test_commitment_game_of_han_and_others() -> None:
    """Han, Pereira, Lenaerts (2013), the shares that the authors of alpha-rank check theirs with."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array(
        [
            [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    assert alpha_rank(payoffs, alpha=0.1, population=20) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("alpha", [0.01, 1.0, 100.0, 1e6])
def test_rock_paper_scissors_share_the_time(alpha: float) -> None:
    assert alpha_rank(ROCK_PAPER_SCISSORS, alpha) == pytest.approx([1 / 3] * 3)


def test_of_three_in_a_cycle_and_one_that_all_beat_the_three_are_left() -> None:
    payoffs = np.zeros((4, 4))
    payoffs[:3, :3] = ROCK_PAPER_SCISSORS
    payoffs[:3, 3], payoffs[3, :3] = 1.0, -1.0
    assert alpha_rank(payoffs, 10.0) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0], abs=1e-9)


def test_the_better_of_two_takes_all_as_alpha_grows() -> None:
    payoffs = np.array([[0.5, 0.6], [0.4, 0.5]])
    shares = [alpha_rank(payoffs, alpha)[0] for alpha in (1e-6, 0.1, 1.0, 1e5)]
    assert shares == sorted(shares)
    assert shares[0] == pytest.approx(0.5, abs=1e-4)
    assert shares[-1] == 1.0


@pytest.mark.parametrize("alpha", [0.01, 0.7, 30.0])
@pytest.mark.parametrize("population", [2, 7, 50])
def test_fixation_agrees_with_the_closed_form_of_constant_sums(alpha: float, population: int) -> None:
    """(1 - exp(-u)) / (1 - exp(-m u)) with u = alpha m / (m - 1) (payoff - sum / 2), Omidshafiei and others."""
    payoffs = np.array([[0.5, 0.8], [0.2, 0.5]])
    for newcomer, gain in ((0, 0.3), (1, -0.3)):
        u = alpha * population / (population - 1) * gain
        closed = math.expm1(-u) / math.expm1(-population * u)
        found = fixation(payoffs, newcomer, 1 - newcomer, alpha, population)
        assert found == pytest.approx(closed, rel=1e-9)


def test_fixation_agrees_with_the_sum_of_products() -> None:
    rng = np.random.default_rng(0)
    payoffs, m, alpha = rng.normal(0, 1, (2, 2)), 6, 0.8
    total = 0.0
    for last in range(1, m):
        product = 1.0
        for k in range(1, last + 1):
            f = ((k - 1) * payoffs[0, 0] + (m - k) * payoffs[0, 1]) / (m - 1)
            g = (k * payoffs[1, 0] + (m - k - 1) * payoffs[1, 1]) / (m - 1)
            product *= math.exp(-alpha * (f - g))
        total += product
    assert fixation(payoffs, 0, 1, alpha, m) == pytest.approx(1 / (1 + total), rel=1e-12)


def test_equals_are_taken_over_once_in_as_many_as_they_are() -> None:
    assert fixation(np.full((2, 2), 0.3), 0, 1, 5.0, 40) == pytest.approx(1 / 40)


def test_shares_are_where_the_chain_stays() -> None:
    chances = transitions(np.random.default_rng(4).normal(0, 1, (5, 5)), 1.5, 12)
    assert chances.sum(axis=1) == pytest.approx(1.0)
    shares = stationary(chances)
    assert shares @ chances == pytest.approx(shares)
    assert np.linalg.matrix_power(chances, 20_000)[0] == pytest.approx(shares, abs=1e-6)


def test_shares_of_a_tournament_have_intervals_over_its_deals() -> None:
    rng = np.random.default_rng(3)
    deals = np.full((60, 2, 2), np.nan)
    deals[:, 0, 1] = rng.binomial(2, 0.7, 60) / 2
    deals[:, 1, 0] = 1.0 - deals[:, 0, 1]
    best, worst = rank_agents(PayoffMatrix(("ann", "bob"), "win", deals), alpha=4.0, population=10)
    assert (best.agent, worst.agent) == ("ann", "bob")
    assert 0.5 < best.share.low < best.share.value < best.share.high <= 1.0
    assert best.share.value + worst.share.value == pytest.approx(1.0)


@pytest.mark.parametrize("deals", [10, 60])
def test_intervals_hold_the_truth(deals: int) -> None:
    truth = alpha_rank(np.array([[0.5, 0.55], [0.45, 0.5]]), 1.0, 10)[0]
    hits = 0
    for seed in range(120):
        won = np.full((deals, 2, 2), np.nan)
        won[:, 0, 1] = np.random.default_rng(seed).binomial(2, 0.55, deals) / 2
        won[:, 1, 0] = 1.0 - won[:, 0, 1]
        shares = rank_agents(PayoffMatrix(("ann", "bob"), "win", won), 1.0, 10, resamples=100)
        (ann,) = [share.share for share in shares if share.agent == "ann"]
        hits += ann.low <= truth <= ann.high
    assert hits >= 0.89 * 120


@pytest.mark.parametrize(("deals", "won"), [(1, [0.5]), (9, [0.0, 0.5, 1.0]), (60, [0.5])])
def test_too_few_deals_and_deals_that_are_alike_have_no_interval(deals: int, won: list[float]) -> None:
    ahead = np.full((deals, 2, 2), np.nan)
    ahead[:, 0, 1] = np.resize(won, deals)
    ahead[:, 1, 0] = 1.0 - ahead[:, 0, 1]
    for share in rank_agents(PayoffMatrix(("ann", "bob"), "win", ahead)):
        assert share.share.value == pytest.approx(0.5)
        assert math.isnan(share.share.low)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"payoffs": np.ones((2, 3))}, "square matrix"),
        ({"payoffs": np.array([[0.5, np.nan], [0.5, 0.5]])}, "everybody must have met everybody"),
        ({"alpha": 0.0}, "alpha must be a number above 0, not 0.0"),
        ({"alpha": math.inf}, "alpha must be a number above 0, not inf"),
        ({"population": 1}, "a population has at least 2 agents, not 1"),
    ],
)
def test_what_cannot_be_ranked_is_refused(change: dict, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        alpha_rank(**({"payoffs": ROCK_PAPER_SCISSORS} | change))
