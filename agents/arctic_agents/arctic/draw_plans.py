"""Step C: which cards to take, and which penalty card to give to whom."""

from typing import Any

import numpy as np

from arctic_agents.arctic.planner_state import note, read_pile
from arctic_agents.arctic.value import NEVER, after_drawing, best_change, diversity_points, keeping, look_ahead
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import MAIN, N_ANIMALS, N_CARDS, PLACEMENT, RUN_POINTS
from arctic_env.games.arctic.state import NO_CARD, PENALTY
from arctic_env.games.arctic.turn_steps import may_recover
from arctic_env.kernels.jit import NOBODY, Bytes, njit


@njit
def plan_drawing(s: Any, mask: Bytes, w: Any, d: Any) -> int:
    """Choose the card to take next, or a change of the draw value first."""
    due, demand = int(s.value) - int(s.count), int(PLACEMENT[d.visible])
    if mask[act.DRAW_UP]:
        look_ahead(d, due + 1, demand)
        change = best_change(d, w, due, demand)
        if change != 0:
            return act.DRAW_UP if change > 0 else act.DRAW_DOWN
    return _best_draw(s, mask, w, d, due - 1, demand)


@njit
def _best_draw(s: Any, mask: Bytes, w: Any, d: Any, more: int, demand: int) -> int:
    """Choose the best card, if `more` cards of the river follow; or the deck; or the end of drawing."""
    most, action = NEVER, act.DONE_ACTION
    if mask[act.DONE_ACTION]:
        look_ahead(d, 0, demand)
        most = after_drawing(d, w, 0, demand)
        note(d, action, most)
    deck, zone, from_deck = mask[act.TAKE_DECK_ACTION] == 1, may_recover(s), 0.0
    for animal in range(N_ANIMALS):
        if d.offer[animal] > 0:
            card = _best_of_river(d, w, animal)
            worth = _worth_of_taking(d, w, animal, True, more, demand) + keeping(d, w, card)
            note(d, act.CARD_ACTION + card, worth)
            if worth > most:
                most, action = worth, act.CARD_ACTION + card
        if deck or zone:
            worth = _worth_of_taking(d, w, animal, False, more, demand)
            from_deck += worth * d.unseen[animal] / max(d.unseen_size, 1)
            card = _best_of_zone(s, w, d, animal) if zone else NO_CARD
            worth += w.penalty
            if card != NO_CARD:
                worth += keeping(d, w, card)
                note(d, act.CARD_ACTION + card, worth)
                if worth > most:
                    most, action = worth, act.CARD_ACTION + card
    if deck:
        note(d, act.TAKE_DECK_ACTION, from_deck)
    return act.TAKE_DECK_ACTION if deck and from_deck > most else action


@njit
def _worth_of_taking(d: Any, w: Any, animal: int, river: bool, more: int, demand: int) -> float:
    """Return the worth of a card of that animal, from the river or not, then the best `more` of the river."""
    d.count[animal] += 1
    d.hand_size += 1
    d.offer[animal] -= river
    d.river_size -= river
    look_ahead(d, more, demand)
    worth = after_drawing(d, w, more, demand)
    d.count[animal] -= 1
    d.hand_size -= 1
    d.offer[animal] += river
    d.river_size += river
    return worth


@njit
def _best_of_river(d: Any, w: Any, animal: int) -> int:
    """Choose the river's card of that animal that is best to keep; there must be one."""
    chosen, most = NO_CARD, -np.inf
    for index in range(d.river_size):
        card = int(d.river[index])
        if MAIN[card] == animal and keeping(d, w, card) > most:
            chosen, most = card, keeping(d, w, card)
    return int(chosen)


@njit
def _best_of_zone(s: Any, w: Any, d: Any, animal: int) -> int:
    """Choose the card of that animal in the own penalty zone that is best to keep; NO_CARD without one."""
    chosen, most = NO_CARD, -np.inf
    for card in range(N_CARDS):
        fits = s.place[card] == PENALTY + s.seat and MAIN[card] == animal
        if fits and keeping(d, w, card) > most:
            chosen, most = card, keeping(d, w, card)
    return int(chosen)


@njit
def gift(s: Any, seat: int) -> int:
    """Give away any card of the penalty zone: it costs a rival a point instead of its owner."""
    for card in range(N_CARDS):
        if s.place[card] == PENALTY + seat:
            return act.CARD_ACTION + card
    return act.KEEP_ACTION


@njit
def receiver(s: Any, seat: int, d: Any) -> int:
    """Choose the leading rival by piles and penalties; the planner state is overwritten."""
    chosen, most = NOBODY, 0
    for other in range(s.players):
        if other != seat:
            read_pile(s, other, int(s.pile_size[other]), d)
            points = diversity_points(d) - int(s.penalty_size[other])
            for animal in range(N_ANIMALS):
                points += RUN_POINTS[d.best[animal]]
            if chosen == NOBODY or points > most:
                chosen, most = other, points
    return act.TO_ACTION + chosen
