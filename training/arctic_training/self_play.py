"""MaskablePPO that learns from all the seats it plays."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from arctic_agents.networks.legal import Legal
from arctic_env.envs.steps import Final
from arctic_training.ppo import DecisionBuffer, NetworkPolicy, TablesOfSB3, observed
from arctic_training.self_play_env import Played, Tables, turned


class SelfPlayPPO(MaskablePPO):
    """sb3-contrib's MaskablePPO with another way to collect data; all else is unchanged.

    It plays at `Tables`: in each game one seat for sure, and every other one that the mix of opponents gives to the
    policy as it stands. The decisions of all these seats are learnt from, each along the trajectory of its own seat. An
    update learns from n_steps decisions a game, exactly; what is left over is kept for the next one.
    """

    rollout_buffer: DecisionBuffer  # type: ignore[assignment]

    def __init__(self, policy: Any, env: Tables | VecEnv | None, **settings: Any) -> None:
        """Make a learner.

        Args:
            policy: `training.sb3.NetworkPolicy`.
            env: where it plays; SB3 itself hands over something else when it loads a model.
            **settings: those of MaskablePPO; `seed` takes the place of that of the tables.
        """
        if isinstance(env, Tables):
            shapes = {"players": env.env.num_players, "seen": env.seen}
            settings = {"rollout_buffer_class": DecisionBuffer, "rollout_buffer_kwargs": shapes, **settings}
        super().__init__(policy, env, **settings)  # type: ignore[arg-type]  # `_wrap_env` makes it a VecEnv

    def _setup_model(self) -> None:
        super()._setup_model()
        assert isinstance(self.policy, NetworkPolicy)
        self.rollout_buffer.threads = self.policy.threads

    @staticmethod
    def _wrap_env(env: Any, verbose: int = 0, monitor_wrapper: bool = True) -> VecEnv:
        return TablesOfSB3(env) if isinstance(env, Tables) else env

    @property
    def tables(self) -> Tables:
        """Where it plays."""
        assert isinstance(self.env, TablesOfSB3)
        return self.env.tables

    def go_on(self) -> None:
        """Go on from tables that were restored instead of dealing anew when learning begins."""
        assert isinstance(self.env, TablesOfSB3)
        self._last_obs = self.env.observe()

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play until there are enough decisions for an update, as SB3 asks for it.

        The callback finds `rewards`, `dones` and `infos` of the learner's sure seats among its locals, as usual.

        Returns:
            Whether to go on; False when the callback does not want to.

        Raises:
            ValueError: illegal actions are to be played as well.
        """
        if not use_masking:
            raise ValueError("use_masking=False: illegal actions cannot be played in these games")
        buffer, tables = self.rollout_buffer, self.tables
        decisions, begun = buffer.decisions, self.num_timesteps
        self.policy.set_training_mode(False)
        buffer.reset()
        callback.on_rollout_start()
        while not decisions.full:
            played = self._play()
            rewards, dones, infos = _as_sb3(played)
            self.num_timesteps = begun + min(decisions.complete, decisions.size)
            callback.update_locals(locals())
            if not callback.on_step():
                return False
            self._update_info_buffer([info for info in infos if info])
        buffer.compute_returns_and_advantage()
        callback.on_rollout_end()
        return True

    def _play(self) -> Played:
        """One step of all games."""
        decisions, tables = self.rollout_buffer.decisions, self.tables
        rows = tables.to_decide()
        played = tables.play(rows, self._choose(rows) if len(rows) else np.empty(0, np.int64))
        decisions.pay(played.amounts)
        if played.final is not None:
            if played.truncated.any():
                decisions.pay(self._worth(played.final, played.truncated))
            decisions.end(played.final.rows)
        return played

    def _choose(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The learner's actions in these games, int64[k]; its decisions are added to the others."""
        step = self.tables.step
        seen, legal = self.tables.look(rows), Legal.of(torch.from_numpy(step.action_masks[rows]))
        actions, values, log_chances = self._decide(seen, legal)
        lists = legal.lengths.numpy(), legal.actions.numpy()
        self.rollout_buffer.decisions.add(
            rows, step.seats[rows], seen, lists, actions, values, log_chances, self._advice(rows)
        )
        return actions

    def _advice(self, rows: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """What a teacher would do in these games, int64[k]; there is none here."""
        return None

    def _decide(self, seen: NDArray[np.int8], legal: Legal) -> tuple[NDArray[Any], ...]:
        """Actions, values, and logarithms of the actions' chances."""
        observations = observed(torch.from_numpy(seen), legal.lengths, legal.actions)
        return tuple(answer.cpu().numpy() for answer in self.policy(observations))

    def _worth(self, final: Final, truncated: NDArray[np.bool_]) -> NDArray[np.float64]:
        """What games that were cut short would still have paid, by the critic, float64[n, players]."""
        tables = self.tables
        worth = np.zeros((self.n_envs, tables.env.num_players))
        rows, observations = final.rows[truncated], final.observations[truncated]
        for seat in range(tables.env.num_players):
            order = turned(observations, np.full(len(rows), seat, np.int8))
            seen = torch.from_numpy(order if tables.full else np.ascontiguousarray(order[:, 0]))
            with torch.no_grad():
                values = self.policy.predict_values({"observation": seen})
            worth[rows, seat] = self.gamma * values.cpu().numpy()
        return worth


def _as_sb3(played: Played) -> tuple[NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
    """Rewards, ends and infos of the learner's sure seats."""
    n = len(played.rewards)
    dones = np.zeros(n, np.bool_)
    infos: list[dict[str, Any]] = [{} for _ in range(n)]
    if played.final is not None:
        dones[played.final.rows] = True
        for row, cut, episode in zip(played.final.rows, played.truncated, played.episodes, strict=True):
            infos[row] = {**episode, "TimeLimit.truncated": bool(cut)}
    return played.rewards.astype(np.float32), dones, infos
