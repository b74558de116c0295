"""One seat of many games, as Stable-Baselines3 wants it."""

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecMonitor

import arctic_env
from arctic_env import arctic_v0
from arctic_training.seat_sb3 import SeatSB3VecEnv

N = 4
GAME = arctic_env.game("arctic")


def make(**settings: Any) -> SeatSB3VecEnv:
    return SeatSB3VecEnv(arctic_v0.seat_vec_env(N, autoreset_mode="SAME_STEP", **settings))


def choose(masks: Any) -> Any:
    return np.stack(masks).argmax(axis=1)


@pytest.mark.parametrize("observation", ["flat", "scaled", "parts"])
def test_masked_ppo_learns_in_it(observation: str) -> None:
    """Field bug 10: observations fit, masks arrive with them."""
    env = make(observation=observation, opponents=["random"])
    model = MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=16, n_epochs=1, device="cpu", seed=1)
    model.learn(4 * N * 8)
    assert model.num_timesteps == 4 * N * 8
    legal = env.reset()["action_mask"]
    actions, _ = model.predict(env.reset(), action_masks=get_action_masks(env))
    assert get_action_masks(env).shape == legal.shape
    assert all(mask[action] for mask, action in zip(env.action_masks(), actions, strict=True))


def test_an_episode_pays_once_and_keeps_its_last_observation() -> None:
    """Field bugs 1 and 11."""
    env = make(num_players=3, opponents=["random"], reward="rank", seat="random")
    env.seed(5)
    shown, ended = env.reset(), 0
    while ended < 2 * N:
        assert np.array_equal(shown["action_mask"], env.env_method("action_masks"))
        shown, rewards, dones, infos = env.step(choose(shown["action_mask"]))
        assert not rewards[~dones].any()
        for row, info in enumerate(infos):
            assert bool(info) == dones[row]
            if info:
                ended += 1
                assert not info["TimeLimit.truncated"]
                assert not info["terminal_observation"]["action_mask"].any()
                last = info["terminal_observation"]["observation"]
                assert last.shape == shown["observation"][row].shape
                assert not np.array_equal(last, shown["observation"][row])


def test_truncation_is_told_apart() -> None:
    """Field bug 12."""
    env = make(max_cycles=5)
    env.reset()
    for _ in range(40):
        _, _, dones, infos = env.step(choose(env.action_masks()))
        assert [info.get("TimeLimit.truncated", False) for info in infos] == dones.tolist()


def test_sb3s_monitor_and_evaluation_work() -> None:
    env = VecMonitor(make(opponents=["random"]))
    model = MaskablePPO("MultiInputPolicy", env, n_steps=8, batch_size=16, n_epochs=1, device="cpu", seed=1)
    mean, _ = evaluate_policy(model, env, n_eval_episodes=4)
    assert -1 <= mean <= 1


def test_the_seed_decides() -> None:
    env = make()
    env.seed(3)
    first = env.reset()
    second = env.reset()
    env.seed(3)
    again = env.reset()
    assert np.array_equal(first["observation"], again["observation"])
    assert not np.array_equal(first["observation"], second["observation"])


START = next(deal for deal in map(GAME.deal, range(50)) if deal.seat == 0)


@pytest.mark.parametrize("options", [{"position": START.to_dict()}, [{"position": START}] * N])
def test_options_reach_the_next_reset_and_none_after(options: Any) -> None:
    """As in SB3's own `DummyVecEnv`."""
    env = make()
    env.seed(3)
    dealt = env.reset()["observation"]
    env.set_options(options)
    told = arctic_v0.seat_env().reset(options={"position": START})[0]
    assert (env.reset()["observation"] == told).all()
    env.seed(3)
    assert np.array_equal(env.reset()["observation"], dealt)


@pytest.mark.parametrize("options", [[{"position": START}, {}, {}, {}], [{"position": START}] * (N + 1)])
def test_games_cannot_begin_from_different_positions(options: Any) -> None:
    env = make()
    with pytest.raises(ValueError, match="same position for all of the 4 games"):
        env.set_options(options)
    env.reset()


@pytest.mark.parametrize("options", [{"postion": START}, {"reset_mask": [1, 0, 0, 0]}])
def test_other_options_are_refused(options: Any) -> None:
    env = make()
    with pytest.raises(ValueError, match=r"there is no option '(postion|reset_mask)'"):
        env.set_options(options)
    env.reset()


def test_what_games_are_asked_is_answered_or_refused() -> None:
    env = make()
    env.reset()
    assert env.metadata == env.env.metadata
    assert env.get_attr("game", [0, 2]) == [env.env.game] * 2
    with pytest.raises(TypeError, match="action_masks of a game takes no arguments"):
        env.env_method("action_masks", 5)


def test_infos_of_the_last_reset_are_kept() -> None:
    env = make(opponents=["random"])
    shown, ended = env.reset(), np.zeros(N, np.bool_)
    assert np.array_equal([info["action_mask"] for info in env.reset_infos], shown["action_mask"])
    while not ended.any():
        shown, _, ended, _ = env.step(choose(env.action_masks()))
    for row in np.flatnonzero(ended):
        assert np.array_equal(env.reset_infos[row]["action_mask"], shown["action_mask"][row])


def test_other_ways_to_reset_are_refused() -> None:
    with pytest.raises(ValueError, match='SAME_STEP", not "NEXT_STEP"'):
        SeatSB3VecEnv(arctic_v0.seat_vec_env(N))


def test_games_are_rendered_as_they_were_made_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    """SB3's `render` asks games for their method of that name."""
    env = make(render_mode="human")
    env.reset()
    printed = capsys.readouterr().out
    assert printed.count("seen by seat 0") == N
    assert env.render() is None
    assert capsys.readouterr().out == printed
    env = make(render_mode="ansi")
    env.reset()
    assert env.env_method("render", indices=[1]) == [str(env.env.render()[1])]  # type: ignore[index]


def test_pictures() -> None:
    assert list(make().get_images()) == [None] * N
    env = make(render_mode="rgb_array", num_players=2)
    env.reset()
    assert [image.dtype for image in env.get_images() if image is not None] == [np.uint8] * N
