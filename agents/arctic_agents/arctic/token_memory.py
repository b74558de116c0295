"""A player's memory of the tokens: who pushed which way when nothing forced it (rules 3.4, 6.1).

A view tells where the tokens are, not how they came there. But pushes are public, and between two turns of a seat each
other seat moves once, with the two animals of the card that is still its Visible one. So whoever keeps the tokens from
the end of its own step B can list the ways in which the others may have brought them to where they are at its next
turn; where there are several, each counts as likely as the others.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import turn_steps
from arctic_env.games.arctic.material import COMPANION, MAIN, MAX_PLAYERS, N_ANIMALS, START_SPACE
from arctic_env.games.arctic.state import DISCARDING, DRAWING, GIVING, NO_CARD, PLAY, RECEIVER
from arctic_env.games.arctic.zones import visible_card
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.model.copies import CopiedWhole
from arctic_env.model.game import Game

# What is counted of a seat and a token: pushes by choice, and spaces right less spaces left with the walrus.
FREE_RIGHT, FREE_LEFT, EXTRA_RIGHT = range(3)
N_PUSHES = 3

# What is kept in `tokens` and `holders`: nothing, what the own step B left, or what has been explained already.
NOTHING, EARLIER, EXPLAINED = range(3)

MEMORY = np.dtype(
    (
        np.record,
        [
            ("kept", "i1"),
            ("tokens", "i1", (N_ANIMALS,)),  # as they were when the others began to move
            ("holders", "i1", (N_ANIMALS,)),
            ("pushes", "f8", (MAX_PLAYERS, N_ANIMALS, N_PUSHES)),  # of each seat so far
        ],
    )
)

_WAYS = 6  # of one seat to push: which token goes right, times no extra space, one left, one right
_EXTRAS = (0, turn_steps.LEFT, turn_steps.RIGHT)


class TokenMemory(CopiedWhole):
    """The memory of one seat of one game."""

    def __init__(self, game: Game, seat: int) -> None:
        self._seat = seat
        self._tries = np.zeros(1, game.dtype)
        self._memory = np.zeros(1, MEMORY)

    def take_in(self, view: NDArray[Any]) -> NDArray[np.float64]:
        """Take in the view of a decision, an array of one, of all the seat's decisions in order.

        Returns:
            The pushes remembered by then, float64[MAX_PLAYERS, N_ANIMALS, N_PUSHES].
        """
        observe(view, self._seat, self._memory, self._tries)
        pushes: NDArray[np.float64] = self._memory["pushes"][0].copy()
        return pushes


@njit
def observe(views: NDArray[Any], seat: int, memory: NDArray[Any], tries: NDArray[Any]) -> None:
    """Take in the seat's view at each of its decisions, in order.

    Args:
        views: One record of the game's dtype, the seat's view.
        seat: The seat.
        memory: One record of MEMORY, all zeros as the game begins.
        tries: One record of the game's dtype, as scratch space.
    """
    s, m = views[0], memory[0]
    if s.decision in (DRAWING, DISCARDING, GIVING, RECEIVER):
        m.kept = EARLIER
        m.tokens[:] = s.tokens
        m.holders[:] = s.holders
        return
    first = seat + 1
    if m.kept == NOTHING and _first_turn(s, seat):
        m.tokens[:] = START_SPACE
        m.holders[:] = NOBODY
        m.kept, first = EARLIER, int(s.first)
    if m.kept == EARLIER:
        tries[0] = s
        _explain(s, (seat - first) % int(s.players), first, m, tries[0])
    m.kept = EXPLAINED


@njit
def _first_turn(s: Any, seat: int) -> bool:
    """Whether the seats before this one have had a turn each, and nobody else any."""
    players = int(s.players)
    for other in range(players):
        moved = (other - s.first) % players < (seat - s.first) % players
        if (s.pile_size[other] > 0) != moved:
            return False
    return bool(s.stage == PLAY)


@njit
def _explain(s: Any, movers: int, first: int, m: Any, t: Any) -> None:
    """Add to `pushes` the mean pushes of `movers` seats from `first` on, over all ways to the tokens of `s`."""
    done = np.zeros((MAX_PLAYERS, N_ANIMALS, N_PUSHES))
    total = np.zeros((MAX_PLAYERS, N_ANIMALS, N_PUSHES))
    found = 0
    for number in range(_WAYS**movers):
        if _push_all(number, movers, first, m, t, done) and np.all(t.tokens == s.tokens):
            total += done
            found += 1
    if found > 0:
        m.pushes += total / found


@njit
def _push_all(number: int, movers: int, first: int, m: Any, t: Any, done: NDArray[np.float64]) -> bool:
    """Push for all seats in the way of that number, and write their pushes; False if the rules do not allow it."""
    t.tokens[:] = m.tokens
    t.holders[:] = m.holders
    done[:] = 0.0
    for k in range(movers):
        t.seat = (first + k) % t.players
        if not _push(t, number % _WAYS, done[t.seat]):
            return False
        number //= _WAYS
    return True


@njit
def _push(t: Any, way: int, done: NDArray[np.float64]) -> bool:
    """Play one seat's step B, after it has taken the power of its Visible card."""
    card = visible_card(t, int(t.seat))
    if card == NO_CARD:
        return way == 0
    main, companion = int(MAIN[card]), int(COMPANION[card])
    t.holders[main] = t.seat
    companion_right, extra = way % 2, _EXTRAS[way // 2]
    if turn_steps.push_if_forced(t):
        if companion_right:
            return False
    else:
        right, left = (companion, main) if companion_right else (main, companion)
        turn_steps.push_right(t, right)
        done[right, FREE_RIGHT] += 1.0
        done[left, FREE_LEFT] += 1.0
    if extra != 0:
        if not turn_steps.may_move_extra(t, extra):
            return False
        turn_steps.move_extra(t, extra)
        done[turn_steps.walrus_animal(t), EXTRA_RIGHT] += extra
    return True
