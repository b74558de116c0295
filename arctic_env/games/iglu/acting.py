"""Action points: walking, kayak, hunting, igloos (rule 2.9)."""

from typing import Any

from arctic_env.games.iglu.board import (
    bears,
    foreign_igloos,
    foreign_inuit,
    hunt,
    ice,
    igloo_squares,
    put_inuit,
    take_inuit,
)
from arctic_env.games.iglu.material import BEAR, HARPOON, IGLOO_COST, IGLOOS, SERIOUS, VALUE
from arctic_env.games.iglu.squares import count, holds, only
from arctic_env.games.iglu.tiles import may_use_harpoon, play
from arctic_env.kernels.jit import njit


@njit
def enterable(s: Any) -> int:
    """Ice where an Inuit of the mover may walk or land: with a bear only by a harpoon; 2.12 closes foreign igloos."""
    squares = ice(s)
    if not may_use_harpoon(s, int(s.mover)):
        squares &= ~bears(s)
    if s.variant == SERIOUS:
        squares &= ~foreign_igloos(s, int(s.mover))
    return squares


@njit
def go(s: Any, start: int, goal: int, cost: int) -> None:
    """An Inuit walks or paddles to a square; a bear there is won with a harpoon."""
    seat = int(s.mover)
    s.points -= cost
    take_inuit(s, seat, start)
    put_inuit(s, seat, goal)
    if holds(bears(s), goal):
        kill(s, BEAR, goal)


@njit
def kill(s: Any, kind: int, square: int) -> None:
    """Hunt an animal with a harpoon."""
    play(s, int(s.mover), HARPOON)
    hunt(s, int(s.mover), kind, square)


@njit
def catch(s: Any, kind: int, square: int) -> None:
    """Hunt an animal for points."""
    s.points -= VALUE[kind]
    hunt(s, int(s.mover), kind, square)


@njit
def building_sites(s: Any) -> int:
    """Where the mover may build an igloo if it has the points."""
    seat = int(s.mover)
    if s.points < IGLOO_COST or count(s.igloos[seat]) >= IGLOOS:
        return 0
    own = int(s.inuit_squares[seat]) & ice(s)
    return own & ~foreign_inuit(s, seat) & ~igloo_squares(s)


@njit
def build(s: Any, square: int) -> None:
    """The mover builds an igloo."""
    s.points -= IGLOO_COST
    s.igloos[s.mover] |= only(square)
