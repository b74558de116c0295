"""The worth of things to the planner: ends of step A, runs, tokens, powers, and visible cards."""

from typing import Any

from arctic_agents.arctic.planner_state import (
    COLD,
    EXPECTED_POINTS,
    LENGTHS,
    LEVEL_STEP,
    LIVE,
    N_LEVELS,
    SCORING_PROBABILITIES,
    SCORING_RUN,
)
from arctic_env.games.arctic import material
from arctic_env.games.arctic.turn_steps import LEFT, RIGHT
from arctic_env.kernels.jit import NOBODY, njit

NEVER = -1e9


@njit
def look_ahead(d: Any, draw: int, demand: int) -> None:
    """Write into `future` the worth of hand and pile after the best draws from the river and the last placing.

    Animals are independent of each other, so the best choice is a knapsack over animals: future[drawn, placed] is the
    most that the animals so far are worth together; what holds for any choice is added to `sure`. No more than `draw`
    cards are drawn, and `demand` placed in the last placing.
    """
    most_drawn = min(max(draw, 0), int(d.river_size))
    for drawn in range(most_drawn + 1):
        for placed in range(demand + 1):
            d.future[drawn, placed] = NEVER
        d.future[drawn, 0] = 0.0 if drawn == 0 or d.plans_last else NEVER
    d.sure = float(diversity_points(d)) if d.turns == 0 else 0.0
    drawn, placed = 0, 0
    for animal in range(material.N_ANIMALS):
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
    """Return the worth of an animal's present and hoped-for runs with `cards` in hand; last turn, only `laid` count."""
    best = int(d.best[animal])
    trail = int(d.trail) if animal == d.top else 0
    if d.plans_last or d.turns == 0:
        longer = min(trail + laid, material.LONGEST_SCORED) if laid > 0 else 0
        return float(d.lying[max(best, longer)])
    worth = _run_worth(d, int(d.level[animal, COLD]), best, min(cards, material.LONGEST_SCORED))
    if trail > 0:
        live = _run_worth(d, int(d.level[animal, LIVE]), best, min(trail + cards, material.LONGEST_SCORED))
        worth = max(worth, live)
    return worth


@njit
def _run_worth(d: Any, level: int, best: int, cards: int) -> float:
    """Return the worth of an animal's longest run, and of the one that `cards` and later ones may make."""
    hoped = d.run * EXPECTED_POINTS[level, best, cards] + d.slope * SCORING_PROBABILITIES[level, best, cards]
    return float(d.lying[best] + d.realised * (hoped - d.lying[best]))


@njit
def diversity_points(d: Any) -> int:
    """Return the points for the number of animals with a run (4.2)."""
    animals = 0
    for animal in range(material.N_ANIMALS):
        animals += d.best[animal] >= SCORING_RUN
    return int(material.RUN_POINTS[animals])


@njit
def after_drawing(d: Any, w: Any, draw: int, demand: int) -> float:
    """Return the worth of hand and pile after the best draw of `draw` cards, before `demand` are to be placed.

    Cards above the hand limit are thrown away again, so only their cost counts.
    """
    if d.turns == 0:
        return float(d.sure + d.future[0, 0])
    drawn = min(max(draw, 0), d.river_size)
    crowd = max(d.hand_size + drawn - material.HAND_LIMIT, 0)
    useful = max(drawn - crowd, 0)
    size = d.hand_size + useful
    placed = min(demand, size) if d.plans_last else 0
    worth = d.sure + d.future[useful if d.depth > 0 else 0, placed]
    return float(worth + w.demand * demand - w.crowd * crowd - w.shortage * max(demand - size, 0))


@njit
def best_change(d: Any, w: Any, draw: int, demand: int) -> int:
    """Return the moose's best change of the draw value, 0 where it gains nothing."""
    best, most = 0, after_drawing(d, w, draw, demand)
    for change in (-1, 1):
        worth = after_drawing(d, w, draw + change, demand)
        if worth > most:
            best, most = change, worth
    return best


@njit
def may_change(d: Any, animal: int) -> bool:
    """Whether the moose may change the draw value where A ends with a card of that animal visible."""
    return bool(d.moose or (d.moose_comes and animal == material.MOOSE))


@njit
def ending_on(d: Any, w: Any, card: int) -> float:
    """Return the worth of ending A on that card, after `look_ahead`; with the moose at the best draw value."""
    draw, demand = int(material.DRAW[card]), int(material.PLACEMENT[card])
    if may_change(d, int(material.MAIN[card])):
        draw += best_change(d, w, draw, demand)
    return float(after_drawing(d, w, draw, demand) + d.shown[card])


@njit
def keeping(d: Any, w: Any, card: int) -> float:
    """Return the worth of keeping a card rather than another of its animal: it may be shown later."""
    return float(w.keep_show * d.shown[card] + w.keep_draw * material.DRAW[card])


# ----------------------------------------------------------------------------- runs, tokens, powers


@njit
def weigh(s: Any, seat: int, w: Any, d: Any) -> None:
    """Fill in the worth of runs, spaces and powers."""
    _weigh_runs(w, d)
    _weigh_spaces(s, seat, w, d)
    _weigh_powers(s, w, d)


@njit
def _weigh_runs(w: Any, d: Any) -> None:
    """Write the components of an animal's worth, see `animal_worth`."""
    for animal in range(material.N_ANIMALS):
        d.level[animal, COLD] = _level(d, animal, w.hope * d.turns)
        d.level[animal, LIVE] = _level(d, animal, w.follow)
    d.run = w.run if d.turns > 0 else 1.0
    d.realised = _realised(w, d)
    d.slope = _slope(w, d)
    for length in range(LENGTHS):
        d.lying[length] = d.run * material.RUN_POINTS[length] + (d.slope if length >= SCORING_RUN else 0.0)


@njit
def _slope(w: Any, d: Any) -> float:
    """Return the points of one more animal with a run, by the number expected at the end (4.2)."""
    if d.turns == 0:
        return 0.0  # the exact points are counted then
    animals = 0.0
    for animal in range(material.N_ANIMALS):
        if d.best[animal] >= SCORING_RUN:
            animals += 1.0
        else:
            cards = min(d.count[animal] + (d.trail if d.top == animal else 0), material.LONGEST_SCORED)
            animals += d.realised * SCORING_PROBABILITIES[d.level[animal, COLD], d.best[animal], cards]
    return float(w.diversity * min(max(animals, 1.0), material.N_ANIMALS - 1.0))


@njit
def _realised(w: Any, d: Any) -> float:
    """Return the fraction of hoped-for points that counts."""
    if d.turns == 0:
        return 0.0
    return float(w.realise_last if d.turns == 1 else w.realise)


@njit
def _level(d: Any, animal: int, hope: float) -> int:
    """Return the level of EXPECTED_POINTS if `hope` cards of an average animal may come."""
    if d.unseen_size == 0:
        return 0
    share = d.unseen[animal] * material.N_ANIMALS / d.unseen_size
    return int(min(max(hope * share / LEVEL_STEP, 0.0) + 0.5, N_LEVELS - 1.0))


@njit
def _weigh_spaces(s: Any, seat: int, w: Any, d: Any) -> None:
    """Write the worth of each token on each space: the own totem's, and others that may be a rival's."""
    own = w.totem * w.totem_memory**d.turns if d.turns > 0 else 1.0
    for animal in range(material.N_ANIMALS):
        weight = -w.rivals / (material.N_ANIMALS - 1) * (1.0 + d.suspicion[animal])
        if animal == s.totems[seat]:
            weight = own
        for space in range(len(material.LANDSCAPE)):
            d.space[animal, space] = weight * material.LANDSCAPE[space]


@njit
def _weigh_powers(s: Any, w: Any, d: Any) -> None:
    """Write the worth of the six power cards by their faces."""
    d.power[material.FOX] = w.fox_wild if s.faces[material.FOX] == material.WILD else w.fox_under
    d.power[material.MOOSE] = w.moose_draw if s.faces[material.MOOSE] == material.DRAW_FACE else w.moose_placement
    d.power[material.WALRUS] = w.walrus_main if s.faces[material.WALRUS] == material.MAIN_FACE else w.walrus_companion
    d.power[material.ORCA] = w.orca_refill if s.faces[material.ORCA] == material.REFILL else w.orca_deck
    d.power[material.PUFFIN] = w.puffin_swap if s.faces[material.PUFFIN] == material.SWAP_FACE else w.puffin_takeback
    d.power[material.BEAR] = w.bear_recover if s.faces[material.BEAR] == material.RECOVER else w.bear_give


# ------------------------------------------------------------------------------------ visible cards


@njit
def visible_card_value(s: Any, seat: int, w: Any, d: Any, card: int) -> float:
    """Return the worth of showing a card: its push of tokens, and its power."""
    _, worth = best_push(s, seat, d, card, 0.0)
    main = material.MAIN[card]
    if d.turns > 0 and s.holders[main] != seat:
        robbed = w.rob if s.holders[main] != NOBODY else 0.0
        worth += d.power[main] * (1.0 + robbed)
    return float(worth)


@njit
def best_push(s: Any, seat: int, d: Any, card: int, nudge: float) -> tuple[int, float]:
    """Return the main token's best direction and its gain; a `nudge` above 0 prefers right among equals."""
    main, companion = int(material.MAIN[card]), int(material.COMPANION[card])
    forced = _forced_direction(s, main, companion)
    best, most = 0, NEVER
    for direction in (LEFT, RIGHT):
        if forced == direction or forced == 0:
            gain = _push_gain(s, seat, d, main, companion, direction) + direction * nudge
            if gain > most:
                best, most = direction, gain
    return best, most


@njit
def _forced_direction(s: Any, main: int, companion: int) -> int:
    """Return the main token's forced direction if a token stands at an end, 0 if neither does (3.4)."""
    if s.tokens[main] == 0:
        return RIGHT
    if s.tokens[main] == material.LAST_SPACE:
        return LEFT
    if s.tokens[companion] == 0:
        return LEFT
    return RIGHT if s.tokens[companion] == material.LAST_SPACE else 0


@njit
def _push_gain(s: Any, seat: int, d: Any, main: int, companion: int, direction: int) -> float:
    """Return the gain if the main token goes that way, its companion the other way or inward, then the walrus."""
    opposite = -direction
    if s.tokens[companion] == 0:
        opposite = RIGHT
    elif s.tokens[companion] == material.LAST_SPACE:
        opposite = LEFT
    main_space, companion_space = s.tokens[main] + direction, s.tokens[companion] + opposite
    if s.holders[material.WALRUS] == seat or main == material.WALRUS:
        if s.faces[material.WALRUS] == material.MAIN_FACE:
            main_space += walrus_way(s, d, main, main_space, direction)
        else:
            companion_space += walrus_way(s, d, companion, companion_space, opposite)
    gain = d.space[main, main_space] - d.space[main, s.tokens[main]]
    return float(gain + d.space[companion, companion_space] - d.space[companion, s.tokens[companion]])


@njit
def walrus_way(s: Any, d: Any, animal: int, space: int, went: int) -> int:
    """Return the walrus's best direction for a token that has just gone that way, 0 to stay (5.1)."""
    best = 0
    for way in (LEFT, RIGHT):
        allowed = 0 <= space + way <= material.LAST_SPACE and (s.edition != material.IT or way == went)
        if allowed and d.space[animal, space + way] > d.space[animal, space + best]:
            best = way
    return best
