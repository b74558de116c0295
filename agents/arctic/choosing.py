"""One decision after the other, each from its view alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.arctic.desk import read_view
from agents.arctic.drawing import gift, plan_drawing, receiver
from agents.arctic.hand import least_useful
from agents.arctic.openings import plan_placing
from agents.arctic.showing import push_gain, showing, walrus_target
from agents.arctic.worth import Table, weigh
from arctic_env.core.jit import njit
from arctic_env.core.random import make_stream, next_word
from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.material import COMPANION, MAIN
from arctic_env.games.arctic.moving import LEFT, RIGHT, walrus_animal
from arctic_env.games.arctic.state import (
    DISCARDING,
    DRAWING,
    EXTRA,
    GIVING,
    MOVING,
    NO_CARD,
    PLACING,
    SWAPPING,
)

NUDGE = 1e-6 / 2**32  # times 32 random bits: enough to choose between equals


@njit
def choose_many(
    views: NDArray[Any],
    seats: NDArray[np.int8],
    masks: NDArray[np.int8],
    seeds: NDArray[np.int64],
    weights: NDArray[Any],
    depth: int,
    points: Table,
    chances: Table,
    desks: NDArray[Any],
    actions: NDArray[np.int64],
) -> None:
    """Write the planner's action for each view, int64[n].

    Args:
        views: n records of the game's dtype, what each seat may know.
        seats: int8[n], the seat that decides.
        masks: int8[n, actions].
        seeds: int64[n], which choose between equals.
        weights: One record, from `Weights.to_record`.
        depth: How far to plan.
        points: From `outlook.expected_points`.
        chances: From `outlook.scoring_chances`.
        desks: Two of them, to work on.
        actions: Where to write.
    """
    w, d = weights[0], desks[0]
    d.depth = depth
    for i in range(len(views)):
        s, seat = views[i], int(seats[i])
        stream = make_stream(seeds[i])
        read_view(s, seat, w.pace, d)
        weigh(s, seat, w, points, chances, d)
        _look_at_cards(s, seat, w, d, stream)
        actions[i] = _choose(s, seat, masks[i], w, desks, stream)


@njit
def _choose(
    s: Any, seat: int, mask: NDArray[np.int8], w: Any, desks: NDArray[Any], stream: NDArray[np.int64]
) -> int:
    """The planner's action for the view that lies on the first desk."""
    d = desks[0]
    if s.decision in (PLACING, SWAPPING):
        return plan_placing(s, seat, mask, w, desks)
    if s.decision == MOVING:
        return _push(s, seat, d, stream)
    if s.decision == EXTRA:
        return _extra(s, d, mask)
    if s.decision == DRAWING:
        return plan_drawing(s, mask, w, d)
    if s.decision == DISCARDING:
        return act.CARD_ACTION + least_useful(d, w)
    return gift(s, seat) if s.decision == GIVING else receiver(s, seat)


@njit
def _look_at_cards(s: Any, seat: int, w: Any, d: Any, stream: NDArray[np.int64]) -> None:
    """What it is worth to show each card that may come to be shown, with a nudge to part equals."""
    for index in range(d.listed + d.river_size):
        card = int(d.hand[index]) if index < d.listed else int(d.river[index - d.listed])
        d.shown[card] = showing(s, seat, w, d, card) + NUDGE * next_word(stream)
    if d.visible != NO_CARD:
        d.shown[d.visible] = showing(s, seat, w, d, int(d.visible))


@njit
def _push(s: Any, seat: int, d: Any, stream: NDArray[np.int64]) -> int:
    """Which of the Visible card's animals goes right."""
    main, companion = int(MAIN[d.visible]), int(COMPANION[d.visible])
    walrus = walrus_target(s, seat, main, companion)
    nudge = NUDGE * (next_word(stream) - 2**31)
    gain = push_gain(s, d, main, companion, RIGHT, walrus) - push_gain(s, d, main, companion, LEFT, walrus)
    return act.RIGHT_ACTION + (main if gain + nudge > 0 else companion)


@njit
def _extra(s: Any, d: Any, mask: NDArray[np.int8]) -> int:
    """Whether the walrus goes further, and which way."""
    animal = walrus_animal(s)
    space = int(s.tokens[animal])
    action, most = act.STAY_ACTION, 0.0
    for way, extra in ((LEFT, act.EXTRA_LEFT), (RIGHT, act.EXTRA_RIGHT)):
        if mask[extra]:
            gain = d.space[animal, space + way] - d.space[animal, space]
            if gain > most:
                action, most = extra, gain
    return action
