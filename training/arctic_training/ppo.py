"""The policy and the rollout buffer that sb3-contrib's MaskablePPO needs to train our networks.

Legal actions take the place of masks, as lists: of 381 actions some five are legal, so that takes a tenth of the time.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import PyTorchObs, Schedule
from torch import Tensor

from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network
from arctic_env.errors import SettingsError
from arctic_env.kernels.threads import Threads
from arctic_training.buffer import Decisions

_ADAM_EPSILON = 1e-5  # as SB3 sets it for PPO


class NetworkPolicy(MaskableActorCriticPolicy):
    """One of our networks in the place of SB3's.

    While training it takes what the critic sees as the observation, int8[n, ...], and `Legal` in the place of masks;
    `predict` takes observations and masks as the environments show them.
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
        self.threads = BatchThreads(threads)
        self.optimizer = torch.optim.Adam(network.parameters(), lr=lr_schedule(1), eps=_ADAM_EPSILON, fused=True)

    def _build(self, lr_schedule: Schedule) -> None:
        """Build none of SB3's networks: ours is given."""

    def _get_constructor_parameters(self) -> dict[str, Any]:
        """Return what SB3 saves beside the weights, to make the policy again."""
        spaces_alone = {"observation_space": self.observation_space, "action_space": self.action_space}
        return {**spaces_alone, "lr_schedule": self._dummy_schedule, "network": self.network}

    def forward(
        self, obs: PyTorchObs, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return actions int64[n], values float32[n] and log_probs float32[n], without a gradient."""
        assert isinstance(obs, Tensor)
        uniforms = _uniforms(action_masks.n)

        def work(part: slice) -> tuple[Tensor, ...]:
            with torch.no_grad():
                legal = action_masks.part(part).to(self.device)
                logits, values = self.network(obs[part], legal)
                entries, log_probs = _choose(legal, logits, uniforms[part], deterministic)
                return legal.actions[entries], values, log_probs

        actions, values, log_probs = in_parts(work, self.threads, action_masks.n)
        return actions, values, log_probs

    def evaluate_actions(
        self, obs: PyTorchObs, actions: Tensor, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Return values, log_probs of the actions and entropies, float32[n] each."""
        assert isinstance(obs, Tensor)

        def work(part: slice) -> tuple[Tensor, ...]:
            legal = action_masks.part(part).to(self.device)
            logits, values = self.network(obs[part], legal)
            return values, *legal.evaluate(logits, actions[part])

        weights = list(self.network.parameters())
        values, log_probs, entropies = in_parts_with_gradient(work, self.threads, action_masks.n, weights)
        return values, log_probs, entropies

    def predict_values(self, obs: PyTorchObs) -> Tensor:
        """Return values, float32[n]."""
        assert isinstance(obs, Tensor)
        return self.network.values(obs)

    def _predict(self, observation: PyTorchObs, deterministic: bool = False, action_masks: Any = None) -> Tensor:
        """Return actions for the observations of the environments; masks that are given go before those in them."""
        if self.network.observing.told:
            how = "play it by PolicyAgent(model.policy.network, game, num_players)"
            raise SettingsError(f"predict: the network reads suggestions, which observations do not have; {how}")
        assert isinstance(observation, dict)
        masks = observation["action_mask"] if action_masks is None else torch.as_tensor(action_masks)
        legal = Legal.of(masks.reshape(len(observation["observation"]), -1)).to(self.device)
        logits = self.network.logits(observation["observation"], legal)
        return legal.actions[_choose(legal, logits, _uniforms(legal.n), deterministic)[0]]


def _uniforms(n: int) -> NDArray[np.float64]:
    """Draw numbers of [0, 1) from torch's own stream, which SB3 seeds."""
    return torch.rand(n, dtype=torch.float64).numpy()


def _choose(legal: Legal, logits: Tensor, uniforms: NDArray[np.float64], greedy: bool) -> tuple[Tensor, Tensor]:
    """Return an entry of each decision, int64[n], and its log_prob, float32[n]."""
    if not greedy:
        return legal.draw(logits, uniforms)
    entries = legal.best(logits)
    return entries, legal.log_probs(logits)[entries]


class Minibatch(NamedTuple):
    """Some decisions of an update, by the names that MaskablePPO knows; one entry each."""

    observations: Tensor
    actions: Tensor
    old_values: Tensor
    old_log_prob: Tensor
    advantages: Tensor
    returns: Tensor
    action_masks: Legal


class DecisionBuffer:
    """The decisions of an update as MaskablePPO takes them: in minibatches, in random order.

    Of all that are held, `decisions`, those of this update are `selected`, int64[m]; the arrays are float32[m], of
    these.
    """

    values: NDArray[np.float32]
    log_probs: NDArray[np.float32]
    advantages: NDArray[np.float32]
    returns: NDArray[np.float32]

    def __init__(
        self,
        n_steps: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        device: torch.device,
        *,
        gae_lambda: float,
        gamma: float,
        n_envs: int,
        num_players: int,
        shape: tuple[int, ...],
        threads: int,
    ) -> None:
        """Make room for n_steps decisions of each of n_envs games, in which observations of the critic have this shape.

        SB3 passes the spaces. Minibatches are put together by that many threads, on the device, but for their
        observations, which stay on the CPU.
        """
        self.device, self.gamma, self.gae_lambda = device, gamma, gae_lambda
        self.decisions = Decisions(n_envs, num_players, n_steps * n_envs, shape)
        self.threads = BatchThreads(threads)

    def reset(self) -> None:
        """Drop the decisions that have been learnt from."""
        self.decisions.drop_selected()

    def compute_returns_and_advantage(self) -> None:
        """Select the decisions of an update and estimate their advantages."""
        decisions = self.decisions
        self.selected = decisions.select()
        values = decisions.values[self.selected]
        advantages = decisions.advantages(self.gamma, self.gae_lambda)[self.selected]
        self.advantages = advantages.astype(np.float32)
        self.values = values.astype(np.float32)
        self.returns = (advantages + values).astype(np.float32)
        self.log_probs = decisions.log_probs[self.selected].astype(np.float32)

    def get(self, batch_size: int | None = None, *, advised: bool = False) -> Iterator[Minibatch]:
        """Yield minibatches of all decisions in random order; with the teacher's actions if they are `advised`."""
        actions = self.decisions.advice if advised else self.decisions.actions
        order = np.random.permutation(len(self.selected))
        size = batch_size or len(order)
        for start in range(0, len(order), size):
            yield self._minibatch(order[start : start + size], actions)

    def _minibatch(self, places: NDArray[np.int64], actions: NDArray[np.int64]) -> Minibatch:
        rows = self.selected[places]
        lengths, legal = map(torch.from_numpy, self.decisions.legal.take(rows))

        def take(array: NDArray[Any], at: NDArray[np.int64] = places) -> Tensor:
            return torch.as_tensor(array[at], device=self.device)

        return Minibatch(
            observations=torch.from_numpy(self._observations(rows)),
            actions=take(actions, rows),
            old_values=take(self.values),
            old_log_prob=take(self.log_probs),
            advantages=take(self.advantages),
            returns=take(self.returns),
            action_masks=Legal.listed(lengths, legal),
        )

    def _observations(self, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        """Take rows of a large array, which numpy copies without holding up other threads."""
        array = self.decisions.observations
        out = np.empty((len(rows), *array.shape[1:]), np.int8)
        self.threads.run(lambda part: np.take(array, rows[part], 0, out[part], "clip"), len(rows))
        return out


# Work on the parts of a batch at once, forwards and backwards.
#
# torch's own threads share the work of each operation and wait for each other after it, which takes several times as
# long as one thread where other processes want a core. Here each thread takes a part of the batch through all
# operations, and torch has one thread in each.


_SMALLEST = 64  # decisions a part

Work = Callable[[slice], tuple[Tensor, ...]]
"""Answers for a part of the batch: tensors of its length."""


class BatchThreads(Threads):
    """Threads that take one part of a batch each, as large as possible: every part goes through all operations."""

    def parts(self, n: int) -> list[slice]:
        """Return n decisions in even parts."""
        parts = max(1, min(self.count, n // _SMALLEST))
        bounds = [n * part // parts for part in range(parts + 1)]
        return [slice(*pair) for pair in pairwise(bounds)]


def in_parts(work: Work, threads: Threads, n: int) -> tuple[Tensor, ...]:
    """Return the answers for n decisions, without a gradient."""
    return tuple(torch.cat(pieces) for pieces in zip(*_run(work, threads, n), strict=True))


def in_parts_with_gradient(work: Work, threads: Threads, n: int, weights: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Return the answers for n decisions; their gradient goes to the weights."""
    if threads.count == 1:
        return work(slice(0, n))
    answers: tuple[Tensor, ...] = _InParts.apply(work, threads, n, *weights)  # type: ignore[no-untyped-call]
    return answers


def _run(work: Work, threads: Threads, n: int) -> list[tuple[Tensor, ...]]:
    answers: dict[int, tuple[Tensor, ...]] = {}

    def note(part: slice) -> None:
        answers[part.start] = work(part)

    threads.run(note, n)
    return [answers[start] for start in sorted(answers)]


class _InParts(torch.autograd.Function):
    """Forwards and backwards in parts; each part has a graph of its own from the weights to its answers."""

    @staticmethod
    def forward(context: Any, work: Work, threads: Threads, n: int, *weights: Tensor) -> tuple[Tensor, ...]:
        def with_graph(part: slice) -> tuple[Tensor, ...]:
            with torch.enable_grad():
                return work(part)

        context.threads, context.n, context.weights = threads, n, weights
        context.answers = _run(with_graph, threads, n)
        return tuple(torch.cat([one.detach() for one in pieces]) for pieces in zip(*context.answers, strict=True))

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[Any, ...]:
        starts = [part.start for part in context.threads.parts(context.n)]
        answers = dict(zip(starts, context.answers, strict=True))

        def of_part(part: slice) -> tuple[Tensor, ...]:
            ends = [gradient[part] for gradient in gradients]
            gradients_of_part: tuple[Tensor, ...] = torch.autograd.grad(answers[part.start], context.weights, ends)
            return gradients_of_part

        parts = _run(of_part, context.threads, context.n)
        sums = [torch.stack(pieces).sum(0) if len(pieces) > 1 else pieces[0] for pieces in zip(*parts, strict=True)]
        return None, None, None, *sums
