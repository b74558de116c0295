"""What search knows of IGLU IGLU beside the rules: the planner's choice, and scores to be expected."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.planner import Weights, choose_many
from arctic_agents.iglu.planner_state import DESK, N_TRIES, read_view
from arctic_agents.iglu.value import value
from arctic_agents.search.heuristics import Guide
from arctic_agents.weights import to_record, weights_alone
from arctic_env.games.iglu.hidden import view
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game


class Kit(NamedTuple):
    """What the kernels below work with and on.

    Attributes:
        weights: One record of the planner's weights.
        desks: One, to work on.
        tries: N_TRIES states, to work on.
        views: One state, to work on.
        seats: int8[1], to work on, as what follows: int8[1, actions], int64[1] and int64[1].
    """

    weights: NDArray[Any]
    desks: NDArray[Any]
    tries: NDArray[Any]
    views: NDArray[Any]
    seats: NDArray[np.int8]
    masks: NDArray[np.int8]
    seeds: NDArray[np.int64]
    actions: NDArray[np.int64]


def make_kit(game: Game, players: int) -> Kit:
    """A kit for one thread."""
    return Kit(
        to_record(read_weights(players)),
        np.zeros(1, DESK),
        np.zeros(N_TRIES, game.dtype),
        np.zeros(1, game.dtype),
        np.zeros(1, np.int8),
        np.zeros((1, game.actions.size), np.int8),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
    )


@cache
def read_weights(players: int) -> Weights:
    """The planner's weights as they were tuned for that many players, if they were."""
    return Weights(**weights_alone("iglu", players))


@njit
def suggest(states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], kit: Kit) -> int:
    """What the planner does in states[i], from the view of the seat that decides."""
    seat = int(states[i].seat)
    view(states, i, seat, kit.views, 0)
    kit.seats[0] = seat
    kit.masks[0, :] = mask
    kit.seeds[0] = next_word(stream)
    choose_many(kit.views, kit.seats, kit.masks, kit.seeds, kit.weights, kit.desks, kit.tries, kit.actions)
    return int(kit.actions[0])


@njit
def estimate(states: NDArray[Any], i: int, kit: Kit, out: NDArray[np.float64]) -> None:
    """Write the final scores to be expected, float64[players]: what the planner takes each seat's position for."""
    d, w = kit.desks[0], kit.weights[0]
    for seat in range(states[i].players):
        view(states, i, seat, kit.views, 0)
        read_view(kit.views[0], seat, w, d)
        d.share[:] = 0.0
        d.share[seat] = 1.0
        out[seat] = value(kit.views[0], w, d)


@njit
def label(states: NDArray[Any], i: int, observer: int, action: int, kit: Kit) -> int:
    """The action: all are seen; which tiles are kept is chance, and not chosen."""
    return action


@njit
def turn(states: NDArray[Any], i: int) -> int:
    """The mover; where a bear attacks others are asked for a harpoon in between."""
    return int(states[i].mover)


HEURISTICS = Guide(
    suggest=suggest,
    estimate=estimate,
    label=label,
    conceals=False,
    make_kit=make_kit,
    horizon=lambda players, simulations: 1,
    turn=turn,
)
