"""What bears, kept tiles and action points do (rules 2.6 to 2.9)."""

from typing import Any

from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE
from arctic_env.games.iglu.board import (
    any_inuit,
    bears,
    fish_squares,
    foreign_igloos,
    foreign_inuit,
    fox_squares,
    hunt,
    ice,
    igloo_squares,
    leave_game,
    put_animal,
    put_inuit,
    remove_tile,
    sea,
    take_animal,
    take_inuit,
)
from arctic_env.games.iglu.material import (
    ANIMAL_STEPS,
    ANIMALS_FACE,
    BEAR,
    FISH,
    FOX_STOP,
    HARPOON,
    IGLOO_COST,
    IGLOOS,
    MELT,
    N_KINDS,
    PLAY_HARPOON,
    SERIOUS,
    VALUE,
)
from arctic_env.games.iglu.squares import BOARD, NEIGHBOUR, beside, count, holds, only
from arctic_env.games.iglu.state import ASKED, FLEEING, NOBODY, NONE
from arctic_env.games.iglu.tiles import may_play, may_use_harpoon, play
from arctic_env.kernels.jit import njit


@njit
def move_bear(s: Any, start: int, goal: int) -> bool:
    """Move a bear, which removes fish and foxes (2.8); returns whether somebody has to decide about it."""
    take_animal(s, BEAR, start)
    for kind in range(FISH, FOX_STOP):
        leave_game(s, kind, goal)
    put_animal(s, BEAR, goal)
    if not any_inuit(s, goal):
        return False
    s.square = goal
    return _ask(s, 0)


@njit
def in_order(s: Any, k: int) -> int:
    """The k-th seat clockwise from the mover's left, the mover last."""
    return (int(s.mover) + 1 + k) % int(s.players)


@njit
def is_asked(s: Any, seat: int) -> bool:
    """Whether an attack makes the seat answer: it has Inuit there and a kept tile, and may still play a harpoon."""
    spent = seat == s.mover and s.played[PLAY_HARPOON] != 0
    return bool(s.inuit[seat, s.square] > 0 and s.kept_size[seat] > 0 and not spent)


@njit
def _ask(s: Any, start: int) -> bool:
    """Ask the next owner, from the k-th in order on; with none left, those who cannot hide flee."""
    for k in range(start, s.players):
        seat = in_order(s, k)
        if is_asked(s, seat):
            s.seat = seat
            s.decision = ASKED
            return True
    return flee(s)


@njit
def answer(s: Any, with_harpoon: bool) -> bool:
    """The seat that is asked answers (2.8); returns whether somebody has to decide next about the attack."""
    seat = int(s.seat)
    if not with_harpoon:
        return _ask(s, (seat - int(s.mover) - 1) % int(s.players) + 1)
    play(s, seat, HARPOON)
    hunt(s, seat, BEAR, int(s.square))
    return _settled(s)


@njit
def flee(s: Any) -> bool:
    """The next Inuit that must flee waits for its corner; returns whether there is one."""
    s.seat = s.mover
    if next_to_flee(s) == NOBODY:
        return _settled(s)
    s.decision = FLEEING
    return True


@njit
def _settled(s: Any) -> bool:
    s.seat = s.mover
    s.square = NONE
    return False


@njit
def next_to_flee(s: Any) -> int:
    """Owner of the next Inuit that flees from the square, NOBODY if none has to; who has an igloo there hides."""
    for k in range(s.players):
        seat = in_order(s, k)
        if s.inuit[seat, s.square] > 0 and not holds(s.igloos[seat], s.square):
            return seat
    return NOBODY


@njit
def flee_to(s: Any, corner: int) -> bool:
    """The next Inuit flees to that corner; returns whether another one has to flee."""
    owner = next_to_flee(s)
    take_inuit(s, owner, int(s.square))
    put_inuit(s, owner, corner)
    return flee(s)


# ------------------------------------------------- kept tiles: melting ice, moving animals (2.6, 2.7)


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


# ----------------------------------------------- action points: walking, kayak, hunting, igloos (2.9)


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
