"""Action points (rule 2.9): every way to spend up to three of them on walking, hunting, a kayak or an igloo.

What one Inuit may do with points or a harpoon are moves by number. First comes a step in each direction; then, for
points and once more with a harpoon, each kind of animal on its own square and on those around it. A kayak and an igloo
are no such moves: they take all points of a turn.

What different Inuit do does not depend on the order, but for an animal that both could hunt. So a plan goes through the
Inuit one after the other, and none of them steps back to where it has just come from.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.value import LONGEST, consider, value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu import material, squares
from arctic_env.games.iglu.actions import FIELD_NUMBER, N_FIELDS, N_TRIPS_FROM, WALK_NUMBER
from arctic_env.games.iglu.board import bears, sea
from arctic_env.games.iglu.effects import build, building_sites, catch, enterable, go, kill
from arctic_env.games.iglu.tiles import may_use_harpoon
from arctic_env.kernels.jit import njit

PLACES = squares.N_DIRECTIONS + 1  # around the Inuit, and its own square
HUNT_MOVE = squares.N_DIRECTIONS
STRIKE_MOVE = HUNT_MOVE + PLACES * material.N_KINDS
MOVES = STRIKE_MOVE + PLACES * material.N_KINDS


@njit
def target(square: int, move: int) -> int:
    """Return the target square of a move by an Inuit on a square, or NOWHERE."""
    place = move if move < HUNT_MOVE else (move - HUNT_MOVE) % PLACES
    return square if place == squares.N_DIRECTIONS else int(squares.NEIGHBOUR[square, place])


@njit
def prey(move: int) -> int:
    """Return the kind of animal that a move hunts."""
    return (move - HUNT_MOVE) // PLACES % material.N_KINDS


@njit
def possible(s: Any, square: int, move: int) -> bool:
    """Whether the mover's Inuit on that square may make the move."""
    goal = target(square, move)
    if goal == squares.NOWHERE:
        return False
    if move < HUNT_MOVE:
        return bool(s.points >= material.WALK_COST and (squares.is_corner(goal) or squares.holds(enterable(s), goal)))
    kind = prey(move)
    if s.animals[kind, goal] == 0 or squares.is_corner(square):
        return False
    if material.FISH <= kind < material.FISH_STOP:
        if not squares.holds(sea(s), goal):
            return False
    elif goal != square:
        return False
    if move < STRIKE_MOVE:
        return bool(kind != material.BEAR and s.points >= material.VALUE[kind])
    return may_use_harpoon(s, int(s.mover))


@njit
def make_move(s: Any, square: int, move: int) -> int:
    """Make a possible move; return the Inuit's square after it."""
    goal = target(square, move)
    if move < HUNT_MOVE:
        go(s, square, goal, material.WALK_COST)
        return goal
    if move < STRIKE_MOVE:
        catch(s, prey(move), goal)
    else:
        kill(s, prey(move), goal)
    return square


@njit
def action_of(square: int, move: int) -> int:
    """Return the action id of a move by an Inuit on that square."""
    goal = target(square, move)
    if move < HUNT_MOVE:
        return int(act.WALK_ACTION + WALK_NUMBER[square, goal])
    kind, field = prey(move), int(FIELD_NUMBER[goal])
    with_points = move < STRIKE_MOVE
    if kind == material.BEAR:
        return act.HARPOON_BEAR_ACTION + field
    if kind < material.FISH_STOP:
        block = act.HUNT_FISH_ACTION if with_points else act.HARPOON_FISH_ACTION
        return block + (kind - material.FISH) * N_FIELDS + field
    block = act.HUNT_FOX_ACTION if with_points else act.HARPOON_FOX_ACTION
    return block + (kind - material.FOX) * N_FIELDS + field


# -------------------------------------------------------------------------------------------- plans


@njit
def plan_points(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Try all ways to spend the mover's points, and keep the best if it beats the plan so far."""
    d.n_walkers = _list_walkers(s, d)
    tries[0] = s
    tries[0].points = min(s.points, material.ACTION_POINTS)
    _try_moves(w, d, tries)
    if s.points >= material.KAYAK_COST:
        _try_trips(s, w, d, tries)
    sites = building_sites(s)
    while sites:
        tries[0] = s
        build(tries[0], squares.lowest(sites))
        consider(d, value(tries[0], w, d), act.IGLOO_ACTION + int(FIELD_NUMBER[squares.lowest(sites)]))
        sites = squares.without_lowest(sites)


@njit
def _list_walkers(s: Any, d: Any) -> int:
    """List the squares of the mover's Inuit, an entry each; return their number."""
    n = 0
    for square in range(squares.N_SQUARES):
        for _ in range(s.inuit[s.mover, square]):
            d.walkers[n] = square
            n += 1
    return n


# ------------------------------------------------------------------------------------------------ moves


@njit
def _try_moves(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Try all plans made of moves: tries[k] is the state after k moves, d.who[k] and d.move[k] the next move."""
    depth, d.who[0], d.move[0], d.came[0] = 0, 0, 0, squares.NOWHERE
    while depth >= 0:
        if d.move[depth] == MOVES:
            d.who[depth] += 1
            d.move[depth] = 0
            d.came[depth] = squares.NOWHERE
        if d.who[depth] == d.n_walkers or depth == LONGEST:
            depth -= 1
            if depth >= 0:
                d.walkers[d.who[depth]] = d.stood[depth]
                d.move[depth] += 1
        elif _makes_sense(tries[depth], d, depth):
            _try_move(w, d, tries, depth)
            depth += 1
        else:
            d.move[depth] += 1


@njit
def _makes_sense(s: Any, d: Any, depth: int) -> bool:
    """Whether the next move is possible and not just a step back."""
    who, move = int(d.who[depth]), int(d.move[depth])
    square = int(d.walkers[who])
    if move < HUNT_MOVE and target(square, move) == d.came[depth]:
        return False
    return possible(s, square, move)


@njit
def _try_move(w: Any, d: Any, tries: NDArray[Any], depth: int) -> None:
    """Make the next move, and consider the plan that ends there."""
    who, move = int(d.who[depth]), int(d.move[depth])
    square = int(d.walkers[who])
    if depth == 0:
        d.begun = action_of(square, move)
    tries[depth + 1] = tries[depth]
    d.stood[depth] = square
    d.walkers[who] = make_move(tries[depth + 1], square, move)
    d.who[depth + 1], d.move[depth + 1] = who, 0
    d.came[depth + 1] = square if move < HUNT_MOVE else squares.NOWHERE
    consider(d, value(tries[depth + 1], w, d), int(d.begun))


# ------------------------------------------------------------------------------------------------ kayak


@njit
def _try_trips(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Try each Inuit's trips to all shores that it reaches by kayak."""
    water, open_ice = sea(s) & ~bears(s), enterable(s)
    before = squares.NOWHERE
    for k in range(d.n_walkers):
        start = int(d.walkers[k])
        if start == before:
            continue
        before = start
        area = squares.flood(int(squares.NEIGHBOURS[start]), water)
        goals = squares.beside(area) & open_ice
        while goals:
            _try_trip(s, w, d, tries, start, squares.lowest(goals))
            goals = squares.without_lowest(goals)
        for corner in squares.CORNERS:
            if int(squares.NEIGHBOURS[corner]) & area:
                _try_trip(s, w, d, tries, start, corner)


@njit
def _try_trip(s: Any, w: Any, d: Any, tries: NDArray[Any], start: int, goal: int) -> None:
    if goal != start:
        tries[0] = s
        go(tries[0], start, goal, material.KAYAK_COST)
        action = act.KAYAK_ACTION + start * N_TRIPS_FROM + goal - (goal > start)
        consider(d, value(tries[0], w, d), action)
