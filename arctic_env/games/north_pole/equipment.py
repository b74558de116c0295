"""Equipment: what may be used now, and using it (rule 3.7)."""

from typing import Any

from arctic_env.games.north_pole import material, plays
from arctic_env.games.north_pole.board import Land, igloo_sites
from arctic_env.games.north_pole.cards import card_to_discard, own_card, side_of
from arctic_env.games.north_pole.squares import only
from arctic_env.games.north_pole.state import NO_CARD
from arctic_env.kernels.jit import njit


@njit
def holds_mask(s: Any, mask: int) -> bool:
    """Return whether the seat to move holds a piece of this kind that it has not used; no filled backpack."""
    return bool(s.equipment[s.seat, mask] > 0)


@njit
def pieces_held(s: Any) -> int:
    """Return how many pieces of equipment the seat to move has; a filled backpack counts as one."""
    held = 0
    for mask in range(material.N_EQUIPMENT):
        held += int(s.equipment[s.seat, mask])
    return held + int(s.pack[s.seat] != NO_CARD)


@njit
def has_too_many(s: Any) -> bool:
    """Return whether the seat has to make room."""
    return bool(pieces_held(s) > material.MAX_EQUIPMENT)


@njit
def may_pack(s: Any) -> bool:
    """Return whether the seat may put a card into a backpack: one at a time is filled (3.7, 6.6)."""
    return bool(holds_mask(s, material.BACKPACK) and s.pack[s.seat] == NO_CARD and plays.own_kinds(s))


@njit
def may_build(s: Any) -> bool:
    """Return whether the seat may build an igloo somewhere."""
    return bool(holds_mask(s, material.IGLOO) and igloo_sites(s))


@njit
def may_use_any(s: Any) -> bool:
    """Return whether a piece may be used that needs no card to be played: backpack, igloo, compass."""
    return may_pack(s) or may_build(s) or holds_mask(s, material.COMPASS)


@njit
def may_declare(s: Any, land: Land, need: int) -> bool:
    """Return whether snowshoes or pickaxe may be declared for the next card: they make a play possible (3.7, 6.8)."""
    before = plays.declared(s)
    mask = material.SNOWSHOES if need == plays.SNOWSHOES_NEED else material.PICKAXE
    if before & need or not holds_mask(s, mask):
        return False
    if plays.any_play(s, land, before | need):
        return True
    other = material.PICKAXE if need == plays.SNOWSHOES_NEED else material.SNOWSHOES
    both = plays.SNOWSHOES_NEED | plays.PICKAXE_NEED
    return before == 0 and holds_mask(s, other) and plays.any_play(s, land, both)


@njit
def spend(s: Any, mask: int) -> None:
    """Take a piece that has been used from the seat to move."""
    s.equipment[s.seat, mask] -= 1
    s.spent[mask] += 1


@njit
def declare(s: Any, mask: int) -> None:
    """Declare snowshoes or pickaxe for the next card; they are spent when it has been played."""
    s.equipment[s.seat, mask] -= 1
    if mask == material.SNOWSHOES:
        s.snowshoes = 1
    else:
        s.pickaxe = 1


@njit
def spend_declared(s: Any) -> None:
    """Spend what was declared for the card that has been played."""
    s.spent[material.SNOWSHOES] += s.snowshoes
    s.spent[material.PICKAXE] += s.pickaxe
    s.snowshoes, s.pickaxe = 0, 0


@njit
def pack(s: Any, slot: int) -> None:
    """Put an own card into the backpack, which is then no longer among the equipment."""
    s.equipment[s.seat, material.BACKPACK] -= 1
    s.pack[s.seat] = own_card(s, slot)
    s.sides[side_of(s, int(s.seat)), slot] = NO_CARD
    s.packed = 1


@njit
def build(s: Any, square: int) -> None:
    """Build an igloo; its mask lies on the board until it is gone."""
    s.equipment[s.seat, material.IGLOO] -= 1
    s.igloos[s.seat] |= only(square)


@njit
def discard(s: Any, mask: int) -> None:
    """Discard a piece; of backpacks the empty one, else the filled one with its card (6.6)."""
    if not holds_mask(s, mask):
        card_to_discard(s, int(s.pack[s.seat]))
        s.pack[s.seat] = NO_CARD
        s.packed = 0
        s.spent[mask] += 1
    else:
        spend(s, mask)
