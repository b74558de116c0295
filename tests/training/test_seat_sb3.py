"""One seat of many games, as Stable-Baselines3 wants it."""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.logger import configure
from stable_baselines3.common.monitor import Monitor

import arctic_env
from arctic_env import arctic_v0
from arctic_training.seat_sb3 import SeatSB3VecEnv

N = 4
GAME = arctic_env.game("arctic")


def make(**settings: Any) -> SeatSB3VecEnv:
    return SeatSB3VecEnv(arctic_v0.seat_vec_env(N, autoreset_mode="SAME_STEP", **settings))


def choose(masks: Any) -> Any:
    return np.stack(masks).argmax(axis=1)


@pytest.mark.parametrize(
    ("observation", "policy"), [("flat", "MlpPolicy"), ("scaled", "MlpPolicy"), ("parts", "MultiInputPolicy")]
)
def test_masked_ppo_learns_in_it_and_fits_the_single_environment(observation: str, policy: str, tmp_path: Path) -> None:
    """Field bug 10: observations fit, masks arrive with them."""
    settings: dict[str, Any] = {"observation": observation, "opponents": ["random"]}
    env, single = make(**settings), gymnasium.make("arctic_env/Arctic-v0", **settings)
    assert env.observation_space == single.observation_space
    model = MaskablePPO(policy, env, n_steps=64, batch_size=128, n_epochs=1, device="cpu", seed=1)
    model.set_logger(configure(str(tmp_path), ["json"]))
    model.learn(2 * N * 64)
    assert model.num_timesteps == 2 * N * 64
    model.logger.close()
    logged = json.loads((tmp_path / "progress.json").read_text().splitlines()[-1])
    assert -1 <= logged["rollout/ep_rew_mean"] <= 1
    assert logged["rollout/ep_len_mean"] > 1
    seen = env.reset()
    actions, _ = model.predict(seen, action_masks=get_action_masks(env))
    assert all(mask[action] for mask, action in zip(env.action_masks(), actions, strict=True))
    for played in (env, Monitor(single)):
        rewards, lengths = evaluate_policy(model, played, n_eval_episodes=N, return_episode_rewards=True)
        assert len(rewards) == N
        assert set(rewards) <= {-1.0, 0.0, 1.0}  # type: ignore[arg-type]
        assert min(lengths) > 1  # type: ignore[arg-type]


def test_an_episode_pays_once_and_keeps_its_last_observation() -> None:
    """Field bugs 1 and 11."""
    env = make(num_players=3, opponents=["random"], reward="rank", seat="random")
    env.seed(5)
    shown, ended, steps, lengths = env.reset(), 0, 0, 0
    while ended < 2 * N:
        shown, rewards, dones, infos = env.step(choose(env.env_method("action_masks")))
        steps += 1
        assert not rewards[~dones].any()
        for row, info in enumerate(infos):
            assert bool(info) == dones[row]
            if info:
                ended += 1
                assert not info["TimeLimit.truncated"]
                assert info["episode"]["r"] == rewards[row]
                lengths += info["episode"]["l"]
                last = info["terminal_observation"]
                assert last.shape == shown[row].shape
                assert not np.array_equal(last, shown[row])
    assert steps < lengths <= N * steps


def test_truncation_is_told_apart() -> None:
    """Field bug 12."""
    env = make(max_cycles=5)
    env.reset()
    for _ in range(40):
        _, _, dones, infos = env.step(choose(env.action_masks()))
        assert [info.get("TimeLimit.truncated", False) for info in infos] == dones.tolist()


def test_the_seed_decides() -> None:
    env = make()
    env.seed(3)
    first = env.reset()
    second = env.reset()
    env.seed(3)
    again = env.reset()
    assert np.array_equal(first, again)
    assert not np.array_equal(first, second)


START = next(deal for deal in map(GAME.deal, range(50)) if deal.seat == 0)


@pytest.mark.parametrize("options", [{"position": START.to_dict()}, [{"position": START}] * N])
def test_options_reach_the_next_reset_and_none_after(options: Any) -> None:
    """As in SB3's own `DummyVecEnv`."""
    env = make()
    env.seed(3)
    dealt = env.reset()
    env.set_options(options)
    told = arctic_v0.seat_env().reset(options={"position": START})[0]
    assert (env.reset() == told).all()
    env.seed(3)
    assert np.array_equal(env.reset(), dealt)


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
    env.reset()
    ended = np.zeros(N, np.bool_)
    assert np.array_equal([info["action_mask"] for info in env.reset_infos], env.action_masks())
    while not ended.any():
        _, _, ended, _ = env.step(choose(env.action_masks()))
    for row in np.flatnonzero(ended):
        assert np.array_equal(env.reset_infos[row]["action_mask"], env.action_masks()[row])


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
