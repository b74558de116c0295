"""Step C: drawing, discarding, giving (rules 3.6, 3.7, 5.5, 5.7, 5.8, 7.3)."""

from typing import Any

from arctic_env.games.arctic.material import (
    BEAR,
    DECK_FACE,
    DRAW,
    DRAW_FACE,
    GIVE_FACE,
    HAND_LIMIT,
    MOOSE,
    ORCA,
    RECOVER,
    REFILL,
)
from arctic_env.games.arctic.placing import holds
from arctic_env.games.arctic.state import NO_CARD, RIVER
from arctic_env.games.arctic.zones import (
    deck_has_card,
    draw_from_deck,
    give,
    into_hand,
    recover,
    refill_river,
    take_from_river,
    visible_card,
)
from arctic_env.kernels.jit import njit


@njit
def begin_drawing(s: Any) -> None:
    """The draw value is that of the Visible card (3.6)."""
    s.value = DRAW[visible_card(s, int(s.seat))]
    s.count = 0


@njit
def may_change_draw(s: Any) -> bool:
    """Moose draw: once, before the first card is taken (5.5)."""
    return s.count == 0 and s.draw == 0 and holds(s, MOOSE, DRAW_FACE)


@njit
def may_take_deck(s: Any) -> bool:
    """Orca deck: any of the drawn cards from the top of the deck."""
    return holds(s, ORCA, DECK_FACE) and deck_has_card(s)


@njit
def may_recover(s: Any) -> bool:
    """Bear recover: any of the drawn cards from the own penalty zone (5.8)."""
    return holds(s, BEAR, RECOVER) and s.penalty_size[s.seat] > 0


@njit
def drawing_is_due(s: Any) -> bool:
    """Whether cards are still to be taken and some source is left (5.7)."""
    return s.count < s.value and (s.river_size > 0 or may_take_deck(s) or may_recover(s))


@njit
def change_draw(s: Any, change: int) -> None:
    """Moose draw."""
    s.draw = change
    s.value += change


@njit
def take(s: Any, card: int) -> None:
    """A card of the river or, with the bear, of the own penalty zone."""
    seat = int(s.seat)
    if s.place[card] == RIVER:
        take_from_river(s, seat, card)
        if holds(s, ORCA, REFILL):
            refill_river(s)
    else:
        recover(s, seat, card)
    s.count += 1


@njit
def take_deck(s: Any) -> None:
    """The top card of the deck, unseen by the others."""
    into_hand(s, int(s.seat), draw_from_deck(s))
    s.count += 1


@njit
def discarding_is_due(s: Any) -> bool:
    """Whether the hand is over the limit (3.7)."""
    return bool(s.hand_size[s.seat] > HAND_LIMIT)


@njit
def giving_is_due(s: Any) -> bool:
    """Bear give: at the very end of C, with a card in the zone (5.8)."""
    return holds(s, BEAR, GIVE_FACE) and s.penalty_size[s.seat] > 0


@njit
def hand_over(s: Any, receiver: int) -> None:
    """The card named by `give` goes to its receiver."""
    give(s, int(s.seat), receiver, int(s.held))
    s.held = NO_CARD
