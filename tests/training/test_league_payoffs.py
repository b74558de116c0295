"""The table of results: what games put in, what fades, and what a copy inherits."""

import json
import math

import numpy as np
import pytest

from arctic_training.league.payoffs import Payoffs


def payoffs_of(*names: str, prior: float = 1e-15) -> Payoffs:
    payoffs = Payoffs(prior)
    for name in names:
        payoffs.add(name)
    return payoffs


def game(payoffs: Payoffs, seated: list[int], ranks: list[int], scores: list[int]) -> None:
    payoffs.record(np.array([seated]), np.array([ranks], np.int8), np.array([scores], np.int32))


def test_a_game_counts_for_every_two_of_the_table() -> None:
    payoffs = payoffs_of("a", "b", "c")
    game(payoffs, [1, 0, 2], [0, 1, 1], [50, 30, 30])
    assert payoffs.share("b", "a") == pytest.approx(1.0)
    assert payoffs.share("a", "b") == pytest.approx(0.0)
    assert payoffs.share("a", "c") == pytest.approx(0.5)
    assert payoffs.mean_margins()[1].tolist() == pytest.approx([20.0, 0.0, 20.0])


def test_who_sits_twice_meets_twice_and_not_itself() -> None:
    payoffs = payoffs_of("a", "b")
    game(payoffs, [0, 1, 0], [0, 1, 2], [9, 5, 1])
    assert payoffs.meetings.tolist() == [[0.0, 2.0], [2.0, 0.0]]
    assert payoffs.share("a", "b") == pytest.approx(0.5)
    assert payoffs.mean_margins()[0, 1] == pytest.approx(0.0)


def test_wins_and_losses_make_the_meetings_and_margins_cancel() -> None:
    generator = np.random.default_rng(0)
    payoffs = payoffs_of("a", "b", "c", "d")
    scores = generator.integers(9, size=(200, 3)).astype(np.int32)
    ranks = (scores[:, :, None] < scores[:, None, :]).sum(axis=2).astype(np.int8)
    payoffs.record(generator.integers(4, size=(200, 3)), ranks, scores)
    assert payoffs.meetings.sum() > 600
    assert (payoffs.wins + payoffs.wins.T).tolist() == payoffs.meetings.tolist()
    assert not (payoffs.margins + payoffs.margins.T).any()


def test_what_is_not_known_is_one_half_and_the_prior_holds_back() -> None:
    payoffs = payoffs_of("a", "b", prior=4.0)
    assert payoffs.share("a", "b") == 0.5
    game(payoffs, [0, 1], [0, 1], [2, 1])
    assert payoffs.share("a", "b") == pytest.approx((1 + 2) / (1 + 4))


def test_what_is_known_of_a_learner_fades_and_of_others_stays() -> None:
    payoffs = payoffs_of("a", "b", "c", prior=2.0)
    for seated in ([0, 1], [1, 2]):
        for _ in range(8):
            game(payoffs, seated, [0, 1], [7, 3])
    known = payoffs.share("b", "c")
    payoffs.fade("a", 0.5)
    assert payoffs.meetings[0].tolist() == [0.0, 4.0, 0.0]
    assert payoffs.share("a", "b") == pytest.approx((4 + 1) / (4 + 2))
    assert payoffs.share("b", "c") == known
    payoffs.fade("a", 0.0)
    assert payoffs.share("a", "b") == 0.5


def test_a_copy_is_known_for_what_it_is_a_copy_of() -> None:
    payoffs = payoffs_of("a", "b", "c", prior=2.0)
    for _ in range(8):
        game(payoffs, [0, 1, 2], [0, 1, 2], [9, 5, 1])
    payoffs.add("a-1", like="a")
    for other in ("b", "c"):
        assert payoffs.share("a-1", other) == payoffs.share("a", other) > 0.5
        assert payoffs.share(other, "a-1") == payoffs.share(other, "a")
    assert payoffs.meetings[3].tolist() == [0.0, 8.0, 8.0, 0.0]
    game(payoffs, [3, 0], [0, 1], [2, 1])
    assert payoffs.share("a-1", "a") > 0.5


def test_the_least_known_pairs_come_first() -> None:
    payoffs = payoffs_of("a", "b", "c")
    game(payoffs, [0, 1], [0, 1], [2, 1])
    game(payoffs, [0, 1], [0, 1], [2, 1])
    game(payoffs, [1, 2], [0, 1], [2, 1])
    assert payoffs.least_known(2) == [("a", "c"), ("b", "c")]
    assert payoffs.least_known(9) == [("a", "c"), ("b", "c"), ("a", "b")]


def test_a_mean_share_leaves_oneself_out() -> None:
    payoffs = payoffs_of("a", "b", "c")
    game(payoffs, [0, 1, 2], [1, 0, 2], [5, 9, 1])
    assert payoffs.mean_share("a", ["a", "b", "c"]) == pytest.approx(0.5)
    assert payoffs.mean_share("b", ["a", "b", "c"]) == pytest.approx(1.0)
    assert payoffs.mean_share("a", ["a"]) == 0.5


def test_json_keeps_it_to_the_last_bit() -> None:
    payoffs, again = payoffs_of("a", "b"), Payoffs(1e-15)
    for _ in range(3):
        game(payoffs, [0, 1], [0, 1], [2, 1])
        payoffs.fade("a", 0.7)
    again.restore(json.loads(json.dumps(payoffs.save())))
    assert again.shares().tobytes() == payoffs.shares().tobytes()
    assert again.names == payoffs.names
    with pytest.raises(ValueError, match="wins must be 2 times 2 numbers"):
        again.restore({**payoffs.save(), "wins": [[0.0]]})
    with pytest.raises(ValueError, match="all must be finite numbers"):
        again.restore({**payoffs.save(), "margins": [[0.0, math.inf], [-math.inf, 0.0]]})
