"""What sb3-contrib's MaskablePPO needs to train our networks: a policy and a rollout buffer."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer, MaskableDictRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.buffers import DictRolloutBuffer
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule
from torch import Tensor

from agents.policy.legal import Legal
from agents.policy.network import Network

_ADAM_EPSILON = 1e-5  # as SB3 sets it for PPO


def _parts(obs: PyTorchObs) -> dict[str, Tensor]:
    """SB3 allows plain tensors as observations, our environment has dictionaries."""
    assert isinstance(obs, dict)
    return obs


class NetworkPolicy(MaskableActorCriticPolicy):
    """One of our networks in the place of SB3's.

    The mask comes from the observation, always; masks that are handed over besides it are not needed. Chances are
    worked out for legal actions alone, some five of 381, which takes a tenth of the time.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        network: Network,
        **kwargs: Any,
    ) -> None:
        """Wrap the network, and make an optimizer for it."""
        super().__init__(observation_space, action_space, lr_schedule, **kwargs)
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=lr_schedule(1), eps=_ADAM_EPSILON)

    def _build(self, lr_schedule: Schedule) -> None:
        """Nothing of SB3's own networks is built."""

    def forward(
        self, obs: PyTorchObs, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions int64[n], values float32[n] and logarithms of the actions' chances float32[n]."""
        legal, logits, values = self._judge(obs)
        log_chances = legal.log_chances(logits)
        if deterministic:
            entries = legal.best(logits)
        else:
            entries = legal.draw(log_chances, torch.rand(legal.n, dtype=torch.float64))
        return legal.actions[entries], values, log_chances[entries]

    def evaluate_actions(
        self, obs: PyTorchObs, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Values, logarithms of the actions' chances and entropies, float32[n] each."""
        legal, logits, values = self._judge(obs)
        log_chances = legal.log_chances(logits)
        return values, log_chances[legal.find(actions)], legal.entropies(log_chances)

    def predict_values(self, obs: PyTorchObs) -> Tensor:
        """Values, float32[n]."""
        return self.network.values(_parts(obs)["observation"])

    def _predict(
        self, observation: PyTorchObs, deterministic: bool = False, action_masks: Any = None
    ) -> Tensor:
        return self.forward(observation, deterministic)[0]

    def _judge(self, observations: PyTorchObs) -> tuple[Legal, Tensor, Tensor]:
        obs = _parts(observations)
        legal = Legal.of(obs["action_mask"])
        logits, values = self.network(obs["observation"], legal)
        return legal, logits, values


class ObservedMaskBuffer(MaskableDictRolloutBuffer):
    """A rollout buffer that does not store masks a second time: they are part of the observations."""

    def reset(self) -> None:
        """Empty the buffer."""
        assert isinstance(self.action_space, spaces.Discrete)
        self.mask_dims = int(self.action_space.n)
        DictRolloutBuffer.reset(self)
        self.action_masks = np.empty((self.buffer_size, self.n_envs, 0), np.int8)

    def _get_samples(  # type: ignore[override]  # sb3-contrib returns a type of its own itself
        self, batch_inds: NDArray[np.int64], env: Any = None
    ) -> MaskableDictRolloutBufferSamples:
        def take(array: NDArray[Any]) -> Tensor:
            return self.to_torch(array[batch_inds])

        observations = {name: take(array) for name, array in self.observations.items()}
        return MaskableDictRolloutBufferSamples(
            observations=observations,
            actions=take(self.actions),
            old_values=take(self.values).flatten(),
            old_log_prob=take(self.log_probs).flatten(),
            advantages=take(self.advantages).flatten(),
            returns=take(self.returns).flatten(),
            action_masks=observations["action_mask"],
        )
