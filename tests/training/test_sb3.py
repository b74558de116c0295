"""Our parts in sb3-contrib's algorithm do what its own would."""

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.callbacks import BaseCallback

from tests.training.tables import make_env
from training.sb3 import NetworkPolicy, ObservedMaskBuffer
from training.session import Session
from training.settings import NetworkSettings, PpoSettings, Settings

TINY = Settings(
    games=6, network=NetworkSettings(width=4), ppo=PpoSettings(rollout=40, batch=48, gamma=0.9), steps=1
)


def policy_and_observation() -> tuple[NetworkPolicy, dict[str, torch.Tensor]]:
    session = Session(TINY)
    policy = session.model.policy
    assert isinstance(policy, NetworkPolicy)
    with torch.no_grad():
        for weights in policy.parameters():
            weights.add_(torch.randn(weights.shape) * 0.2)
    return policy, {name: torch.from_numpy(array) for name, array in session.env.reset().items()}


def test_chances_are_those_of_a_maskable_categorical() -> None:
    policy, obs = policy_and_observation()
    actions, values, log_chances = policy(obs)
    matrix = torch.zeros(obs["action_mask"].shape)
    legal, logits, _ = policy._judge(obs)
    matrix[legal.rows, legal.actions] = logits
    reference = MaskableCategorical(logits=matrix, masks=obs["action_mask"])
    again, judged, entropies = policy.evaluate_actions(obs, actions)
    assert torch.allclose(log_chances, reference.log_prob(actions), atol=1e-5)
    assert torch.allclose(judged, log_chances, atol=1e-6)
    assert torch.allclose(entropies, reference.entropy(), atol=1e-5)
    assert torch.allclose(again, values, atol=1e-6)
    assert torch.allclose(policy.predict_values(obs), values, atol=1e-6)


def test_actions_are_legal_and_the_best_one_is_taken_on_request() -> None:
    policy, obs = policy_and_observation()
    for deterministic in (False, True):
        actions, _, log_chances = policy(obs, deterministic=deterministic)
        assert obs["action_mask"][torch.arange(6), actions].all()
    for _ in range(20):
        assert (policy(obs)[2] <= log_chances + 1e-6).all()
    numbers = {name: tensor.numpy() for name, tensor in obs.items()}
    assert policy.predict(numbers, deterministic=True)[0].tolist() == actions.tolist()


def test_the_optimizer_has_every_weight() -> None:
    policy, _ = policy_and_observation()
    optimized = {id(weights) for group in policy.optimizer.param_groups for weights in group["params"]}
    assert optimized == {id(weights) for weights in policy.network.parameters()}
    assert optimized == {id(weights) for weights in policy.parameters()}


def test_masks_can_also_be_asked_for_the_usual_way() -> None:
    env = make_env()
    observation = env.reset()
    assert is_masking_supported(env)
    assert get_action_masks(env).tobytes() == observation["action_mask"].tobytes()
    assert len(env.env_method("action_masks", indices=[1, 3])) == 2
    assert env.get_attr("num_envs", 2) == [6]
    assert env.env_is_wrapped(object) == [False] * 6
    with pytest.raises(AttributeError):
        env.env_method("render")
    with pytest.raises(AttributeError):
        env.set_attr("seed", 1)


class Spy(BaseCallback):
    """Writes down what SB3 puts into its rollout buffer, one game after the other."""

    def __init__(self) -> None:
        super().__init__()
        self.rewards: list[NDArray[np.float32]] = []
        self.dones: list[NDArray[np.bool_]] = []
        self.values: list[NDArray[np.float32]] = []
        self.masks: list[NDArray[np.int8]] = []

    def _on_step(self) -> bool:
        self.rewards.append(self.locals["rewards"].copy())
        self.dones.append(self.locals["dones"].copy())
        self.values.append(self.locals["values"].numpy().flatten())
        self.masks.append(self.model._last_obs["action_mask"].copy())
        return True

    def _on_rollout_end(self) -> None:
        buffer = self.model.rollout_buffer
        self.advantages = buffer.advantages.copy()
        obs = {name: torch.from_numpy(array) for name, array in self.model._last_obs.items()}
        with torch.no_grad():
            self.last_values = self.model.policy.predict_values(obs).numpy()


def test_fault_13_advantages_equal_a_sequential_computation_for_each_game() -> None:
    session, spy = Session(TINY), Spy()
    session.model.learn(TINY.update, spy, log_interval=None, use_masking=False)
    rewards, dones, values = np.array(spy.rewards), np.array(spy.dones), np.array(spy.values)
    assert dones.any()
    ppo = TINY.ppo
    for game in range(TINY.games):
        following, carried = spy.last_values[game], 0.0
        for step in reversed(range(ppo.rollout)):
            if dones[step, game]:
                following, carried = 0.0, 0.0
            surprise = rewards[step, game] + ppo.gamma * following - values[step, game]
            carried = surprise + ppo.gamma * ppo.gae_lambda * carried
            following = values[step, game]
            assert spy.advantages[step, game] == pytest.approx(carried, abs=1e-4)


def test_minibatches_carry_the_masks_of_their_observations() -> None:
    session, spy = Session(TINY), Spy()
    session.model.learn(TINY.update, spy, log_interval=None, use_masking=False)
    buffer = session.model.rollout_buffer
    assert isinstance(buffer, ObservedMaskBuffer)
    seen = 0
    for batch in buffer.get(50):
        masks = batch.action_masks
        assert masks.dtype == torch.int8
        assert torch.equal(masks, batch.observations["action_mask"])
        assert masks[torch.arange(len(masks)), batch.actions.long().flatten()].all()
        seen += len(masks)
    assert seen == TINY.update
    stacked = np.array(spy.masks).swapaxes(0, 1).reshape(TINY.update, -1)
    assert buffer.observations["action_mask"].tobytes() == stacked.tobytes()
