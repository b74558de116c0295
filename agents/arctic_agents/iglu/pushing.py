"""Drift: which ice to push where, and where animals make room."""

from typing import Any

from numpy.typing import NDArray

from arctic_agents.iglu.desk import consider
from arctic_agents.iglu.value import value
from arctic_env.games.iglu import actions as act
from arctic_env.games.iglu.actions import MOVE_NUMBER
from arctic_env.games.iglu.board import bears
from arctic_env.games.iglu.material import FISH, FISH_STOP
from arctic_env.games.iglu.squares import N_DIRECTIONS, holds, lowest, without_lowest
from arctic_env.games.iglu.tiles import (
    begin_push,
    displace_bear,
    displace_fish,
    entered_square,
    finish_push,
    pushable,
    room_for_bear,
    room_for_fish,
)
from arctic_env.kernels.jit import njit


@njit
def plan_push(s: Any, w: Any, d: Any, tries: NDArray[Any]) -> None:
    """The best push; animals in its way are put anywhere for now."""
    for direction in range(N_DIRECTIONS):
        squares = pushable(s, direction)
        while squares:
            push = int(MOVE_NUMBER[lowest(squares), direction])
            squares = without_lowest(squares)
            tries[0] = s
            if begin_push(tries[0], push):
                _make_room(tries[0])
            consider(d, value(tries[0], w, d), act.DRIFT_ACTION + push)


@njit
def _make_room(s: Any) -> None:
    """Put each animal on the entered square into the next best sea: the bear last."""
    entered = entered_square(s, int(s.push))
    for kind in range(FISH, FISH_STOP):
        while s.animals[kind, entered] > 0:
            displace_fish(s, kind, lowest(room_for_fish(s)))
    if holds(bears(s), entered):
        displace_bear(s, lowest(room_for_bear(s)))
    finish_push(s)
