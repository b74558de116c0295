"""The tile of the turn: which may be turned, and what its face does (rules 2.2 and 2.3)."""

from typing import Any

from arctic_env.games.iglu.board import bears, fox_squares, igloo_squares, inuit_of_all, remove_tile, sea
from arctic_env.games.iglu.material import BEAR_FACE, DRIFT, FISH_1, GLACIER, N_RED
from arctic_env.games.iglu.setup import draw_bear, draw_fish, draw_fox
from arctic_env.games.iglu.squares import RING, beside, only
from arctic_env.games.iglu.state import NO_FACE
from arctic_env.games.iglu.tiles import keep, show
from arctic_env.kernels.jit import njit


@njit
def turnable(s: Any) -> int:
    """The tiles that may be turned: empty ones next to sea, or else empty ones of the ring (2.2)."""
    empty = int(s.tiles) & ~(inuit_of_all(s) | igloo_squares(s) | fox_squares(s) | bears(s))
    near = empty & beside(sea(s))
    return near if near else empty & RING


@njit
def turn(s: Any, square: int) -> bool:
    """Turn a tile and do what it says (2.3, 2.5); returns whether ice drifts now."""
    if s.faces[square] == GLACIER:
        s.faces[square] = NO_FACE
        s.tiles ^= only(square)
        s.glaciers |= only(square)
        s.revealed[GLACIER] += 1
        draw_fox(s, square)
        return False
    face = remove_tile(s, square)
    if face < N_RED:
        keep(s, int(s.mover), face)
        return False
    show(s, face)
    if face == BEAR_FACE:
        draw_bear(s, square)
    elif face != DRIFT:
        for _ in range(face - FISH_1 + 1):
            draw_fish(s, square)
    return face == DRIFT
