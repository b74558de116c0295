"""The cards of the hand: which to spare, which come and go beside placing."""

from typing import Any

import numpy as np

from arctic_agents.arctic.value import animal_worth, keeping
from arctic_env.games.arctic.material import MAIN, N_ANIMALS
from arctic_env.games.arctic.state import NO_CARD
from arctic_env.kernels.jit import njit


@njit
def spare_card(d: Any, w: Any, animal: int, but: int) -> int:
    """The card of that animal in hand, `but` one, that is the least use as a Visible card later."""
    spare, least = NO_CARD, np.inf
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == animal and card != but and keeping(d, w, card) < least:
            spare, least = card, keeping(d, w, card)
    return int(spare)


@njit
def least_useful(d: Any, w: Any) -> int:
    """The card of the hand that is missed least, NO_CARD in an empty hand."""
    chosen, least = NO_CARD, np.inf
    for animal in range(N_ANIMALS):
        cards = int(d.count[animal])
        if cards > 0:
            spare = spare_card(d, w, animal, NO_CARD)
            loss = animal_worth(d, animal, cards, cards) - animal_worth(d, animal, cards - 1, cards - 1)
            if loss + keeping(d, w, spare) < least:
                chosen, least = spare, loss + keeping(d, w, spare)
    return int(chosen)


@njit
def enter_hand(d: Any, card: int) -> None:
    """A card comes into the hand."""
    d.hand[d.listed] = card
    d.listed += 1
    d.hand_size += 1
    d.count[MAIN[card]] += 1


@njit
def leave_hand(d: Any, card: int) -> None:
    """A card leaves the hand, otherwise than by a plan's placing."""
    d.listed -= 1
    d.hand_size -= 1
    d.count[MAIN[card]] -= 1
    for index in range(d.listed):
        if d.hand[index] == card:
            d.hand[index] = d.hand[d.listed]
