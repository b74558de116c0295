"""Ice, sea and the tokens on them; putting, taking and moving tokens (rules 1.1, 2.3 and 2.6)."""

from typing import Any

from arctic_env.games.iglu.material import BEAR, FISH, FISH_STOP, FOX, FOX_STOP, MAX_PLAYERS
from arctic_env.games.iglu.squares import BOARD, count, flood, holds, is_corner, lowest, only, without_lowest
from arctic_env.games.iglu.state import NO_FACE
from arctic_env.kernels.jit import njit


@njit
def ice(s: Any) -> int:
    """Return the squares with a tile, face down or face up."""
    return int(s.tiles) | int(s.glaciers)


@njit
def sea(s: Any) -> int:
    """Return the squares without a tile, which are no corners."""
    return BOARD & ~(int(s.tiles) | int(s.glaciers))


@njit
def remove_tile(s: Any, square: int) -> int:
    """Take a face-down tile off the board; return its face."""
    face = int(s.faces[square])
    s.faces[square] = NO_FACE
    s.tiles ^= only(square)
    find_islands(s)
    return face


@njit
def find_islands(s: Any) -> None:
    """Write the size of its island at each square with ice, 0 elsewhere (2.10); due after every change of the ice."""
    for square in range(len(s.island)):
        s.island[square] = 0
    left = ice(s)
    while left:
        island = flood(left & -left, left)
        left ^= island
        size = count(island)
        while island:
            s.island[lowest(island)] = size
            island = without_lowest(island)


@njit
def fish_squares(s: Any) -> int:
    """Return the squares with fish of any value."""
    squares = 0
    for kind in range(FISH, FISH_STOP):
        squares |= int(s.animal_squares[kind])
    return squares


@njit
def fox_squares(s: Any) -> int:
    """Return the squares with foxes of any value."""
    squares = 0
    for kind in range(FOX, FOX_STOP):
        squares |= int(s.animal_squares[kind])
    return squares


@njit
def bears(s: Any) -> int:
    """Return the squares with a bear."""
    return int(s.animal_squares[BEAR])


@njit
def put_animal(s: Any, kind: int, square: int) -> None:
    """Add an animal to a square."""
    s.animals[kind, square] += 1
    s.animal_squares[kind] |= only(square)


@njit
def take_animal(s: Any, kind: int, square: int) -> None:
    """Take an animal from a square."""
    s.animals[kind, square] -= 1
    if s.animals[kind, square] == 0:
        s.animal_squares[kind] ^= only(square)


@njit
def leave_game(s: Any, kind: int, square: int) -> None:
    """Remove all animals of a kind on that square from the game."""
    while s.animals[kind, square] > 0:
        take_animal(s, kind, square)
        s.gone[s.gone_size] = kind
        s.gone_size += 1


@njit
def hunt(s: Any, seat: int, kind: int, square: int) -> None:
    """Move an animal from the board to the seat that hunted it."""
    take_animal(s, kind, square)
    s.hunted[seat, kind] += 1


@njit
def put_inuit(s: Any, seat: int, square: int) -> None:
    """Add an Inuit to a square or corner."""
    s.inuit[seat, square] += 1
    if not is_corner(square):
        s.inuit_squares[seat] |= only(square)


@njit
def take_inuit(s: Any, seat: int, square: int) -> None:
    """Take an Inuit from a square or corner."""
    s.inuit[seat, square] -= 1
    if s.inuit[seat, square] == 0 and not is_corner(square):
        s.inuit_squares[seat] ^= only(square)


@njit
def igloo_squares(s: Any) -> int:
    """Return the squares with an igloo of any tribe."""
    squares = 0
    for seat in range(MAX_PLAYERS):
        squares |= int(s.igloos[seat])
    return squares


@njit
def foreign_igloos(s: Any, seat: int) -> int:
    """Return the squares with an igloo of another tribe."""
    return igloo_squares(s) ^ int(s.igloos[seat])


@njit
def inuit_of_all(s: Any) -> int:
    """Return the squares with Inuit of any tribe, corners left out."""
    squares = 0
    for seat in range(MAX_PLAYERS):
        squares |= int(s.inuit_squares[seat])
    return squares


@njit
def foreign_inuit(s: Any, seat: int) -> int:
    """Return the squares with Inuit of another tribe."""
    squares = 0
    for other in range(MAX_PLAYERS):
        if other != seat:
            squares |= int(s.inuit_squares[other])
    return squares


@njit
def any_inuit(s: Any, square: int) -> bool:
    """Return whether an Inuit stands on a square (not a corner)."""
    return holds(inuit_of_all(s), square)
