"""One decision after the other, each from its view alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.belief import FEWEST_PLAYERS, reconcile, write_odds
from arctic_agents.arctic.desk import read_view, suspect
from arctic_agents.arctic.drawing import gift, plan_drawing, receiver
from arctic_agents.arctic.hand import least_useful
from arctic_agents.arctic.openings import plan_placing
from arctic_agents.arctic.showing import best_push, showing, walrus_way
from arctic_agents.arctic.worth import weigh
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import COMPANION, MAIN, MAX_PLAYERS, N_ANIMALS, N_CARDS
from arctic_env.games.arctic.state import (
    DISCARDING,
    DOWN,
    DRAWING,
    EXTRA,
    GIVING,
    HAND,
    MOVING,
    PILE,
    RECEIVER,
    RIVER,
    SWAPPING,
)
from arctic_env.games.arctic.turn_steps import RIGHT, may_swap, walrus_animal
from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import list_set
from arctic_env.kernels.random import next_word, restart

HALF_WORD = 2**31
NUDGE = 1e-6 / (2 * HALF_WORD)  # times 32 random bits: enough to choose between equals


@njit
def choose_many(
    views: NDArray[Any],
    seats: NDArray[np.int8],
    masks: NDArray[np.int8],
    seeds: NDArray[np.int64],
    weights: NDArray[Any],
    depth: int,
    desks: NDArray[Any],
    actions: NDArray[np.int64],
) -> None:
    """Write the planner's action for each view, int64[n].

    Args:
        views: n records of the game's dtype, what each seat may know.
        seats: int8[n], the seat that decides.
        masks: int8[n, actions], all that is legal: choices do not keep to less.
        seeds: int64[n], which choose between equals.
        weights: One record, from `Weights.to_record`.
        depth: How far to plan.
        desks: Two of them, to work on.
        actions: Where to write.
    """
    for i in range(len(views)):
        actions[i] = choose(views[i], int(seats[i]), masks[i], seeds[i], weights[0], depth, desks)


@njit
def choose(
    s: Any, seat: int, mask: NDArray[np.int8], seed: int, w: Any, depth: int, desks: NDArray[Any]
) -> int:
    """The same for one view; the mask is int8[actions], all that is legal."""
    desks[0].depth = depth
    desks[0].suspicion[:] = 0.0
    return _choose(s, seat, mask, seed, w, desks)


@njit
def choose_suspecting(
    views: NDArray[Any],
    seats: NDArray[np.int8],
    masks: NDArray[np.int8],
    seeds: NDArray[np.int64],
    weights: NDArray[Any],
    depth: int,
    pushes: NDArray[np.float64],
    fit: NDArray[np.float64],
    desks: NDArray[Any],
    actions: NDArray[np.int64],
) -> None:
    """The same for a planner that guesses the others' totems.

    Args:
        views: n records of the game's dtype, what each seat may know.
        seats: int8[n], the seat that decides.
        masks: int8[n, actions], all that is legal: choices do not keep to less.
        seeds: int64[n], which choose between equals.
        weights: One record, from `Weights.to_record`.
        depth: How far to plan.
        pushes: float64[n, MAX_PLAYERS, N_ANIMALS, N_PUSHES], what is remembered with each view, see `memory`.
        fit: From `belief.fits`.
        desks: Two of them, to work on.
        actions: Where to write.
    """
    desks[0].depth = depth
    odds, believed = np.empty((MAX_PLAYERS, N_ANIMALS)), np.empty((MAX_PLAYERS, N_ANIMALS))
    for i in range(len(views)):
        s, seat = views[i], int(seats[i])
        write_odds(s, seat, pushes[i], fit[s.players - FEWEST_PLAYERS], odds)
        reconcile(int(s.players), odds, believed)
        suspect(seat, int(s.players), believed, desks[0])
        actions[i] = _choose(s, seat, masks[i], seeds[i], weights[0], desks)


@njit
def _choose(s: Any, seat: int, mask: NDArray[np.int8], seed: int, w: Any, desks: NDArray[Any]) -> int:
    """The planner's action for a view, with the suspicion that lies on the first desk."""
    if s.decision == GIVING:
        return gift(s, seat)
    if s.decision == RECEIVER:
        return receiver(s, seat, desks[1])
    d = desks[0]
    restart(d.stream, seed)
    read_view(s, seat, w.pace, d)
    weigh(s, seat, w, d)
    _nudge_cards(s, seat, d)
    if s.decision == MOVING:
        return _push(s, seat, d)
    if s.decision == EXTRA:
        return _extra(s, d)
    if s.decision == DRAWING:
        _look_at(s, seat, w, d, d.river, int(d.river_size))
        return plan_drawing(s, mask, w, d)
    _look_at(s, seat, w, d, d.hand, int(d.listed))
    if s.decision == DISCARDING:
        return act.CARD_ACTION + least_useful(d, w)
    if s.decision == SWAPPING or may_swap(s):
        _look_at(s, seat, w, d, d.river, int(d.river_size))
    _look_at_pile(s, seat, w, d)
    return plan_placing(s, seat, mask, w, desks)


@njit
def _nudge_cards(s: Any, seat: int, d: Any) -> None:
    """Write into `shown` a nudge to part equals for each card that may come to be shown; 0 for all others."""
    d.shown[:] = 0.0
    hand, river, pile = np.uint8(HAND + seat), np.uint8(RIVER), np.uint8(PILE + seat)
    for card in range(N_CARDS):
        place = s.place[card]
        d.marked[card] = (place == hand) | (place == river) | (place == pile)
    for index in range(list_set(d.marked, d.cards)):
        d.shown[d.cards[index]] = NUDGE * next_word(d.stream)


@njit
def _look_at(s: Any, seat: int, w: Any, d: Any, cards: NDArray[np.int8], n: int) -> None:
    """Add to `shown` what it is worth to show the first n cards."""
    for index in range(n):
        d.shown[cards[index]] += showing(s, seat, w, d, int(cards[index]))


@njit
def _look_at_pile(s: Any, seat: int, w: Any, d: Any) -> None:
    """The same for the Visible card, and the one beneath it."""
    size = int(s.pile_size[seat])
    for index in range(max(size - 2, 0), size):
        card = int(s.pile[seat, index])
        if card < DOWN:
            d.shown[card] += showing(s, seat, w, d, card)


@njit
def _push(s: Any, seat: int, d: Any) -> int:
    """Which of the Visible card's animals goes right."""
    direction, _ = best_push(s, seat, d, int(d.visible), NUDGE * (next_word(d.stream) - HALF_WORD))
    return act.RIGHT_ACTION + int(MAIN[d.visible] if direction == RIGHT else COMPANION[d.visible])


@njit
def _extra(s: Any, d: Any) -> int:
    """Whether the walrus goes further, and which way."""
    animal = walrus_animal(s)
    went = s.pushed[0] if animal == MAIN[d.visible] else s.pushed[1]
    way = walrus_way(s, d, animal, int(s.tokens[animal]), int(went))
    if way == 0:
        return act.STAY_ACTION
    return act.EXTRA_RIGHT if way == RIGHT else act.EXTRA_LEFT
