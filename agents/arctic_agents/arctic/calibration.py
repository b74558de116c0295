"""How good a belief over totems is: log loss by game, and how often what was believed at so many percent was so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.moments import Moments
from arctic_env.arena.statistics import Estimate, estimate_mean
from arctic_env.games.arctic.material import N_ANIMALS

CHANCE_LOSS = float(np.log(N_ANIMALS - 1))  # of all animals but the own one being equally likely
EDGES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)


@dataclass(frozen=True)
class Bin:
    """What was believed within some bounds.

    Attributes:
        low: The lower bound.
        high: The upper one.
        cases: How often that was.
        believed: Its mean.
        true: How often it was so.
    """

    low: float
    high: float
    cases: int
    believed: float
    true: float


@dataclass(frozen=True)
class Calibration:
    """How good a belief was.

    Attributes:
        loss: Log loss of a guess, in nats, with its 95 % interval by game.
        by_turn: Its mean by the guessing seat's turns before.
        bins: Reliability, in order.
    """

    loss: Estimate
    by_turn: tuple[float, ...]
    bins: tuple[Bin, ...]


def rivals_of(moments: Moments) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each guess as the number of its moment and the seat whose totem is guessed; two int64[guesses]."""
    rows, others = np.nonzero(np.arange(moments.players) != moments.seats[:, None])
    return rows, others


def calibrate(moments: Moments, chances: NDArray[np.float64]) -> Calibration:
    """Compare what was believed, float64[n, MAX_PLAYERS, N_ANIMALS], with what was so."""
    rows, others = rivals_of(moments)
    believed, totems = chances[rows, others], moments.totems[rows, others]
    losses = -np.log(believed[np.arange(len(rows)), totems])
    possible = np.arange(N_ANIMALS) != moments.totems[rows, moments.seats[rows]][:, None]
    true = np.arange(N_ANIMALS) == totems[:, None]
    turns = moments.turns[rows]
    return Calibration(
        estimate_mean(_means(moments.games[rows], losses)),
        tuple(float(losses[turns == turn].mean()) for turn in range(int(turns.max()) + 1)),
        tuple(_bins(believed[possible], true[possible])),
    )


def _means(groups: NDArray[np.int64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, numbers = np.unique(groups, return_inverse=True)
    means: NDArray[np.float64] = np.bincount(numbers, values) / np.bincount(numbers)
    return means


def _bins(believed: NDArray[np.float64], true: NDArray[np.bool_]) -> list[Bin]:
    places = np.digitize(believed, EDGES[1:-1])
    bins = []
    for place in range(len(EDGES) - 1):
        inside = places == place
        if inside.any():
            means = float(believed[inside].mean()), float(true[inside].mean())
            bins.append(Bin(EDGES[place], EDGES[place + 1], int(inside.sum()), *means))
    return bins
