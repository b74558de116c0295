"""Search heuristics of IGLU IGLU: the planner's choice, and expected final scores."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.planner import Weights, choose
from arctic_agents.iglu.planner_state import N_TRIES, PLANNER_STATE, read_view
from arctic_agents.iglu.value import value
from arctic_agents.search.heuristics import SearchHeuristics
from arctic_agents.weights import to_record, weights_alone
from arctic_env.games.iglu.hidden import view
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game


class IgluWorkspace(NamedTuple):
    """Weights and scratch arrays of the kernels below.

    Attributes:
        weights: One record of the planner's weights.
        planner_states: One, as scratch space.
        tries: N_TRIES states, as scratch space.
        views: One state, as scratch space.
    """

    weights: NDArray[Any]
    planner_states: NDArray[Any]
    tries: NDArray[Any]
    views: NDArray[Any]


def make_workspace(game: Game, players: int) -> IgluWorkspace:
    """Make the workspace of one thread."""
    weights, planner_states = to_record(read_weights(players)), np.zeros(1, PLANNER_STATE)
    return IgluWorkspace(weights, planner_states, np.zeros(N_TRIES, game.dtype), np.zeros(1, game.dtype))


@cache
def read_weights(players: int) -> Weights:
    """Read the planner's weights tuned for a number of players, else the default ones."""
    return Weights(**weights_alone("iglu", players))


@njit
def suggest(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: IgluWorkspace) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    s, w, d = workspace.views[0], workspace.weights[0], workspace.planner_states[0]
    return choose(s, seat, mask, next_word(stream), w, d, workspace.tries)


@njit
def estimate(states: NDArray[Any], i: int, workspace: IgluWorkspace, out: Floats) -> None:
    """Write the expected final scores, float64[players]: the planner's value of each seat's position."""
    d, w = workspace.planner_states[0], workspace.weights[0]
    for seat in range(states[i].players):
        view(states, i, seat, workspace.views, 0)
        read_view(workspace.views[0], seat, w, d)
        d.share[:] = 0.0
        d.share[seat] = 1.0
        out[seat] = value(workspace.views[0], w, d)


@njit
def turn(states: NDArray[Any], i: int) -> int:
    """Return the mover; where a bear attacks, others are asked for a harpoon in between."""
    return int(states[i].mover)


HEURISTICS = SearchHeuristics(suggest=suggest, estimate=estimate, make_workspace=make_workspace, rounds=0, turn=turn)
