"""SelfPlayPPO: what it collects is what was played, and all else is sb3-contrib's."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from arctic_agents.networks.legal import Legal
from arctic_training.buffer import END
from arctic_training.ppo import NetworkPolicy
from arctic_training.self_play import SelfPlayPPO
from arctic_training.self_play_env import LEARNER, SelfPlayEnv, SelfPlayStep
from tests.training.games import make_env

STEPS = 40
GAMMA, LAMBDA = 0.9, 0.95


def make_model(env: SelfPlayEnv, **settings: Any) -> SelfPlayPPO:
    policy = {"network": env.opponents.snapshots[0]}
    settings = {"n_steps": STEPS, "batch_size": 48, "n_epochs": 1, **settings}
    return SelfPlayPPO(
        NetworkPolicy, env, gamma=GAMMA, gae_lambda=LAMBDA, policy_kwargs=policy, seed=3, device="cpu", **settings
    )


class Plain(BaseCallback):
    """Writes down each seat's decisions and rewards in lists, and computes advantages from them one by one."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[tuple[int, int], list[float]] = {}
        self.rewards: dict[tuple[int, int], list[float]] = {}
        self.finished: list[tuple[list[float], list[float]]] = []
        self.games = self.decided = 0

    def watch(self, model: SelfPlayPPO) -> "Plain":
        decide = model._decide

        def noting(seen: NDArray[np.int8], legal: Legal) -> tuple[NDArray[Any], ...]:
            actions, values, log_probs = decide(seen, legal)
            rows = model.env.learner_rows()
            values = values + 1e-9 * (self.decided + np.arange(len(rows)))
            self.decided += len(rows)
            for row, seat, value in zip(rows, model.env.shown.seats[rows], values, strict=True):
                self.values.setdefault((row, seat), []).append(float(value))
                self.rewards.setdefault((row, seat), []).append(0.0)
            return actions, values, log_probs

        model._decide = noting  # type: ignore[method-assign]
        return self

    def _on_step(self) -> bool:
        played: SelfPlayStep = self.locals["step"]
        for (row, seat), rewards in self.rewards.items():
            rewards[-1] += played.rewards[row, seat]
        if played.final is not None:
            for row in played.final.rows:
                self.games += 1
                for seat in range(played.rewards.shape[1]):
                    if (row, seat) in self.values:
                        self.finished.append((self.values.pop((row, seat)), self.rewards.pop((row, seat))))
        return True

    def expected(self) -> dict[float, float]:
        """Advantages by value: `watch` sees to it that no two decisions have the same one."""
        found: dict[float, float] = {}
        unfinished = [(self.values[place], self.rewards[place]) for place in self.values]
        for over, trajectories in ((True, self.finished), (False, unfinished)):
            for values, rewards in trajectories:
                carried, following = 0.0, 0.0 if over else values[-1]
                for i in reversed(range(len(values) if over else len(values) - 1)):
                    carried = rewards[i] + GAMMA * following - values[i] + GAMMA * LAMBDA * carried
                    following = values[i]
                    found[values[i]] = carried
        return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fault_13_advantages_equal_a_sequential_computation_for_each_seat(players: int) -> None:
    env = make_env(players, shaping=False)
    model = make_model(env, learning_rate=0.0)
    plain, learnt = Plain().watch(model), []

    class Check(BaseCallback):
        def _on_step(self) -> bool:
            return True

        def _on_rollout_end(self) -> None:
            buffer = self.model.rollout_buffer
            expected = plain.expected()
            values = buffer.decisions.values[buffer.selected]
            assert len(values) == STEPS * 6
            assert buffer.advantages == pytest.approx([expected[value] for value in values], abs=1e-6)
            assert buffer.returns == pytest.approx(buffer.advantages + buffer.values, abs=1e-6)
            learnt.extend(values.tolist())

    model.learn(8 * STEPS * 6, [plain, Check()], log_interval=None)
    assert plain.games >= 6
    assert model.num_timesteps == len(learnt) == 8 * STEPS * 6
    assert len(set(learnt)) == len(learnt)


@pytest.mark.parametrize("full", [False, True])
def test_fault_12_games_that_are_cut_short_are_worth_what_the_critic_says(full: bool) -> None:
    env = make_env(3, mix={"latest": 1.0}, shaping=False, max_cycles=12, full=full)
    values = {}

    class Note(BaseCallback):
        def _on_step(self) -> bool:
            final = self.locals["step"].final
            for k, row in enumerate([] if final is None else final.rows):
                for seat in range(3):
                    views = [final.position(k).view((seat + place) % 3) for place in range(3)]
                    seen = np.stack([view.observation() for view in views])
                    shown = torch.from_numpy(seen if full else seen[0])[None]
                    with torch.no_grad():
                        values[row, seat] = float(self.model.policy.network.values(shown))
            return not values

    model = make_model(env)
    model.learn(10_000, Note(), log_interval=None)
    decisions = model.rollout_buffer.decisions
    ends = np.flatnonzero(decisions.successors[: decisions.count] == END)
    got = sorted(decisions.rewards[ends].tolist())
    assert got == pytest.approx(sorted(GAMMA * value for value in values.values()), abs=1e-6)
    assert np.std(got) > 0


def test_minibatches_hold_each_decision_once_with_its_own_legal_actions() -> None:
    model = make_model(make_env(3))
    model.learn(STEPS * 6, log_interval=None)
    buffer = model.rollout_buffer
    seen = []
    for batch in buffer.get(50):
        legal = batch.action_masks
        assert legal.n == len(batch.actions)
        assert torch.equal(legal.actions[legal.find(batch.actions)], batch.actions)
        assert (legal.lengths >= 2).all()
        seen += batch.old_values.tolist()
    assert sorted(seen) == sorted(buffer.values.tolist())
    assert sum(1 for _ in buffer.get()) == 1


def test_it_only_learns_for_seats_that_the_policy_plays() -> None:
    env = make_env(2, mix={"random": 1.0})
    model = make_model(env)
    model.learn(STEPS * 6, log_interval=None)
    assert (env.seats.players == LEARNER).sum(axis=1).tolist() == [1] * 6
    everyone = make_env(2, mix={"latest": 1.0})
    other = make_model(everyone)
    other.learn(STEPS * 6, log_interval=None)
    assert len(other.rollout_buffer.decisions.last) == 12


@pytest.mark.parametrize("kind", ["cards", "mlp"])
@pytest.mark.parametrize("full", [False, True])
def test_steps_in_which_no_game_waits_for_it_are_played_as_well(kind: str, full: bool) -> None:
    env = make_env(3, n=2, mix={"random": 1.0}, network=kind, full=full)
    waiting = []

    class Count(BaseCallback):
        def _on_step(self) -> bool:
            waiting.append(len(self.model.env.learner_rows()))
            return True

    model = make_model(env)
    model.learn(STEPS * 2, Count(), log_interval=None)
    assert 0 in waiting
    assert model.num_timesteps == STEPS * 2


def test_callbacks_and_logs_find_what_sb3_gives_them() -> None:
    env = make_env(2, kind="score")
    found: list[dict[str, Any]] = []

    class Look(BaseCallback):
        def _on_step(self) -> bool:
            rewards, dones, infos = (self.locals[name] for name in ("rewards", "dones", "infos"))
            assert (len(rewards), rewards.dtype, dones.dtype) == (6, np.float32, np.bool_)
            assert [bool(info) for info in infos] == dones.tolist()
            found.extend(info for info in infos if info)
            return True

    model = make_model(env)
    model.learn(6 * STEPS * 6, Look(), log_interval=None)
    assert len(model.ep_info_buffer) == len(found) >= 6
    assert {tuple(sorted(info)) for info in found} == {("TimeLimit.truncated", "episode")}


def test_a_callback_can_stop_it() -> None:
    class Stop(BaseCallback):
        def _on_step(self) -> bool:
            return self.n_calls < 3

    model = make_model(make_env())
    model.learn(10_000, Stop(), log_interval=None)
    assert 0 < model.num_timesteps < STEPS * 6


def test_it_is_saved_and_loaded_as_any_of_sb3(tmp_path: Path) -> None:
    model = make_model(make_env())
    model.learn(STEPS * 6, log_interval=None)
    model.save(tmp_path / "model")
    env = make_env()
    loaded = SelfPlayPPO.load(tmp_path / "model", env=env, device="cpu")
    env.reset()
    step = env.shown
    observation = {"observation": step.observations, "action_mask": step.action_masks}
    expected = model.predict(observation, deterministic=True)[0]
    assert loaded.predict(observation, deterministic=True)[0].tolist() == expected.tolist()
    assert step.action_masks[np.arange(6), expected].all()
    loaded.learn(STEPS * 6, reset_num_timesteps=False, log_interval=None)
    assert loaded.num_timesteps == 2 * STEPS * 6
    only_to_predict = SelfPlayPPO.load(tmp_path / "model", device="cpu")
    assert only_to_predict.predict(observation, deterministic=True)[0].tolist() == expected.tolist()


def test_the_policy_alone_is_saved_and_loaded(tmp_path: Path) -> None:
    env = make_env()
    policy = make_model(env).policy
    policy.save(str(tmp_path / "policy"))
    loaded = NetworkPolicy.load(str(tmp_path / "policy"))
    for mine, theirs in zip(policy.parameters(), loaded.parameters(), strict=True):
        assert torch.equal(mine, theirs)


def test_what_would_have_no_effect_is_refused() -> None:
    model = make_model(make_env())
    with pytest.raises(ValueError, match="illegal actions cannot be played"):
        model.learn(1, use_masking=False)
    with pytest.raises(TypeError, match="net_arch"):
        SelfPlayPPO(
            NetworkPolicy, make_env(), policy_kwargs={"network": model.policy.network, "net_arch": [64]}, device="cpu"
        )


def test_the_seed_is_that_of_the_games_too() -> None:
    dealt = []
    for seed in (1, 2, 1):
        env = make_env()
        make_model(env).set_random_seed(seed)
        env.reset()
        dealt.append((env.games.dealt.tolist(), env.seats.agents.seeds.tolist()))
    assert dealt[0] == dealt[2] != dealt[1]


def test_only_collecting_is_its_own() -> None:
    assert SelfPlayPPO.learn is MaskablePPO.learn
    assert SelfPlayPPO.save is MaskablePPO.save
