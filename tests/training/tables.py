"""Games for the tests of training, and ways to watch them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import arctic_env
from agents.policy.network import make_network
from arctic_env.arena import choose_uniformly, make_seeds
from training.games import Ended, Games
from training.opponents import Opponents
from training.settings import RewardSettings
from training.vec_env import SelfPlayVecEnv

ARCTIC = arctic_env.game("arctic")


class Watched(Games):
    """Games that remember the state in which each one ended."""

    def _collect(self, rows: NDArray[np.int64], *arguments: Any) -> Ended:
        self.final_states = self.states[rows].copy()
        return super()._collect(rows, *arguments)


def make_games(
    players: int = 2,
    n: int = 6,
    mix: dict[str, float] | None = None,
    kind: str = "margin",
    shaping: bool = True,
    parameters: dict[str, str] | None = None,
) -> Watched:
    """Games against random opponents, unless a mix is given."""
    torch.manual_seed(0)
    network = make_network(ARCTIC, players, "cards", 4)
    opponents = Opponents(mix or {"random": 1.0}, network, ARCTIC, players, keep=2)
    return Watched(ARCTIC, players, n, opponents, RewardSettings(kind, 30.0, shaping), parameters)


def make_env(seed: int = 0, **arguments: Any) -> SelfPlayVecEnv:
    """The same as an environment."""
    return SelfPlayVecEnv(make_games(**arguments), seed)


def any_actions(masks: NDArray[np.int8], step: int) -> NDArray[np.int64]:
    """Legal actions; those of a row depend on the row, its mask and the step alone."""
    return choose_uniformly(masks, make_seeds(np.arange(len(masks)), step))


@dataclass(frozen=True)
class Step:
    """A step of an environment and what came of it.

    Attributes:
        before: the observation before it.
        copies: a copy of that from the time.
        states, seats: the games before it.
        actions, after, rewards, dones, infos: the step.
        final_states: the states in which games ended.
    """

    before: dict[str, NDArray[np.int8]]
    copies: dict[str, NDArray[np.int8]]
    states: NDArray[Any]
    seats: NDArray[np.int8]
    actions: NDArray[np.int64]
    after: dict[str, NDArray[np.int8]]
    rewards: NDArray[np.float32]
    dones: NDArray[np.bool_]
    infos: list[dict[str, Any]]
    final_states: NDArray[Any]


def steps_of(env: SelfPlayVecEnv, n: int) -> Iterator[Step]:
    """Play n steps at random from a reset."""
    games = env.games
    assert isinstance(games, Watched)
    observation = env.reset()
    for step in range(n):
        copies = {name: array.copy() for name, array in observation.items()}
        states, seats = games.states.copy(), games.seats.copy()
        actions = any_actions(observation["action_mask"], step)
        after, rewards, dones, infos = env.step(actions)
        yield Step(
            observation, copies, states, seats, actions, after, rewards, dones, infos, games.final_states
        )
        observation = after
