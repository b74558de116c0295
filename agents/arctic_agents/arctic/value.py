"""What a plan is worth where step A ends: runs, cards to be drawn, the next turn's demand, tokens, powers."""

from typing import Any

from arctic_agents.arctic.desk import COLD, LIVE
from arctic_agents.arctic.outlook import EXPECTED_POINTS, SCORING_CHANCES, SCORING_RUN
from arctic_env.games.arctic.material import (
    DRAW,
    HAND_LIMIT,
    LONGEST_SCORED,
    MAIN,
    MOOSE,
    N_ANIMALS,
    PLACEMENT,
    RUN_POINTS,
)
from arctic_env.kernels.jit import njit

NEVER = -1e9


@njit
def look_ahead(d: Any, draw: int, demand: int) -> None:
    """Write into `future` what hand and pile become by the best draws from the river and the last placing.

    Animals are independent of each other, so the best choice is a knapsack over animals: future[drawn, placed] is
    the most that the animals so far are worth together; what holds for any choice is added to `sure`.

    Args:
        d: The desk.
        draw: The most cards that will be drawn; more are not looked at.
        demand: The most that will be placed in the last placing.
    """
    most_drawn = min(max(draw, 0), int(d.river_size))
    for drawn in range(most_drawn + 1):
        for placed in range(demand + 1):
            d.future[drawn, placed] = NEVER
        d.future[drawn, 0] = 0.0 if drawn == 0 or d.plans_last else NEVER
    d.sure = float(diversity_points(d)) if d.turns == 0 else 0.0
    drawn, placed = 0, 0
    for animal in range(N_ANIMALS):
        cards = int(d.count[animal])
        offer = int(d.offer[animal]) if d.turns > 0 and d.depth > 0 else 0
        if d.plans_last and cards + offer > 0:
            placed = min(placed + cards + offer, demand)
            _share_placings(d, animal, cards, offer, most_drawn, placed)
        elif offer > 0:
            drawn = min(drawn + offer, most_drawn)
            _share_draws(d, animal, cards, offer, drawn)
        else:
            d.sure += animal_worth(d, animal, cards, 0)


@njit
def _share_draws(d: Any, animal: int, cards: int, offer: int, most: int) -> None:
    """Let an animal take its share of up to `most` draws."""
    for draws in range(min(offer, most) + 1):
        d.share[draws] = animal_worth(d, animal, cards + draws, 0)
    for drawn in range(most, -1, -1):
        best = NEVER
        for draws in range(min(offer, drawn) + 1):
            best = max(best, d.future[drawn - draws, 0] + d.share[draws])
        d.future[drawn, 0] = best


@njit
def _share_placings(d: Any, animal: int, cards: int, offer: int, most_drawn: int, most_placed: int) -> None:
    """Let an animal take its share of placings, and of the draws that it needs for them: others are worth nothing."""
    for laid in range(min(cards + offer, most_placed) + 1):
        d.share[laid] = animal_worth(d, animal, cards, laid)
    for placed in range(most_placed, -1, -1):
        for drawn in range(most_drawn + 1):
            best = d.future[drawn, placed] + d.share[0]
            for laid in range(1, min(cards + min(offer, drawn), placed) + 1):
                best = max(best, d.future[drawn - max(laid - cards, 0), placed - laid] + d.share[laid])
            d.future[drawn, placed] = best


@njit
def animal_worth(d: Any, animal: int, cards: int, laid: int) -> float:
    """An animal's runs, done and hoped for, with so many cards in hand; in the last turn only those laid count."""
    best = int(d.best[animal])
    trail = int(d.trail) if animal == d.top else 0
    if d.plans_last or d.turns == 0:
        longer = min(trail + laid, LONGEST_SCORED) if laid > 0 else 0
        return float(d.lying[max(best, longer)])
    worth = _run_worth(d, int(d.level[animal, COLD]), best, min(cards, LONGEST_SCORED))
    if trail > 0:
        live = _run_worth(d, int(d.level[animal, LIVE]), best, min(trail + cards, LONGEST_SCORED))
        worth = max(worth, live)
    return worth


@njit
def _run_worth(d: Any, level: int, best: int, cards: int) -> float:
    """An animal's longest run, and what `cards` and those to come may make of another one."""
    hoped = d.run * EXPECTED_POINTS[level, best, cards] + d.slope * SCORING_CHANCES[level, best, cards]
    return float(d.lying[best] + d.realised * (hoped - d.lying[best]))


@njit
def diversity_points(d: Any) -> int:
    """Points for the number of animals with a run (4.2)."""
    animals = 0
    for animal in range(N_ANIMALS):
        animals += d.best[animal] >= SCORING_RUN
    return int(RUN_POINTS[animals])


@njit
def after_drawing(d: Any, w: Any, draw: int, demand: int) -> float:
    """The worth of hand and pile after the best draw of so many cards, before `demand` are to be placed.

    Cards above the hand limit are thrown away again, so they only count as what they cost.
    """
    if d.turns == 0:
        return float(d.sure + d.future[0, 0])
    drawn = min(max(draw, 0), d.river_size)
    crowd = max(d.hand_size + drawn - HAND_LIMIT, 0)
    useful = max(drawn - crowd, 0)
    size = d.hand_size + useful
    placed = min(demand, size) if d.plans_last else 0
    worth = d.sure + d.future[useful if d.depth > 0 else 0, placed]
    return float(worth + w.demand * demand - w.crowd * crowd - w.shortage * max(demand - size, 0))


@njit
def best_change(d: Any, w: Any, draw: int, demand: int) -> int:
    """How the moose should change the draw value, 0 where that gains nothing."""
    best, most = 0, after_drawing(d, w, draw, demand)
    for change in (-1, 1):
        worth = after_drawing(d, w, draw + change, demand)
        if worth > most:
            best, most = change, worth
    return best


@njit
def may_change(d: Any, animal: int) -> bool:
    """Whether the moose may change the draw value where A ends with a card of that animal visible."""
    return bool(d.moose or (d.moose_comes and animal == MOOSE))


@njit
def ending_on(d: Any, w: Any, card: int) -> float:
    """The worth of ending A with that card visible, after `look_ahead`; with the moose at the best draw value."""
    draw, demand = int(DRAW[card]), int(PLACEMENT[card])
    if may_change(d, int(MAIN[card])):
        draw += best_change(d, w, draw, demand)
    return float(after_drawing(d, w, draw, demand) + d.shown[card])


@njit
def keeping(d: Any, w: Any, card: int) -> float:
    """What makes a card better than others of its animal: it may be worth showing later."""
    return float(w.keep_show * d.shown[card] + w.keep_draw * DRAW[card])
