"""What things are worth to the planner: runs, tokens, powers."""

from typing import Any

from arctic_agents.arctic.desk import COLD, LIVE
from arctic_agents.arctic.outlook import LENGTHS, LEVEL_STEP, N_LEVELS, SCORING_CHANCES, SCORING_RUN
from arctic_env.games.arctic.material import (
    BEAR,
    DRAW_FACE,
    FOX,
    LANDSCAPE,
    LONGEST_SCORED,
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
from arctic_env.kernels.jit import njit


@njit
def weigh(s: Any, seat: int, w: Any, d: Any) -> None:
    """Fill in what things are worth."""
    _weigh_runs(w, d)
    _weigh_spaces(s, seat, w, d)
    _weigh_powers(s, w, d)


@njit
def _weigh_runs(w: Any, d: Any) -> None:
    """Write what the worth of an animal is made of, see `value.animal_worth`."""
    for animal in range(N_ANIMALS):
        d.level[animal, COLD] = _level(d, animal, w.hope * d.turns)
        d.level[animal, LIVE] = _level(d, animal, w.follow)
    d.run = w.run if d.turns > 0 else 1.0
    d.realised = _realised(w, d)
    d.slope = _slope(w, d)
    for length in range(LENGTHS):
        d.lying[length] = d.run * RUN_POINTS[length] + (d.slope if length >= SCORING_RUN else 0.0)


@njit
def _slope(w: Any, d: Any) -> float:
    """What one animal more with a run will add, by the number of those expected at the end (4.2)."""
    if d.turns == 0:
        return 0.0  # the exact points are counted then
    animals = 0.0
    for animal in range(N_ANIMALS):
        if d.best[animal] >= SCORING_RUN:
            animals += 1.0
        else:
            cards = min(d.count[animal] + (d.trail if d.top == animal else 0), LONGEST_SCORED)
            animals += d.realised * SCORING_CHANCES[d.level[animal, COLD], d.best[animal], cards]
    return float(w.diversity * min(max(animals, 1.0), N_ANIMALS - 1.0))


@njit
def _realised(w: Any, d: Any) -> float:
    """The share of hoped points that is reckoned with."""
    if d.turns == 0:
        return 0.0
    return float(w.realise_last if d.turns == 1 else w.realise)


@njit
def _level(d: Any, animal: int, hope: float) -> int:
    """Level of the tables of `outlook` when so many cards of an average animal may come."""
    if d.unseen_size == 0:
        return 0
    share = d.unseen[animal] * N_ANIMALS / d.unseen_size
    return int(min(max(hope * share / LEVEL_STEP, 0.0) + 0.5, N_LEVELS - 1.0))


@njit
def _weigh_spaces(s: Any, seat: int, w: Any, d: Any) -> None:
    """What each token is worth on each space: the own totem, and others that may be a rival's."""
    own = w.totem * w.totem_memory**d.turns if d.turns > 0 else 1.0
    for animal in range(N_ANIMALS):
        weight = -w.rivals / (N_ANIMALS - 1) * (1.0 + d.suspicion[animal])
        if animal == s.totems[seat]:
            weight = own
        for space in range(len(LANDSCAPE)):
            d.space[animal, space] = weight * LANDSCAPE[space]


@njit
def _weigh_powers(s: Any, w: Any, d: Any) -> None:
    """The worth of the six power cards with the faces that they show."""
    d.power[FOX] = w.fox_wild if s.faces[FOX] == WILD else w.fox_under
    d.power[MOOSE] = w.moose_draw if s.faces[MOOSE] == DRAW_FACE else w.moose_placement
    d.power[WALRUS] = w.walrus_main if s.faces[WALRUS] == MAIN_FACE else w.walrus_companion
    d.power[ORCA] = w.orca_refill if s.faces[ORCA] == REFILL else w.orca_deck
    d.power[PUFFIN] = w.puffin_swap if s.faces[PUFFIN] == SWAP_FACE else w.puffin_takeback
    d.power[BEAR] = w.bear_recover if s.faces[BEAR] == RECOVER else w.bear_give
