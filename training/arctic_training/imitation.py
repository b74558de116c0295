"""Learning from an agent's advice before anything is learnt from rewards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from arctic_env.agents.guarded_calls import decide_or_fail
from arctic_env.arena import Agent
from arctic_training.data_parallel import Shares
from arctic_training.ppo import NetworkPolicy
from arctic_training.self_play import SelfPlayPPO
from arctic_training.self_play_env import Tables


@dataclass(frozen=True)
class Teacher:
    """Says what it would do in the decisions of a learner, who plays on as the learner likes.

    So the learner is told what is right in the positions that its own play leads to, the ones where it matters.

    Attributes:
        agent: who is asked; it gets the views of the seats that decide.
        steps: how many decisions, the first of a run, are learnt from it.
        threads: who asks it, each for a part of the decisions.
    """

    agent: Agent
    steps: int
    threads: Shares

    def advise(self, tables: Tables, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Its actions in these games, int64[k]."""
        env, step = tables.env, tables.step
        seats, masks, states = step.seats[rows], step.action_masks[rows], env.take(rows)
        views = np.empty_like(states)
        env.game.batch.view(states, seats, views)
        seeds = tables.seating.decision_seeds(rows, seats)
        actions = np.empty(len(rows), np.int64)

        def ask(part: slice) -> None:
            given = (views[part], seats[part], masks[part], seeds[part])
            actions[part] = decide_or_fail(self.agent, env.game, *given)

        self.threads.run(ask, len(rows))
        return actions


class TaughtPPO(SelfPlayPPO):
    """SelfPlayPPO with a teacher, whose updates are at first no PPO.

    In these the policy learns to do what the teacher would do, and the critic what the policy's play is worth. Then PPO
    goes on from there.
    """

    teacher: Teacher
    _imitates = False  # whether the decisions of this update are advised

    def collect_rollouts(self, *args: Any, **kwargs: Any) -> bool:
        """As in SelfPlayPPO; what an update begins with it ends with."""
        self._imitates = self.num_timesteps < self.teacher.steps
        return super().collect_rollouts(*args, **kwargs)

    def _advice(self, rows: NDArray[np.int64]) -> NDArray[np.int64] | None:
        return self.teacher.advise(self.tables, rows) if self._imitates else None

    def train(self) -> None:
        """Learn from what was collected: from the teacher's advice, or by PPO."""
        if self._imitates:
            self._imitate()
        else:
            super().train()

    def _imitate(self) -> None:
        policy = self.policy
        assert isinstance(policy, NetworkPolicy)
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        figures = []
        for _ in range(self.n_epochs):
            for data in self.rollout_buffer.get_advised(self.batch_size):
                values, log_chances, entropies = policy.evaluate_actions(data.observations, data.actions)
                unlike, value_loss = -log_chances.mean(), mse_loss(data.returns, values)
                policy.optimizer.zero_grad()
                torch.autograd.backward(unlike + self.vf_coef * value_loss)
                clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                figures.append([unlike.item(), value_loss.item(), -entropies.mean().item()])
            self._n_updates += 1
        names = ("imitation_loss", "value_loss", "entropy_loss")
        for name, figure in zip(names, np.mean(figures, axis=0), strict=True):
            self.logger.record(f"train/{name}", float(figure))
