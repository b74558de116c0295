"""The steps of a turn: placing (A), moving tokens (B), drawing (C) (rules 3.2 to 3.7, 5, 7)."""

from typing import Any

import numpy as np

from arctic_env.games.arctic import material, zones
from arctic_env.games.arctic.state import CHOSEN, FORCED, GAINED, MOST_COUNTED, NO_CARD, PASSED, RIVER, WALRUS
from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import WORD, bits_of, lowest_bit

_ONE = np.uint64(1)
_LAST_CARDS = np.uint64(2**WORD - 2 ** (2 * WORD - material.N_CARDS))  # those after the first word, of the last 64


@njit
def holds(s: Any, animal: int, face: int) -> bool:
    """Return whether the seat to decide holds that power card, and it shows that face (3.5)."""
    return bool(s.holders[animal] == s.seat and s.faces[animal] == face)


@njit
def placement_value(s: Any, seat: int) -> int:
    """Return the placement value of the Visible card, 1 without one (3.2)."""
    card = zones.visible_card(s, seat)
    return 1 if card == NO_CARD else int(material.PLACEMENT[card])


@njit
def begin_placing(s: Any) -> None:
    """Begin the turn of `seat`."""
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
    """Return whether puffin swap is possible: once, before the first card, with a card on either side (5.4)."""
    mine = s.count == 0 and not s.swapped and s.hand_size[s.seat] > 0
    return bool(mine and s.river_size > 0) and holds(s, material.PUFFIN, material.SWAP_FACE)


@njit
def may_take_back(s: Any) -> bool:
    """Return whether puffin takeback is allowed: once, before any card, if it leaves a value or card (5.3, 5.4)."""
    seat = int(s.seat)
    if (
        s.count > 0
        or s.taken_back
        or not holds(s, material.PUFFIN, material.TAKEBACK)
        or zones.visible_card(s, seat) == NO_CARD
    ):
        return False
    return s.placement >= 0 or _visible_below(s, seat)


@njit
def _visible_below(s: Any, seat: int) -> bool:
    """Return whether the card under the Visible card lies face up."""
    size = int(s.pile_size[seat])
    return size > 1 and s.pile[seat, size - 2] < NO_CARD // 2


@njit
def may_change_placement(s: Any, change: int) -> bool:
    """Return whether moose placement is possible: once, before the first card; -1 must leave a Visible card (5.3)."""
    if s.count > 0 or s.placement != 0 or not holds(s, material.MOOSE, material.PLACEMENT_FACE):
        return False
    if zones.visible_card(s, int(s.seat)) != NO_CARD:
        return True
    return bool(s.hand_size[s.seat] > 0 and s.value + change > 0)


@njit
def may_tuck(s: Any) -> bool:
    """Return whether the fox is possible: once, with a Visible card; German edition: last card (5.1, 5.2, 7.1)."""
    seat = int(s.seat)
    if s.tucked or s.holders[material.FOX] != seat or zones.visible_card(s, seat) == NO_CARD:
        return False
    return bool(s.edition != material.DE or s.count + 1 == s.value or s.hand_size[seat] == 1)


@njit
def any_option(s: Any) -> bool:
    """Return whether an option is left that needs no hand card."""
    return may_take_back(s) or may_change_placement(s, 1) or may_change_placement(s, -1)


@njit
def placing_is_due(s: Any) -> bool:
    """Return whether step A still asks for a decision (7.1)."""
    if s.count >= s.value:
        return False
    return s.hand_size[s.seat] > 0 or any_option(s)


@njit
def place(s: Any, card: int) -> None:
    """Place a card on top of the pile."""
    zones.place_on_top(s, int(s.seat), card)
    s.count += 1


@njit
def tuck(s: Any, card: int) -> None:
    """Place a card where the fox allows it: face down under the Visible card, or beneath the pile."""
    if s.faces[material.FOX] == material.WILD:
        zones.place_face_down(s, int(s.seat), card)
    else:
        zones.place_beneath(s, int(s.seat), card)
    s.tucked = 1
    s.count += 1


@njit
def use_take_back(s: Any) -> None:
    """Take the Visible card into the hand; the next card gives the value, and the moose applies to it (5.3)."""
    seat = int(s.seat)
    zones.take_back(s, seat)
    s.taken_back = 1
    s.value = placement_value(s, seat) + s.placement


@njit
def change_placement(s: Any, change: int) -> None:
    """Change the placement value with the moose."""
    s.placement = change
    s.value += change


@njit
def end_placing(s: Any) -> None:
    """Pay penalties for missing cards, then apply the power of the Visible card's main animal (3.2, 3.3)."""
    seat = int(s.seat)
    for _ in range(s.value - s.count):
        zones.pay_penalty(s, seat)
    card = zones.visible_card(s, seat)
    if card != NO_CARD:
        s.holders[material.MAIN[card]] = seat


# ---------------------------------------------------------------- step B: tokens (3.4, 5.1, 5.6, 7.2)


LEFT, RIGHT = -1, 1


@njit
def main_animal(s: Any) -> int:
    """Return the main animal of the deciding seat's Visible card."""
    return int(material.MAIN[zones.visible_card(s, int(s.seat))])


@njit
def companion_animal(s: Any) -> int:
    """Return the companion animal of the deciding seat's Visible card."""
    return int(material.COMPANION[zones.visible_card(s, int(s.seat))])


@njit
def _inward(space: int) -> int:
    """Return the direction away from an end space, 0 for other spaces."""
    if space == 0:
        return RIGHT
    return LEFT if space == material.LAST_SPACE else 0


@njit
def count(s: Any, row: int, animal: int, more: int) -> None:
    """Count so many more in the public history of the deciding seat (6.6)."""
    place = row * material.N_ANIMALS + animal
    s.history[s.seat, place] = min(max(s.history[s.seat, place] + more, -MOST_COUNTED), MOST_COUNTED)


@njit
def move_token(s: Any, animal: int, direction: int, reason: int) -> None:
    """Move a token one space; the reason is CHOSEN, FORCED or WALRUS."""
    before = material.LANDSCAPE[s.tokens[animal]]
    s.tokens[animal] += direction
    count(s, reason if direction == RIGHT else reason + 1, animal, 1)
    if reason != FORCED:
        count(s, GAINED, animal, material.LANDSCAPE[s.tokens[animal]] - before)


@njit
def push(s: Any, main_direction: int, companion_direction: int, reason: int) -> None:
    """Move both tokens one space."""
    move_token(s, main_animal(s), main_direction, reason)
    move_token(s, companion_animal(s), companion_direction, reason)
    s.pushed[0] = main_direction
    s.pushed[1] = companion_direction


@njit
def push_right(s: Any, animal: int) -> None:
    """Push the chosen token right, its partner left."""
    direction = RIGHT if animal == main_animal(s) else LEFT
    push(s, direction, -direction, CHOSEN)


@njit
def ends_force_a_push(s: Any) -> bool:
    """Return whether a token at an end leaves no choice of moves (3.4)."""
    return _inward(s.tokens[main_animal(s)]) != 0 or _inward(s.tokens[companion_animal(s)]) != 0


@njit
def push_if_forced(s: Any) -> bool:
    """Make the moves that leave no choice; return False if the player has to choose (3.4)."""
    if not ends_force_a_push(s):
        return False
    main = _inward(s.tokens[main_animal(s)])
    companion = _inward(s.tokens[companion_animal(s)])
    push(s, main if main != 0 else -companion, companion if companion != 0 else -main, FORCED)
    return True


@njit
def walrus_animal(s: Any) -> int:
    """Return the animal whose token the walrus moves."""
    return main_animal(s) if s.faces[material.WALRUS] == material.MAIN_FACE else companion_animal(s)


@njit
def may_move_extra(s: Any, direction: int) -> bool:
    """Return whether the walrus allows one more space that way: never past an end; "it" only the way it went (5.1)."""
    if s.holders[material.WALRUS] != s.seat:
        return False
    went = s.pushed[0] if holds(s, material.WALRUS, material.MAIN_FACE) else s.pushed[1]
    if s.edition == material.IT and direction != went:
        return False
    return bool(0 <= s.tokens[walrus_animal(s)] + direction <= material.LAST_SPACE)


@njit
def extra_is_due(s: Any) -> bool:
    """Return whether the walrus leaves a choice."""
    return may_move_extra(s, LEFT) or may_move_extra(s, RIGHT)


@njit
def move_extra(s: Any, direction: int) -> None:
    """Move the walrus' token one space more."""
    move_token(s, walrus_animal(s), direction, WALRUS)


# --------------------------------- step C: drawing, discarding, giving (3.6, 3.7, 5.5, 5.7, 5.8, 7.3)


@njit
def begin_drawing(s: Any) -> None:
    """Begin drawing, with the draw value of the Visible card (3.6)."""
    s.value = material.DRAW[zones.visible_card(s, int(s.seat))]
    s.count = 0


@njit
def may_change_draw(s: Any) -> bool:
    """Return whether moose draw is possible: once, before the first card is taken (5.5)."""
    return s.count == 0 and s.draw == 0 and holds(s, material.MOOSE, material.DRAW_FACE)


@njit
def may_take_deck(s: Any) -> bool:
    """Return whether orca deck is possible: any of the drawn cards from the top of the deck."""
    return holds(s, material.ORCA, material.DECK_FACE) and zones.deck_has_card(s)


@njit
def may_recover(s: Any) -> bool:
    """Return whether bear recover is possible: any of the drawn cards from the own penalty zone (5.8)."""
    return holds(s, material.BEAR, material.RECOVER) and s.penalty_size[s.seat] > 0


@njit
def drawing_is_due(s: Any) -> bool:
    """Return whether cards are still to be taken and some source is left (5.7)."""
    return s.count < s.value and (s.river_size > 0 or may_take_deck(s) or may_recover(s))


@njit
def change_draw(s: Any, change: int) -> None:
    """Change the draw value with the moose."""
    s.draw = change
    s.value += change


@njit
def take(s: Any, card: int) -> None:
    """Take a card of the river or, with the bear, of the own penalty zone."""
    seat = int(s.seat)
    if s.place[card] == RIVER:
        zones.take_from_river(s, seat, card)
        if holds(s, material.ORCA, material.REFILL):
            zones.refill_river(s)
    else:
        zones.recover(s, seat, card)
    s.count += 1


@njit
def take_deck(s: Any) -> None:
    """Take the top card of the deck, unseen by the others."""
    zones.into_hand(s, int(s.seat), zones.draw_from_deck(s))
    s.count += 1


@njit
def end_drawing(s: Any) -> None:
    """Count the cards that the seat leaves in the river, then fill it (3.6, 6.6)."""
    last_word = material.N_CARDS - WORD
    _count_passed(s, bits_of(s.place, 0, RIVER), 0)
    _count_passed(s, bits_of(s.place, last_word, RIVER) & _LAST_CARDS, last_word)
    zones.refill_river(s)


@njit
def _count_passed(s: Any, bits: np.uint64, first: int) -> None:
    """Count the cards of these bits, the lowest one standing for the first card."""
    while bits != 0:
        card = first + int(lowest_bit(bits))
        count(s, PASSED, int(material.MAIN[card]), 1)
        count(s, PASSED + 1, int(material.COMPANION[card]), 1)
        bits &= bits - _ONE  # without the lowest one


@njit
def discarding_is_due(s: Any) -> bool:
    """Return whether the hand is over the limit (3.7)."""
    return bool(s.hand_size[s.seat] > material.HAND_LIMIT)


@njit
def giving_is_due(s: Any) -> bool:
    """Return whether bear give is due: at the very end of C, with a card in the zone (5.8)."""
    return holds(s, material.BEAR, material.GIVE_FACE) and s.penalty_size[s.seat] > 0


@njit
def hand_over(s: Any, receiver: int) -> None:
    """Give the card named by `give` to its receiver."""
    zones.give(s, int(s.seat), receiver, int(s.held))
    s.held = NO_CARD
