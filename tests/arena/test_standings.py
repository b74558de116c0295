"""Standings and pairs, from rows whose truth is known."""

import numpy as np
import pytest

from arctic_env.arena.results import ROW, settle
from arctic_env.arena.standings import make_pairs, make_standings

NAMES = ("ann", "bob", "cyd")


def rows_of(*games: tuple[int, tuple[int, ...], tuple[int, ...]], forfeits: dict[int, int] | None = None):
    """Rows from (deal, agents, scores); forfeits maps the number of a game to the seat that forfeits it."""
    made = []
    for number, (deal, agents, scores) in enumerate(games):
        seats = [forfeits[number]] if forfeits and number in forfeits else []
        rows = np.zeros(len(agents), ROW)
        rows["deal"], rows["game"] = deal, number
        rows["seat"], rows["agent"] = np.arange(len(agents)), agents
        order = sorted(range(len(agents)), key=lambda seat: (seat in seats, -scores[seat]))
        rows["rank"] = [order.index(seat) for seat in range(len(agents))]
        rows["win"] = rows["rank"] == 0
        rows["score"] = scores
        rows["margin"] = [score - (sum(scores) - score) / (len(scores) - 1) for score in scores]
        rows["forfeit"][seats] = True
        rows["decisions"], rows["seconds"], rows["finished"] = 10, 0.5, True
        made.append(rows)
    return np.concatenate(made)


def test_standings_of_a_worked_example() -> None:
    rows = rows_of(
        (0, (0, 1), (10, 4)), (0, (1, 0), (6, 8)),  # ann wins both
        (1, (0, 1), (3, 5)), (1, (1, 0), (2, 9)),  # one each
    )  # fmt: skip
    ann, bob = make_standings(rows, NAMES[:2])
    assert (ann.agent, ann.games, ann.seats, ann.forfeits) == ("ann", 4, 4, 0)
    assert ann.wins.value == 0.75
    assert ann.rank.value == 1.25
    assert ann.score.value == 7.5
    assert ann.margin.value == (6 + 2 - 2 + 7) / 4
    assert ann.seconds == 0.05
    assert (bob.wins.value, bob.rank.value, bob.margin.value) == (0.25, 1.75, -ann.margin.value)
    assert ann.rating is not None
    assert ann.rating.mu > bob.rating.mu


def test_wins_are_counted_per_seat_taken() -> None:
    """Ann sits twice at one table and wins with one of her seats: half."""
    ann, bob = make_standings(rows_of((0, (0, 0, 1), (9, 1, 5)), (1, (0, 1, 0), (9, 1, 5))), NAMES[:2])
    assert (ann.games, ann.seats, ann.wins.value) == (2, 4, 0.5)
    assert (bob.games, bob.seats, bob.wins.value) == (2, 2, 0.0)


def test_intervals_of_few_deals_stay_within_what_is_possible() -> None:
    """Ann has two of the three seats, so half of them can win at most."""
    games = [(deal, (0, 0, 1), (9, 1, 5)) for deal in range(2)] + [(2, (0, 0, 1), (1, 2, 5))]
    for standing in make_standings(rows_of(*games), NAMES[:2]):
        most = {"ann": 0.5, "bob": 1.0}[standing.agent]
        assert 0.0 <= standing.wins.low < standing.wins.value < standing.wins.high <= most
        assert 1.0 <= standing.rank.low < standing.rank.value < standing.rank.high <= 3.0
    always = [(deal, (0, 1), (9, 1)) for deal in range(2)]
    best, worst = make_standings(rows_of(*always), NAMES[:2])
    assert (best.rank.low, best.rank.value) == (1.0, 1.0) < (best.rank.high, 2.0)
    assert (worst.rank.value, worst.rank.high) == (2.0, 2.0) > (worst.rank.low, 1.0)


def test_the_interval_is_clustered_by_deal() -> None:
    """Six games a deal, the same in all of them: the interval is that of the deals, not of the games."""
    games = [(deal, (0, 1), (1, 0) if deal % 4 else (0, 1)) for deal in range(40) for _ in range(6)]
    ann, _ = make_standings(rows_of(*games), NAMES[:2])
    once, _ = make_standings(rows_of(*games[::6]), NAMES[:2])
    assert ann.games == 240
    assert ann.wins == once.wins
    assert ann.margin == once.margin


def test_a_pair_is_decided_by_the_sum_over_the_seatings() -> None:
    rows = rows_of(
        (0, (0, 1), (10, 1)), (0, (1, 0), (5, 3)),  # 9 - 2: ann's deal
        (1, (0, 1), (4, 6)), (1, (1, 0), (5, 3)),  # -2 - 2: bob's
        (2, (0, 1), (7, 2)), (2, (1, 0), (6, 1)),  # 5 - 5: nobody's
        (3, (0, 1), (1, 0)), (3, (1, 0), (0, 1)),  # ann's
    )  # fmt: skip
    (pair,) = make_pairs(rows, NAMES[:2])
    assert (pair.agent, pair.other, pair.deals) == ("ann", "bob", 4)
    assert (pair.ahead.value, pair.tied, pair.behind.value) == (0.5, 0.25, 0.25)
    assert pair.margin.value == (7 - 4 + 0 + 2) / 8
    turned = pair.turned()
    assert (turned.agent, turned.ahead, turned.behind) == ("bob", pair.behind, pair.ahead)
    assert (turned.margin.low, turned.margin.high) == (-pair.margin.high, -pair.margin.low)


def test_pairs_with_several_seats_compare_their_means() -> None:
    """Thirds that add up to nothing are a tie, not a rounding error."""
    rows = rows_of((0, (0, 0, 0, 1), (1, 1, 2, 1)), (0, (0, 0, 0, 1), (1, 1, 0, 1)))
    (pair,) = make_pairs(rows, NAMES[:2])
    assert (pair.tied, pair.margin.value) == (1.0, 0.0)


def test_pairs_count_only_games_in_which_both_sit() -> None:
    rows = rows_of((0, (0, 1), (3, 1)), (0, (0, 2), (0, 9)), (0, (1, 2), (0, 9)))
    pairs = {(pair.agent, pair.other): pair for pair in make_pairs(rows, NAMES)}
    assert list(pairs) == [("ann", "bob"), ("ann", "cyd"), ("bob", "cyd")]
    assert pairs["ann", "bob"].margin.value == 2
    assert pairs["ann", "cyd"].margin.value == -9
    assert pairs["ann", "bob"].ahead.value == 1


def test_a_forfeit_costs_the_deal_whatever_the_scores() -> None:
    games = ((0, (0, 1), (30, 2)), (0, (1, 0), (4, 3)))
    (pair,) = make_pairs(rows_of(*games, forfeits={1: 1}), NAMES[:2])
    assert (pair.ahead.value, pair.behind.value) == (0.0, 1.0)
    (pair,) = make_pairs(rows_of(*games, forfeits={0: 1, 1: 1}), NAMES[:2])
    assert pair.ahead.value == 1.0  # one forfeit each: the scores decide


@pytest.mark.parametrize(
    ("scores", "forfeited", "settled"),
    [
        ((5, 9), [], [5, 9]),
        ((5, 9), [1], [5, 5]),
        ((5, 9, 7), [1], [5, 5, 7]),
        ((5, 3, 7), [1], [5, 3, 7]),
        ((9, 8, 2), [0, 1], [2, 2, 2]),
        ((9, 8), [0, 1], [9, 8]),
    ],
)
def test_a_forfeiting_seat_scores_no_more_than_the_lowest_of_the_others(scores, forfeited, settled) -> None:
    assert settle(scores, forfeited).tolist() == settled


def test_standings_recover_known_strengths() -> None:
    """Simulated duplicate deals: an agent that is 4 points better is found so, one that is as good is not."""
    rng = np.random.default_rng(5)
    games = []
    for deal in range(300):
        luck = rng.normal(0, 8, 2)
        for agents in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)):
            skill = np.array([(4.0, 0.0, 0.0)[agent] for agent in agents])
            games.append((deal, agents, tuple(np.round(skill + luck + rng.normal(0, 3, 2)).astype(int))))
    rows = rows_of(*games)
    best, *others = make_standings(rows, NAMES)
    assert best.agent == "ann"
    assert best.wins.low > max(other.wins.high for other in others)
    pairs = {(pair.agent, pair.other): pair for pair in make_pairs(rows, NAMES)}
    assert pairs["ann", "bob"].margin.low < 4 < pairs["ann", "bob"].margin.high
    assert pairs["ann", "bob"].ahead.low > 0.75
    assert pairs["bob", "cyd"].margin.low < 0 < pairs["bob", "cyd"].margin.high
