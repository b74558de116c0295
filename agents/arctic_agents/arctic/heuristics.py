"""Search heuristics of ARCTIC: the planner's choice, and expected final scores.

Final scores are foreseen from a state in the middle of a game: a few features of each seat (points that lie, runs that
the hand promises, tokens, cards held) are weighed by the own turns that are left. The weights were fitted to games of
the planner against itself, see `arctic_agents.search.estimate`.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.beliefs import draw_worlds
from arctic_agents.arctic.planner import Weights, choose
from arctic_agents.arctic.planner_state import PLANNER_STATE, RATED, read_view
from arctic_agents.arctic.value import NEVER, animal_worth, weigh
from arctic_agents.planner import to_record, weights_alone
from arctic_agents.search.estimate import expect, read_fit
from arctic_agents.search.heuristics import UNKNOWN, SearchHeuristics, write_ratings
from arctic_env.games.arctic import material
from arctic_env.games.arctic.hidden import view
from arctic_env.games.arctic.state import FINISH, LAST, NO_CARD
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game

# Features by number; the last ones are the power cards by animal and face.
ONE, RUNS, VARIETY, PROMISE, AT_ONCE, TOTEM, PENALTIES, CARDS, DEMAND, SHORTAGE, WAITING = range(11)
POWERS = WAITING + 1
FEATURES = POWERS + 2 * material.N_ANIMALS

MOST_TURNS = 7  # own turns to come that are told apart
STAGES = MOST_TURNS + 1


class ArcticWorkspace(NamedTuple):
    """Weights and scratch arrays of the kernels below."""

    fit: Floats  # float64[STAGES, 2 FEATURES], see `arctic_agents.search.estimate`
    plain: NDArray[Any]  # one record of the planner's default weights, which the fit used
    weights: NDArray[Any]  # one record of the planner's weights in play
    planner_states: NDArray[Any]  # two, as scratch space
    views: NDArray[Any]  # one state, as scratch space


@njit
def estimate(states: NDArray[Any], i: int, workspace: ArcticWorkspace, out: Floats) -> None:
    """Write the expected final score of each seat from states[i], float64[players]; best as a turn begins."""
    features, stages = np.empty((len(out), FEATURES)), np.empty(len(out), np.int64)
    for seat in range(len(out)):
        stages[seat] = describe(states, i, seat, workspace, features[seat])
    expect(features, stages, workspace.fit, out)


@njit
def describe(states: NDArray[Any], i: int, seat: int, workspace: ArcticWorkspace, out: Floats) -> int:
    """Write the features of a seat in states[i], float64[FEATURES]; returns its stage."""
    view(states, i, seat, workspace.views, 0)
    s, d, w = workspace.views[0], workspace.planner_states[0], workspace.plain[0]
    d.depth = 0
    read_view(s, seat, w.pace, d)
    d.turns = turns_to_come(s, seat, w.pace)
    d.plans_last = 0
    weigh(s, seat, w, d)
    _describe_points(s, seat, d, out)
    _describe_cards(d, out)
    out[ONE] = 1.0
    out[WAITING] = (seat - int(s.seat)) % int(s.players)
    for power in range(2 * material.N_ANIMALS):
        held = s.holders[power // 2] == seat and s.faces[power // 2] == power % 2
        out[POWERS + power] = 1.0 if held else 0.0
    return min(int(d.turns), MOST_TURNS)


@njit
def _describe_points(s: Any, seat: int, d: Any, out: Floats) -> None:
    """Write the features of a seat's runs, tokens and penalties."""
    out[RUNS], out[PROMISE] = 0.0, 0.0
    for animal in range(material.N_ANIMALS):
        out[RUNS] += s.points[seat, animal]
        out[PROMISE] += animal_worth(d, animal, int(d.count[animal]), 0)
    out[VARIETY] = s.points[seat, material.DIVERSITY]
    out[TOTEM] = material.LANDSCAPE[s.tokens[s.totems[seat]]]
    out[PENALTIES] = s.penalty_size[seat]


@njit
def _describe_cards(d: Any, out: Floats) -> None:
    """Write the features of the hand for the next turn."""
    demand = 1 if d.visible == NO_CARD else int(material.PLACEMENT[d.visible])
    out[CARDS] = d.hand_size
    out[DEMAND] = demand
    out[SHORTAGE] = max(demand - int(d.hand_size), 0)
    out[AT_ONCE] = 0.0
    for animal in range(material.N_ANIMALS):
        length = min(int(d.count[animal]), demand) + (int(d.trail) if animal == d.top else 0)
        gain = material.RUN_POINTS[min(length, material.LONGEST_SCORED)] - material.RUN_POINTS[d.best[animal]]
        out[AT_ONCE] = max(out[AT_ONCE], float(gain))


@njit
def turns_to_come(s: Any, seat: int, pace: float) -> int:
    """Count the own turns that are not over yet, if everybody draws at that pace (4.1)."""
    players = int(s.players)
    mine, now = (seat - int(s.first)) % players, (int(s.seat) - int(s.first)) % players
    this_round = int(mine >= now)
    if s.stage == LAST:
        return this_round
    if s.stage == FINISH:
        return this_round + 1
    turns_to_trigger = int((int(s.stack_size) - int(s.reserve_size)) / pace)
    return this_round + 1 + (now + turns_to_trigger) // players


# --------------------------------------------------------------------------------------- heuristics


FIT_FILE = Path(__file__).with_name("estimate.json")

_THE_TURN = 1  # depth of the planner


def make_workspace(game: Game, players: int) -> ArcticWorkspace:
    """Make the workspace of one thread."""
    return workspace_with(read_fit(FIT_FILE, players), game, players)


def workspace_with(fit: Floats, game: Game, players: int) -> ArcticWorkspace:
    """Make the workspace of one thread with these weights of features."""
    weights = to_record(Weights()), to_record(weights_alone(Weights, game.name, players))
    return ArcticWorkspace(fit, *weights, np.zeros(2, PLANNER_STATE), np.zeros(1, game.dtype))


@njit
def suggest(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: ArcticWorkspace) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat = int(states[i].seat)
    view(states, i, seat, workspace.views, 0)
    s, w = workspace.views[0], workspace.weights[0]
    return choose(s, seat, mask, next_word(stream), w, _THE_TURN, workspace.planner_states)


@njit
def rate(
    states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: ArcticWorkspace, out: NDArray[np.int16]
) -> None:
    """Write the planner's action and what its best plans are worth, by their first actions; int16[1 + 3 RATED]."""
    d = workspace.planner_states[0]
    d.rates, d.rated[:], d.rating[:] = 1, UNKNOWN, NEVER
    out[0] = suggest(states, i, mask, stream, workspace)
    d.rates = 0
    write_ratings(RATED, d.rated, d.rating, np.full(RATED, NEVER), NEVER, out[1:])


HEURISTICS = SearchHeuristics(
    suggest=suggest,
    rate=rate,
    estimate=estimate,
    make_workspace=make_workspace,
    rounds=2,
    end_from=200,
    believe=draw_worlds,
)
