"""Step A: options before the first card, placing, penalties, the power card (rules 3.2, 3.3, 5.1 to 5.4, 7.1)."""

from typing import Any

from arctic_env.games.arctic.material import (
    DE,
    FOX,
    MAIN,
    MOOSE,
    PLACEMENT,
    PLACEMENT_FACE,
    PUFFIN,
    SWAP_FACE,
    TAKEBACK,
    WILD,
)
from arctic_env.games.arctic.state import NO_CARD
from arctic_env.games.arctic.zones import (
    pay_penalty,
    place_beneath,
    place_face_down,
    place_on_top,
    take_back,
    visible_card,
)
from arctic_env.kernels.jit import njit


@njit
def holds(s: Any, animal: int, face: int) -> bool:
    """Whether the seat to decide holds that power card, and it shows that face (3.5)."""
    return bool(s.holders[animal] == s.seat and s.faces[animal] == face)


@njit
def placement_value(s: Any, seat: int) -> int:
    """How many cards the Visible card asks for, 1 without one (3.2)."""
    card = visible_card(s, seat)
    return 1 if card == NO_CARD else int(PLACEMENT[card])


@njit
def begin_placing(s: Any) -> None:
    """A turn begins for `seat`."""
    s.value = placement_value(s, int(s.seat))
    s.count = 0
    s.swapped = 0
    s.taken_back = 0
    s.tucked = 0
    s.placement = 0
    s.draw = 0
    s.held = NO_CARD
    s.pushed[:] = 0


@njit
def may_swap(s: Any) -> bool:
    """Puffin swap: once, before the first card, with a card on either side (5.4)."""
    mine = s.count == 0 and not s.swapped and s.hand_size[s.seat] > 0
    return bool(mine and s.river_size > 0) and holds(s, PUFFIN, SWAP_FACE)


@njit
def may_take_back(s: Any) -> bool:
    """Puffin takeback: once, before the first card; not where value 0 and no Visible card would result (5.3, 5.4)."""
    seat = int(s.seat)
    if s.count > 0 or s.taken_back or not holds(s, PUFFIN, TAKEBACK) or visible_card(s, seat) == NO_CARD:
        return False
    return s.placement >= 0 or _visible_below(s, seat)


@njit
def _visible_below(s: Any, seat: int) -> bool:
    """Whether the card under the Visible card lies face up."""
    size = int(s.pile_size[seat])
    return size > 1 and s.pile[seat, size - 2] < NO_CARD // 2


@njit
def may_change_placement(s: Any, change: int) -> bool:
    """Moose placement: once, before the first card; -1 not where it would leave no Visible card (5.3)."""
    if s.count > 0 or s.placement != 0 or not holds(s, MOOSE, PLACEMENT_FACE):
        return False
    if visible_card(s, int(s.seat)) != NO_CARD:
        return True
    return bool(s.hand_size[s.seat] > 0 and s.value + change > 0)


@njit
def may_tuck(s: Any) -> bool:
    """Fox: once a turn, with a Visible card; in the German edition only with the last card (5.1, 5.2, 7.1)."""
    seat = int(s.seat)
    if s.tucked or s.holders[FOX] != seat or visible_card(s, seat) == NO_CARD:
        return False
    return bool(s.edition != DE or s.count + 1 == s.value or s.hand_size[seat] == 1)


@njit
def any_option(s: Any) -> bool:
    """Whether an option is left that needs no hand card."""
    return may_take_back(s) or may_change_placement(s, 1) or may_change_placement(s, -1)


@njit
def placing_is_due(s: Any) -> bool:
    """Whether step A still asks for a decision (7.1)."""
    if s.count >= s.value:
        return False
    return s.hand_size[s.seat] > 0 or any_option(s)


@njit
def place(s: Any, card: int) -> None:
    """One card on top of the pile."""
    place_on_top(s, int(s.seat), card)
    s.count += 1


@njit
def tuck(s: Any, card: int) -> None:
    """One card where the fox allows it: face down under the Visible card, or beneath the pile."""
    if s.faces[FOX] == WILD:
        place_face_down(s, int(s.seat), card)
    else:
        place_beneath(s, int(s.seat), card)
    s.tucked = 1
    s.count += 1


@njit
def use_take_back(s: Any) -> None:
    """The Visible card into the hand; the value is that of the next one, and the moose applies to it (5.3)."""
    seat = int(s.seat)
    take_back(s, seat)
    s.taken_back = 1
    s.value = placement_value(s, seat) + s.placement


@njit
def change_placement(s: Any, change: int) -> None:
    """Moose placement."""
    s.placement = change
    s.value += change


@njit
def end_placing(s: Any) -> None:
    """Penalties for missing cards, then the power of the Visible card's main animal (3.2, 3.3)."""
    seat = int(s.seat)
    for _ in range(s.value - s.count):
        pay_penalty(s, seat)
    card = visible_card(s, seat)
    if card != NO_CARD:
        s.holders[MAIN[card]] = seat
