"""Decisions from random games, for tests of policies."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

import arctic_env
from arctic_agents.networks.legal import Legal
from arctic_env.kernels.masks import choose_uniformly
from arctic_env.model.game import Game

HALF = 48  # decisions; a game of two has about a hundred

ARCTIC, IGLU, NORTH_POLE = (arctic_env.game(name) for name in ("arctic", "iglu", "north_pole"))


@dataclass(frozen=True)
class Decisions:
    """n decisions of one game, as agents get them.

    Attributes:
        views: n views of the seats.
        seats: int8[n].
        masks: int8[n, A].
        observations: int8[n, O].
    """

    views: NDArray[Any]
    seats: NDArray[np.int8]
    masks: NDArray[np.int8]
    observations: NDArray[np.int8]

    def tensors(self) -> tuple[Tensor, Legal]:
        """What networks take."""
        return torch.from_numpy(self.observations), Legal.of(torch.from_numpy(self.masks))


def random_decisions(n: int = 64, players: int = 2, seed: int = 0, game: Game = ARCTIC) -> Decisions:
    """Decisions from the first halves of random games, at all points up to there."""
    generator = np.random.default_rng(seed)
    states = np.zeros(n, game.dtype)
    game.batch.deal(states, generator.integers(2**62, size=n), *game.options(players))
    masks = np.zeros((n, game.actions.size), np.int8)
    for played_so_far in range(HALF):
        game.batch.legal(states, masks)
        going = np.arange(n) % HALF > played_so_far
        played = states[going]
        game.batch.apply(played, choose_uniformly(masks[going], generator.integers(2**62, size=going.sum())))
        states[going] = played
    return decisions_in(states, players, game)


def decisions_in(states: NDArray[Any], players: int, game: Game = ARCTIC) -> Decisions:
    """The decisions that are due in these states."""
    n = len(states)
    seats = np.zeros(n, np.int8)
    views = np.zeros(n, game.dtype)
    masks = np.zeros((n, game.actions.size), np.int8)
    observations = np.zeros((n, game.observation(players).size), np.int8)
    game.batch.seats(states, seats)
    game.batch.view(states, seats, views)
    game.batch.legal(states, masks)
    game.batch.encode(views, seats, observations)
    return Decisions(views, seats, masks, observations)
