"""Paired differences, payoff matrices and their cycles, from rows whose truth is known."""

import math

import numpy as np
import pytest

from arctic_env.arena.analysis import find_cycles, make_payoff_matrix, paired_differences
from arctic_env.arena.analysis.control_variates import duplicate_factor
from arctic_env.arena.analysis.payoff_matrix import agent_values, pair_values
from arctic_env.arena.results import ROW
from arctic_env.arena.standings import make_pairs
from arctic_env.arena.statistics import one_sided_p
from arctic_env.errors import SettingsError
from tests.arena.test_standings import rows_of

NAMES = ("ann", "bob", "cyd")


def cyclic(deals: int, chance: float, seed: int = 0) -> np.ndarray:
    """Each beats the next with this chance, in each of both seatings of a deal."""
    tables = np.array([(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2)] * deals)
    wins = np.random.default_rng(seed).random(len(tables)) < chance
    first = np.tile([True, False] * 3, deals)  # whether the one who beats the other sits first
    rows = np.zeros(tables.shape, ROW)
    rows["deal"] = np.repeat(np.arange(deals), 6)[:, None]
    rows["game"] = np.arange(len(tables))[:, None]
    rows["seat"], rows["agent"] = np.arange(2), tables
    rows["rank"][:, 0], rows["rank"][:, 1] = wins != first, wins == first
    return rows.ravel()


def test_payoffs_of_a_worked_example() -> None:
    """Ann sits once, bob twice: she is before one of his seats, behind the other."""
    rows = rows_of((0, (0, 1, 1), (5, 9, 1)), (0, (1, 0, 1), (1, 8, 0)), (1, (0, 1, 1), (0, 4, 4)))
    wins, margins = make_payoff_matrix(rows, NAMES[:2], "win"), make_payoff_matrix(rows, NAMES[:2], "margin")
    assert wins.deals[:, 0, 1].tolist() == [0.75, 0.0]
    assert margins.deals[:, 0, 1].tolist() == [(0.0 + 7.5) / 2, -4.0]
    assert wins.values.tolist() == [[0.5, 0.375], [0.625, 0.5]]
    assert margins.values[1, 0] == -margins.values[0, 1]
    assert math.isnan(wins.estimate(0, 0).low)


def test_margins_are_those_of_the_pairs() -> None:
    rng = np.random.default_rng(1)
    tables = [(0, 1, 2, 2), (2, 0, 1, 1), (0, 0, 1, 2)]
    games = [(deal, seats, tuple(rng.integers(0, 40, 4).tolist())) for deal in range(12) for seats in tables]
    rows = rows_of(*games)
    payoffs = make_payoff_matrix(rows, NAMES, "margin")
    for pair in make_pairs(rows, NAMES):
        found = payoffs.estimate(NAMES.index(pair.agent), NAMES.index(pair.other))
        assert (found.value, found.low, found.high) == pytest.approx(
            (pair.margin.value, pair.margin.low, pair.margin.high)
        )


def test_many_deals_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = cyclic(50, 0.6)
    whole = pair_values(rows, 3, "win")
    monkeypatch.setattr("arctic_env.arena.analysis.payoff_matrix._GAMES_AT_ONCE", 20)
    assert np.array_equal(pair_values(rows, 3, "win"), whole, equal_nan=True)
    assert len(whole) == 50


def test_who_never_met_has_no_payoff() -> None:
    payoffs = make_payoff_matrix(rows_of((0, (0, 1), (3, 1)), (0, (1, 2), (0, 9))), NAMES)
    assert not payoffs.complete
    assert math.isnan(payoffs.estimate(0, 2).value)
    assert find_cycles(payoffs) == []


def test_ties_count_half() -> None:
    rows = rows_of((0, (0, 1), (3, 3)))
    rows["rank"] = 0
    assert pair_values(rows, 2, "win")[0, 0, 1] == 0.5


def test_differences_pair_deals_of_agents_that_never_met() -> None:
    """Bob plays ann, and cyd plays ann, on the same deals: what the deals give to both cancels."""
    rng = np.random.default_rng(2)
    games = []
    for deal in range(40):
        luck = int(rng.integers(-30, 30))
        for agent, skill in ((1, 5), (2, 0)):
            games.append((deal, (0, agent), (0, luck + skill + int(rng.integers(-2, 3)))))
    found = paired_differences(rows_of(*games), NAMES, "score")[2]
    assert (found.agent, found.other, found.deals) == ("bob", "cyd", 40)
    for interval in (found.interval, found.bootstrap):
        assert interval.low < 5 < interval.high
        assert interval.high - interval.low < 2.5
    bob, cyd = agent_values(rows_of(*games), 3, "score").T[1:]
    assert bob.std() > 10
    assert found.interval.value == pytest.approx((bob - cyd).mean())


def duel(deals: int, chance: float, seed: int) -> np.ndarray:
    """Ann wins each game against bob with this chance, in both seatings of a deal."""
    tables = np.array([(0, 1), (1, 0)] * deals)
    bob_wins = np.random.default_rng(seed).random(len(tables)) >= chance
    rows = np.zeros(tables.shape, ROW)
    rows["deal"], rows["game"] = np.arange(2 * deals)[:, None] // 2, np.arange(2 * deals)[:, None]
    rows["seat"], rows["agent"] = np.arange(2), tables
    rows["rank"] = tables == (1 - bob_wins)[:, None]
    rows["win"] = 1 - rows["rank"]
    return rows.ravel()


@pytest.mark.parametrize("measure", ["win", "rank"])
@pytest.mark.parametrize("deals", [2, 10, 40])
@pytest.mark.parametrize("chance", [0.5, 0.95])
def test_differences_that_have_bounds_hold_the_truth(measure: str, deals: int, chance: float) -> None:
    """Also where most deals are alike: two deals that were won, or forty, do not say that all are."""
    truth = (2 * chance - 1) * (1 if measure == "win" else -1)
    hits = 0
    for seed in range(300):
        (found,) = paired_differences(duel(deals, chance, seed), NAMES[:2], measure, resamples=2)
        assert -1.0 <= found.interval.low < found.interval.high <= 1.0
        hits += found.interval.low <= truth <= found.interval.high
    assert hits >= 0.93 * 300


def test_who_sits_twice_has_half_the_wins_per_seat_at_most() -> None:
    rows = rows_of(*[(deal, (0, 0, 1, 1), (9, 8, 2, 1)) for deal in range(20)])
    (found,) = paired_differences(rows, NAMES[:2], "win")
    assert found.interval.value == found.interval.high == 0.5
    assert 0.25 < found.interval.low < 0.5
    assert math.isnan(found.bootstrap.low)


def test_a_cycle_is_found_and_is_significant_with_enough_deals() -> None:
    (cycle,) = find_cycles(make_payoff_matrix(cyclic(60, 0.75), NAMES))
    assert set(cycle.agents) == set(NAMES)
    assert all(edge.low > 0.5 for edge in cycle.edges)
    assert cycle.significant
    assert cycle.adjusted_p == pytest.approx(2 * cycle.p)
    steps = list(zip(cycle.agents, (*cycle.agents[1:], cycle.agents[0]), strict=True))
    assert ("ann", "bob") in steps


def test_chance_alone_makes_no_significant_cycles() -> None:
    """Of equal agents a quarter shows a cycle in its means, but hardly any a significant one."""
    found = [find_cycles(make_payoff_matrix(cyclic(12, 0.5, seed), NAMES)) for seed in range(150)]
    assert sum(bool(cycles) for cycles in found) > 15
    assert sum(any(cycle.significant for cycle in cycles) for cycles in found) <= 2


def test_a_ladder_has_no_cycle() -> None:
    games = [(deal, pair, (1, 0)) for deal in range(5) for pair in ((0, 1), (1, 2), (0, 2))]
    assert find_cycles(make_payoff_matrix(rows_of(*games), NAMES)) == []


def test_p_values_are_uniform_where_nothing_is_ahead() -> None:
    values = [one_sided_p(np.random.default_rng(seed).normal(0, 1, 8)) for seed in range(2000)]
    assert np.mean(np.array(values) < 0.05) == pytest.approx(0.05, abs=0.015)
    assert np.mean(np.array(values) < 0.5) == pytest.approx(0.5, abs=0.04)
    assert one_sided_p(np.full(4, 2.0)) == 0.5**4
    assert one_sided_p(np.full(4, -2.0)) == 1.0
    assert math.isnan(one_sided_p(np.array([1.0])))


def test_duplicates_are_worth_what_the_luck_of_seats_was() -> None:
    """Luck of the seat with a variance of 100, noise with one of 1: two seatings cancel it."""
    rng = np.random.default_rng(5)
    games = []
    for deal in range(400):
        luck = rng.normal(0, 10)
        for seats in ((0, 1), (1, 0)):
            scores = (np.array([luck, 0.0]) + rng.normal(0, 1, 2)) * 100
            games.append((deal, seats, tuple(scores.astype(int).tolist())))
    assert duplicate_factor(rows_of(*games), 2, 0, 1) == pytest.approx(102 / 2, rel=0.2)
    assert math.isnan(duplicate_factor(rows_of((0, (0, 1), (1, 0))), 3, 0, 2))


@pytest.mark.parametrize("measure", ["luck", None])
def test_unknown_measures_are_refused(measure: str) -> None:
    rows = cyclic(2, 0.5)
    with pytest.raises(SettingsError, match="a measure is one of win, margin, not"):
        make_payoff_matrix(rows, NAMES, measure)
    with pytest.raises(SettingsError, match="a measure is one of win, margin, score, rank, not"):
        paired_differences(rows, NAMES, measure)
