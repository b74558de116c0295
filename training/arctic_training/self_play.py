"""MaskablePPO that learns from all the seats it plays, and first, where there is a teacher, from its advice."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv
from torch.nn.functional import mse_loss
from torch.nn.utils import clip_grad_norm_

from arctic_agents.networks.legal import Legal
from arctic_env.agents.guarded_calls import Questions, ask_or_raise
from arctic_env.agents.protocol import Agent
from arctic_env.envs.observations import Final
from arctic_training.ppo import BatchThreads, DecisionBuffer, NetworkPolicy
from arctic_training.self_play_env import SelfPlayEnv, SelfPlayStep, rotate


@dataclass(frozen=True)
class Teacher:
    """Gives its own action in each decision of a learner, which plays on by its own policy.

    So the learner gets advice in the positions that its own play leads to, which are the ones that matter. The agent
    gets the views of the deciding seats; each thread asks it for a part of them. The first `steps` decisions of a run
    are learnt from it.
    """

    agent: Agent
    steps: int
    threads: BatchThreads

    def advise(self, env: SelfPlayEnv, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the teacher's actions in these games, int64[k]."""
        game, shown, states = env.games.game, env.shown, env.games.take(rows)
        seats, masks = shown.seats[rows], shown.action_masks[rows]
        views = np.empty_like(states)
        game.batch.view(states, seats, views)
        questions = Questions(views, seats, masks, env.seats.agents.next_seeds(rows, seats))
        actions = np.empty(len(rows), np.int64)

        def ask(part: slice) -> None:
            actions[part] = ask_or_raise(self.agent, questions[part])

        self.threads.run(ask, len(rows))
        return actions


class SelfPlayPPO(MaskablePPO):
    """sb3-contrib's MaskablePPO with another way to collect data.

    It plays in a `SelfPlayEnv`: in each game one seat for sure, and every other one that the mix of opponents gives to
    the latest policy. The decisions of all these seats are learnt from, each along the trajectory of its own seat. An
    update learns from exactly n_steps decisions a game; what is left over is kept for the next one.

    Attributes:
        teacher: The first updates learn from its advice: the policy plays its own actions and learns the teacher's,
            and the critic learns the value of the policy's play. None: all updates are PPO.
    """

    policy: NetworkPolicy
    rollout_buffer: DecisionBuffer  # type: ignore[assignment]
    env: SelfPlayEnv  # type: ignore[assignment]
    teacher: Teacher | None = None
    _imitates = False  # whether the decisions of this update are advised

    def __init__(self, policy: type[NetworkPolicy], env: SelfPlayEnv | None, **settings: Any) -> None:
        """Make a learner of MaskablePPO's settings; without an environment only when SB3 loads a model."""
        if env is not None:
            threads = settings.get("policy_kwargs", {}).get("threads", 1)
            more = {"num_players": env.games.num_players, "shape": env.critic_shape, "threads": threads}
            settings = {"rollout_buffer_class": DecisionBuffer, "rollout_buffer_kwargs": more, **settings}
        super().__init__(policy, env, **settings)  # type: ignore[arg-type]

    @staticmethod
    def _wrap_env(env: Any, verbose: int = 0, monitor_wrapper: bool = True) -> VecEnv:
        """Leave the environment as it is: several seats of a game are no VecEnv."""
        return env  # type: ignore[no-any-return]

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play until there are enough decisions for an update; return False when the callback does not want to go on.

        The callback finds `rewards`, `dones` and `infos` of the learner's sure seats among its locals, as usual. Raise
        ValueError if illegal actions are to be played as well.
        """
        if not use_masking:
            raise ValueError("use_masking=False: illegal actions cannot be played in these games")
        decisions, begun = self.rollout_buffer.decisions, self.num_timesteps
        self._imitates = self.teacher is not None and begun < self.teacher.steps
        self.policy.set_training_mode(False)
        self.rollout_buffer.reset()
        callback.on_rollout_start()
        while not decisions.full:
            step = self._step()
            rewards, dones, infos = _as_sb3(step)
            self.num_timesteps = begun + min(decisions.complete, decisions.size)
            callback.update_locals(locals())
            if not callback.on_step():
                return False
            self._update_info_buffer([info for info in infos if info])
        self.rollout_buffer.compute_returns_and_advantage()
        callback.on_rollout_end()
        return True

    def _step(self) -> SelfPlayStep:
        """Play one step of all games, and add the learner's decisions and rewards to the buffer."""
        decisions, rows = self.rollout_buffer.decisions, self.env.learner_rows()
        step = self.env.step(rows, self._choose(rows) if len(rows) else np.empty(0, np.int64))
        decisions.add_rewards(step.rewards)
        if step.final is not None:
            if step.truncated.any():
                decisions.add_rewards(self._expected(step.final, step.truncated))
            decisions.end(step.final.rows)
        return step

    def _choose(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the learner's actions in these games, int64[k]; its decisions are added to the buffer."""
        shown = self.env.shown
        seen, legal = self.env.observe(rows), Legal.of(torch.from_numpy(shown.action_masks[rows]))
        actions, values, log_probs = self._decide(seen, legal)
        advice = self.teacher.advise(self.env, rows) if self.teacher is not None and self._imitates else None
        ragged = legal.lengths.numpy(), legal.actions.numpy()
        self.rollout_buffer.decisions.add(rows, shown.seats[rows], seen, ragged, actions, values, log_probs, advice)
        return actions

    def _decide(self, seen: NDArray[np.int8], legal: Legal) -> tuple[NDArray[Any], ...]:
        """Return actions, values and log_probs."""
        answers = self.policy(torch.from_numpy(seen), action_masks=legal)
        return tuple(answer.cpu().numpy() for answer in answers)

    def _expected(self, final: Final, truncated: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return what games that were cut short would still have paid, by the critic, float64[n, players]."""
        env = self.env
        expected = np.zeros((self.n_envs, env.games.num_players))
        rows, which = final.rows[truncated], np.flatnonzero(truncated)
        for seat in range(env.games.num_players):
            views = rotate(final.observations, which, np.full(len(rows), seat, np.int8))
            seen = torch.from_numpy(views if env.full else np.ascontiguousarray(views[:, 0]))
            with torch.no_grad():
                expected[rows, seat] = self.gamma * self.policy.predict_values(seen).cpu().numpy()
        return expected

    def train(self) -> None:
        """Learn from what was collected: from the teacher's advice, or by PPO."""
        if self._imitates:
            self._imitate()
        else:
            super().train()

    def _imitate(self) -> None:
        policy = self.policy
        policy.set_training_mode(True)
        self._update_learning_rate(policy.optimizer)
        figures = []
        for _ in range(self.n_epochs):
            for data in self.rollout_buffer.get(self.batch_size, advised=True):
                values, log_probs, entropies = policy.evaluate_actions(
                    data.observations, data.actions, data.action_masks
                )
                imitation_loss, value_loss = -log_probs.mean(), mse_loss(data.returns, values)
                policy.optimizer.zero_grad()
                torch.autograd.backward(imitation_loss + self.vf_coef * value_loss)
                clip_grad_norm_(policy.parameters(), self.max_grad_norm)
                policy.optimizer.step()
                figures.append([imitation_loss.item(), value_loss.item(), -entropies.mean().item()])
            self._n_updates += 1
        names = ("imitation_loss", "value_loss", "entropy_loss")
        for name, figure in zip(names, np.mean(figures, axis=0), strict=True):
            self.logger.record(f"train/{name}", float(figure))


def _as_sb3(step: SelfPlayStep) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
    """Return rewards, dones and infos of the learner's sure seats."""
    n = len(step.sure_rewards)
    dones = np.zeros(n, np.bool_)
    infos: list[dict[str, Any]] = [{} for _ in range(n)]
    if step.final is not None:
        dones[step.final.rows] = True
        for row, truncated, episode in zip(step.final.rows, step.truncated, step.episodes, strict=True):
            infos[row] = {"episode": episode, "TimeLimit.truncated": bool(truncated)}
    return step.sure_rewards.astype(np.float32), dones, infos
