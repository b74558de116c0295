"""Search heuristics of RACE TO THE NORTH POLE: the planner's choice, and expected final scores."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.north_pole.planner import Weights, choose, reply_action
from arctic_agents.north_pole.value import NEVER, Bench, hand_worth, make_bench, read_view, value
from arctic_agents.planner import to_record, weights_alone
from arctic_agents.search.heuristics import SearchHeuristics, write_ratings
from arctic_env.games.north_pole.board import partner_of
from arctic_env.games.north_pole.hidden import view
from arctic_env.games.north_pole.setup import pawns_each
from arctic_env.kernels.jit import NOBODY, Bytes, Floats, Ints, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game


class RaceWorkspace(NamedTuple):
    """Weights and scratch arrays of one thread."""

    weights: NDArray[Any]  # one record of the planner's weights
    bench: Bench
    views: NDArray[Any]  # one state


def make_workspace(game: Game, players: int) -> RaceWorkspace:
    """Make the workspace of one thread."""
    weights = to_record(weights_alone(Weights, game.name, players))
    return RaceWorkspace(weights, make_bench(), np.zeros(1, game.dtype))


@njit
def suggest(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: RaceWorkspace) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    return choose(workspace.views[0], seat, mask, next_word(stream), workspace.weights[0], workspace.bench)


@njit
def rate(
    states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: RaceWorkspace, out: NDArray[np.int16]
) -> None:
    """Write the planner's action and what its best plans are worth, by their first actions; int16[1 + 3 RATED]."""
    d = workspace.bench.planner_states[0]
    d.plans = 0
    out[0] = suggest(states, i, mask, stream, workspace)
    write_ratings(int(d.plans), d.plan_first, d.plan_value, d.plan_worth, NEVER, out[1:])


@njit
def play(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: RaceWorkspace) -> int:
    """Return a quick reply in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    return reply_action(workspace.views[0], seat, mask, workspace.weights[0], workspace.bench)


@njit
def estimate(states: NDArray[Any], i: int, workspace: RaceWorkspace, out: Floats) -> None:
    """Write the expected final scores, float64[players].

    The one whose position is worth most to it, as the planner weighs it, is expected to bring all its pawns home; the
    others come less far by what theirs are worth less. A team's seats share both.
    """
    s, d, w = states[i], workspace.bench.planner_states[0], workspace.weights[0]
    read_view(s, int(s.seat), w, d)
    value(s, int(s.seat), w, d)
    whole = float(pawns_each(s) * (2 if s.teams else 1))
    for seat in range(len(out)):
        d.worth[seat] += hand_worth(s, seat, w)
    for seat in range(len(out)):
        partner = partner_of(s, seat)
        out[seat] = d.worth[seat] + (d.worth[partner] if partner != NOBODY else 0.0)
    best, each = out.max(), w.ship + w.entry  # steps of a pawn from its ship
    for seat in range(len(out)):
        out[seat] = max(0.0, whole - (best - out[seat]) / each)


HEURISTICS = SearchHeuristics(
    suggest=suggest, play=play, rate=rate, estimate=estimate, make_workspace=make_workspace, rounds=1
)
