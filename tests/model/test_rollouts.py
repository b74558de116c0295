"""Random games from positions, many at a time."""

import numpy as np
import pytest

import arctic_env
from arctic_env.model.rollouts import Rollouts, rollout

GAME = arctic_env.game("arctic")


def states_of(seeds: list[int], players: int) -> np.ndarray:
    return np.concatenate([GAME.deal(seed=seed, num_players=players).states for seed in seeds])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ends_are_ends_of_the_game(players: int) -> None:
    position = GAME.deal(seed=4, num_players=players)
    before = position.states.tobytes()
    ends = position.rollouts(40, seed=1)
    assert ends.scores.shape == ends.ranks.shape == (1, 40, players)
    assert (ends.decisions > 0).all()
    assert (ends.ranks == 0).any(axis=2).all()
    assert ends.wins.sum() == pytest.approx(1)
    assert len(np.unique(ends.scores.reshape(40, players), axis=0)) > 1
    assert position.states.tobytes() == before


def test_each_game_is_the_one_that_its_seed_plays() -> None:
    states = states_of([1, 2, 3], 3)
    ends = rollout(GAME, states, 5, seed=9)
    seeds = np.random.default_rng(9).integers(2**63 - 1, size=15, endpoint=True)
    alone = np.repeat(states, 5)
    GAME.batch.rollout(alone, seeds, np.zeros((1, GAME.actions.size), np.int8))
    scores = np.zeros((15, 4), np.int32)
    GAME.batch.scores(alone, scores)
    assert np.array_equal(ends.scores.reshape(15, 3), scores[:, :3])


def test_threads_change_nothing() -> None:
    position = GAME.deal(seed=4, num_players=2)
    one, three = (position.rollouts(400, seed=3, threads=threads) for threads in (1, 3))
    assert np.array_equal(one.scores, three.scores)
    assert np.array_equal(one.decisions, three.decisions)


def test_a_game_that_is_over_stays_as_it_is() -> None:
    position = GAME.deal(seed=4, num_players=2)
    while position.seat is not None:
        position = position.play(position.legal()[0])
    ends = position.rollouts(3)
    assert ends.scores[0].tolist() == [position.totals().tolist()] * 3
    assert not ends.decisions.any()


def test_bad_requests_are_refused() -> None:
    with pytest.raises(ValueError, match="k must be an integer of at least 1, not 0"):
        GAME.deal(seed=1).rollouts(0)
    with pytest.raises(ValueError, match="seed"):
        GAME.deal(seed=1).rollouts(1, seed=-1)
    with pytest.raises(ValueError, match=r"one number of players, not \[2, 3\]"):
        rollout(GAME, np.concatenate([states_of([1], 2), states_of([1], 3)]), 2)


def test_they_print_as_a_few_lines() -> None:
    ends = Rollouts(
        scores=np.array([[[30, 10], [20, 20]]] * 3, np.int32),
        ranks=np.array([[[0, 1], [0, 0]]] * 3, np.int8),
        decisions=np.array([[90, 80]] * 3, np.int32),
    )
    assert str(ends).splitlines() == [
        "6 random games from 3 states, 85.0 decisions in the mean",
        "  seat 0: 75.0% of the wins, mean score 25.0",
        "  seat 1: 25.0% of the wins, mean score 15.0",
    ]
    first, *seats = str(GAME.deal(seed=4, num_players=4).rollouts(2000)).splitlines()
    assert first.startswith("2,000 random games, ")
    assert len(seats) == 4
