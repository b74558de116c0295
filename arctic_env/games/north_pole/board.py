"""Pieces on the upper board and what surrounds them (rules 1.1, 3.3 and 3.7)."""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.squares import CAMPS, CENTRE_NUMBER, CENTRE_SET, NOWHERE, only, without
from arctic_env.games.north_pole.squares import holds as holds
from arctic_env.kernels.jit import NOBODY, njit

_TEAM = 2  # seats 0 and 2 against 1 and 3


class Land(NamedTuple):
    """The board as the pieces that the seat to move may play see it, as sets of squares.

    Attributes:
        free: Squares that a move may enter.
        targets: Pieces in the open that may be attacked.
        sheltered: Pawns in igloos that may be attacked with a pickaxe.
        pieces: Pawns and bears of all, which block slings.
        pawns: Pawns of the seat.
        calm: Own pawns that may not attack.
    """

    free: int
    targets: int
    sheltered: int
    pieces: int
    pawns: int
    calm: int


@njit
def survey(s: Any) -> Land:
    """Return the board as the seat to move sees it (3.3, 3.4, 3.7)."""
    seat = int(s.seat)
    bears = int(s.bear_squares)
    own, others = 0, 0
    for other in range(s.players):
        if is_partner(s, seat, other):
            own |= int(s.pawn_squares[other])
        else:
            others |= int(s.pawn_squares[other])
    mine = int(s.pawn_squares[seat])
    pieces = own | others | bears
    if is_peace(s):
        return Land(~int(s.holes), 0, 0, pieces, mine, mine)
    igloos = igloo_squares(s)
    targets = (others | bears) & ~CAMPS
    free = ~(int(s.holes) | pieces & ~CAMPS)
    return Land(free, targets & ~igloos, targets & igloos, pieces, mine, mine & (CAMPS | int(s.igloos[seat])))


@njit
def is_partner(s: Any, seat: int, other: int) -> bool:
    """Return whether pawns of the other seat count as own: its own, in the team game its partner's too (3.10)."""
    return bool(other == seat or (s.teams and (other - seat) % _TEAM == 0))


@njit
def partner_of(s: Any, seat: int) -> int:
    """Return the other seat of a team, NOBODY without teams."""
    return (seat + _TEAM) % material.TEAM_PLAYERS if s.teams else NOBODY


@njit
def is_peace(s: Any) -> bool:
    """Return whether the last ice mask of the stack has been revealed: nobody attacks any more (3.4)."""
    return bool(s.masks_size == 0)


@njit
def igloo_squares(s: Any) -> int:
    """Return the squares with an igloo of any seat."""
    squares = 0
    for seat in range(s.players):
        squares |= int(s.igloos[seat])
    return squares


@njit
def is_open(s: Any, square: int) -> bool:
    """Return whether the Pole can be entered from that centre square (1.2)."""
    number = int(CENTRE_NUMBER[square])
    return bool(number % _TEAM == s.disc if s.teams else number == s.disc)


@njit
def igloo_sites(s: Any) -> int:
    """Return where the seat to move may build: on own pawns, not in camps, on the centre or on another igloo (3.7)."""
    return int(s.pawn_squares[s.seat]) & ~(CAMPS | CENTRE_SET | igloo_squares(s))


@njit
def put_pawn(s: Any, seat: int, square: int) -> None:
    """Put a pawn of a seat onto a square."""
    insert(s.pawns[seat], square)
    s.pawn_squares[seat] |= only(square)


@njit
def take_pawn(s: Any, seat: int, square: int) -> None:
    """Take a pawn of a seat off its square; its igloo there is gone (3.7, 6.4)."""
    if not remove(s.pawns[seat], square):
        s.pawn_squares[seat] = without(s.pawn_squares[seat], square)
    if holds(s.igloos[seat], square):
        s.igloos[seat] = without(s.igloos[seat], square)
        s.spent[material.IGLOO] += 1


@njit
def send_home(s: Any, seat: int, square: int) -> None:
    """Return a pawn to the ship of its seat (3.4, 3.9)."""
    take_pawn(s, seat, square)
    s.ship[seat] += 1


@njit
def put_bear(s: Any, square: int) -> None:
    """Put a bear onto a square."""
    insert(s.bears, square)
    s.bear_squares |= only(square)


@njit
def take_bear(s: Any, square: int) -> None:
    """Take a bear off its square."""
    if not remove(s.bears, square):
        s.bear_squares = without(s.bear_squares, square)


@njit
def discard_bear(s: Any, square: int) -> None:
    """Remove a bear from the game (3.9)."""
    take_bear(s, square)
    s.spent[material.BEAR] += 1


@njit
def insert(pieces: NDArray[Any], square: int) -> None:
    """Put a square into a sorted list that ends with NOWHERE."""
    k = len(pieces) - 1
    while k > 0 and (pieces[k - 1] == NOWHERE or pieces[k - 1] > square):
        pieces[k] = pieces[k - 1]
        k -= 1
    pieces[k] = square


@njit
def remove(pieces: NDArray[Any], square: int) -> bool:
    """Take a square out of a sorted list once; return whether it is still in it."""
    k = 0
    while pieces[k] != square:
        k += 1
    last = len(pieces) - 1
    while k < last:
        pieces[k] = pieces[k + 1]
        k += 1
    pieces[last] = NOWHERE
    left = 0
    for other in pieces:
        left += other == square
    return left > 0
