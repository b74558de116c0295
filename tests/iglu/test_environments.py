"""IGLU IGLU as an environment: PettingZoo, Gymnasium, batches, and decisions out of turn."""

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

import arctic_env
from arctic_env import iglu_v0
from arctic_env.envs.aec import GameEnv
from tests.iglu.scenes import scene, seat

with warnings.catch_warnings():  # PettingZoo's tests import their example in a way that PettingZoo calls outdated
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test as check_api
    from pettingzoo.test import seed_test

MAKERS = pytest.mark.parametrize("make", [iglu_v0.env, iglu_v0.raw_env], ids=["env", "raw_env"])
LISTS = ("env_obs_dicts", "env_obs_space", "env_all_zeros_obs")  # see tests/envs/test_pettingzoo.py


@pytest.fixture(autouse=True)
def _listed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LISTS:
        monkeypatch.setitem(check_api.__globals__, name, [*check_api.__globals__[name], "iglu_v0"])


@MAKERS
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_finds_nothing(make: Callable[..., GameEnv], players: int) -> None:
    check_api(make(num_players=players, variant="serious", half="up"), num_cycles=150)
    seed_test(lambda: make(num_players=players), num_cycles=100)


def test_it_is_in_both_registries() -> None:
    env = pettingzoo.make("aec", "iglu_v0", num_players=4, variant="serious", half="up")
    env.reset(seed=1)
    dealt = arctic_env.game("iglu").deal(seed=1, num_players=4, variant="serious", half="up")
    assert env.unwrapped.position == dealt
    made = gymnasium.make("arctic_env/Iglu-v0", opponents=["random"])
    assert made.unwrapped.game is arctic_env.game("iglu")
    check_env(iglu_v0.seat_env(opponents=["random"]), skip_render_check=True)


def test_many_seats_learn_at_once() -> None:
    envs = gymnasium.make_vec("arctic_env/Iglu-v0", num_envs=3, opponents=["random"])
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        _, rewards, *_, infos = envs.step(np.array([mask.argmax() for mask in infos["action_mask"]]))
        assert rewards.shape == (3,)
    envs.close()


def test_agents_decide_out_of_turn_when_a_bear_attacks() -> None:
    env = iglu_v0.env()
    start = scene(seat(kept="animals"), seat(inuit="c3", kept="harpoon"), ice="c3 g7", bears="c4")
    env.reset(options={"position": start})
    for text, agent in (("animals", "player_0"), ("step bear c4 south", "player_0"), ("harpoon", "player_1")):
        assert env.agent_selection == agent
        observation, *_ = env.last()
        action = env.unwrapped.position.action_id(text)
        assert observation["action_mask"][action] == 1
        env.step(action)
    assert env.agent_selection == "player_0"
    assert env.unwrapped.position.to_dict()["seats"][1]["hunted"] == ["bear"]


@pytest.mark.parametrize("players", [2, 4])
def test_a_batch_plays_the_very_games_of_single_environments(players: int) -> None:
    n, steps = 3, 500
    vec = arctic_env.make_vec("iglu", n, num_players=players, threads=2)
    step = vec.reset(seed=5)
    singles = [iglu_v0.raw_env(num_players=players) for _ in range(n)]
    for k, env in enumerate(singles):
        env.reset(seed=5 + k)
    chance = np.random.default_rng(0)
    for _ in range(steps):
        actions = []
        for k, env in enumerate(singles):
            observation, *_ = env.last()
            assert np.array_equal(step.observations[k], observation["observation"])
            assert np.array_equal(step.action_masks[k], observation["action_mask"])
            assert env.agent_selection == f"player_{step.seats[k]}"
            actions.append(int(chance.choice(np.flatnonzero(step.action_masks[k]))))
        step = vec.step(np.array(actions))
        for k, env in enumerate(singles):
            _play(env, actions[k], step.rewards[k])


def _play(env: Any, action: int, rewards: np.ndarray) -> None:
    env.step(action)
    assert [env.rewards[agent] for agent in env.possible_agents] == rewards.tolist()
    if any(env.terminations.values()):
        env.reset()


def test_rewards_of_shared_wins_share_the_prize() -> None:
    env = iglu_v0.raw_env(num_players=3)
    start = scene(seat(inuit="c2"), seat(inuit="g7"), seat(), players=3, ice="c2 g7", tiles={"e5": "fish 1"})
    env.reset(options={"position": start})
    for text in ("turn e5", "end phase"):
        env.step(env.unwrapped.position.action_id(text))
    assert env.rewards == {"player_0": 0.5, "player_1": 0.5, "player_2": -1.0}
