"""Search heuristics of RACE TO THE NORTH POLE: the planner's choice, and expected final scores."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.north_pole.planner import Weights, choose
from arctic_agents.north_pole.planner_state import Bench, make_bench, read_view
from arctic_agents.north_pole.value import steps_to_go
from arctic_agents.search.heuristics import SearchHeuristics
from arctic_agents.weights import to_record, weights_alone
from arctic_env.games.north_pole.board import partner_of
from arctic_env.games.north_pole.hidden import view
from arctic_env.games.north_pole.setup import pawns_each
from arctic_env.games.north_pole.state import DTYPE
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game


class RaceWorkspace(NamedTuple):
    """Weights and scratch arrays of the kernels below.

    Attributes:
        weights: One record of the planner's weights.
        bench: The planner's scratch arrays.
        views: One state, as scratch space.
    """

    weights: NDArray[Any]
    bench: Bench
    views: NDArray[Any]


def make_workspace(game: Game, players: int) -> RaceWorkspace:
    """Make the workspace of one thread."""
    return RaceWorkspace(to_record(read_weights(players)), make_bench(), np.zeros(1, DTYPE))


@cache
def read_weights(players: int) -> Weights:
    """Read the planner's weights tuned for a number of players, else the default ones."""
    return Weights(**weights_alone("north_pole", players))


@njit
def suggest(
    states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], workspace: RaceWorkspace
) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    return choose(workspace.views[0], seat, mask, next_word(stream), workspace.weights[0], workspace.bench)


@njit
def estimate(states: NDArray[Any], i: int, workspace: RaceWorkspace, out: NDArray[np.float64]) -> None:
    """Write the expected final scores, float64[players].

    The one that has the fewest steps to go is expected to bring all its pawns home. In the time that it needs, the
    others come as far as that takes them; a team's seats share both.
    """
    s, d, w = states[i], workspace.bench.planner_states[0], workspace.weights[0]
    read_view(s, int(s.seat), w, d)
    to_go, whole = np.empty(len(out)), float(pawns_each(s) * (2 if s.teams else 1))
    least = 1e9
    for seat in range(len(out)):
        to_go[seat] = steps_to_go(s, seat, w, d)
        partner = partner_of(s, seat)
        if partner != NOBODY:
            to_go[seat] += steps_to_go(s, partner, w, d)
        least = min(least, to_go[seat])
    each = w.ship + w.entry  # steps of a pawn from its ship
    for seat in range(len(out)):
        out[seat] = max(0.0, whole - max(0.0, to_go[seat] - least) / each)


HEURISTICS = SearchHeuristics(suggest=suggest, estimate=estimate, make_workspace=make_workspace, rounds=0)
