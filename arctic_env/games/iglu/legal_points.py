"""What action points and kept tiles allow once the tile is turned (rules 2.5 and 2.9)."""

from typing import Any

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.acting import building_sites, enterable
from arctic_env.games.iglu.actions import N_FIELDS, N_TRIPS_FROM, WALK_NUMBER
from arctic_env.games.iglu.board import bears, ice, sea
from arctic_env.games.iglu.marking import Mask, allow_fields
from arctic_env.games.iglu.material import (
    ENERGY_1,
    FISH,
    FISH_STOP,
    FOX,
    FOX_STOP,
    KAYAK_COST,
    N_VALUES,
    VALUE,
    WALK_COST,
)
from arctic_env.games.iglu.squares import (
    CORNERS,
    N_DIRECTIONS,
    NEIGHBOUR,
    NEIGHBOURS,
    NOWHERE,
    beside,
    flood,
    holds,
    is_corner,
    lowest,
    without_lowest,
)
from arctic_env.games.iglu.tiles import may_play_energy, may_use_harpoon
from arctic_env.kernels.jit import njit


@njit
def allow_points(s: Any, mask: Mask) -> None:
    """All that the action points are for; the tiles of 2.6 and 2.7 come to it."""
    _allow_going(s, mask)
    _allow_hunting(s, mask)
    allow_fields(mask, act.IGLOO_ACTION, building_sites(s))
    if may_play_energy(s):
        for k in range(N_VALUES):
            mask[act.ENERGY_ACTION + k] = s.kept[s.mover, ENERGY_1 + k] > 0
    mask[act.END_PHASE_ACTION] = 1


# ------------------------------------------------------------------------------------------------ walking, kayak


@njit
def _allow_going(s: Any, mask: Mask) -> None:
    """Each Inuit from its square; several on one square have the same actions."""
    if s.points < WALK_COST:
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
            mask[act.WALK_ACTION + WALK_NUMBER[start, goal]] = 1
    if s.points >= KAYAK_COST and int(NEIGHBOURS[start]) & water:
        _allow_trips(mask, start, flood(int(NEIGHBOURS[start]), water), open_ice)


@njit
def _allow_trips(mask: Mask, start: int, area: int, open_ice: int) -> None:
    """The kayak reaches all ice and corners beside the areas of sea that the start is beside."""
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
        mask[act.KAYAK_ACTION + start * N_TRIPS_FROM + goal - (goal > start)] = 1


# ------------------------------------------------------------------------------------------------ hunting


@njit
def _allow_hunting(s: Any, mask: Mask) -> None:
    """Animals within reach: fish beside the ice that an Inuit stands on, foxes and bears on it."""
    own = int(s.inuit_squares[s.mover]) & ice(s)
    reach = beside(own) & sea(s)
    harpoon = may_use_harpoon(s, int(s.mover))
    for kind in range(FISH, FISH_STOP):
        block = (kind - FISH) * N_FIELDS
        squares = int(s.animal_squares[kind]) & reach
        _allow_hunt(mask, act.HUNT_FISH_ACTION + block, squares, s.points >= VALUE[kind])
        _allow_hunt(mask, act.HARPOON_FISH_ACTION + block, squares, harpoon)
    for kind in range(FOX, FOX_STOP):
        block = (kind - FOX) * N_FIELDS
        squares = int(s.animal_squares[kind]) & own
        _allow_hunt(mask, act.HUNT_FOX_ACTION + block, squares, s.points >= VALUE[kind])
        _allow_hunt(mask, act.HARPOON_FOX_ACTION + block, squares, harpoon)
    _allow_hunt(mask, act.HARPOON_BEAR_ACTION, bears(s) & own, harpoon)


@njit
def _allow_hunt(mask: Mask, start: int, squares: int, possible: bool) -> None:
    if possible:
        allow_fields(mask, start, squares)
