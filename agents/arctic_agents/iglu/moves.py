"""What one Inuit may do with action points or a harpoon, as moves by number (rule 2.9).

First comes a step in each direction; then, for points and once more with a harpoon, each kind of animal on its own
square and on those around it. A kayak and an igloo are no such moves: they take all points of a turn.
"""

from typing import Any

from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import FIELD_NUMBER, N_FIELDS, WALK_NUMBER
from arctic_env.games.iglu.board import sea
from arctic_env.games.iglu.effects import catch, enterable, go, kill
from arctic_env.games.iglu.material import BEAR, FISH, FISH_STOP, FOX, N_KINDS, VALUE, WALK_COST
from arctic_env.games.iglu.squares import N_DIRECTIONS, NEIGHBOUR, NOWHERE, holds, is_corner
from arctic_env.games.iglu.tiles import may_use_harpoon
from arctic_env.kernels.jit import njit

PLACES = N_DIRECTIONS + 1  # around the Inuit, and its own square
HUNT_MOVE = N_DIRECTIONS
STRIKE_MOVE = HUNT_MOVE + PLACES * N_KINDS
MOVES = STRIKE_MOVE + PLACES * N_KINDS


@njit
def target(square: int, move: int) -> int:
    """The square that a move of an Inuit on a square is about, or NOWHERE."""
    place = move if move < HUNT_MOVE else (move - HUNT_MOVE) % PLACES
    return square if place == N_DIRECTIONS else int(NEIGHBOUR[square, place])


@njit
def prey(move: int) -> int:
    """The kind of animal that a move hunts."""
    return (move - HUNT_MOVE) // PLACES % N_KINDS


@njit
def possible(s: Any, square: int, move: int) -> bool:
    """Whether the mover's Inuit on that square may make the move."""
    goal = target(square, move)
    if goal == NOWHERE:
        return False
    if move < HUNT_MOVE:
        return bool(s.points >= WALK_COST and (is_corner(goal) or holds(enterable(s), goal)))
    kind = prey(move)
    if s.animals[kind, goal] == 0 or is_corner(square):
        return False
    if FISH <= kind < FISH_STOP:
        if not holds(sea(s), goal):
            return False
    elif goal != square:
        return False
    if move < STRIKE_MOVE:
        return bool(kind != BEAR and s.points >= VALUE[kind])
    return may_use_harpoon(s, int(s.mover))


@njit
def make_move(s: Any, square: int, move: int) -> int:
    """Make a possible move; returns where the Inuit stands then."""
    goal = target(square, move)
    if move < HUNT_MOVE:
        go(s, square, goal, WALK_COST)
        return goal
    if move < STRIKE_MOVE:
        catch(s, prey(move), goal)
    else:
        kill(s, prey(move), goal)
    return square


@njit
def action_of(square: int, move: int) -> int:
    """The id of the action that is the move of an Inuit on that square."""
    goal = target(square, move)
    if move < HUNT_MOVE:
        return int(act.WALK_ACTION + WALK_NUMBER[square, goal])
    kind, field = prey(move), int(FIELD_NUMBER[goal])
    with_points = move < STRIKE_MOVE
    if kind == BEAR:
        return act.HARPOON_BEAR_ACTION + field
    if kind < FISH_STOP:
        block = act.HUNT_FISH_ACTION if with_points else act.HARPOON_FISH_ACTION
        return block + (kind - FISH) * N_FIELDS + field
    block = act.HUNT_FOX_ACTION if with_points else act.HARPOON_FOX_ACTION
    return block + (kind - FOX) * N_FIELDS + field
