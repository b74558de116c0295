"""What things are worth to the planner: runs, tokens, powers, cards that rivals want."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arctic.desk import COLD, LIVE
from agents.arctic.outlook import LENGTHS, LEVEL_STEP, N_LEVELS, SCORING_RUN
from arctic_env.core.jit import njit
from arctic_env.games.arctic.material import (
    BEAR,
    DRAW_FACE,
    FOX,
    LANDSCAPE,
    LONGEST_SCORED,
    MAIN,
    MAIN_FACE,
    MOOSE,
    N_ANIMALS,
    ORCA,
    PUFFIN,
    RECOVER,
    REFILL,
    RUN_POINTS,
    SWAP_FACE,
    WALRUS,
    WILD,
)
from arctic_env.games.arctic.scoring import WILD_ANIMAL, animal_at
from arctic_env.games.arctic.state import NO_CARD
from arctic_env.games.arctic.zones import visible_card

Table = NDArray[np.float64]


@njit
def weigh(s: Any, seat: int, w: Any, points: Table, chances: Table, d: Any) -> None:
    """Fill in what things are worth; `points` and `chances` are the tables of `outlook`."""
    slope = _slope(w, chances, d)
    for animal in range(N_ANIMALS):
        for later in range(2):
            turns = int(d.turns) - later
            share = _realised(w, turns)
            cold = _level(d, animal, w.hope * turns)
            _weigh_runs(w, points[cold], chances[cold], slope, share, d.worth[animal, COLD + 2 * later])
            live = _level(d, animal, w.follow * min(turns, 1))
            share *= w.remain**later
            _weigh_runs(w, points[live], chances[live], slope, share, d.worth[animal, LIVE + 2 * later])
    _weigh_spaces(s, seat, w, d)
    _weigh_denial(s, seat, w, d)
    _weigh_powers(s, w, d)


@njit
def _slope(w: Any, chances: Table, d: Any) -> float:
    """What one animal more with a run will add, by the number of those expected at the end (4.2)."""
    if d.turns == 0:
        return 0.0  # the exact points are counted then
    animals = 0.0
    for animal in range(N_ANIMALS):
        if d.best[animal] >= SCORING_RUN:
            animals += 1.0
        else:
            cards = min(d.count[animal] + (d.trail if d.top == animal else 0), LONGEST_SCORED)
            level = _level(d, animal, w.hope * d.turns)
            animals += _realised(w, int(d.turns)) * chances[level, d.best[animal], cards]
    return float(w.diversity * min(max(animals, 1.0), N_ANIMALS - 1.0))


@njit
def _realised(w: Any, turns: int) -> float:
    """The share of hoped points that is reckoned with when so many turns are left."""
    if turns <= 0:
        return 0.0
    return float(w.realise_last if turns == 1 else w.realise)


@njit
def _level(d: Any, animal: int, hope: float) -> int:
    """Level of the tables of `outlook` when so many cards of an average animal may come."""
    if d.unseen_size == 0:
        return 0
    share = d.unseen[animal] * N_ANIMALS / d.unseen_size
    return int(min(hope * share / LEVEL_STEP + 0.5, N_LEVELS - 1.0))


@njit
def _weigh_runs(w: Any, points: Table, chances: Table, slope: float, share: float, out: Table) -> None:
    """Write the worth of an animal by the length of its longest run and the cards that may become another."""
    for best in range(LENGTHS):
        sure = w.run * RUN_POINTS[best] + (slope if best >= SCORING_RUN else 0.0)
        for cards in range(LENGTHS):
            hoped = w.run * points[best, cards] + slope * chances[best, cards]
            out[best, cards] = sure + share * (hoped - sure)


@njit
def _weigh_spaces(s: Any, seat: int, w: Any, d: Any) -> None:
    """What each token is worth on each space: the own totem, and others that may be a rival's."""
    own = w.totem * w.totem_memory**d.turns
    for animal in range(N_ANIMALS):
        weight = own if animal == s.totems[seat] else -w.rivals / (N_ANIMALS - 1)
        for space in range(len(LANDSCAPE)):
            d.space[animal, space] = weight * LANDSCAPE[space]


@njit
def _weigh_denial(s: Any, seat: int, w: Any, d: Any) -> None:
    """What the rivals' runs on top would gain by one more card of their animal."""
    for animal in range(N_ANIMALS):
        d.deny[animal] = 0.0
    for other in range(s.players):
        card = visible_card(s, other)
        if other != seat and card != NO_CARD:
            animal, length, size = int(MAIN[card]), 1, int(s.pile_size[other])
            while length < min(size, LONGEST_SCORED - 1) and _continues(s, other, size - 1 - length, animal):
                length += 1
            d.deny[animal] += w.deny * (RUN_POINTS[length + 1] - RUN_POINTS[length])


@njit
def _continues(s: Any, seat: int, index: int, animal: int) -> bool:
    """Whether that card of the pile can be part of a run of that animal."""
    here = animal_at(s, seat, index)
    return bool(here == WILD_ANIMAL or here == animal)  # noqa: SIM109 - no `in` for mixed integers in kernels


@njit
def _weigh_powers(s: Any, w: Any, d: Any) -> None:
    """The worth of the six power cards with the faces that they show."""
    d.power[FOX] = w.fox_wild if s.faces[FOX] == WILD else w.fox_under
    d.power[MOOSE] = w.moose_draw if s.faces[MOOSE] == DRAW_FACE else w.moose_placement
    d.power[WALRUS] = w.walrus_main if s.faces[WALRUS] == MAIN_FACE else w.walrus_companion
    d.power[ORCA] = w.orca_refill if s.faces[ORCA] == REFILL else w.orca_deck
    d.power[PUFFIN] = w.puffin_swap if s.faces[PUFFIN] == SWAP_FACE else w.puffin_takeback
    d.power[BEAR] = w.bear_recover if s.faces[BEAR] == RECOVER else w.bear_give
