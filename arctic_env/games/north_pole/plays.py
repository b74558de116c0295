"""What cards can do: the plays of a kind of card, and which cards can be played (rules 2.1 and 3.2 to 3.7).

Each play needs a certain equipment: none, snowshoes (it crosses a crack), a pickaxe (it enters the Pole from a closed
side, or attacks a pawn in an igloo), or both. A card is named with what has been declared for it, and does then only
what needs exactly that (3.7, 6.8). Sets of kinds of cards are integers with one bit a kind.
"""

from typing import Any

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.board import Land, is_open
from arctic_env.games.north_pole.cards import side_of
from arctic_env.games.north_pole.material import N_COLOURS, N_SIDES, SLOTS
from arctic_env.games.north_pole.squares import (
    AWAY,
    CAMPS,
    CENTRE_SET,
    CRACKED,
    DIAGONAL,
    LINES,
    N_DIRECTIONS,
    NOWHERE,
    STRAIGHT,
    TO_CENTRE,
    holds,
    lowest,
    only,
    without,
)
from arctic_env.games.north_pole.state import NO_CARD, PACK_SLOT
from arctic_env.kernels.jit import njit

# What a play needs: the sum of these.
SNOWSHOES_NEED, PICKAXE_NEED = 1, 2

_STEAL_BIT = 1 << material.STEAL


@njit
def goals(s: Any, land: Land, kind: int, need: int, square: int, attacks: bool) -> int:
    """Return the squares to which a movement card leads a piece, which may attack, with exactly that need (3.3)."""
    wanted = 0 if need & PICKAXE_NEED else land.free
    if attacks and kind % 2:  # ambush
        wanted |= land.sheltered if need & PICKAXE_NEED else land.targets
    turned, over = int(s.turned), need & SNOWSHOES_NEED
    if kind < material.SWOOP:
        return int(STRAIGHT[turned, over, square]) & wanted
    if kind < material.GALLOP:
        return int(DIAGONAL[turned, over, square]) & wanted
    if kind < material.DASH:
        return int(STRAIGHT[turned, over, square] | DIAGONAL[turned, over, square]) & wanted
    return int(STRAIGHT[turned, over, square]) & wanted | _second_steps(turned, over, square, land.free, wanted)


@njit
def _second_steps(turned: int, over: int, square: int, free: int, wanted: int) -> int:
    """Return the wanted squares that a dash reaches with its second step, over a crack or over none (3.3)."""
    reached = 0
    for way in range(N_DIRECTIONS):
        first = int(AWAY[square, way])
        if first != NOWHERE and holds(free, first):
            second = int(AWAY[first, way])
            if second != NOWHERE and holds(wanted, second):
                crossed = CRACKED[turned, square, way] | CRACKED[turned, first, way]
                if crossed == over:
                    reached |= only(second)
    return reached


@njit
def enters_pole(s: Any, land: Land, kind: int, need: int, square: int) -> bool:
    """Return whether a movement card leads a piece into the Pole, with exactly that need (1.2, 3.3, 3.7)."""
    if holds(CENTRE_SET, square):
        return need == (0 if is_open(s, square) else PICKAXE_NEED)
    if kind < material.DASH or TO_CENTRE[square] == NOWHERE:
        return False
    first = int(AWAY[square, TO_CENTRE[square]])
    due = int(CRACKED[s.turned, square, TO_CENTRE[square]]) + (0 if is_open(s, first) else PICKAXE_NEED)
    return holds(land.free, first) and need == due


@njit
def sling_goals(land: Land, need: int, square: int) -> int:
    """Return the squares that a piece may hit with a sling: the first piece in each direction (3.3)."""
    if need & SNOWSHOES_NEED:
        return 0
    wanted = land.sheltered if need & PICKAXE_NEED else land.targets
    hit = 0
    if wanted & int(LINES[square]):
        for way in range(N_DIRECTIONS):
            goal = int(AWAY[square, way])
            while goal != NOWHERE and not holds(land.pieces, goal):
                goal = int(AWAY[goal, way])
            if goal != NOWHERE:
                hit |= only(goal) & wanted
    return hit


@njit
def may_attack(land: Land, square: int, bear: bool) -> bool:
    """Return whether a piece may attack: not from a camp, nor an own pawn from its igloo (3.3, 3.7)."""
    return not holds(CAMPS if bear else land.calm, square)


@njit
def _can_play(s: Any, land: Land, kind: int, need: int, pieces: int, bear: bool) -> bool:
    """Return whether any of these pieces can play a kind of card, with exactly that need."""
    while pieces:
        square = lowest(pieces)
        pieces = without(pieces, square)
        attacks = may_attack(land, square, bear)
        if kind == material.SLING:
            if attacks and sling_goals(land, need, square):
                return True
        elif goals(s, land, kind, need, square, attacks) or enters_pole(s, land, kind, need, square):
            return True
    return False


@njit
def kinds_on_sides(s: Any) -> int:
    """Return the kinds of all cards that lie face up on the four sides."""
    kinds = 0
    for side in range(N_SIDES):
        for slot in range(SLOTS):
            if s.sides[side, slot] != NO_CARD:
                kinds |= 1 << int(s.sides[side, slot]) // N_COLOURS
    return kinds


@njit
def own_kinds(s: Any) -> int:
    """Return the kinds of the cards on the side of the seat to move."""
    kinds, side = 0, side_of(s, int(s.seat))
    for slot in range(SLOTS):
        if s.sides[side, slot] != NO_CARD:
            kinds |= 1 << int(s.sides[side, slot]) // N_COLOURS
    return kinds


@njit
def packed_kind(s: Any) -> int:
    """Return the kind of the packed card as a set; empty if there is none, or if it was packed in this turn (3.7)."""
    card = int(s.pack[s.seat])
    return 0 if card == NO_CARD or s.packed else 1 << card // N_COLOURS


@njit
def playable(s: Any, land: Land, kinds: int, need: int, bears: bool) -> int:
    """Return which of these kinds an own pawn can play, or a bear, with exactly that need.

    If steal is among them, also the kinds that it could take are looked for and returned: steal is playable if one of
    these is (3.2).
    """
    found, loot = 0, 0
    pieces = int(s.bear_squares) if bears else land.pawns
    if pieces == 0:
        return 0
    if kinds & _STEAL_BIT:
        loot = kinds_on_sides(s) & ~_STEAL_BIT
        kinds = (kinds | loot) & ~_STEAL_BIT
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        if _can_play(s, land, kind, need, pieces, bears):
            found |= 1 << kind
    return found | (_STEAL_BIT if found & loot else 0)


@njit
def any_play(s: Any, land: Land, need: int) -> bool:
    """Return whether any own or packed card can be played, with a pawn or a bear, with exactly that need (6.7)."""
    kinds = own_kinds(s) | packed_kind(s)
    return bool((playable(s, land, kinds, need, False) | playable(s, land, kinds, need, True)) & kinds)


@njit
def declared(s: Any) -> int:
    """Return the need that has been declared for the next card."""
    return int(s.snowshoes) * SNOWSHOES_NEED + int(s.pickaxe) * PICKAXE_NEED


@njit
def card_kind(s: Any) -> int:
    """Return the kind of the card that was named; of a steal that of the card taken."""
    if s.taken >= 0:
        return int(s.sides[s.taken // SLOTS, s.taken % SLOTS]) // N_COLOURS
    if s.card == PACK_SLOT:
        return int(s.pack[s.seat]) // N_COLOURS
    return int(s.sides[side_of(s, int(s.seat)), s.card]) // N_COLOURS
