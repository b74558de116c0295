"""Action points: every way to spend up to three of them on walking, hunting, a kayak or an igloo.

What different Inuit do does not depend on the order, but for an animal that both could hunt. So a plan goes through
the Inuit one after the other, and none of them steps back to where it has just come from.
"""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.desk import LONGEST, consider
from arctic_agents.iglu.moves import HUNT_MOVE, MOVES, action_of, make_move, possible, target
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import FIELD_NUMBER, N_TRIPS_FROM
from arctic_env.games.iglu.board import bears, sea
from arctic_env.games.iglu.effects import build, building_sites, enterable, go
from arctic_env.games.iglu.material import ACTION_POINTS, KAYAK_COST
from arctic_env.games.iglu.squares import (
    CORNERS,
    N_SQUARES,
    NEIGHBOURS,
    NOWHERE,
    beside,
    flood,
    lowest,
    without_lowest,
)
from arctic_env.kernels.jit import njit


@njit
def plan_points(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Look at the ways to spend the mover's points, and keep the best that beats the plan so far.

    Args:
        s: A state in the action points.
        w: The weights.
        d: The desk.
        tries: States to work on, LONGEST + 1 or more.
    """
    d.n_walkers = _list_walkers(s, d)
    tries[0] = s
    tries[0].points = min(s.points, ACTION_POINTS)
    _try_moves(w, d, tries)
    if s.points >= KAYAK_COST:
        _try_trips(s, w, d, tries)
    sites = building_sites(s)
    while sites:
        tries[0] = s
        build(tries[0], lowest(sites))
        consider(d, value(tries[0], w, d), act.IGLOO_ACTION + int(FIELD_NUMBER[lowest(sites)]))
        sites = without_lowest(sites)


@njit
def _list_walkers(s: Any, d: Any) -> int:
    """Write where the mover's Inuit stand, an entry each; returns how many."""
    n = 0
    for square in range(N_SQUARES):
        for _ in range(s.inuit[s.mover, square]):
            d.walkers[n] = square
            n += 1
    return n


# ------------------------------------------------------------------------------------------------ moves


@njit
def _try_moves(w: Any, d: Any, tries: NDArray[Any]) -> None:
    """All plans made of moves: tries[k] is the state after k moves, d.who[k] and d.move[k] say which one is next."""
    depth, d.who[0], d.move[0], d.came[0] = 0, 0, 0, NOWHERE
    while depth >= 0:
        if d.move[depth] == MOVES:
            d.who[depth] += 1
            d.move[depth] = 0
            d.came[depth] = NOWHERE
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
    """Make the next move and consider to leave it at that."""
    who, move = int(d.who[depth]), int(d.move[depth])
    square = int(d.walkers[who])
    if depth == 0:
        d.begun = action_of(square, move)
    tries[depth + 1] = tries[depth]
    d.stood[depth] = square
    d.walkers[who] = make_move(tries[depth + 1], square, move)
    d.who[depth + 1], d.move[depth + 1] = who, 0
    d.came[depth + 1] = square if move < HUNT_MOVE else NOWHERE
    consider(d, value(tries[depth + 1], w, d), int(d.begun))


# ------------------------------------------------------------------------------------------------ kayak


@njit
def _try_trips(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """Each Inuit to all shores that it reaches by kayak."""
    water, open_ice = sea(s) & ~bears(s), enterable(s)
    before = NOWHERE
    for k in range(d.n_walkers):
        start = int(d.walkers[k])
        if start == before:
            continue
        before = start
        area = flood(int(NEIGHBOURS[start]), water)
        goals = beside(area) & open_ice
        while goals:
            _try_trip(s, w, d, tries, start, lowest(goals))
            goals = without_lowest(goals)
        for corner in CORNERS:
            if int(NEIGHBOURS[corner]) & area:
                _try_trip(s, w, d, tries, start, corner)


@njit
def _try_trip(s: Any, w: Any, d: Any, tries: NDArray[Any], start: int, goal: int) -> None:
    if goal != start:
        tries[0] = s
        go(tries[0], start, goal, KAYAK_COST)
        action = act.KAYAK_ACTION + start * N_TRIPS_FROM + goal - (goal > start)
        consider(d, value(tries[0], w, d), action)
