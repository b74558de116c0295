"""Rewards of partners, and ends without winners, in all forms of environments."""

import gymnasium
import numpy as np
import pytest

import arctic_env
from arctic_env import PositionError
from arctic_env.arena import play
from arctic_env.model.position import Position
from tests.arena.fakes import FirstLegal
from tests.arena.test_teams import NORTH_POLE, Racer


def positions_of(agents: list) -> tuple[list[Position], tuple[int, ...]]:
    """The positions of a game in which a seat decides, and its actions."""
    played = play(NORTH_POLE.deal(2, 4, teams=True), agents)
    positions = [played.start]
    for action in played.actions[:-1]:
        positions.append(positions[-1].apply(action))
    return positions, played.actions


@pytest.fixture(scope="module")
def won() -> tuple[list[Position], tuple[int, ...]]:
    return positions_of([Racer, FirstLegal] * 2)


@pytest.mark.parametrize("reward", ["win", "rank", "margin", "score"])
def test_partners_are_paid_alike_and_as_a_player_would_be(won: tuple, reward: str) -> None:
    position, action = won[0][-1], won[1][-1]
    pay = {"win": (1, -1), "rank": (1, -1)}
    ours, theirs = position.apply(action).totals()[:2].tolist()
    lead = min(1.0, (ours - theirs) / NORTH_POLE.full_margin)
    due = [*pay.get(reward, (lead, -lead) if reward == "margin" else (ours, theirs))] * 2
    env = arctic_env.north_pole_v0.env(num_players=4, teams=True, reward=reward)
    env.reset(options={"position": position})
    env.step(action)
    assert list(env.rewards.values()) == due
    assert all(env.terminations.values())
    vec = arctic_env.make_vec("north_pole", 2, num_players=4, teams=True, reward=reward)
    vec.reset(options={"position": position})
    step = vec.step(np.array([action, action]))
    assert step.rewards.tolist() == [due, due]
    assert step.terminations.all()


def test_a_learner_is_paid_when_its_partner_wins(won: tuple) -> None:
    positions, actions = won
    learner = (positions[-1].seat + 2) % 4
    last = max(number for number, position in enumerate(positions) if position.seat == learner)
    env = gymnasium.make(
        "arctic_env/NorthPole-v0", num_players=4, teams=True, seat=learner, opponents=[FirstLegal, Racer, FirstLegal]
    )
    env.reset(options={"position": positions[last]})
    _, paid, terminated, truncated, _ = env.step(actions[last])
    assert (paid, terminated, truncated) == (1.0, True, False)


def test_a_game_that_its_rules_truncate_pays_nothing() -> None:
    positions, actions = positions_of([FirstLegal] * 4)
    env = arctic_env.north_pole_v0.env(num_players=4, teams=True, reward="score")
    env.reset(options={"position": positions[-1]})
    env.step(actions[-1])
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    vec = arctic_env.make_vec("north_pole", 1, num_players=4, teams=True, reward="score")
    vec.reset(options={"position": positions[-1]})
    step = vec.step(np.array([actions[-1]]))
    assert (step.truncations.all(), step.terminations.any(), step.rewards.any()) == (True, False, False)


def test_a_batch_of_teams_begins_from_no_position_without_them() -> None:
    vec = arctic_env.make_vec("north_pole", 2, num_players=4, teams=True)
    with pytest.raises(PositionError, match=r"its teams are not those of this environment, \[0, 1, 0, 1\]"):
        vec.reset(options={"position": NORTH_POLE.deal(1, 4)})
