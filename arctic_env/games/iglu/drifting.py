"""Drift: a line of ice moves one square, after animals have made room for it (rule 2.4)."""

from typing import Any

from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE
from arctic_env.games.iglu.board import (
    bears,
    find_islands,
    fish_squares,
    ice,
    leave_game,
    put_animal,
    sea,
    take_animal,
)
from arctic_env.games.iglu.material import BEAR, FISH, FISH_STOP, MAX_PLAYERS, N_KINDS
from arctic_env.games.iglu.squares import (
    N_DIRECTIONS,
    NEIGHBOUR,
    NEIGHBOURS,
    back,
    beside,
    holds,
    only,
    shift,
)
from arctic_env.games.iglu.state import NO_FACE, NONE
from arctic_env.kernels.jit import njit


@njit
def pushable(s: Any, direction: int) -> int:
    """The tiles that may be pushed in a direction: the line ends at sea whose animals can make room."""
    frozen = ice(s)
    line = back(_enterable(s), direction) & frozen
    grown = line | back(line, direction) & frozen
    while grown != line:
        line = grown
        grown = line | back(line, direction) & frozen
    return line


@njit
def any_push(s: Any) -> bool:
    """Whether any tile can be pushed anywhere: one next to sea whose animals can make room."""
    return bool(beside(_enterable(s)) & ice(s))


@njit
def _enterable(s: Any) -> int:
    """Sea squares whose fish have adjacent sea and whose bear has adjacent sea without a bear."""
    water = sea(s)
    stuck_fish = fish_squares(s) & ~beside(water)
    stuck_bears = bears(s) & ~beside(water & ~bears(s))
    return water & ~stuck_fish & ~stuck_bears


@njit
def entered_square(s: Any, push: int) -> int:
    """The sea square that the last tile of the line enters."""
    direction = int(MOVE_DIRECTION[push])
    square = int(MOVE_SQUARE[push])
    frozen = ice(s)
    while holds(frozen, square):
        square = int(NEIGHBOUR[square, direction])
    return square


@njit
def begin_push(s: Any, push: int) -> bool:
    """Name the push; returns whether animals have to make room first. If not, the ice has moved."""
    s.push = push
    return not finish_push(s)


@njit
def finish_push(s: Any) -> bool:
    """Move the ice if nothing is in its way; returns whether it has moved."""
    square = entered_square(s, int(s.push))
    if holds(fish_squares(s) | bears(s), square):
        return False
    _move_line(s, int(MOVE_SQUARE[s.push]), square, int(MOVE_DIRECTION[s.push]))
    s.push = NONE
    return True


@njit
def _move_line(s: Any, start: int, end: int, direction: int) -> None:
    """The tiles from `start` up to the square before `end` move one square, with everything on them."""
    backwards = (direction + 2) % N_DIRECTIONS
    line, square = 0, end
    while square != start:
        source = int(NEIGHBOUR[square, backwards])
        s.faces[square] = s.faces[source]
        for kind in range(N_KINDS):
            s.animals[kind, square] = s.animals[kind, source]
        for seat in range(MAX_PLAYERS):
            s.inuit[seat, square] = s.inuit[seat, source]
        line |= only(source)
        square = source
    s.faces[start] = NO_FACE
    for kind in range(N_KINDS):
        s.animals[kind, start] = 0
        s.animal_squares[kind] = _moved(int(s.animal_squares[kind]), line, direction)
    for seat in range(MAX_PLAYERS):
        s.inuit[seat, start] = 0
        s.inuit_squares[seat] = _moved(int(s.inuit_squares[seat]), line, direction)
        s.igloos[seat] = _moved(int(s.igloos[seat]), line, direction)
    s.tiles = _moved(int(s.tiles), line, direction)
    s.glaciers = _moved(int(s.glaciers), line, direction)
    find_islands(s)


@njit
def _moved(squares: int, line: int, direction: int) -> int:
    return squares & ~line | shift(squares & line, direction)


# ------------------------------------------------------------------------------------------------ making room


@njit
def room_for_fish(s: Any) -> int:
    """Where a fish on the entered square may go."""
    return int(NEIGHBOURS[entered_square(s, int(s.push))]) & sea(s)


@njit
def room_for_bear(s: Any) -> int:
    """Where a bear on the entered square may go."""
    return room_for_fish(s) & ~bears(s)


@njit
def displace_fish(s: Any, kind: int, square: int) -> None:
    """A fish leaves the entered square; it may join a bear, which does not eat it."""
    take_animal(s, kind, entered_square(s, int(s.push)))
    put_animal(s, kind, square)


@njit
def displace_bear(s: Any, square: int) -> None:
    """The bear leaves the entered square and eats the fish that it joins."""
    take_animal(s, BEAR, entered_square(s, int(s.push)))
    put_animal(s, BEAR, square)
    for kind in range(FISH, FISH_STOP):
        leave_game(s, kind, square)
