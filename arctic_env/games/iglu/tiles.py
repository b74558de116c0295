"""Tiles: kept ones, turning one, and drifting ice (rules 2.2 to 2.5)."""

from typing import Any

from arctic_env.games.iglu import board, material
from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE
from arctic_env.games.iglu.setup import draw_bear, draw_fish, draw_fox
from arctic_env.games.iglu.squares import N_DIRECTIONS, NEIGHBOUR, NEIGHBOURS, RING, back, beside, holds, only, shift
from arctic_env.games.iglu.state import NO_FACE, NONE
from arctic_env.kernels.jit import njit


@njit
def keep(s: Any, seat: int, face: int) -> None:
    """Give the seat a tile with the red frame, unseen by others."""
    s.kept[seat, face] += 1
    s.kept_size[seat] += 1


@njit
def show(s: Any, face: int) -> None:
    """Discard a tile, seen by all."""
    s.shown[s.shown_size] = face
    s.shown_size += 1
    s.revealed[face] += 1


@njit
def type_of(face: int) -> int:
    """Return the type of a tile with the red frame; energy of any value is one type."""
    if face == material.ANIMALS_FACE:
        return material.PLAY_ANIMALS
    if face == material.HARPOON:
        return material.PLAY_HARPOON
    return material.PLAY_MELT if face == material.MELT else material.PLAY_ENERGY


@njit
def may_play(s: Any, seat: int, face: int) -> bool:
    """Return whether the seat has such a tile; the mover may play one of each type a turn, others any number."""
    return bool(s.kept[seat, face] > 0 and (seat != s.mover or s.played[type_of(face)] == 0))


@njit
def play(s: Any, seat: int, face: int) -> None:
    """Play and discard a kept tile, before its effect."""
    s.kept[seat, face] -= 1
    s.kept_size[seat] -= 1
    if seat == s.mover:
        s.played[type_of(face)] = 1
    show(s, face)


@njit
def may_use_harpoon(s: Any, seat: int) -> bool:
    """Return whether the seat has a harpoon that it may play now."""
    return may_play(s, seat, material.HARPOON)


@njit
def play_energy(s: Any, face: int) -> None:
    """Play an energy tile of the mover and add its action points at once."""
    play(s, int(s.seat), face)
    s.points += face - material.ENERGY_1 + 1


@njit
def may_play_energy(s: Any) -> bool:
    """Return whether the mover has played no energy this turn."""
    return bool(s.played[type_of(material.ENERGY_3)] == 0)


@njit
def turnable(s: Any) -> int:
    """Return the tiles that may be turned: empty ones next to sea, or else empty ones of the ring (2.2)."""
    empty = int(s.tiles) & ~(board.inuit_of_all(s) | board.igloo_squares(s) | board.fox_squares(s) | board.bears(s))
    near = empty & beside(board.sea(s))
    return near if near else empty & RING


@njit
def turn(s: Any, square: int) -> bool:
    """Turn a tile and do what it says (2.3, 2.5); return whether ice drifts now."""
    if s.faces[square] == material.GLACIER:
        s.faces[square] = NO_FACE
        s.tiles ^= only(square)
        s.glaciers |= only(square)
        s.revealed[material.GLACIER] += 1
        draw_fox(s, square)
        return False
    face = board.remove_tile(s, square)
    if face < material.N_RED:
        keep(s, int(s.mover), face)
        return False
    show(s, face)
    if face == material.BEAR_FACE:
        draw_bear(s, square)
    elif face != material.DRIFT:
        for _ in range(face - material.FISH_1 + 1):
            draw_fish(s, square)
    return face == material.DRIFT


@njit
def pushable(s: Any, direction: int) -> int:
    """Return the tiles that may be pushed in a direction: the line ends at sea whose animals can make room."""
    frozen = board.ice(s)
    line = back(_enterable(s), direction) & frozen
    grown = line | back(line, direction) & frozen
    while grown != line:
        line = grown
        grown = line | back(line, direction) & frozen
    return line


@njit
def any_push(s: Any) -> bool:
    """Return whether any tile can be pushed anywhere: one next to sea whose animals can make room."""
    return bool(beside(_enterable(s)) & board.ice(s))


@njit
def _enterable(s: Any) -> int:
    """Return sea squares whose fish have adjacent sea and whose bear has adjacent sea without a bear."""
    water = board.sea(s)
    stuck_fish = board.fish_squares(s) & ~beside(water)
    stuck_bears = board.bears(s) & ~beside(water & ~board.bears(s))
    return water & ~stuck_fish & ~stuck_bears


@njit
def entered_square(s: Any, push: int) -> int:
    """Return the sea square that the last tile of the line enters."""
    direction = int(MOVE_DIRECTION[push])
    square = int(MOVE_SQUARE[push])
    frozen = board.ice(s)
    while holds(frozen, square):
        square = int(NEIGHBOUR[square, direction])
    return square


@njit
def begin_push(s: Any, push: int) -> bool:
    """Name the push; return whether animals have to make room first. If not, the ice has moved."""
    s.push = push
    return not finish_push(s)


@njit
def finish_push(s: Any) -> bool:
    """Move the ice if nothing is in its way; return whether it has moved."""
    square = entered_square(s, int(s.push))
    if holds(board.fish_squares(s) | board.bears(s), square):
        return False
    _move_line(s, int(MOVE_SQUARE[s.push]), square, int(MOVE_DIRECTION[s.push]))
    s.push = NONE
    return True


@njit
def _move_line(s: Any, start: int, end: int, direction: int) -> None:
    """Move the tiles from `start` up to the square before `end` by one square, with everything on them."""
    backwards = (direction + 2) % N_DIRECTIONS
    line, square = 0, end
    while square != start:
        source = int(NEIGHBOUR[square, backwards])
        s.faces[square] = s.faces[source]
        for kind in range(material.N_KINDS):
            s.animals[kind, square] = s.animals[kind, source]
        for seat in range(material.MAX_PLAYERS):
            s.inuit[seat, square] = s.inuit[seat, source]
        line |= only(source)
        square = source
    s.faces[start] = NO_FACE
    for kind in range(material.N_KINDS):
        s.animals[kind, start] = 0
        s.animal_squares[kind] = _moved(int(s.animal_squares[kind]), line, direction)
    for seat in range(material.MAX_PLAYERS):
        s.inuit[seat, start] = 0
        s.inuit_squares[seat] = _moved(int(s.inuit_squares[seat]), line, direction)
        s.igloos[seat] = _moved(int(s.igloos[seat]), line, direction)
    s.tiles = _moved(int(s.tiles), line, direction)
    s.glaciers = _moved(int(s.glaciers), line, direction)
    board.find_islands(s)


@njit
def _moved(squares: int, line: int, direction: int) -> int:
    return squares & ~line | shift(squares & line, direction)


@njit
def room_for_fish(s: Any) -> int:
    """Return where a fish on the entered square may go."""
    return int(NEIGHBOURS[entered_square(s, int(s.push))]) & board.sea(s)


@njit
def room_for_bear(s: Any) -> int:
    """Return where a bear on the entered square may go."""
    return room_for_fish(s) & ~board.bears(s)


@njit
def displace_fish(s: Any, kind: int, square: int) -> None:
    """Move a fish off the entered square; it may join a bear, which does not eat it."""
    board.take_animal(s, kind, entered_square(s, int(s.push)))
    board.put_animal(s, kind, square)


@njit
def displace_bear(s: Any, square: int) -> None:
    """Move the bear off the entered square; it eats the fish that it joins."""
    board.take_animal(s, material.BEAR, entered_square(s, int(s.push)))
    board.put_animal(s, material.BEAR, square)
    for kind in range(material.FISH, material.FISH_STOP):
        board.leave_game(s, kind, square)
