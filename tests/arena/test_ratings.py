import numpy as np
import pytest

from arctic_env.arena.standings import rate

NEWCOMER = (25.0, 25.0 / 3)


def test_without_games_everybody_is_a_newcomer() -> None:
    (rating,) = rate([], 1)
    assert (rating.mu, rating.sigma) == pytest.approx(NEWCOMER)


def test_the_winner_rises_the_loser_falls_and_both_become_surer() -> None:
    winner, loser = rate([((0, 1), (0, 1))], 2)
    assert winner.mu > 25 > loser.mu
    assert winner.mu - 25 == pytest.approx(25 - loser.mu)
    assert winner.sigma < 25 / 3


def test_ratings_follow_strength() -> None:
    rng = np.random.default_rng(0)
    games = []
    for _ in range(300):
        performance = np.array([3.0, 0.0, -3.0]) + rng.normal(0, 3, 3)
        ranks = tuple((-performance).argsort().argsort().tolist())
        games.append(((0, 1, 2), ranks))
    best, middle, worst = rate(games, 3)
    assert best.mu - 2 * best.sigma > middle.mu
    assert middle.mu > worst.mu + 2 * worst.sigma


def test_an_agent_against_itself_learns_nothing_about_its_strength() -> None:
    (rating,) = rate([((0, 0), (0, 1))] * 10, 1)
    assert rating.mu == pytest.approx(25)


def test_the_order_in_which_games_were_played_matters_little() -> None:
    """First losing, then winning, is not better than the other way round: orders are averaged."""
    lost, won = [((0, 1), (1, 0))] * 30, [((0, 1), (0, 1))] * 30
    one, other = rate(lost + won, 2), rate(won + lost, 2)
    assert abs(one[0].mu - other[0].mu) < 1.5
    assert rate(lost + won, 2) == one
