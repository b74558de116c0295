"""Effects of kept tiles: melting ice and moving animals (rules 2.6 and 2.7)."""

from typing import Any

from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE
from arctic_env.games.iglu.attacks import flee, move_bear
from arctic_env.games.iglu.board import (
    any_inuit,
    bears,
    fish_squares,
    fox_squares,
    ice,
    igloo_squares,
    leave_game,
    put_animal,
    remove_tile,
    sea,
    take_animal,
)
from arctic_env.games.iglu.material import ANIMAL_STEPS, ANIMALS_FACE, BEAR, MELT, N_KINDS
from arctic_env.games.iglu.squares import BOARD, NEIGHBOUR, beside
from arctic_env.games.iglu.tiles import may_play, play
from arctic_env.kernels.jit import njit

# ------------------------------------------------------------------------------------------------ melt


@njit
def meltable(s: Any) -> int:
    """The tiles that the mover may melt (2.6): face down, next to sea, without an igloo; none without a melt tile."""
    if not may_play(s, int(s.mover), MELT):
        return 0
    return int(s.tiles) & beside(sea(s)) & ~igloo_squares(s)


@njit
def melt(s: Any, square: int) -> bool:
    """Melt a tile unseen, and all animals on it (2.6); returns whether Inuit have to flee."""
    play(s, int(s.mover), MELT)
    s.melted[s.melted_size] = remove_tile(s, square)
    s.melted_size += 1
    for kind in range(N_KINDS):
        leave_game(s, kind, square)
    if not any_inuit(s, square):
        return False
    s.square = square
    return flee(s)


# ------------------------------------------------------------------------------------------------ animals


@njit
def any_step(s: Any) -> bool:
    """Whether some animal can step somewhere (2.7)."""
    swimming = fish_squares(s) & beside(sea(s))
    running = fox_squares(s) & beside(ice(s))
    roaming = bears(s) & beside(BOARD & ~bears(s))
    return bool(swimming | running | roaming)


@njit
def may_move_animals(s: Any) -> bool:
    """Whether the mover may play a tile that moves animals."""
    return may_play(s, int(s.mover), ANIMALS_FACE) and any_step(s)


@njit
def begin_steps(s: Any) -> None:
    """The tile is played, three steps are to be made."""
    play(s, int(s.mover), ANIMALS_FACE)
    s.steps = ANIMAL_STEPS


@njit
def step(s: Any, kind: int, move: int) -> bool:
    """An animal steps (2.7); returns whether somebody has to decide about an attack."""
    start = int(MOVE_SQUARE[move])
    goal = int(NEIGHBOUR[start, MOVE_DIRECTION[move]])
    s.steps -= 1
    if kind == BEAR:
        return move_bear(s, start, goal)
    take_animal(s, kind, start)
    put_animal(s, kind, goal)
    return False
