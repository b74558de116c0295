"""Self-play in games of teams, and in games that their rules truncate."""

import numpy as np
import pytest

import arctic_env
from arctic_training.self_play_env import LEARNER
from tests.training.games import make_env, turns_of

NORTH_POLE = arctic_env.game("north_pole")
TURNS = 1100  # decisions within which every game of random players ends: few turns have three


def test_one_player_has_all_seats_of_a_team_and_partners_are_paid_alike() -> None:
    env = make_env(4, n=4, game=NORTH_POLE, network="mlp", teams=True)
    paid, seated = 0, set()
    for turn in turns_of(env, 2 * TURNS):
        assert (turn.seated[:, :2] == turn.seated[:, 2:]).all()
        assert (turn.seated[np.arange(4), turn.sure] == LEARNER).all()
        assert turn.played.rewards[:, :2] == pytest.approx(turn.played.rewards[:, 2:])
        assert turn.played.rewards.sum(axis=1) == pytest.approx(0.0)
        seated |= {tuple(row) for row in turn.seated.tolist()}
        paid += bool(turn.played.rewards.any())
        assert all(episode["won"] in (0.0, 1.0) for episode in turn.played.episodes)
    assert paid > 10
    assert len(seated) == 3  # the learner alone, and against the others on either side


def test_nothing_is_paid_or_expected_of_a_game_that_its_rules_truncate() -> None:
    env = make_env(2, n=4, game=NORTH_POLE, network="mlp", shaping=False)
    truncated = 0
    for turn in turns_of(env, 2 * TURNS):
        if turn.played.final is None:
            continue
        for k, row in enumerate(turn.played.final.rows):
            last = turn.played.final.position(k)
            assert last.seat is None
            assert not turn.played.truncated[k]
            if last.truncated:
                truncated += 1
                assert not turn.played.rewards[row].any()
                assert turn.played.episodes[k]["won"] == 0.0
    assert truncated >= 4
