"""Wrong uses: the outcomes of PettingZoo's standard wrappers, and those of the raw environment."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import arctic_env
from arctic_env import IllegalActionError, Position, arctic_v0
from tests.envs.playing import SEATS, any_legal, new_env, play, play_out, same, snapshot

PLAYERS = pytest.mark.parametrize("num_players", SEATS)
OUTSIDE = [
    None,
    -1,
    381,
    10**30,
    3.0,
    "place FM1",
    np.array([3]),
    np.float32(3),
    (),
    Ellipsis,
    True,
    np.bool_(True),
    torch.tensor(True),
    torch.tensor([3]),
    np.int64,
    np.timedelta64(3, "D"),
]


def wrapped(**settings: Any) -> Any:
    """The raw environment in PettingZoo's standard wrappers."""
    env = wrappers.TerminateIllegalWrapper(arctic_v0.raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def illegal_action(env: Any) -> int:
    return int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[3])


@pytest.mark.parametrize(
    "use",
    [
        lambda env: env.step(0),
        lambda env: env.observe("player_0"),
        lambda env: env.state(),
        lambda env: env.render(),
        lambda env: list(env.agent_iter()),
    ],
)
def test_use_before_reset(use: Callable[[Any], object]) -> None:
    for env in (arctic_v0.env(render_mode="ansi"), wrapped(render_mode="ansi")):
        with pytest.raises(AssertionError, match="reset"):
            use(env)


@pytest.mark.parametrize(
    "name", ["position", "rewards", "terminations", "truncations", "infos", "agent_selection", "num_agents", "agents"]
)
def test_attributes_before_reset(name: str) -> None:
    for env in (arctic_v0.env(), arctic_v0.raw_env()):
        with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
            getattr(env, name)


def test_attributes_that_do_not_exist() -> None:
    with pytest.raises(AttributeError, match="no attribute 'board'"):
        _ = arctic_v0.env().board
    assert not hasattr(arctic_v0.env(), "agents")


def test_agent_iter_wants_a_step_in_each_round() -> None:
    for env in (new_env(), wrapped()):
        env.reset(seed=7)
        agents = iter(env.agent_iter())
        next(agents)
        with pytest.raises(AssertionError, match="need to call step"):
            next(agents)


def test_agent_iter_ends_after_so_many() -> None:
    env = new_env()
    seen = []
    for agent in env.agent_iter(5):
        seen.append(agent)
        env.step(any_legal(env.infos[agent]["action_mask"], np.random.default_rng(0)))
    assert len(seen) == 5


@pytest.mark.parametrize("action", OUTSIDE, ids=repr)
def test_actions_outside_of_the_space(action: Any) -> None:
    env, raw = new_env(), arctic_v0.raw_env()
    raw.reset(seed=7)
    before = snapshot(env), snapshot(raw)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
    with pytest.raises(IllegalActionError):
        raw.step(action)
    assert same((snapshot(env)), before[0])
    assert same((snapshot(raw)), before[1])


@pytest.mark.parametrize("kind", [bool, float, str, np.bool_, np.float64])
@pytest.mark.parametrize("make", [arctic_v0.env, arctic_v0.raw_env, arctic_v0.seat_env])
def test_what_is_no_integer_is_no_action_even_where_1_is_legal(
    make: Callable[[], Any], kind: Callable[[int], Any]
) -> None:
    env = make()
    env.reset(seed=1, options={"position": where_1_is_legal()})
    before = env.position
    with pytest.raises((AssertionError, IllegalActionError), match="is not one of 0 to 380"):
        env.step(kind(1))
    assert env.position == before
    env.step(np.array(1, np.int8))


def where_1_is_legal() -> Position:
    for seed in range(100):
        position = arctic_env.game("arctic").deal(seed=seed)
        while position.seat is not None:
            if position.seat == 0 and position.mask()[1]:
                return position
            position = position.apply(np.random.default_rng(seed).choice(position.mask().nonzero()[0]))
    raise AssertionError


@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.int8, np.uint16, np.array])
def test_whole_numbers_of_every_kind_are_actions(kind: Callable[[int], Any]) -> None:
    env, other = new_env(), new_env()
    action = any_legal(env.infos[env.agent_selection]["action_mask"], np.random.default_rng(0))
    env.step(kind(action))
    other.step(action)
    assert env.position == other.position


def test_an_illegal_action_raises_in_the_raw_environment_and_changes_nothing() -> None:
    raw = arctic_v0.raw_env(num_players=3)
    raw.reset(seed=7)
    play(raw, 20)
    before = snapshot(raw)
    with pytest.raises(IllegalActionError, match="legal: "):
        raw.step(illegal_action(raw))
    assert same(snapshot(raw), before)
    play(raw, 1000)


def test_illegal_actions_raise_in_the_checked_environment_if_asked_for() -> None:
    env = new_env(illegal="raise")
    before = snapshot(env)
    with pytest.raises(IllegalActionError, match="legal: "):
        env.step(illegal_action(env))
    assert same(snapshot(env), before)


@PLAYERS
@pytest.mark.parametrize("reward", ["win", "score"])
def test_an_illegal_action_loses(num_players: int, reward: str) -> None:
    env = new_env(num_players=num_players, reward=reward)
    play(env, 17)
    EnvLogger.flush()
    culprit, action, position = env.agent_selection, illegal_action(env), env.position
    env.step(action)
    assert any("Illegal move" in message for message in EnvLogger.mqueue)
    assert env.position == position
    assert env.infos[culprit]["illegal_action"] == action
    for step in play_out(env):
        assert step.reward == (-1 if step.agent == culprit else 0)
        assert step.terminated
        assert not step.truncated
        assert not step.mask.any()
        assert not step.observation["action_mask"].any()
    env.reset(seed=7)
    assert same(snapshot(env), snapshot(new_env(num_players=num_players, reward=reward)))


def test_a_mask_that_was_handed_out_cannot_make_actions_legal() -> None:
    env = new_env()
    env.last()[0]["action_mask"][:] = 1
    env.infos[env.agent_selection]["action_mask"][:] = 1
    action = int(np.flatnonzero(env.position.mask() == 0)[0])
    env.step(action)
    assert all(env.terminations.values())


def test_dead_agents_step_with_none_only() -> None:
    env, other = new_env(), wrapped()
    other.reset(seed=7)
    for each in (env, other):
        play(each, 1000)
        with pytest.raises(ValueError, match="the only valid action is None"):
            each.step(0)
        each.step(None)
        assert each.agents == ["player_1"]


def test_steps_after_the_end_are_logged_and_do_nothing() -> None:
    for env in (new_env(), wrapped()):
        env.reset(seed=7)
        play_out(env)
        EnvLogger.flush()
        env.step(None)
        env.step(3)
        assert sum("step() called after all agents" in message for message in EnvLogger.mqueue) >= 2
        env.reset(seed=7)
        assert env.agents


def test_steps_after_the_end_raise_in_the_raw_environment() -> None:
    raw = arctic_v0.raw_env()
    raw.reset(seed=7)
    play_out(raw)
    with pytest.raises(IllegalActionError, match="reset first"):
        raw.step(0)


@PLAYERS
@pytest.mark.parametrize("chance_of_illegal", [0.0, 0.02])
def test_games_go_as_in_pettingzoos_wrappers(num_players: int, chance_of_illegal: float) -> None:
    """Step by step the same as the raw environment in the three standard wrappers."""
    rng = np.random.default_rng(num_players)
    env, other = arctic_v0.env(num_players=num_players), wrapped(num_players=num_players)
    for seed in range(4):
        env.reset(seed=seed)
        other.reset(seed=seed)
        for agent in env.agent_iter():
            mine, theirs = env.last(), other.last()
            over = mine[2] or mine[3]
            assert agent == other.agent_selection
            assert over == (theirs[2] or theirs[3])
            assert mine[1] == theirs[1]
            if not (over and chance_of_illegal):  # the wrapper shows dead agents a mask as if they were alive
                assert same(mine[0], theirs[0])
            mask = mine[0]["action_mask"]
            wrong = rng.random() < chance_of_illegal
            action = None if over else any_legal(1 - mask if wrong else mask, rng)
            env.step(action)
            other.step(action)
            assert env.rewards == other.rewards
        assert other.agents == []


def test_the_raw_environment_survives_pettingzoos_wrappers_and_copies_of_them() -> None:
    env = wrapped(num_players=3)
    env.reset(seed=7)
    play(env, 25)
    twin = copy.deepcopy(env)
    assert play(env, 1000, seed=2) == play(twin, 1000, seed=2)
    assert env.unwrapped.position == twin.unwrapped.position
