"""What sb3-contrib's MaskablePPO needs to train our networks: a policy, a rollout buffer, and games to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableDictRolloutBuffer, MaskableDictRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network
from arctic_env.validation import short_repr
from arctic_training.buffer import Decisions
from arctic_training.data_parallel import Shares, in_parts, in_parts_with_gradient
from arctic_training.self_play_env import Tables

_ADAM_EPSILON = 1e-5  # as SB3 sets it for PPO

Observation = dict[str, NDArray[np.int8]]


def observed(seen: Tensor, lengths: Tensor, actions: Tensor) -> dict[str, Tensor]:
    """Observations with lists of legal actions, see `Legal.listed`, in the place of masks, which are much longer."""
    return {"observation": seen, "lengths": lengths, "actions": actions}


def _parts(obs: PyTorchObs, masks: Any = None) -> tuple[Tensor, Legal]:
    """What is seen, and the legal actions: from masks given apart, from those seen, or as `observed` has them.

    SB3 allows plain tensors as observations, our games have dictionaries.
    """
    assert isinstance(obs, dict)
    if masks is not None:
        return obs["observation"], Legal.of(torch.as_tensor(masks).reshape(len(obs["observation"]), -1))
    if "action_mask" in obs:
        return obs["observation"], Legal.of(obs["action_mask"])
    return obs["observation"], Legal.listed(obs["lengths"], obs["actions"])


class NetworkPolicy(MaskableActorCriticPolicy):
    """One of our networks in the place of SB3's.

    What is legal comes from the observation, unless masks are handed over beside it. Chances are worked out for legal
    actions alone, some five of 381, which takes a tenth of the time.
    """

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        network: Network,
        threads: int = 1,
    ) -> None:
        """Wrap the network, and make an optimizer for it; each thread takes its part of a batch."""
        super().__init__(observation_space, action_space, lr_schedule)
        self.network = network
        self.threads = Shares(threads)
        self.optimizer = torch.optim.Adam(
            network.parameters(), lr=lr_schedule(1), eps=_ADAM_EPSILON, fused=True
        )

    def _build(self, lr_schedule: Schedule) -> None:
        """Nothing of SB3's own networks is built."""

    def _get_constructor_parameters(self) -> dict[str, Any]:
        """What SB3 saves beside the weights, to make the policy again."""
        spaces_alone = {"observation_space": self.observation_space, "action_space": self.action_space}
        return {**spaces_alone, "lr_schedule": self._dummy_schedule, "network": self.network}

    def forward(
        self, obs: PyTorchObs, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions int64[n], values float32[n] and logarithms of the actions' chances float32[n], without a gradient."""
        seen, all_legal = _parts(obs, action_masks)
        draws = _draws(all_legal.n)

        def work(part: slice) -> tuple[Tensor, ...]:
            with torch.no_grad():
                legal = all_legal.part(part).to(self.device)
                logits, values = self.network(seen[part], legal)
                if deterministic:
                    entries = legal.best(logits)
                    return legal.actions[entries], values, legal.log_chances(logits)[entries]
                entries, log_chances = legal.draw(logits, draws[part])
                return legal.actions[entries], values, log_chances

        actions, values, log_chances = in_parts(work, self.threads, all_legal.n)
        return actions, values, log_chances

    def evaluate_actions(
        self, obs: PyTorchObs, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Values, logarithms of the actions' chances and entropies, float32[n] each.

        SB3 hands over the buffer's `action_masks`, which are no masks: what is legal is part of the observations.
        """
        seen, all_legal = _parts(obs)

        def work(part: slice) -> tuple[Tensor, ...]:
            legal = all_legal.part(part).to(self.device)
            logits, values = self.network(seen[part], legal)
            log_chances = legal.log_chances(logits)
            return values, log_chances[legal.find(actions[part])], legal.entropies(log_chances)

        weights = list(self.network.parameters())
        values, log_chances, entropies = in_parts_with_gradient(work, self.threads, all_legal.n, weights)
        return values, log_chances, entropies

    def predict_values(self, obs: PyTorchObs) -> Tensor:
        """Values, float32[n]."""
        assert isinstance(obs, dict)
        return self.network.values(obs["observation"])

    def _predict(
        self, observation: PyTorchObs, deterministic: bool = False, action_masks: Any = None
    ) -> Tensor:
        observations, legal = _parts(observation, action_masks)
        legal = legal.to(self.device)
        logits = self.network.logits(observations, legal)
        entries = legal.best(logits) if deterministic else legal.draw(logits, _draws(legal.n))[0]
        return legal.actions[entries]


def _draws(n: int) -> NDArray[np.float64]:
    """Numbers of [0, 1) from torch's own stream, which SB3 seeds."""
    return torch.rand(n, dtype=torch.float64).numpy()


class DecisionBuffer(MaskableDictRolloutBuffer):
    """The decisions of an update as SB3 takes them: in minibatches, in random order.

    Attributes:
        decisions: all that are held.
        taken: int64[m], those of this update.
        threads: who puts minibatches together.
    """

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        device: torch.device | str = "auto",
        gae_lambda: float = 1.0,
        gamma: float = 0.99,
        n_envs: int = 1,
        players: int = 2,
        seen: tuple[int, ...] = (),
    ) -> None:
        """Make room.

        Args:
            buffer_size: decisions of an update for each game.
            observation_space: not used: what is seen has its own shape.
            action_space: the actions.
            device: where minibatches go, but for the observations, which stay on the CPU.
            gae_lambda: weight of long advantages.
            gamma: discount.
            n_envs: games.
            players: seats of each.
            seen: shape of what the critic sees.
        """
        assert isinstance(observation_space, spaces.Dict)
        self.threads = Shares(1)
        self.decisions = Decisions(n_envs, players, buffer_size * n_envs, seen)
        super().__init__(buffer_size, observation_space, action_space, device, gae_lambda, gamma, n_envs)

    def reset(self) -> None:
        """Forget what has been learnt from."""
        self.decisions.keep_rest()

    def compute_returns_and_advantage(self, *_: Any) -> None:
        """Take the decisions of an update; values and advantages are theirs from now on."""
        decisions = self.decisions
        self.taken = decisions.take()
        advantages = decisions.advantages(self.gamma, self.gae_lambda)[self.taken]
        self.advantages = advantages.astype(np.float32)
        self.values = decisions.values[self.taken].astype(np.float32)
        self.returns = (advantages + decisions.values[self.taken]).astype(np.float32)
        self.log_probs = decisions.log_chances[self.taken].astype(np.float32)

    def get(  # type: ignore[override]  # sb3-contrib returns a type of its own itself
        self, batch_size: int | None = None
    ) -> Iterator[MaskableDictRolloutBufferSamples]:
        """Minibatches of all decisions in random order."""
        yield from self._minibatches(self.decisions.actions, batch_size or len(self.taken))

    def get_advised(self, batch_size: int | None = None) -> Iterator[MaskableDictRolloutBufferSamples]:
        """The same with the teacher's actions in the place of those that were played."""
        yield from self._minibatches(self.decisions.advice, batch_size or len(self.taken))

    def _minibatches(
        self, chosen: NDArray[np.int64], size: int
    ) -> Iterator[MaskableDictRolloutBufferSamples]:
        order = np.random.permutation(len(self.taken))
        for start in range(0, len(order), size):
            yield self._samples(order[start : start + size], chosen)

    def _samples(
        self, places: NDArray[np.int64], chosen: NDArray[np.int64]
    ) -> MaskableDictRolloutBufferSamples:
        rows = self.taken[places]
        lengths, actions = map(torch.from_numpy, self.decisions.legal.take(rows))
        seen = torch.from_numpy(self._gather(self.decisions.observations, rows))
        return MaskableDictRolloutBufferSamples(
            observations=observed(seen, lengths, actions),
            actions=self.to_torch(chosen[rows]),
            old_values=self.to_torch(self.values[places]),
            old_log_prob=self.to_torch(self.log_probs[places]),
            advantages=self.to_torch(self.advantages[places]),
            returns=self.to_torch(self.returns[places]),
            action_masks=lengths,  # not used: what is legal is part of the observations
        )

    def _gather(self, array: NDArray[np.int8], rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """The rows of a large array, which numpy copies without holding up other threads."""
        out = np.empty((len(rows), *array.shape[1:]), np.int8)
        self.threads.run(lambda part: np.take(array, rows[part], 0, out[part], "clip"), len(rows))
        return out


class TablesOfSB3(VecEnv):
    """Tables as SB3 looks at them: it may deal and know the spaces. Only SelfPlayPPO plays, all seats at once."""

    def __init__(self, tables: Tables) -> None:
        """Show tables."""
        self.tables = tables
        self.render_mode = None
        env = tables.env
        super().__init__(env.num_envs, env.single_observation_space, spaces.Discrete(env.game.actions.size))

    def reset(self) -> Observation:
        """Deal all games."""
        self.tables.begin()
        return self.observe()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Let all chance of games and opponents come from this seed from the next `reset` on."""
        seeds = super().seed(seed)
        assert seeds[0] is not None
        self.tables.seed = self.tables.seating.seed = seeds[0]
        return seeds

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Refused: games are dealt here.

        Raises:
            ValueError: there are options.
        """
        if options:
            raise ValueError(f"these games are dealt and take no options, such as {short_repr(options)}")

    def observe(self) -> Observation:
        """What the seats see that decide."""
        step = self.tables.step
        return {"observation": step.observations, "action_mask": step.action_masks}

    def step_async(self, actions: NDArray[Any]) -> None:
        """Refused: these games have more seats than a VecEnv knows."""
        raise TypeError(
            "these games are played by SelfPlayPPO; what takes one seat a game needs another environment"
        )

    def step_wait(self) -> Any:
        """Refused as well."""
        raise TypeError("nothing is being played")

    def close(self) -> None:
        """Let the threads go."""
        self.tables.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each game asked for."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games have no attributes of their own to set."""
        raise AttributeError(f"{attr_name} cannot be set for single games")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Games have no methods of their own."""
        raise AttributeError(f"games have no method {method_name!r}")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]
