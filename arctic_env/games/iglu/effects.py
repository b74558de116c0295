"""Effects of bears, kept tiles and action points (rules 2.6 to 2.9)."""

from typing import Any

from arctic_env.games.iglu import board, material
from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE
from arctic_env.games.iglu.squares import BOARD, NEIGHBOUR, beside, count, holds, only
from arctic_env.games.iglu.state import ASKED, FLEEING, NONE
from arctic_env.games.iglu.tiles import may_play, may_use_harpoon, play
from arctic_env.kernels.jit import NOBODY, njit


@njit
def move_bear(s: Any, start: int, goal: int) -> bool:
    """Move a bear, which removes fish and foxes (2.8); return whether a seat has to decide about it."""
    board.take_animal(s, material.BEAR, start)
    for kind in range(material.FISH, material.FOX_STOP):
        board.leave_game(s, kind, goal)
    board.put_animal(s, material.BEAR, goal)
    if not board.any_inuit(s, goal):
        return False
    s.square = goal
    return _ask(s, 0)


@njit
def in_order(s: Any, k: int) -> int:
    """Return the k-th seat clockwise from the mover's left, the mover last."""
    return (int(s.mover) + 1 + k) % int(s.players)


@njit
def is_asked(s: Any, seat: int) -> bool:
    """Return whether the seat must answer an attack: with Inuit there, a kept tile, and a harpoon still allowed."""
    spent = seat == s.mover and s.played[material.PLAY_HARPOON] != 0
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
    """Let the seat that is asked answer (2.8); return whether a seat has to decide next about the attack."""
    seat = int(s.seat)
    if not with_harpoon:
        return _ask(s, (seat - int(s.mover) - 1) % int(s.players) + 1)
    play(s, seat, material.HARPOON)
    board.hunt(s, seat, material.BEAR, int(s.square))
    return _settled(s)


@njit
def flee(s: Any) -> bool:
    """Let the next Inuit that must flee wait for its corner; return whether there is one."""
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
    """Return the owner of the next Inuit that flees from the square, NOBODY if none; owners of an igloo there hide."""
    for k in range(s.players):
        seat = in_order(s, k)
        if s.inuit[seat, s.square] > 0 and not holds(s.igloos[seat], s.square):
            return seat
    return NOBODY


@njit
def flee_to(s: Any, corner: int) -> bool:
    """Let the next Inuit flee to that corner; return whether another one has to flee."""
    owner = next_to_flee(s)
    board.take_inuit(s, owner, int(s.square))
    board.put_inuit(s, owner, corner)
    return flee(s)


@njit
def meltable(s: Any) -> int:
    """Return the tiles that the mover may melt (2.6): face down, beside sea, no igloo; none without a melt tile."""
    if not may_play(s, int(s.mover), material.MELT):
        return 0
    return int(s.tiles) & beside(board.sea(s)) & ~board.igloo_squares(s)


@njit
def melt(s: Any, square: int) -> bool:
    """Melt a tile unseen, and all animals on it (2.6); return whether Inuit have to flee."""
    play(s, int(s.mover), material.MELT)
    s.melted[s.melted_size] = board.remove_tile(s, square)
    s.melted_size += 1
    for kind in range(material.N_KINDS):
        board.leave_game(s, kind, square)
    if not board.any_inuit(s, square):
        return False
    s.square = square
    return flee(s)


@njit
def any_step(s: Any) -> bool:
    """Return whether some animal can step somewhere (2.7)."""
    swimming = board.fish_squares(s) & beside(board.sea(s))
    running = board.fox_squares(s) & beside(board.ice(s))
    roaming = board.bears(s) & beside(BOARD & ~board.bears(s))
    return bool(swimming | running | roaming)


@njit
def may_move_animals(s: Any) -> bool:
    """Return whether the mover may play a tile that moves animals."""
    return may_play(s, int(s.mover), material.ANIMALS_FACE) and any_step(s)


@njit
def begin_steps(s: Any) -> None:
    """Play the tile, and begin its three steps."""
    play(s, int(s.mover), material.ANIMALS_FACE)
    s.steps = material.ANIMAL_STEPS


@njit
def step(s: Any, kind: int, move: int) -> bool:
    """Let an animal step (2.7); return whether a seat has to decide about an attack."""
    start = int(MOVE_SQUARE[move])
    goal = int(NEIGHBOUR[start, MOVE_DIRECTION[move]])
    s.steps -= 1
    if kind == material.BEAR:
        return move_bear(s, start, goal)
    board.take_animal(s, kind, start)
    board.put_animal(s, kind, goal)
    return False


@njit
def enterable(s: Any) -> int:
    """Return the ice that the mover's Inuit may enter: bears only with a harpoon; 2.12 closes foreign igloos."""
    squares = board.ice(s)
    if not may_use_harpoon(s, int(s.mover)):
        squares &= ~board.bears(s)
    if s.variant == material.SERIOUS:
        squares &= ~board.foreign_igloos(s, int(s.mover))
    return squares


@njit
def go(s: Any, start: int, goal: int, cost: int) -> None:
    """Move an Inuit on foot or by kayak to a square; kill a bear there with a harpoon."""
    seat = int(s.mover)
    s.points -= cost
    board.take_inuit(s, seat, start)
    board.put_inuit(s, seat, goal)
    if holds(board.bears(s), goal):
        kill(s, material.BEAR, goal)


@njit
def kill(s: Any, kind: int, square: int) -> None:
    """Hunt an animal with a harpoon."""
    play(s, int(s.mover), material.HARPOON)
    board.hunt(s, int(s.mover), kind, square)


@njit
def catch(s: Any, kind: int, square: int) -> None:
    """Hunt an animal for points."""
    s.points -= material.VALUE[kind]
    board.hunt(s, int(s.mover), kind, square)


@njit
def building_sites(s: Any) -> int:
    """Return where the mover may build an igloo if it has the points."""
    seat = int(s.mover)
    if s.points < material.IGLOO_COST or count(s.igloos[seat]) >= material.IGLOOS:
        return 0
    own = int(s.inuit_squares[seat]) & board.ice(s)
    return own & ~board.foreign_inuit(s, seat) & ~board.igloo_squares(s)


@njit
def build(s: Any, square: int) -> None:
    """Build an igloo of the mover."""
    s.points -= material.IGLOO_COST
    s.igloos[s.mover] |= only(square)
