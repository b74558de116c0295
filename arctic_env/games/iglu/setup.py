"""The deal, and placing Inuit before the first turn (rule 2.1)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu import material, state
from arctic_env.games.iglu.board import find_islands, put_animal, put_inuit
from arctic_env.games.iglu.squares import BOARD, CENTRE, RING, lowest, squares_of, without_lowest
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import below, make_stream, shuffle

_CENTRE = squares_of(CENTRE)


def _make_blank() -> NDArray[Any]:
    """Return a state with every field on the value that it has when it is not in use: an array of one."""
    blank = np.zeros(1, state.DTYPE)
    blank["faces"], blank["shown"], blank["melted"] = state.NO_FACE, state.NO_FACE, state.NO_FACE
    blank["gone"] = state.NO_KIND
    blank["mover"], blank["seat"] = NOBODY, NOBODY
    blank["push"], blank["square"] = state.NONE, state.NONE
    return blank


BLANK = _make_blank()


@njit
def deal(states: NDArray[Any], i: int, seed: int, players: int, options: NDArray[np.int64]) -> None:
    """Write the start of a game: `options` holds the numbers of variant and half (2.1)."""
    states[i] = BLANK[0]
    s = states[i]
    stream = make_stream(seed)
    s.players = players
    s.variant, s.half = options[0], options[1]
    _lay_tiles(s, stream)
    _fill_supplies(s, stream)
    for square in CENTRE:
        draw_fish(s, square)
    s.first = below(stream, players)
    s.mover, s.seat = s.first, s.first


@njit
def _lay_tiles(s: Any, stream: NDArray[np.int64]) -> None:
    """Lay all tiles face down on all squares but the centre."""
    faces = np.empty(material.N_TILES, np.uint8)
    n = 0
    for face in range(material.N_FACES):
        for _ in range(material.TILES[face]):
            faces[n] = face
            n += 1
    shuffle(stream, faces, n)
    s.tiles = BOARD & ~_CENTRE
    left = int(s.tiles)
    while left:
        n -= 1
        s.faces[lowest(left)] = faces[n]
        left = without_lowest(left)
    find_islands(s)


@njit
def _fill_supplies(s: Any, stream: NDArray[np.int64]) -> None:
    for kind in range(material.N_KINDS):
        s.supply[kind] = material.TOKENS[kind]
    shuffle_supplies(s, stream)


@njit
def shuffle_supplies(s: Any, stream: NDArray[np.int64]) -> None:
    """Lay the fish and the foxes of the supply in a random order."""
    _list_values(s, material.FISH, material.FISH_STOP, s.fish_supply)
    shuffle(stream, s.fish_supply, fish_left(s))
    _list_values(s, material.FOX, material.FOX_STOP, s.fox_supply)
    shuffle(stream, s.fox_supply, foxes_left(s))


@njit
def _list_values(s: Any, first: int, stop: int, values: NDArray[np.uint8]) -> None:
    n = 0
    for kind in range(first, stop):
        for _ in range(s.supply[kind]):
            values[n] = material.VALUE[kind]
            n += 1


@njit
def fish_left(s: Any) -> int:
    """Return the number of fish in the supply."""
    n = 0
    for kind in range(material.FISH, material.FISH_STOP):
        n += int(s.supply[kind])
    return n


@njit
def foxes_left(s: Any) -> int:
    """Return the number of foxes in the supply."""
    n = 0
    for kind in range(material.FOX, material.FOX_STOP):
        n += int(s.supply[kind])
    return n


@njit
def draw_fish(s: Any, square: int) -> None:
    """Put the next fish of the supply on a square, if there is one (2.3)."""
    n = fish_left(s)
    if n > 0:
        kind = material.FISH + int(s.fish_supply[n - 1]) - 1
        s.fish_supply[n - 1] = state.NO_VALUE
        s.supply[kind] -= 1
        put_animal(s, kind, square)


@njit
def draw_fox(s: Any, square: int) -> None:
    """Put the next fox of the supply on a square, if there is one (2.3)."""
    n = foxes_left(s)
    if n > 0:
        kind = material.FOX + int(s.fox_supply[n - 1]) - 1
        s.fox_supply[n - 1] = state.NO_VALUE
        s.supply[kind] -= 1
        put_animal(s, kind, square)


@njit
def draw_bear(s: Any, square: int) -> None:
    """Put a bear of the supply on a square, if there is one (2.3)."""
    if s.supply[material.BEAR] > 0:
        s.supply[material.BEAR] -= 1
        put_animal(s, material.BEAR, square)


@njit
def places(s: Any) -> int:
    """Return the squares where an Inuit may be placed: the ice of the ring."""
    return (int(s.tiles) | int(s.glaciers)) & RING


@njit
def place(s: Any, square: int) -> bool:
    """Place an Inuit; return whether all are placed. Otherwise it is the next seat's turn to place one."""
    put_inuit(s, int(s.seat), square)
    s.seat = (s.seat + 1) % s.players
    s.mover = s.seat
    return bool(s.seat == s.first and inuit_placed(s, int(s.first)) == tribe_size(int(s.players)))


@njit
def tribe_size(players: int) -> int:
    """Return the number of Inuit of each tribe (1.2)."""
    return material.INUIT_OF_TWO if players == material.TWO_PLAYERS else material.INUIT


@njit
def inuit_placed(s: Any, seat: int) -> int:
    """Return the number of placed Inuit of a seat."""
    n = 0
    for square in range(s.inuit.shape[1]):
        n += s.inuit[seat, square]
    return int(n)
