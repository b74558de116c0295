"""A training run in memory: the game, the network, the opponents, and MaskablePPO with all of them."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TypeVar

import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed
from torch.nn.functional import pad

import arctic_env
from arctic_agents.networks import FULL
from arctic_agents.networks.checkpoint import load_policy, weights_of
from arctic_agents.networks.network import Network, make_network
from arctic_agents.ppo import PolicyAgent
from arctic_env.agents.protocol import batched
from arctic_env.arena import agent_for
from arctic_env.envs.game_vec import make_vec
from arctic_env.errors import SettingsError
from arctic_training.data_parallel import Shares
from arctic_training.imitation import TaughtPPO, Teacher
from arctic_training.opponents import Opponents
from arctic_training.ppo import NetworkPolicy
from arctic_training.self_play import SelfPlayPPO
from arctic_training.self_play_env import Tables
from arctic_training.settings import SNAPSHOTS, NetworkSettings, Settings

CPU, CUDA = "cpu", "cuda"
_GAMES_SHOWN = 500  # the last games, of which means are shown

Learner = TypeVar("Learner", bound=SelfPlayPPO)


class Session:
    """Everything that learns, made from settings alone: the same settings learn the same.

    Attributes:
        settings: what it was made from.
        game: the game.
        device: where the network is.
        network: what is learnt.
        opponents: who plays in the other seats.
        tables: the games in progress.
        model: the algorithm.
    """

    def __init__(self, settings: Settings) -> None:
        """Make a session.

        Raises:
            AgentError: an opponent, of the games or of an evaluation, or a teacher cannot be made or cannot play.
            SettingsError: the network does not fit the game, or there is no such device.
        """
        self.settings = settings
        self.game = arctic_env.game(settings.game)
        self.device = find_device(settings.device)
        torch.set_num_threads(1)  # threads take parts of batches, see training.parts
        set_random_seed(settings.seed)
        shape = settings.network
        self.network = make_network(self.game, settings.players, shape.kind, shape.width, shape.critic)
        self.network.to(self.device)
        if settings.evaluation.every:  # better missed now than after all updates before the first evaluation
            for text in settings.evaluation.opponents:
                agent_for(text, self.game, settings.players)
        keep = settings.snapshots.keep if SNAPSHOTS in settings.opponents else 0
        self.opponents = Opponents(
            settings.opponents, self.network, self.game, settings.players, keep, settings.threads
        )
        rules: dict[str, Any] = settings.parameters
        env = make_vec(
            self.game,
            settings.games,
            num_players=settings.players,
            skip_forced=True,
            threads=settings.threads,
            **rules,
        )
        self.tables = Tables(
            env, self.opponents, settings.reward, seed=settings.seed, full=shape.critic == FULL
        )
        self.model = self._make_model()
        # SB3's own schedule is told what is left of one call of `learn`, and a run may be learnt in several.
        self.model.lr_schedule = lambda _: self.learning_rate(self.steps)

    def _make_model(self) -> SelfPlayPPO:
        imitation = self.settings.imitation
        if imitation.agent is None:
            return self._make(SelfPlayPPO)
        agent = batched(agent_for(imitation.agent, self.game, self.settings.players))
        model = self._make(TaughtPPO)
        model.teacher = Teacher(agent, imitation.steps, Shares(self.settings.threads))
        return model

    def _make(self, kind: type[Learner]) -> Learner:
        ppo = self.settings.ppo
        return kind(
            NetworkPolicy,
            self.tables,
            learning_rate=self.learning_rate(0),
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
            stats_window_size=_GAMES_SHOWN,
            policy_kwargs={"network": self.network, "threads": self.workers},
            seed=self.settings.seed,
            device=self.device,
        )

    @property
    def workers(self) -> int:
        """Threads that take parts of a batch through the network; a GPU takes it whole."""
        return self.settings.threads if self.device == CPU else 1

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
    def last_games(self) -> deque[dict[str, Any]]:
        """How the last games went for the learner's sure seats, see `Tables`; SB3 keeps them."""
        return self.model.ep_info_buffer or deque()

    @last_games.setter
    def last_games(self, games: Iterable[dict[str, Any]]) -> None:
        self.model.ep_info_buffer = deque(games, _GAMES_SHOWN)
        self.model.ep_success_buffer = deque(maxlen=_GAMES_SHOWN)  # SB3 makes both or none

    def learn(self, steps: int, callback: BaseCallback) -> None:
        """Learn from so many more decisions, whole updates; what was begun before goes on.

        SB3 would write down each update's figures along with the next one's games; that is left to the callback.
        """
        never: Any = None  # sb3-contrib says int, and takes it
        self.model.learn(steps, callback, log_interval=never, reset_num_timesteps=self.steps == 0)

    def learning_rate(self, steps: int) -> float:
        """The learning rate after so many decisions, of imitation and then of PPO."""
        imitation, ppo = self.settings.imitation, self.settings.ppo
        if imitation.agent is not None and steps <= imitation.steps:
            left = 1.0 - steps / imitation.steps
            return mix(imitation.final_learning_rate, imitation.learning_rate, left)
        return mix(ppo.final_learning_rate, ppo.learning_rate, self._left_of_ppo(steps))

    @property
    def entropy(self) -> float:
        """The weight of the entropy as things stand."""
        return mix(self.settings.ppo.final_entropy, self.settings.ppo.entropy, self._left_of_ppo(self.steps))

    def _left_of_ppo(self, steps: int) -> float:
        """What part of PPO is still to come after so many decisions, 1 to 0."""
        imitated = self.settings.imitation.steps
        return min(1.0, max(0.0, (self.total - steps) / (self.total - imitated)))

    @property
    def finite(self) -> bool:
        """Whether all weights, and what the optimizer keeps of their gradients, are finite numbers."""
        kept = (tensor for entry in self.model.policy.optimizer.state.values() for tensor in entry.values())
        return all(bool(tensor.isfinite().all()) for tensor in (*self.network.state_dict().values(), *kept))

    def agent(self, deterministic: bool) -> PolicyAgent:
        """The policy as it stands, as an agent."""
        return PolicyAgent(self.network, self.game, self.settings.players, deterministic=deterministic)

    def close(self) -> None:
        """Let all threads go; they start again when they are needed."""
        policy = self.model.policy
        assert isinstance(policy, NetworkPolicy)
        for threads in (self.tables.env, self.opponents.threads, policy.threads):
            threads.close()

    def describe(self) -> str:
        """Where and with how many threads it works, in words."""
        of_network = f"{self.workers} for the network (torch, {torch.get_num_threads()} in each)"
        return f"device {self.device}; threads: {self.settings.threads} for games (numba), {of_network}"


def find_device(name: str) -> str:
    """The device that a setting means.

    Raises:
        SettingsError: there is no such device here.
    """
    there = torch.cuda.is_available()
    if name == CUDA and not there:
        raise SettingsError(
            "device: cuda needs a GPU that torch can use; there is none (auto takes what there is)"
        )
    return CUDA if there and name != CPU else CPU


def mix(last: float, first: float, remaining: float) -> float:
    """A number that goes evenly from the first to the last as what remains goes from 1 to 0."""
    return last + (first - last) * remaining


if TYPE_CHECKING:
    from torch import Tensor


def weights_from(folder: str, game: str, players: int, network: NetworkSettings) -> Mapping[str, Tensor]:
    """The weights of a checkpoint, or of the newest one of a run.

    A critic that goes by the deciding seat's view begins as one that sees all by making nothing of the rest yet.

    Args:
        folder: where it is.
        game: the game that they are to play.
        players: how many play.
        network: what they are to fit.

    Raises:
        CheckpointError: there is no sound checkpoint.
        SettingsError: it is of another game, number of players or network; the message says what would fit.
    """
    policy = load_policy(folder)
    to_be, as_it_is = asdict(network), policy.network.settings
    widened = to_be["critic"] == FULL != as_it_is["critic"]
    fits = {**as_it_is, "critic": FULL} if widened else as_it_is
    made = _flat(policy.game.name, policy.players, fits)
    wanted = _flat(game, players, to_be)
    if apart := [name for name in made if made[name] != wanted[name]]:
        has, have = (", ".join(f"{name} {of[name]}" for name in apart) for of in (made, wanted))
        remedy = " ".join(f"--set {name}={made[name]}" for name in apart)
        fitting = f"{remedy} makes them fit, or another `from` (null: random weights)"
        raise SettingsError(f"from: {folder} has {has}, the settings {have}; {fitting}")
    weights = weights_of(policy.network)
    return _widened(weights, make_network(policy.game, players, **to_be)) if widened else weights


def _widened(weights: Mapping[str, Tensor], network: Network) -> Mapping[str, Tensor]:
    """Weights for a critic that reads the views of all seats: its first layer has the deciding seat's columns first."""
    columns = {name: weight.shape[-1] for name, weight in weights_of(network).items()}
    return {name: pad(weight, (0, columns[name] - weight.shape[-1])) for name, weight in weights.items()}


def _flat(game: str, players: int, network: Mapping[str, Any]) -> dict[str, Any]:
    """Settings by the names that --set takes."""
    return {
        "game": game,
        "players": players,
        **{f"network.{key}": value for key, value in network.items()},
    }
