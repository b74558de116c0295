"""What may be decided: the mask of legal actions (rules 2 and 4)."""

from typing import Any

from numpy.typing import NDArray

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import N_FIELDS, N_MOVES, RING_NUMBER
from arctic_env.games.iglu.board import bears, ice, sea
from arctic_env.games.iglu.drifting import entered_square, pushable, room_for_bear, room_for_fish
from arctic_env.games.iglu.keeping import may_move_animals, meltable
from arctic_env.games.iglu.legal_points import allow_points
from arctic_env.games.iglu.marking import Mask, allow_fields, allow_moves
from arctic_env.games.iglu.material import BEAR, FISH, FISH_STOP, FOX, FOX_STOP
from arctic_env.games.iglu.setup import places
from arctic_env.games.iglu.squares import BOARD, CORNERS, N_DIRECTIONS, back, lowest, without_lowest
from arctic_env.games.iglu.state import (
    ACTING,
    ASKED,
    DISPLACING,
    DRIFTING,
    FLEEING,
    PLACING,
    STEPPING,
    TURNING,
)
from arctic_env.games.iglu.tiles import may_use_harpoon
from arctic_env.games.iglu.turning import turnable
from arctic_env.kernels.jit import njit


@njit
def legal(states: NDArray[Any], i: int, mask: Mask) -> None:
    """Write 1 for each legal action and 0 for all others, int8[actions]; all 0 after the end."""
    s = states[i]
    for action in range(len(mask)):
        mask[action] = 0
    if s.decision == ACTING:
        allow_points(s, mask)
        _allow_tiles(s, mask)
    elif s.decision == TURNING:
        allow_fields(mask, act.TURN_ACTION, turnable(s))
        _allow_tiles(s, mask)
    elif s.decision == STEPPING:
        _allow_steps(s, mask)
    elif s.decision == FLEEING:
        for k in range(len(CORNERS)):
            mask[act.CORNER_ACTION + k] = 1
    elif s.decision == ASKED:
        mask[act.HARPOON_ACTION] = may_use_harpoon(s, int(s.seat))
        mask[act.NO_HARPOON_ACTION] = 1
    elif s.decision == PLACING:
        _allow_placing(s, mask)
    elif s.decision == DRIFTING:
        for direction in range(N_DIRECTIONS):
            allow_moves(mask, act.DRIFT_ACTION, pushable(s, direction), direction)
    elif s.decision == DISPLACING:
        _allow_displacing(s, mask)


@njit
def _allow_placing(s: Any, mask: Mask) -> None:
    squares = places(s)
    while squares:
        mask[act.PLACE_ACTION + RING_NUMBER[lowest(squares)]] = 1
        squares = without_lowest(squares)


@njit
def _allow_tiles(s: Any, mask: Mask) -> None:
    """Tiles that are played before the turn's tile as well as during the action points (2.5)."""
    allow_fields(mask, act.MELT_ACTION, meltable(s))
    mask[act.ANIMALS_ACTION] = may_move_animals(s)


@njit
def _allow_steps(s: Any, mask: Mask) -> None:
    """Fish swim, foxes run, bears go where no bear is (2.7)."""
    for direction in range(N_DIRECTIONS):
        swimming, running = back(sea(s), direction), back(ice(s), direction)
        for kind in range(FISH, FISH_STOP):
            start = act.STEP_FISH_ACTION + (kind - FISH) * N_MOVES
            allow_moves(mask, start, int(s.animal_squares[kind]) & swimming, direction)
        for kind in range(FOX, FOX_STOP):
            start = act.STEP_FOX_ACTION + (kind - FOX) * N_MOVES
            allow_moves(mask, start, int(s.animal_squares[kind]) & running, direction)
        roaming = bears(s) & back(BOARD & ~bears(s), direction)
        allow_moves(mask, act.STEP_BEAR_ACTION, roaming, direction)


@njit
def _allow_displacing(s: Any, mask: Mask) -> None:
    """Each animal on the entered square may go first (2.4)."""
    entered = entered_square(s, int(s.push))
    for kind in range(FISH, FISH_STOP):
        if s.animals[kind, entered] > 0:
            start = act.DISPLACE_FISH_ACTION + (kind - FISH) * N_FIELDS
            allow_fields(mask, start, room_for_fish(s))
    if s.animals[BEAR, entered] > 0:
        allow_fields(mask, act.DISPLACE_BEAR_ACTION, room_for_bear(s))
