"""Games for the tests of training, and ways to watch them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import arctic_env
from arctic_agents.networks import FULL, VIEW
from arctic_agents.networks.network import make_network
from arctic_env.envs.observations import Step
from arctic_env.kernels.masks import choose_uniformly, legal_pairs
from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game
from arctic_env.model.rules import Value
from arctic_training.buffer import Decisions
from arctic_training.self_play_env import OpponentMix, SelfPlayEnv, SelfPlayStep
from arctic_training.settings import RewardSettings

ARCTIC = arctic_env.game("arctic")
GAME = 260  # steps within which every game of two to four random players ends at least once
N = 6


def make_env(
    players: int = 2,
    n: int = N,
    mix: dict[str, float] | None = None,
    kind: str = "margin",
    shaping: bool = True,
    seed: int = 0,
    full: bool = False,
    max_cycles: int | None = None,
    network: str = "cards",
    game: Game = ARCTIC,
    **parameters: Value,
) -> SelfPlayEnv:
    """An environment in which the learner meets itself and random opponents, unless a mix is given."""
    torch.manual_seed(0)
    learner = make_network(game, players, network, 4, FULL if full else VIEW)
    opponents = OpponentMix(mix or {"latest": 0.5, "random": 0.5}, learner, game, players, keep=2)
    games = arctic_env.make_vec(
        game, n, num_players=players, skip_forced=True, threads=1, max_cycles=max_cycles, **parameters
    )
    return SelfPlayEnv(games, opponents, RewardSettings(kind=kind, scale=30.0, shaping=shaping), seed=seed)


def any_actions(masks: NDArray[np.int8], rows: NDArray[np.int64], step: int) -> NDArray[np.int64]:
    """Legal actions; each depends on the row, its mask and the step alone."""
    return choose_uniformly(masks, make_seeds(rows, step))


@dataclass(frozen=True)
class Turn:
    """A step of all games and what came of it.

    Attributes:
        rows: the games in which the learner decided.
        before: what the games showed.
        states: the games before it.
        sure, seated: who sat where.
        actions: the learner's.
        played: what came of it.
    """

    rows: NDArray[np.int64]
    before: Step
    states: NDArray[Any]
    sure: NDArray[np.int8]
    seated: NDArray[np.int64]
    actions: NDArray[np.int64]
    played: SelfPlayStep


def turns_of(env: SelfPlayEnv, n: int, decisions: Decisions | None = None, first: int = 0) -> Iterator[Turn]:
    """Play n steps, from the deal unless they are not the first, the learner at random.

    Its decisions are written down with their number as the value.
    """
    if first == 0:
        env.reset()
    for step in range(first, first + n):
        rows, before = env.learner_rows(), env.shown
        seats, masks = before.seats[rows], before.action_masks[rows]
        states, sure, seated = env.games.states, env.seats.sure.copy(), env.seats.players.copy()
        actions = any_actions(masks, rows, step)
        if decisions is not None:
            numbers = np.arange(decisions.count, decisions.count + len(rows), dtype=np.float64)
            legal = masks.sum(axis=1, dtype=np.int64), legal_pairs(masks)[1]
            decisions.add(rows, seats, env.observe(rows), legal, actions, numbers, numbers)
        played = env.step(rows, actions)
        if decisions is not None:
            decisions.add_rewards(played.rewards)
            if played.final is not None:
                decisions.end(played.final.rows)
        yield Turn(rows, before, states, sure, seated, actions, played)


def room_for(env: SelfPlayEnv, steps: int) -> Decisions:
    """Room for all decisions of so many steps."""
    n, players = env.num_envs, env.games.num_players
    return Decisions(n, players, n * steps, env.critic_shape)
