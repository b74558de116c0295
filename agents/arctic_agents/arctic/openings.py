"""Step A: the ways to open it, with and without the options of moose, puffin and fox, each with the best placing.

An opening is tried on the second desk: its option is carried out there, then all ways to place are searched.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.desk import read_pile
from arctic_agents.arctic.hand import enter_hand, least_useful, leave_hand, spare_card
from arctic_agents.arctic.placing import NOTHING, search
from arctic_agents.arctic.value import NEVER, ending_on, look_ahead, may_change
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import DRAW, FOX, LONGEST_SCORED, MAIN, N_ANIMALS, PLACEMENT, WILD
from arctic_env.games.arctic.state import DOWN, NO_CARD, SWAPPING
from arctic_env.kernels.jit import njit

# The openings; from SWAP on there is one for each card of the river.
PLAIN, MORE, FEWER, TAKE_BACK, SWAP = range(5)
FORBIDDEN = -2


@njit
def plan_placing(s: Any, seat: int, mask: NDArray[np.int8], w: Any, desks: NDArray[Any]) -> int:
    """The first action of the best way to finish step A; after `swap`, the card to be swapped for."""
    d = desks[0]
    d.plan_value = NEVER
    offered = int(s.held) if s.decision == SWAPPING else least_useful(d, w)
    tucks = N_ANIMALS if s.holders[FOX] == seat and not s.tucked else 0
    for opening in range(SWAP + d.river_size):
        first = _first_action(s, mask, d, opening, offered)
        if first == FORBIDDEN:
            continue
        for tucked in range(NOTHING, tucks):
            desks[1] = d
            due = _open(s, seat, desks[1], opening, offered)
            _try(s, mask, w, desks[1], due, tucked, first)
            d.plan_value, d.plan_first = desks[1].plan_value, desks[1].plan_first
    return int(d.plan_first)


@njit
def _first_action(s: Any, mask: NDArray[np.int8], d: Any, opening: int, offered: int) -> int:
    """The action that opens so, NOTHING when that is placing, FORBIDDEN where the rules do not allow it."""
    action = FORBIDDEN
    if opening == MORE:
        action = act.PLACEMENT_UP
    elif opening == FEWER:
        action = act.PLACEMENT_DOWN
    elif opening == TAKE_BACK:
        action = act.TAKE_BACK_ACTION
    elif s.decision == SWAPPING and opening >= SWAP:
        action = act.CARD_ACTION + d.river[opening - SWAP]
    elif opening >= SWAP and offered != NO_CARD:
        action = act.SWAP_ACTION + offered
    elif opening == PLAIN and s.decision != SWAPPING:
        return act.DONE_ACTION if d.hand_size == 0 else NOTHING
    return action if action != FORBIDDEN and mask[action] else FORBIDDEN


@njit
def _open(s: Any, seat: int, d: Any, opening: int, offered: int) -> int:
    """Carry out what opens step A; returns how many cards are due then."""
    due = int(s.value) - int(s.count)
    if opening == MORE:
        return due + 1
    if opening == FEWER:
        return due - 1
    if opening == TAKE_BACK:
        _take_back(s, seat, d)
        return (1 if d.visible == NO_CARD else int(PLACEMENT[d.visible])) + int(s.placement)
    if opening >= SWAP:
        wanted = int(d.river[opening - SWAP])
        leave_hand(d, offered)
        enter_hand(d, wanted)
        d.offer[MAIN[offered]] += 1
        d.offer[MAIN[wanted]] -= 1
    return due


@njit
def _take_back(s: Any, seat: int, d: Any) -> None:
    """The Visible card into the hand, and the one below visible if it lies face up."""
    enter_hand(d, d.visible)
    size = int(s.pile_size[seat]) - 1
    read_pile(s, seat, size, d)
    d.visible = NO_CARD
    if size > 0 and s.pile[seat, size - 1] < DOWN:
        d.visible = s.pile[seat, size - 1]


@njit
def _try(s: Any, mask: NDArray[np.int8], w: Any, d: Any, due: int, tucked: int, first: int) -> None:
    """All ways to place so many cards, as far as the hand goes, the last one of `tucked` with the fox."""
    cards = min(due, d.hand_size)
    bonus = -(w.penalty if d.turns > 0 else 1.0) * (due - cards)
    if d.depth == 0:
        cards = min(cards, 1)
    if tucked != NOTHING:
        if d.count[tucked] == 0 or cards == 0 or (cards == 1 and d.visible == NO_CARD):
            return
        card = spare_card(d, w, tucked, NO_CARD)
        cards -= 1
        if cards == 0 and first == NOTHING:
            first = act.TUCK_ACTION + card
            if not mask[first]:
                return
        _tuck(s, d, card, cards == 0)
    if cards > 0:
        search(d, w, cards, bonus, first)
    else:
        _try_standing(d, w, bonus, first)


@njit
def _tuck(s: Any, d: Any, card: int, at_once: bool) -> None:
    """A card goes beneath the pile, or under the Visible card: the present one or the last one of the plan."""
    leave_hand(d, card)
    animal = MAIN[card]
    if s.faces[FOX] == WILD and at_once:
        d.trail += 1
        d.best[d.top] = max(d.best[d.top], min(d.trail, LONGEST_SCORED))
    elif s.faces[FOX] == WILD:
        d.wild = 1
    elif animal == d.bottom:
        d.best[animal] = max(d.best[animal], min(d.bottom_run + 1, LONGEST_SCORED))


@njit
def _try_standing(d: Any, w: Any, bonus: float, first: int) -> None:
    """Nothing more is placed on top: the Visible card stays."""
    card = int(d.visible)
    look_ahead(d, int(DRAW[card]) + may_change(d, int(MAIN[card])), int(PLACEMENT[card]))
    value = bonus + ending_on(d, w, card)
    if value > d.plan_value:
        d.plan_value, d.plan_first = value, first
