"""Bears that attack: harpoons out of turn, hiding, and Inuit that flee to corners (rules 2.6 and 2.8)."""

from typing import Any

from arctic_env.games.iglu.board import (
    any_inuit,
    hunt,
    leave_game,
    put_animal,
    put_inuit,
    take_animal,
    take_inuit,
)
from arctic_env.games.iglu.material import BEAR, FISH, FOX_STOP, HARPOON, PLAY_HARPOON
from arctic_env.games.iglu.squares import holds
from arctic_env.games.iglu.state import ASKED, FLEEING, NOBODY, NONE
from arctic_env.games.iglu.tiles import play
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
