"""Step A: every way to place the cards that are due, and which card to begin with.

Which cards of an animal are placed hardly matters; how many of each and which comes last does. So a plan is a
number of cards for each animal and a last card. Cards of one animal go together, those that join the run on
top first.
"""

from typing import Any

from arctic_agents.arctic.hand import spare_card
from arctic_agents.arctic.value import ending_on, look_ahead, may_change
from arctic_env.games.arctic.actions import CARD_ACTION
from arctic_env.games.arctic.material import DRAW, LONGEST_SCORED, MAIN, N_ANIMALS, PLACEMENT
from arctic_env.kernels.jit import njit

NOTHING = -1


@njit
def search(d: Any, w: Any, due: int, bonus: float, first: int) -> None:
    """Look at all ways to place so many cards of the hand, and keep the best if it beats the plan so far.

    Args:
        d: The desk.
        w: The weights.
        due: How many cards to place, 1 or more, no more than are in hand.
        bonus: What has been gained on the way here.
        first: The action that led here, or NOTHING when placing begins at once.
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
    """The next way to choose as many cards, as an odometer goes; False after the last."""
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
    draw, demand = _most_asked(d, last)
    look_ahead(d, draw, demand)
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == last:
            value = bonus + ending_on(d, w, card)
            if value > d.plan_value:
                d.plan_value = value
                d.plan_first = first
                if first == NOTHING:
                    d.plan_first = CARD_ACTION + _card_to_begin_with(d, w, top, last, ending, card)
    d.top, d.trail = top, trail
    d.hand_size += total
    for animal in range(N_ANIMALS):
        d.best[animal] = d.kept_best[animal]
        d.count[animal] += d.chosen[animal]


@njit
def _most_asked(d: Any, animal: int) -> tuple[int, int]:
    """The most cards that a card of that animal in hand may have drawn, and placed next turn."""
    draw, demand = 0, 0
    for index in range(d.listed):
        card = int(d.hand[index])
        if MAIN[card] == animal:
            draw, demand = max(draw, int(DRAW[card])), max(demand, int(PLACEMENT[card]))
    return draw + may_change(d, animal), demand


@njit
def lay(d: Any, last: int, ending: int, total: int) -> None:
    """Pile and hand after the chosen cards are placed."""
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
    """The first card of the plan that ends with `card`."""
    begin = last
    for animal in range(N_ANIMALS):
        if d.chosen[animal] > (ending if animal == last else 0):
            begin = animal
            if animal == top:
                break
    if begin == last and d.chosen[last] == 1:
        return card
    return spare_card(d, w, begin, card)
