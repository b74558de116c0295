"""The mask of legal actions (rules 2 and 4)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu import material, state, tiles
from arctic_env.games.iglu.board import bears, ice, sea
from arctic_env.games.iglu.effects import building_sites, enterable, may_move_animals, meltable
from arctic_env.games.iglu.setup import places
from arctic_env.games.iglu.squares import (
    BOARD,
    CORNERS,
    N_DIRECTIONS,
    NEIGHBOUR,
    NEIGHBOURS,
    NOWHERE,
    back,
    beside,
    flood,
    holds,
    is_corner,
    lowest,
    without_lowest,
)
from arctic_env.kernels.jit import njit

Mask = NDArray[np.int8]


@njit
def allow_fields(mask: Mask, start: int, squares: int) -> None:
    """Allow the action of each of these squares, in the block that begins at `start`."""
    while squares:
        mask[start + act.FIELD_NUMBER[lowest(squares)]] = 1
        squares = without_lowest(squares)


@njit
def allow_moves(mask: Mask, start: int, squares: int, direction: int) -> None:
    """Allow the move from each of these squares in that direction, in the block that begins at `start`."""
    while squares:
        mask[start + act.MOVE_NUMBER[lowest(squares), direction]] = 1
        squares = without_lowest(squares)


@njit
def allow_points(s: Any, mask: Mask) -> None:
    """Allow all actions that cost points; the tiles of 2.6 and 2.7 are added."""
    _allow_going(s, mask)
    _allow_hunting(s, mask)
    allow_fields(mask, act.IGLOO_ACTION, building_sites(s))
    if tiles.may_play_energy(s):
        for k in range(material.N_VALUES):
            mask[act.ENERGY_ACTION + k] = s.kept[s.mover, material.ENERGY_1 + k] > 0
    mask[act.END_PHASE_ACTION] = 1


@njit
def _allow_going(s: Any, mask: Mask) -> None:
    """Allow each Inuit's moves from its square; several on one square have the same actions."""
    if s.points < material.WALK_COST:
        return
    open_ice = enterable(s)
    water = sea(s) & ~bears(s)
    own = int(s.inuit_squares[s.mover])
    while own:
        _allow_from(s, mask, lowest(own), open_ice, water)
        own = without_lowest(own)
    for corner in CORNERS:
        if s.inuit[s.mover, corner] > 0:
            _allow_from(s, mask, corner, open_ice, water)


@njit
def _allow_from(s: Any, mask: Mask, start: int, open_ice: int, water: int) -> None:
    for direction in range(N_DIRECTIONS):
        goal = int(NEIGHBOUR[start, direction])
        if goal != NOWHERE and (holds(open_ice, goal) or is_corner(goal)):
            mask[act.WALK_ACTION + act.WALK_NUMBER[start, goal]] = 1
    if s.points >= material.KAYAK_COST and int(NEIGHBOURS[start]) & water:
        _allow_trips(mask, start, flood(int(NEIGHBOURS[start]), water), open_ice)


@njit
def _allow_trips(mask: Mask, start: int, area: int, open_ice: int) -> None:
    """Allow kayak trips to all ice and corners beside the same areas of sea as the start."""
    goals = beside(area) & open_ice
    while goals:
        _allow_trip(mask, start, lowest(goals))
        goals = without_lowest(goals)
    for corner in CORNERS:
        if int(NEIGHBOURS[corner]) & area:
            _allow_trip(mask, start, corner)


@njit
def _allow_trip(mask: Mask, start: int, goal: int) -> None:
    if goal != start:
        mask[act.KAYAK_ACTION + start * act.N_TRIPS_FROM + goal - (goal > start)] = 1


@njit
def _allow_hunting(s: Any, mask: Mask) -> None:
    """Allow hunting within reach: fish beside the ice that an Inuit stands on, foxes and bears on it."""
    own = int(s.inuit_squares[s.mover]) & ice(s)
    reach = beside(own) & sea(s)
    harpoon = tiles.may_use_harpoon(s, int(s.mover))
    for kind in range(material.FISH, material.FISH_STOP):
        block = (kind - material.FISH) * act.N_FIELDS
        squares = int(s.animal_squares[kind]) & reach
        _allow_hunt(mask, act.HUNT_FISH_ACTION + block, squares, s.points >= material.VALUE[kind])
        _allow_hunt(mask, act.HARPOON_FISH_ACTION + block, squares, harpoon)
    for kind in range(material.FOX, material.FOX_STOP):
        block = (kind - material.FOX) * act.N_FIELDS
        squares = int(s.animal_squares[kind]) & own
        _allow_hunt(mask, act.HUNT_FOX_ACTION + block, squares, s.points >= material.VALUE[kind])
        _allow_hunt(mask, act.HARPOON_FOX_ACTION + block, squares, harpoon)
    _allow_hunt(mask, act.HARPOON_BEAR_ACTION, bears(s) & own, harpoon)


@njit
def _allow_hunt(mask: Mask, start: int, squares: int, possible: bool) -> None:
    if possible:
        allow_fields(mask, start, squares)


@njit
def legal(states: NDArray[Any], i: int, mask: Mask) -> None:
    """Write 1 for each legal action and 0 for all others, int8[actions]; all 0 after the end."""
    s = states[i]
    for action in range(len(mask)):
        mask[action] = 0
    if s.decision == state.ACTING:
        allow_points(s, mask)
        _allow_tiles(s, mask)
    elif s.decision == state.TURNING:
        allow_fields(mask, act.TURN_ACTION, tiles.turnable(s))
        _allow_tiles(s, mask)
    elif s.decision == state.STEPPING:
        _allow_steps(s, mask)
    elif s.decision == state.FLEEING:
        for k in range(len(CORNERS)):
            mask[act.CORNER_ACTION + k] = 1
    elif s.decision == state.ASKED:
        mask[act.HARPOON_ACTION] = tiles.may_use_harpoon(s, int(s.seat))
        mask[act.NO_HARPOON_ACTION] = 1
    elif s.decision == state.PLACING:
        _allow_placing(s, mask)
    elif s.decision == state.DRIFTING:
        for direction in range(N_DIRECTIONS):
            allow_moves(mask, act.DRIFT_ACTION, tiles.pushable(s, direction), direction)
    elif s.decision == state.DISPLACING:
        _allow_displacing(s, mask)


@njit
def _allow_placing(s: Any, mask: Mask) -> None:
    squares = places(s)
    while squares:
        mask[act.PLACE_ACTION + act.RING_NUMBER[lowest(squares)]] = 1
        squares = without_lowest(squares)


@njit
def _allow_tiles(s: Any, mask: Mask) -> None:
    """Allow tiles that are played before the turn's tile as well as during the action points (2.5)."""
    allow_fields(mask, act.MELT_ACTION, meltable(s))
    mask[act.ANIMALS_ACTION] = may_move_animals(s)


@njit
def _allow_steps(s: Any, mask: Mask) -> None:
    """Allow animal steps: fish swim, foxes run, bears go to squares without a bear (2.7)."""
    for direction in range(N_DIRECTIONS):
        swimming, running = back(sea(s), direction), back(ice(s), direction)
        for kind in range(material.FISH, material.FISH_STOP):
            start = act.STEP_FISH_ACTION + (kind - material.FISH) * act.N_MOVES
            allow_moves(mask, start, int(s.animal_squares[kind]) & swimming, direction)
        for kind in range(material.FOX, material.FOX_STOP):
            start = act.STEP_FOX_ACTION + (kind - material.FOX) * act.N_MOVES
            allow_moves(mask, start, int(s.animal_squares[kind]) & running, direction)
        roaming = bears(s) & back(BOARD & ~bears(s), direction)
        allow_moves(mask, act.STEP_BEAR_ACTION, roaming, direction)


@njit
def _allow_displacing(s: Any, mask: Mask) -> None:
    """Allow displacing each animal on the entered square (2.4)."""
    entered = tiles.entered_square(s, int(s.push))
    for kind in range(material.FISH, material.FISH_STOP):
        if s.animals[kind, entered] > 0:
            start = act.DISPLACE_FISH_ACTION + (kind - material.FISH) * act.N_FIELDS
            allow_fields(mask, start, tiles.room_for_fish(s))
    if s.animals[material.BEAR, entered] > 0:
        allow_fields(mask, act.DISPLACE_BEAR_ACTION, tiles.room_for_bear(s))
