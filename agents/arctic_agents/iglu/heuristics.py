"""Search heuristics of IGLU IGLU: the planner's choice, and expected final scores.

Final scores are foreseen as a turn begins: features of each seat (animals hunted, islands, animals within reach, kept
tiles) are weighed by the own turns that are left. The weights were fitted to games of the planner against itself, see
`arctic_agents.search.estimate`.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_agents.iglu.planner import IgluWorkspace, Weights, choose, make_workspace
from arctic_agents.iglu.value import islands_worth, occupied, read_view, turns_to_act, weigh_reach
from arctic_agents.planner import to_record, weights_alone
from arctic_agents.search.estimate import expect, read_fit
from arctic_agents.search.heuristics import SearchHeuristics
from arctic_env.games.iglu import material
from arctic_env.games.iglu.hidden import view
from arctic_env.games.iglu.scoring import animal_points, strength
from arctic_env.games.iglu.squares import CORNERS, beside, count, flood
from arctic_env.games.iglu.state import SETUP
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.random import next_word
from arctic_env.model.game import Game

# Features by number; REACH has one for each number of steps up to FAR.
ONE, ANIMALS, ISLANDS, ALONE, LED, TOGETHER, CORNERED, IGLOOS, MELT, MOVES, HARPOONS, ENERGY, BLANK, WAITING, REACH = (
    range(15)
)
FAR = 2
FEATURES = REACH + FAR + 1

MOST_TURNS = 15  # own turns to come that are told apart, fewer with four players, see `_stage`
STAGES = MOST_TURNS + 2  # the last one is the setup

FIT_FILE = Path(__file__).with_name("estimate.json")


class IgluSearchWorkspace(NamedTuple):
    """Weights of features, and what the planner works on."""

    fit: Floats  # float64[STAGES, 2 FEATURES], see `arctic_agents.search.estimate`
    plain: NDArray[Any]  # one record of the planner's default weights, which the fit used
    planner: IgluWorkspace


def make_search_workspace(game: Game, players: int) -> IgluSearchWorkspace:
    """Make the workspace of one thread."""
    return workspace_with(read_fit(FIT_FILE, players), game, players)


def workspace_with(fit: Floats, game: Game, players: int) -> IgluSearchWorkspace:
    """Make the workspace of one thread with these weights of features."""
    weights = to_record(weights_alone(Weights, game.name, players))
    return IgluSearchWorkspace(fit, to_record(Weights()), make_workspace(game, weights))


@njit
def suggest(states: NDArray[Any], i: int, mask: Bytes, stream: Ints, workspace: IgluSearchWorkspace) -> int:
    """Return the planner's action in states[i], from the view of the deciding seat."""
    seat, views = int(states[i].seat), workspace.planner.views
    view(states, i, seat, views, 0)
    return choose(views[0], seat, mask, next_word(stream), workspace.planner)


@njit
def estimate(states: NDArray[Any], i: int, workspace: IgluSearchWorkspace, out: Floats) -> None:
    """Write the expected final score of each seat from states[i], float64[players]."""
    features, stages = np.empty((len(out), FEATURES)), np.empty(len(out), np.int64)
    for seat in range(len(out)):
        stages[seat] = describe(states, i, seat, workspace, features[seat])
    expect(features, stages, workspace.fit, out)


@njit
def describe(states: NDArray[Any], i: int, seat: int, workspace: IgluSearchWorkspace, out: Floats) -> int:
    """Write the features of a seat in states[i], float64[FEATURES]; returns its stage."""
    views, d = workspace.planner.views, workspace.planner.planner_states[0]
    view(states, i, seat, views, 0)
    s, w = views[0], workspace.plain[0]
    read_view(s, seat, w, d)
    d.share[:] = 0.0
    d.share[seat] = 1.0
    out[ONE] = 1.0
    out[ANIMALS] = animal_points(s, seat)
    out[ISLANDS] = islands_worth(s, w, d)
    out[WAITING] = (seat - int(s.mover)) % int(s.players)
    weigh_reach(s, seat, d)
    out[REACH:] = d.reach[: FAR + 1]
    _describe_tribe(s, seat, out)
    _describe_kept_tiles(s, seat, out)
    return _stage(s, seat)


@njit
def _stage(s: Any, seat: int) -> int:
    """Return the own turns to come; two turns less than tiles allow count alike, since few games tell of more."""
    if s.stage == SETUP:
        return STAGES - 1
    return min(turns_to_act(s, seat), MOST_TURNS, material.N_TILES // int(s.players) - 2)


@njit
def _describe_tribe(s: Any, seat: int, out: Floats) -> None:
    """Write the features of a seat's Inuit and igloos, and of islands without the tiles that will be turned."""
    there, own = occupied(s), int(s.inuit_squares[seat]) | int(s.igloos[seat])
    solid = int(s.tiles) & there | int(s.glaciers)
    out[BLANK] = count(int(s.tiles) & ~there)
    out[TOGETHER] = count(own & beside(own))
    out[IGLOOS] = count(int(s.igloos[seat]))
    out[CORNERED], out[ALONE], out[LED] = 0.0, 0.0, 0.0
    for corner in CORNERS:
        out[CORNERED] += s.inuit[seat, corner]
    left = own & solid
    while left:
        island = flood(left & -left, solid)
        left &= ~island
        rivals, size = 0, count(island)
        for other in range(s.players):
            if other != seat:
                rivals = max(rivals, strength(s, other, island))
        if rivals == 0:
            out[ALONE] += size * size
        elif strength(s, seat, island) > rivals:
            out[LED] += size


@njit
def _describe_kept_tiles(s: Any, seat: int, out: Floats) -> None:
    """Write how many tiles of each use a seat keeps, of energy the points."""
    kept = s.kept[seat]
    out[MELT], out[MOVES], out[HARPOONS] = kept[material.MELT], kept[material.ANIMALS_FACE], kept[material.HARPOON]
    out[ENERGY] = kept[material.ENERGY_1] + 2 * kept[material.ENERGY_2] + 3 * kept[material.ENERGY_3]


@njit
def turn(states: NDArray[Any], i: int) -> int:
    """Return the mover; where a bear attacks, others are asked for a harpoon in between."""
    return int(states[i].mover)


HEURISTICS = SearchHeuristics(
    suggest=suggest, estimate=estimate, make_workspace=make_search_workspace, rounds=0, turn=turn
)
