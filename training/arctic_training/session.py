"""A training run in memory: the game, the network, the opponents, and MaskablePPO with all of them.

A checkpoint keeps the whole state, so that a run goes on as if it had not stopped: beside the policy the optimizer's
state, the snapshots, the games in progress, the random streams, and how the last games went, of which means are shown;
numbers in safetensors, all else in JSON.
"""

import json
import math
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import set_random_seed
from torch import Tensor
from torch.nn.functional import pad

import arctic_env
from arctic_agents.networks import FULL
from arctic_agents.networks.checkpoint import (
    load_policy,
    read_file,
    read_manifest,
    read_tensors,
    save_checkpoint,
    weights_of,
)
from arctic_agents.networks.network import make_network
from arctic_agents.ppo import PolicyAgent
from arctic_env.arena import bind
from arctic_env.envs.game_vec import make_vec
from arctic_env.errors import ArcticError, CheckpointError, SettingsError
from arctic_env.kernels.cache import numba_setting
from arctic_training.ppo import BatchThreads, NetworkPolicy
from arctic_training.run_folder import TENSORS
from arctic_training.self_play import SelfPlayPPO, Teacher
from arctic_training.self_play_env import OpponentMix, SelfPlayEnv
from arctic_training.settings import SNAPSHOTS, TrainSettings, find_beginning, to_document

CPU, CUDA = "cpu", "cuda"
GAMES_SHOWN = 500  # the last games, of which means are shown


class Session:
    """Everything that learns, made from settings alone: the same settings learn the same.

    `opponents` is the mix for the other seats, `env` has the games in progress, and `model` is the algorithm.
    """

    def __init__(self, settings: TrainSettings) -> None:
        """Make a session.

        Raise AgentError if an opponent, of the games or of an evaluation, or a teacher cannot be made or cannot play;
        SettingsError if the network does not fit the game, or there is no such device.
        """
        self.settings = settings
        self._update = settings.update
        self.game = arctic_env.game(settings.game)
        self.device = find_device(settings.device)
        torch.set_num_threads(1)  # threads take parts of batches, see `BatchThreads`
        set_random_seed(settings.seed)
        shape = settings.network
        kind = shape.kind, shape.width, shape.critic, shape.suggestion, shape.ratings
        self.network = make_network(self.game, settings.num_players, *kind)
        self.network.to(self.device)
        if settings.evaluation.every:  # better missed now than after all updates before the first evaluation
            for text in settings.evaluation.opponents:
                bind(text, self.game, settings.num_players)
        keep = settings.snapshots.keep if SNAPSHOTS in settings.opponents else 0
        self.opponents = OpponentMix(
            settings.opponents, self.network, self.game, settings.num_players, keep, settings.threads
        )
        rules: dict[str, Any] = settings.parameters
        games = make_vec(
            self.game,
            settings.games,
            num_players=settings.num_players,
            skip_forced=True,
            threads=settings.threads,
            **rules,
        )
        self.env = SelfPlayEnv(games, self.opponents, settings.reward, seed=settings.seed)
        self.model = self._make_model()
        if (agent := settings.imitation.agent) is not None:
            teacher = bind(agent, self.game, settings.num_players)
            self.model.teacher = Teacher(teacher, settings.imitation.steps, BatchThreads(settings.threads))

    def _make_model(self) -> SelfPlayPPO:
        ppo = self.settings.ppo
        return SelfPlayPPO(
            NetworkPolicy,
            self.env,
            learning_rate=lambda remaining: self.learning_rate(round((1.0 - remaining) * self.total)),
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
            stats_window_size=GAMES_SHOWN,
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
        return self.steps // self._update

    @property
    def total(self) -> int:
        """Decisions to learn from in all: whole updates."""
        return math.ceil(self.settings.steps / self._update) * self._update

    def learn(self, callback: BaseCallback) -> None:
        """Learn from the decisions that are left.

        SB3 would log each update's figures along with the next one's games; that is left to the callback.
        """
        never: Any = None  # sb3-contrib says int, and takes it
        left = self.total - self.steps
        self.model.learn(left, callback, log_interval=never, reset_num_timesteps=self.steps == 0)

    def learning_rate(self, steps: int) -> float:
        """Return the learning rate after that many decisions, of imitation and then of PPO."""
        imitation, ppo = self.settings.imitation, self.settings.ppo
        if imitation.agent is not None and steps <= imitation.steps:
            remaining = 1.0 - steps / imitation.steps
            return interpolate(imitation.final_learning_rate, imitation.learning_rate, remaining)
        return interpolate(ppo.final_learning_rate, ppo.learning_rate, self._remaining_of_ppo(steps))

    @property
    def entropy(self) -> float:
        """The weight of the entropy now."""
        ppo = self.settings.ppo
        return interpolate(ppo.final_entropy, ppo.entropy, self._remaining_of_ppo(self.steps))

    def _remaining_of_ppo(self, steps: int) -> float:
        """Return the remaining fraction of PPO after that many decisions, 1 to 0."""
        imitated = self.settings.imitation.steps
        return min(1.0, max(0.0, (self.total - steps) / (self.total - imitated)))

    @property
    def finite(self) -> bool:
        """Whether all weights, and what the optimizer keeps of their gradients, are finite numbers."""
        kept = (tensor for entry in self.model.policy.optimizer.state.values() for tensor in entry.values())
        return all(bool(tensor.isfinite().all()) for tensor in (*self.network.state_dict().values(), *kept))

    def agent(self, deterministic: bool) -> PolicyAgent:
        """Return the latest policy, as an agent."""
        return PolicyAgent(self.network, self.game, self.settings.num_players, deterministic=deterministic)

    def warm_start(self, begun: str) -> None:
        """Begin with the weights that the setting `from` names.

        A critic that goes by the deciding seat's view begins as one that sees all by making nothing of the rest yet,
        and a policy that is told what heuristics suggest by making nothing of that: the first columns and outputs of a
        layer are those that were there before, and the others are 0. Raise CheckpointError if the checkpoint is
        damaged, SettingsError if there is none, or it is of another game, number of players or network; the message
        says what would fit.
        """
        try:
            place = find_beginning(begun, self.game.name, self.settings.num_players)
        except ArcticError as error:
            raise SettingsError(f"from: {error}") from error
        policy = load_policy(place)
        ours = self.network.settings
        grown = {name: value for name, value in ours.items() if value is True or value == FULL}
        theirs = policy.network.settings | grown
        made = {"game": policy.game.name, "num_players": policy.num_players, **_as_keys(theirs)}
        wanted = {"game": self.game.name, "num_players": self.settings.num_players, **_as_keys(ours)}
        if apart := [name for name in made if made[name] != wanted[name]]:
            has, have = (", ".join(f"{name} {of[name]}" for name in apart) for of in (made, wanted))
            remedy = " ".join(f"--set {name}={made[name]}" for name in apart)
            fitting = f"{remedy} makes them fit, or another `from` (null: random weights)"
            raise SettingsError(f"from: {begun} has {has}, the settings {have}; {fitting}")
        own = self.network.state_dict()
        given = {name: _fill_up(weight, own[name]) for name, weight in weights_of(policy.network).items()}
        self.network.load_state_dict(own | given)

    def describe(self) -> str:
        """Describe in words the device and the number of threads."""
        asked, most = self.settings.threads, numba_setting("NUMBA_NUM_THREADS")
        of_games = f"{asked} for games (numba)" if asked <= most else f"{most} for games (numba has no more)"
        of_network = f"{self.workers} for the network (torch, {torch.get_num_threads()} in each)"
        return f"device {self.device}; threads: {of_games}, {of_network}"


def _fill_up(weight: Tensor, own: Tensor) -> Tensor:
    """Return a weight in the shape of another, with 0 after its last columns and outputs."""
    return pad(weight, [n for axis in reversed(range(own.ndim)) for n in (0, own.shape[axis] - weight.shape[axis])])


def _as_keys(network: dict[str, Any]) -> dict[str, Any]:
    """Return settings of a network by the names that --set takes."""
    return {f"network.{name}": str(value).lower() for name, value in network.items()}


def find_device(name: str) -> str:
    """Return the device of a setting; raise SettingsError if there is no such device here."""
    available = torch.cuda.is_available()
    if name == CUDA and not available:
        raise SettingsError("device: cuda needs a GPU that torch can use; there is none (auto takes what there is)")
    return CUDA if available and name != CPU else CPU


def interpolate(last: float, first: float, remaining: float) -> float:
    """Interpolate linearly from `last` to `first` by the remaining fraction, 0 to 1."""
    return last + (first - last) * remaining


COUNTERS = "training.json"


def save_session(session: Session, folder: Path, seconds: float) -> None:
    """Write a checkpoint of a run, which has taken that many seconds so far, between two updates."""
    model = session.model
    model.rollout_buffer.reset()
    optimizer = model.policy.optimizer.state_dict()
    generator = np.random.get_state(legacy=False)
    key = generator["state"].pop("key").astype(np.int64)  # which safetensors has, unlike unsigned ones
    state = {
        "optimizer": optimizer["state"],
        "env": session.env.save(),
        "decisions": model.rollout_buffer.decisions.save(),
        "random": {"torch": torch.get_rng_state(), "numpy": key},
        "snapshots": {i: weights_of(network) for i, network in enumerate(session.opponents.snapshots)},
    }
    counters = {
        "updates": model._n_updates,
        "snapshots": session.opponents.taken,
        "last_games": list(model.ep_info_buffer or ()),
        "optimizer": optimizer["param_groups"],
        "numpy": generator,
    }
    about = {"steps": session.steps, "seconds": seconds, "settings": to_document(session.settings)}
    more = {TENSORS: save(dict(_flatten(state))), COUNTERS: json.dumps(counters).encode()}
    save_checkpoint(folder, session.network, session.game, session.settings.num_players, about, more)


def _flatten(state: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Tensor]]:
    """Yield the arrays and tensors of nested dictionaries, named by their keys: on the CPU, sharing no memory."""
    for key, value in state.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", torch.as_tensor(value).detach().cpu().clone().contiguous()


def _nest(tensors: Mapping[str, Tensor]) -> dict[str, Any]:
    """Return nested dictionaries again, of three levels: names of weights have points of their own."""
    state: dict[str, Any] = {}
    for name, tensor in tensors.items():
        *parents, key = name.split(".", 2)
        place = state
        for parent in parents:
            place = place.setdefault(parent, {})
        place[key] = tensor
    return state


def restore_session(session: Session, folder: Path) -> float:
    """Put the state of a checkpoint into a session that was made from its settings.

    Return the seconds that the run has taken so far. Raise CheckpointError if it is damaged, or does not fit the
    session.
    """
    manifest, policy = read_manifest(folder), load_policy(folder)
    tensors, counters = read_tensors(folder, manifest, TENSORS), read_file(folder, manifest, COUNTERS)
    try:
        session.network.load_state_dict(weights_of(policy.network))
        session.model.num_timesteps = manifest["about"]["steps"]
        _restore(session, _nest(tensors), json.loads(counters))
        return float(manifest["about"]["seconds"])
    except (LookupError, TypeError, ValueError, RuntimeError) as error:
        raise CheckpointError(f"{folder}: does not fit a run of its settings: {error}") from error


def _restore(session: Session, state: dict[str, Any], counters: Mapping[str, Any]) -> None:
    model = session.model
    for i, network in enumerate(session.opponents.snapshots):
        network.load_state_dict(state["snapshots"][str(i)])
    session.opponents.taken = counters["snapshots"]
    model.ep_info_buffer = deque(counters["last_games"], GAMES_SHOWN)
    model.ep_success_buffer = deque(maxlen=GAMES_SHOWN)  # SB3 makes both or none
    model._n_updates = counters["updates"]
    optimizer = {int(number): entry for number, entry in state["optimizer"].items()}
    model.policy.optimizer.load_state_dict({"state": optimizer, "param_groups": counters["optimizer"]})
    session.env.restore(_as_arrays(state["env"]))
    model._last_obs = session.env.shown.observations  # else SB3 would deal anew
    model.rollout_buffer.decisions.restore(_as_arrays(state["decisions"]))
    torch.set_rng_state(state["random"]["torch"])
    generator: dict[str, Any] = counters["numpy"]
    generator["state"]["key"] = state["random"]["numpy"].numpy().astype(np.uint32)
    np.random.set_state(generator)


def _as_arrays(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested dictionaries with arrays in the place of tensors."""
    return {name: _as_arrays(v) if isinstance(v, Mapping) else v.numpy() for name, v in state.items()}
