"""Final scores foreseen from a state in the middle of a game, for search.

A few features of each seat (points that lie, runs that the hand promises, tokens, cards held) are weighed by the own
turns that are left. The weights were fitted to games of the planner against itself, see
`arctic_agents.arctic.fit_estimate`.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.desk import read_view
from arctic_agents.arctic.value import animal_worth
from arctic_agents.arctic.worth import weigh
from arctic_env.games.arctic.hidden import view
from arctic_env.games.arctic.material import (
    DIVERSITY,
    LANDSCAPE,
    LONGEST_SCORED,
    N_ANIMALS,
    PLACEMENT,
    RUN_POINTS,
)
from arctic_env.games.arctic.state import FINISH, LAST, NO_CARD
from arctic_env.kernels.jit import njit

# Features by number; the last ones are the power cards by animal and face.
ONE, RUNS, VARIETY, PROMISE, AT_ONCE, TOTEM, PENALTIES, CARDS, DEMAND, SHORTAGE, WAITING = range(11)
POWERS = WAITING + 1
FEATURES = POWERS + 2 * N_ANIMALS

MOST_TURNS = 7  # own turns to come that are told apart
STAGES = MOST_TURNS + 1


@njit
def foresee(
    states: NDArray[Any],
    i: int,
    fit: NDArray[np.float64],
    views: NDArray[Any],
    weights: NDArray[Any],
    desks: NDArray[Any],
    out: NDArray[np.float64],
) -> None:
    """Write the final score of each seat to be expected from states[i], float64[players].

    Args:
        states: States of the game; best where a turn begins.
        i: Which one.
        fit: float64[STAGES, FEATURES], what a feature counts by the own turns to come.
        views: One state, to work on.
        weights: One record of the planner's weights.
        desks: One or more, to work on.
        out: Where to write.
    """
    features = np.empty(FEATURES)
    for seat in range(states[i].players):
        stage = describe(states, i, seat, views, weights, desks, features)
        out[seat] = 0.0
        for feature in range(FEATURES):
            out[seat] += fit[stage, feature] * features[feature]


@njit
def describe(
    states: NDArray[Any],
    i: int,
    seat: int,
    views: NDArray[Any],
    weights: NDArray[Any],
    desks: NDArray[Any],
    out: NDArray[np.float64],
) -> int:
    """Write the features of a seat, float64[FEATURES]; returns its stage. The arguments are those of `foresee`."""
    view(states, i, seat, views, 0)
    s, d = views[0], desks[0]
    d.depth = 0
    read_view(s, seat, weights[0].pace, d)
    d.turns = turns_to_come(s, seat, weights[0].pace)
    d.plans_last = 0
    weigh(s, seat, weights[0], d)
    _describe_points(s, seat, d, out)
    _describe_cards(d, out)
    out[ONE] = 1.0
    out[WAITING] = (seat - int(s.seat)) % int(s.players)
    for power in range(2 * N_ANIMALS):
        held = s.holders[power // 2] == seat and s.faces[power // 2] == power % 2
        out[POWERS + power] = 1.0 if held else 0.0
    return min(int(d.turns), MOST_TURNS)


@njit
def _describe_points(s: Any, seat: int, d: Any, out: NDArray[np.float64]) -> None:
    """What lies."""
    out[RUNS], out[PROMISE] = 0.0, 0.0
    for animal in range(N_ANIMALS):
        out[RUNS] += s.points[seat, animal]
        out[PROMISE] += animal_worth(d, animal, int(d.count[animal]), 0)
    out[VARIETY] = s.points[seat, DIVERSITY]
    out[TOTEM] = LANDSCAPE[s.tokens[s.totems[seat]]]
    out[PENALTIES] = s.penalty_size[seat]


@njit
def _describe_cards(d: Any, out: NDArray[np.float64]) -> None:
    """What the hand can do next turn."""
    demand = 1 if d.visible == NO_CARD else int(PLACEMENT[d.visible])
    out[CARDS] = d.hand_size
    out[DEMAND] = demand
    out[SHORTAGE] = max(demand - int(d.hand_size), 0)
    out[AT_ONCE] = 0.0
    for animal in range(N_ANIMALS):
        length = min(int(d.count[animal]), demand) + (int(d.trail) if animal == d.top else 0)
        gain = RUN_POINTS[min(length, LONGEST_SCORED)] - RUN_POINTS[d.best[animal]]
        out[AT_ONCE] = max(out[AT_ONCE], float(gain))


@njit
def turns_to_come(s: Any, seat: int, pace: float) -> int:
    """Own turns that are not over yet, if everybody draws at that pace (4.1)."""
    players = int(s.players)
    mine, now = (seat - int(s.first)) % players, (int(s.seat) - int(s.first)) % players
    this_round = int(mine >= now)
    if s.stage == LAST:
        return this_round
    if s.stage == FINISH:
        return this_round + 1
    turns_to_trigger = int((int(s.stack_size) - int(s.reserve_size)) / pace)
    return this_round + 1 + (now + turns_to_trigger) // players
