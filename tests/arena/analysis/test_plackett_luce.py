"""Strengths by maximum likelihood: closed forms, simulated truths, ties, and what has no maximum."""

import math

import numpy as np
import pytest

from arctic_env.arena.analysis.plackett_luce import find_groups, fit, fit_strengths, to_elo
from arctic_env.arena.results import ROW
from arctic_env.errors import SettingsError
from tests.arena.test_standings import rows_of

NAMES = ("ann", "bob", "cyd", "dan")


def elo_of(found) -> dict[str, float]:
    return {strength.agent: strength.elo.value for strength in found}


def test_two_agents_are_as_far_apart_as_their_wins_say() -> None:
    """Bradley and Terry: nine wins to one are 400 log10(9) Elo points."""
    games = [(deal, (0, 1), (1, 0) if deal else (0, 1)) for deal in range(10)]
    ann, bob = fit_strengths(rows_of(*games), NAMES[:2], prior=0.0)
    assert ann.elo.value - bob.elo.value == pytest.approx(400 * math.log10(9), abs=0.01)


def test_three_at_a_table_by_hand() -> None:
    """The likelihood of the found strengths is not less than that of any around them."""
    kinds = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 0, 1], [2, 1, 0]])
    counts = np.array([[5.0, 4.0, 3.0, 1.0, 2.0]])

    def likelihood(logs: np.ndarray) -> float:
        s = np.exp(logs)
        chances = [s[a] / s.sum() * s[b] / (s[b] + s[c]) for a, b, c in kinds]
        return float(counts[0] @ np.log(chances))

    best = np.log(fit(kinds, counts, 3, 0.0)[0])
    top = likelihood(best)
    rng = np.random.default_rng(0)
    assert all(likelihood(best + rng.normal(0, 0.02, 3)) <= top + 1e-9 for _ in range(200))


@pytest.mark.parametrize("games", [10, 400, 100_000])
def test_a_ladder_that_is_never_lost_is_even(games: int) -> None:
    """The prior alone holds it together: the best and the worst are as far from the mean as each other."""
    best, middle, worst = to_elo(fit(np.array([[0, 1], [1, 2], [0, 2]]), np.full((1, 3), 1.0 * games), 3, 0.5))[0]
    assert middle == pytest.approx(0.0, abs=1e-6)
    assert best == pytest.approx(-worst)
    assert best > 500


def luce_rows(true: np.ndarray, line_ups: list[tuple[int, ...]], deals: int, seed: int) -> np.ndarray:
    """Games that follow Plackett and Luce's model: who is first has the largest log-strength with Gumbel noise."""
    tables = np.array(line_ups * deals)
    performances = true[tables] + np.random.default_rng(seed).gumbel(size=tables.shape)
    rows = np.zeros(tables.shape, ROW)
    rows["deal"] = np.repeat(np.arange(deals), len(line_ups))[:, None]
    rows["game"] = np.arange(len(tables))[:, None]
    rows["seat"] = np.arange(tables.shape[1])
    rows["agent"] = tables
    rows["rank"] = (-performances).argsort(axis=1).argsort(axis=1)
    return rows.ravel()


def test_simulated_strengths_are_found_also_of_who_sits_twice() -> None:
    true = np.array([0.0, -0.5, 1.0, 0.2])
    rows = luce_rows(true, [(0, 1, 2), (1, 2, 3), (0, 2, 3), (0, 0, 1)], 400, 1)
    found = fit_strengths(rows, NAMES, resamples=150)
    truth = dict(zip(NAMES, to_elo(np.exp(true)), strict=True))
    assert [strength.agent for strength in found] == ["cyd", "dan", "ann", "bob"]
    for strength in found:
        assert strength.group == 0
        assert strength.elo.value == pytest.approx(truth[strength.agent], abs=25)
        assert strength.elo.low < strength.elo.value < strength.elo.high


@pytest.mark.parametrize("deals", [10, 60])
def test_intervals_hold_the_truth(deals: int) -> None:
    true = np.array([0.4, 0.0, -0.4])
    truth = to_elo(np.exp(true))[0]
    hits = 0
    for seed in range(100):
        rows = luce_rows(true, [(0, 1), (1, 2), (0, 2)] * 2, deals, seed)
        (ann,) = [one for one in fit_strengths(rows, NAMES[:3], resamples=100) if one.agent == "ann"]
        hits += ann.elo.low <= truth <= ann.elo.high
    assert hits >= 89


@pytest.mark.parametrize("outcomes", [[(0, 1), (1, 0)] * 9, [(0, 1), (0, 1), (1, 0), (1, 0)] * 20])
def test_too_few_deals_and_deals_that_are_alike_have_no_interval(outcomes: list[tuple[int, int]]) -> None:
    """Nine deals, each won once by either; eighty games, four of the same kinds in each deal."""
    games = 2 if len(outcomes) == 18 else 4
    rows = rows_of(*[(game // games, (0, 1), scores) for game, scores in enumerate(outcomes)])
    for strength in fit_strengths(rows, NAMES[:2]):
        assert strength.elo.value == pytest.approx(0.0, abs=1e-6)
        assert math.isnan(strength.elo.low)


def test_a_tie_is_half_a_win_each() -> None:
    rows = rows_of(*[(deal, (0, 1), (5, 5)) for deal in range(6)], (6, (0, 1), (9, 1)))
    rows["rank"] = [*[0] * 12, 0, 1]
    ann, bob = fit_strengths(rows, NAMES[:2], prior=0.0)
    assert ann.elo.value - bob.elo.value == pytest.approx(400 * math.log10(4 / 3), abs=0.01)


def test_all_tied_are_equal() -> None:
    rows = rows_of(*[(deal, (0, 1, 2), (5, 5, 5)) for deal in range(4)])
    rows["rank"] = 0
    assert elo_of(fit_strengths(rows, NAMES[:3])) == pytest.approx({"ann": 0.0, "bob": 0.0, "cyd": 0.0}, abs=1e-6)


def test_who_was_never_beaten_has_a_group_of_its_own_and_no_interval() -> None:
    games = [(deal, pair, (1, 0)) for deal in range(30) for pair in ((0, 1), (0, 2))]
    games += [(deal, (1, 2), (1, 0) if deal % 3 else (0, 1)) for deal in range(30)]
    ann, bob, cyd = fit_strengths(rows_of(*games), NAMES[:3], resamples=20)
    assert [ann.group, bob.group, cyd.group] == [0, 1, 1]
    assert ann.elo.value > bob.elo.value + 300
    assert math.isnan(ann.elo.high)
    with pytest.raises(SettingsError, match="without a prior there are no strengths: ann never came after"):
        fit_strengths(rows_of(*games), NAMES[:3], prior=0.0)
    with pytest.raises(SettingsError, match="at least 0, not -1"):
        fit_strengths(rows_of(*games), NAMES[:3], prior=-1)


def test_groups_are_those_of_chains_of_wins() -> None:
    beats = np.zeros((5, 5), bool)
    for winner, loser in ((0, 1), (1, 2), (2, 0), (1, 3), (3, 4)):
        beats[winner, loser] = True
    assert find_groups(beats).tolist() == [0, 0, 0, 1, 2]


def test_an_agent_by_itself_is_average() -> None:
    (alone,) = fit_strengths(rows_of((0, (0, 0), (4, 1)), (1, (0, 0), (4, 1))), NAMES[:1])
    assert (alone.elo.value, alone.group) == (pytest.approx(0.0), 0)
