"""What a played card does: moves, attacks, ice masks and their hazards, storms (rules 3.3 to 3.9)."""

from typing import Any

from arctic_env.games.north_pole import board, equipment, material
from arctic_env.games.north_pole.cards import clear_storm, lay_away, turn_board
from arctic_env.games.north_pole.squares import CAMPS, CORNER_NUMBER, NOWHERE, POLE, holds, only
from arctic_env.games.north_pole.state import NO_MASK
from arctic_env.kernels.jit import NOBODY, njit


@njit
def move(s: Any, start: int, goal: int, bear: bool) -> None:
    """Move a pawn or bear, with an attack if the goal is occupied, and reveal the mask that it finds (3.3, 3.8)."""
    attacks = goal != POLE and _is_attack(s, goal)
    if attacks:
        _hit(s, goal)
    if bear:
        _move_bear(s, start, goal)
    else:
        _move_pawn(s, start, goal)
    finish_card(s)
    if has_won(s, int(s.seat)):
        return
    if goal == POLE:
        if not bear:
            _take_score_mask(s)
    elif CORNER_NUMBER[goal] != NOWHERE and s.corners[CORNER_NUMBER[goal]] != NO_MASK:
        mask = int(s.corners[CORNER_NUMBER[goal]])
        s.corners[CORNER_NUMBER[goal]] = NO_MASK
        reveal(s, mask, goal, bear)
    elif attacks:
        _reveal_top(s, goal, bear)


@njit
def sling(s: Any, start: int, goal: int, bear: bool) -> None:
    """Attack from afar; the mask applies to the piece that slung (3.9)."""
    _hit(s, goal)
    finish_card(s)
    _reveal_top(s, start, bear)


@njit
def finish_card(s: Any) -> None:
    """Lay the played card away, with the equipment that was declared for it."""
    lay_away(s)
    equipment.spend_declared(s)
    s.played = 1
    s.extra = max(0, int(s.extra) - 1)


@njit
def _is_attack(s: Any, goal: int) -> bool:
    """Return whether a move to that square attacks: the square is occupied, no camp, and there is no peace."""
    if board.is_peace(s) or holds(CAMPS, goal):
        return False
    occupied = int(s.bear_squares)
    for seat in range(s.players):
        occupied |= int(s.pawn_squares[seat])
    return holds(occupied, goal)


@njit
def _hit(s: Any, goal: int) -> None:
    """Return the attacked pawn to its ship, or remove the attacked bear (3.4, 3.9)."""
    for seat in range(s.players):
        if holds(s.pawn_squares[seat], goal):
            board.send_home(s, seat, goal)
            return
    board.discard_bear(s, goal)


@njit
def _move_pawn(s: Any, start: int, goal: int) -> None:
    board.take_pawn(s, int(s.seat), start)
    if goal == POLE:
        s.home[s.seat] += 1
    else:
        board.put_pawn(s, int(s.seat), goal)


@njit
def _move_bear(s: Any, start: int, goal: int) -> None:
    if goal == POLE:
        board.discard_bear(s, start)
    else:
        board.take_bear(s, start)
        board.put_bear(s, goal)


@njit
def pawns_away(s: Any, seat: int) -> bool:
    """Return whether a seat has pawns that are not at the Pole."""
    return bool(s.ship[seat] > 0 or s.pawn_squares[seat] != 0)


@njit
def has_won(s: Any, seat: int) -> bool:
    """Return whether all pawns of a seat, in the team game of its team, are at the Pole (3.10)."""
    partner = board.partner_of(s, seat)
    return not pawns_away(s, seat) and (partner == NOBODY or not pawns_away(s, partner))


@njit
def _take_score_mask(s: Any) -> None:
    """Reveal the scoreboard's mask to the first that reaches the Pole (3.8)."""
    if s.score != NO_MASK:
        mask = int(s.score)
        s.score = NO_MASK
        reveal(s, mask, NOWHERE, False)


@njit
def _reveal_top(s: Any, square: int, bear: bool) -> None:
    """Reveal the top mask of the stack to the piece that attacked (3.4)."""
    s.masks_size -= 1
    mask = int(s.masks[s.masks_size])
    s.masks[s.masks_size] = NO_MASK
    reveal(s, mask, square, bear)


@njit
def reveal(s: Any, mask: int, square: int, bear: bool) -> None:
    """Give a mask to the seat to move if it is equipment; a hazard acts at once on the piece that found it (3.9).

    The square is where that piece stands; NOWHERE for a pawn at the Pole, which is no square to close or to put a bear
    on.
    """
    if mask < material.N_EQUIPMENT:
        s.equipment[s.seat, mask] += 1
    elif mask == material.STORM:
        s.spent[mask] += 1
        turn_board(s)
    elif square == NOWHERE:
        s.spent[mask] += 1
        s.home[s.seat] -= 1
        s.ship[s.seat] += 1
    elif mask == material.HOLE:
        s.holes |= only(square)
        if bear:
            board.discard_bear(s, square)
        else:
            board.send_home(s, int(s.seat), square)
    elif bear:
        s.spent[mask] += 1
    else:
        board.send_home(s, int(s.seat), square)
        board.put_bear(s, square)


@njit
def check_weather(s: Any) -> None:
    """Turn the board if the storm pile has enough points, and discard the pile (3.6)."""
    if s.storm_points >= material.THRESHOLD[s.players]:
        turn_board(s)
        clear_storm(s)
