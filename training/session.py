"""A training run in memory: the game, the network, the opponents, and MaskablePPO with all of them."""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import set_random_seed

import arctic_env
from agents.policy import PolicyAgent
from agents.policy.network import make_network
from training.games import Games
from training.opponents import Opponents
from training.sb3 import NetworkPolicy, ObservedMaskBuffer
from training.settings import Settings
from training.vec_env import SelfPlayVecEnv


class Session:
    """Everything that learns, made from settings alone: the same settings learn the same.

    Attributes:
        settings: what it was made from.
        game: the game.
        network: what is learnt.
        opponents: who plays in the other seats.
        games: the games in progress.
        env: those as SB3 sees them.
        model: the algorithm.
    """

    def __init__(self, settings: Settings) -> None:
        """Make a session.

        Raises:
            AgentError: an opponent cannot be made.
            SettingsError: the network does not fit the game.
        """
        self.settings = settings
        self.game = arctic_env.game(settings.game)
        torch.set_num_threads(settings.threads)  # it changes the last bits, of the first weights already
        set_random_seed(settings.seed)
        shape = settings.network
        self.network = make_network(self.game, settings.players, shape.kind, shape.width)
        self.opponents = Opponents(
            settings.opponents, self.network, self.game, settings.players, settings.snapshots.keep
        )
        torch.set_num_threads(settings.threads)  # again: some opponents set it to one
        self.games = Games(
            self.game,
            settings.players,
            settings.games,
            self.opponents,
            settings.reward,
            settings.parameters,
        )
        self.env = SelfPlayVecEnv(self.games, settings.seed)
        self.model = self._make_model()

    def _make_model(self) -> MaskablePPO:
        ppo = self.settings.ppo
        return MaskablePPO(
            NetworkPolicy,
            self.env,
            learning_rate=lambda remaining: mix(ppo.final_learning_rate, ppo.learning_rate, remaining),
            n_steps=ppo.rollout,
            batch_size=ppo.batch,
            n_epochs=ppo.epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip,
            ent_coef=ppo.entropy,
            vf_coef=ppo.value_weight,
            max_grad_norm=ppo.max_gradient,
            target_kl=ppo.target_kl,
            rollout_buffer_class=ObservedMaskBuffer,
            policy_kwargs={"network": self.network},
            seed=self.settings.seed,
            device="cpu",
        )

    @property
    def steps(self) -> int:
        """Decisions learnt from so far."""
        return self.model.num_timesteps

    @property
    def updates(self) -> int:
        """Updates so far."""
        return self.steps // self.settings.update

    @property
    def total(self) -> int:
        """Decisions to learn from in all: whole updates."""
        return math.ceil(self.settings.steps / self.settings.update) * self.settings.update

    @property
    def remaining(self) -> float:
        """What part of the run is still to come, 1 to 0."""
        return max(0.0, 1.0 - self.steps / self.total)

    def agent(self, deterministic: bool) -> PolicyAgent:
        """The policy as it stands, as an agent."""
        return PolicyAgent(self.network, self.game, self.settings.players, deterministic=deterministic)

    def look(self, episode_starts: NDArray[np.bool_]) -> None:
        """Let the model go on from the games as they stand, which have or have not just begun."""
        self.model._last_obs = self.env.observe()
        self.model._last_episode_starts = episode_starts


def mix(last: float, first: float, remaining: float) -> float:
    """A number that goes evenly from the first to the last as what remains goes from 1 to 0."""
    return last + (first - last) * remaining
