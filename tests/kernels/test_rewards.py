"""What the rewards pay."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arctic_env.kernels.rewards import REWARDS, make_reward


def pay(reward: str, scores: list[int], ranks: list[int], teams: list[int] | None = None) -> list[float]:
    """Pay seats; without teams each is its own."""
    seats = np.arange(len(scores), dtype=np.int8) if teams is None else np.array(teams, np.int8)
    return make_reward(reward, 10)(np.array(scores, np.int32), np.array(ranks, np.int8), seats)


@pytest.mark.parametrize(
    ("reward", "scores", "ranks", "expected"),
    [
        ("win", [5, 9], [1, 0], [-1, 1]),
        ("win", [5, 9, 1, 2], [1, 0, 3, 2], [-1 / 3, 1, -1 / 3, -1 / 3]),
        ("win", [9, 9], [0, 1], [1, -1]),  # a tie that the rules break
        ("win", [9, 9, 3], [0, 0, 2], [0.5, 0.5, -1]),  # one that they do not
        ("win", [9, 9], [0, 0], [0, 0]),
        ("rank", [5, 9], [1, 0], [-1, 1]),
        ("rank", [5, 9, 1], [1, 0, 2], [0, 1, -1]),
        ("rank", [5, 9, 1, 2], [1, 0, 3, 2], [1 / 3, 1, -1, -1 / 3]),
        ("rank", [9, 9, 3], [0, 0, 2], [0.5, 0.5, -1]),
        ("margin", [5, 9], [1, 0], [-0.4, 0.4]),
        ("margin", [-5, 9, 8], [2, 0, 1], [-1, 0.1, -0.1]),
        ("margin", [9, 9], [0, 1], [0, 0]),
        ("score", [5, -9, 0], [0, 2, 1], [5, -9, 0]),
    ],
)
def test_examples(reward: str, scores: list[int], ranks: list[int], expected: list[float]) -> None:
    paid = pay(reward, scores, ranks)
    assert paid == pytest.approx(expected)
    assert all(type(value) is float for value in paid)


@given(
    st.lists(st.integers(-120, 120), min_size=2, max_size=3),
    st.permutations(range(9)),
    st.integers(2, 3),
    st.sampled_from(REWARDS),
)
def test_partners_are_each_paid_as_a_player_with_their_score(
    points: list[int], order: list[int], size: int, reward: str
) -> None:
    """A game of teams pays every seat of a team what the same game among as many players pays one of them."""
    places = sorted(range(len(points) * size), key=lambda seat: order[seat])
    teams = [place % len(points) for place in places]
    scores = [points[team] for team in teams]
    ranks = [sum(other > own for other in scores) for own in scores]
    alone = pay(reward, points, [sum(other > own for other in points) for own in points])
    assert pay(reward, scores, ranks, teams) == pytest.approx([alone[team] for team in teams])


@given(st.lists(st.integers(-120, 120), min_size=2, max_size=4), st.sampled_from(REWARDS))
def test_sums_bounds_and_order(scores: list[int], reward: str) -> None:
    ranks = [sum(other > own for other in scores) for own in scores]
    paid = pay(reward, scores, ranks)
    assert [value for _, value in sorted(zip(scores, paid, strict=True))] == sorted(paid)
    if reward != "score":
        assert max(map(abs, paid)) <= 1
    if reward in ("win", "rank") or (reward == "margin" and len(scores) == 2):
        assert sum(paid) == pytest.approx(0)


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(ValueError, match="win, rank, margin, score"):
        make_reward("points", 1)
