"""Step A: the ways to open it, every way to place the cards that are due, and which card to begin with.

Which cards of an animal are placed hardly matters; how many of each and which comes last does. So a plan is a number of
cards for each animal and a last card. Cards of one animal go together, those that join the run on top first. An opening
is one with or without the options of moose, puffin and fox. It is tried on the second planner state: its option is
carried out there, then all ways to place are searched.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.planner_state import note, read_pile
from arctic_agents.arctic.value import NEVER, animal_worth, ending_on, keeping, look_ahead, may_change
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.actions import CARD_ACTION
from arctic_env.games.arctic.material import DRAW, FOX, LONGEST_SCORED, MAIN, N_ANIMALS, PLACEMENT, WILD
from arctic_env.games.arctic.state import DOWN, NO_CARD, SWAPPING
from arctic_env.kernels.jit import Bytes, njit


@njit
def spare_card(d: Any, w: Any, animal: int, but: int) -> int:
    """Find the least useful card of that animal in hand, except `but`, as a later Visible card."""
    spare, least = NO_CARD, np.inf
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == animal and card != but and keeping(d, w, card) < least:
            spare, least = card, keeping(d, w, card)
    return int(spare)


@njit
def least_useful(d: Any, w: Any) -> int:
    """Find the least useful card of the hand; NO_CARD in an empty hand."""
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
    """Add a card to the hand."""
    d.hand[d.listed] = card
    d.listed += 1
    d.hand_size += 1
    d.count[MAIN[card]] += 1


@njit
def leave_hand(d: Any, card: int) -> None:
    """Remove a card from the hand, other than by a plan's placing."""
    d.listed -= 1
    d.hand_size -= 1
    d.count[MAIN[card]] -= 1
    for index in range(d.listed):
        if d.hand[index] == card:
            d.hand[index] = d.hand[d.listed]


# ------------------------------------------------------------------------------------------ placing


NOTHING = -1


@njit
def search(d: Any, w: Any, due: int, bonus: float, first: int) -> None:
    """Try all ways to place `due` cards of the hand, and keep the best if it beats the plan so far.

    `bonus` are the points gained by the opening, `first` is its action, NOTHING when placing begins at once.
    """
    _choose_from(d, 0, due)
    going_on = True
    while going_on:
        for last in range(N_ANIMALS):
            if d.chosen[last] > 0:
                _try_endings(d, w, last, bonus, first)
        going_on = _next_choice(d)


@njit
def _choose_from(d: Any, animal: int, left: int) -> None:
    """Choose that many cards of `animal` and those after it, of the last ones first."""
    for other in range(N_ANIMALS - 1, animal - 1, -1):
        d.chosen[other] = min(left, d.count[other])
        left -= d.chosen[other]


@njit
def _next_choice(d: Any) -> bool:
    """Step to the next choice of as many cards, like an odometer; return False after the last."""
    left = 0
    for animal in range(N_ANIMALS - 1, -1, -1):
        if left > 0 and d.chosen[animal] < d.count[animal]:
            d.chosen[animal] += 1
            _choose_from(d, animal + 1, left - 1)
            return True
        left += d.chosen[animal]
    return False


@njit
def _try_endings(d: Any, w: Any, last: int, bonus: float, first: int) -> None:
    """End on all chosen cards of one animal, or on one of them while the others join the run on top."""
    ending = int(d.chosen[last])
    total = 0
    for animal in range(N_ANIMALS):
        total += d.chosen[animal]
    splits = last == d.top and 1 < ending < total and d.trail + ending - 1 > d.best[last]
    for parts in range(1 + splits):
        _try_ending(d, w, last, ending if parts == 0 else 1, total, bonus, first)


@njit
def _try_ending(d: Any, w: Any, last: int, ending: int, total: int, bonus: float, first: int) -> None:
    """Place the chosen cards, the last `ending` ones of the animal `last`, and try each card of it as the last one."""
    top, trail = int(d.top), int(d.trail)
    for animal in range(N_ANIMALS):
        d.kept_best[animal] = d.best[animal]
    lay(d, last, ending, total)
    draw, demand = _largest_values(d, last)
    look_ahead(d, draw, demand)
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == last:
            value = bonus + ending_on(d, w, card)
            if value > d.plan_value or d.rates:
                begin = first
                if first == NOTHING:
                    begin = CARD_ACTION + _card_to_begin_with(d, w, top, last, ending, card)
                _keep(d, value, begin)
    d.top, d.trail = top, trail
    d.hand_size += total
    for animal in range(N_ANIMALS):
        d.best[animal] = d.kept_best[animal]
        d.count[animal] += d.chosen[animal]


@njit
def _largest_values(d: Any, animal: int) -> tuple[int, int]:
    """Return the largest draw value and the largest placement value of the hand's cards of that animal."""
    draw, demand = 0, 0
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == animal:
            draw, demand = max(draw, int(DRAW[card])), max(demand, int(PLACEMENT[card]))
    return draw + may_change(d, animal), demand


@njit
def lay(d: Any, last: int, ending: int, total: int) -> None:
    """Place the chosen cards: update pile and hand."""
    joining = d.trail if d.top == last and total == ending else 0
    for animal in range(N_ANIMALS):
        run = d.chosen[animal] - (ending if animal == last else 0)
        if run > 0:
            run += d.trail if animal == d.top else 0
            d.best[animal] = max(d.best[animal], min(run, LONGEST_SCORED))
        d.count[animal] -= d.chosen[animal]
    d.hand_size -= total
    d.top, d.trail = last, joining + ending + d.wild
    d.best[last] = max(d.best[last], min(d.trail, LONGEST_SCORED))


@njit
def _card_to_begin_with(d: Any, w: Any, top: int, last: int, ending: int, card: int) -> int:
    """Return the first card of the plan that ends with `card`."""
    begin = last
    for animal in range(N_ANIMALS):
        if d.chosen[animal] > (ending if animal == last else 0):
            begin = animal
            if animal == top:
                break
    if begin == last and d.chosen[last] == 1:
        return card
    return spare_card(d, w, begin, card)


# ----------------------------------------------------------------------------------------- openings


# The openings; from SWAP on there is one for each card of the river.
PLAIN, MORE, FEWER, TAKE_BACK, SWAP = range(5)
FORBIDDEN = -2


@njit
def plan_placing(s: Any, seat: int, mask: Bytes, w: Any, planner_states: NDArray[Any]) -> int:
    """Return the first action of the best way to finish step A; after `swap`, the river card to take."""
    d = planner_states[0]
    d.plan_value = NEVER
    offered = int(s.held) if s.decision == SWAPPING else least_useful(d, w)
    tucks = N_ANIMALS if s.holders[FOX] == seat and not s.tucked else 0
    for opening in range(SWAP + d.river_size):
        first = _first_action(s, mask, d, opening, offered)
        if first == FORBIDDEN:
            continue
        for tucked in range(NOTHING, tucks):
            planner_states[1] = d
            due = _open(s, seat, planner_states[1], opening, offered)
            _try_placing(s, mask, w, planner_states[1], due, tucked, first)
            d.plan_value, d.plan_first = planner_states[1].plan_value, planner_states[1].plan_first
            if d.rates:
                d.rated[:], d.rating[:] = planner_states[1].rated, planner_states[1].rating
    return int(d.plan_first)


@njit
def _first_action(s: Any, mask: Bytes, d: Any, opening: int, offered: int) -> int:
    """Return the action of an opening, NOTHING if placing begins at once, FORBIDDEN if the rules do not allow it."""
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
    """Carry out the opening of step A; return the number of cards then due."""
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
    """Take the Visible card into the hand; the one below becomes visible if it lies face up."""
    enter_hand(d, d.visible)
    size = int(s.pile_size[seat]) - 1
    read_pile(s, seat, size, d)
    d.visible = NO_CARD
    if size > 0 and s.pile[seat, size - 1] < DOWN:
        d.visible = s.pile[seat, size - 1]


@njit
def _try_placing(s: Any, mask: Bytes, w: Any, d: Any, due: int, tucked: int, first: int) -> None:
    """Try all ways to place `due` cards, as far as the hand goes, one of them of the animal `tucked` by the fox."""
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
        _try_placing_nothing(d, w, bonus, first)


@njit
def _tuck(s: Any, d: Any, card: int, at_once: bool) -> None:
    """Tuck a card beneath the pile, or under the Visible card: the present one, or the last one of the plan."""
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
def _try_placing_nothing(d: Any, w: Any, bonus: float, first: int) -> None:
    """Consider placing nothing more on top: the Visible card stays."""
    card = int(d.visible)
    look_ahead(d, int(DRAW[card]) + may_change(d, int(MAIN[card])), int(PLACEMENT[card]))
    _keep(d, bonus + ending_on(d, w, card), first)


@njit
def _keep(d: Any, value: float, first: int) -> None:
    """Keep a plan if it is the best so far."""
    if d.rates:
        note(d, first, value)
    if value > d.plan_value:
        d.plan_value, d.plan_first = value, first
