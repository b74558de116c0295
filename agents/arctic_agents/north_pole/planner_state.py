"""The planner's data for a whole decision: what it knows, whose gains count for what, and the best plans so far."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.actions import ACTIONS
from arctic_env.games.north_pole.board import is_partner
from arctic_env.games.north_pole.hidden import unseen_masks
from arctic_env.games.north_pole.state import DTYPE, NO_MASK
from arctic_env.kernels.jit import Bytes, Ints, njit
from arctic_env.kernels.random import STREAM_WORDS, next_word, restart

DEEPEST = 8  # decisions of a turn that are tried one after the other
SPARE = 2  # states beside those
MOST_TRIED = 512  # actions of one decision that are tried
MOST_PLANS = 24  # that are kept
FURTHEST = 8  # one more than the steps from any square to the Pole

NEVER = -1e9
NUDGE = 1e-6 / 2**32  # times 32 random bits: enough to choose between equals

_SEATS = material.MAX_PLAYERS
_FIELDS = [
    ("seat", "i8"),  # for whom it plans
    ("share", "f8", (_SEATS, _SEATS)),  # what each one's worth counts for a seat: 1 its own, below 0 a rival's
    ("probability", "f8", (material.N_MASKS,)),  # that the stack's next mask is of that kind
    ("likely", "i8"),  # the likeliest kind of the masks on the corners and the scoreboard
    # That a storm has turned the board when a pawn with so many steps to go has got there; with a storm due or not.
    ("turning", "f8", (2, FURTHEST)),
    ("worth", "f8", (_SEATS,)),  # of the position that was looked at last, to each seat
    ("stream", "i8", (STREAM_WORDS,)),  # which chooses between equals
    # The turn that is being tried, with an entry for each of its decisions.
    ("first", "i8"),  # its first action
    ("tried", "i8", (DEEPEST,)),  # actions of the decision that have been tried
    ("choices", "i8", (DEEPEST,)),  # and that are to be tried
    # The best plans so far: turns to their ends.
    ("plans", "i8"),
    ("plan_first", "i8", (MOST_PLANS,)),  # first action
    ("plan_value", "f8", (MOST_PLANS,)),
    ("plan_done", "i8", (MOST_PLANS,)),  # whether it has been looked at once more
    ("plan_chance", "f8", (MOST_PLANS,)),  # what the other ice masks are worth beyond the one that its state has
]
PLANNER_STATE = np.dtype((np.record, _FIELDS))


class Bench(NamedTuple):
    """Scratch arrays of one thread.

    Attributes:
        planner_states: One `PLANNER_STATE`.
        tries: States of the turn that is being tried, then of the turns of rivals after it.
        ends: States at the ends of the plans.
        mask: int8[actions].
        actions: int64[DEEPEST, MOST_TRIED], what is to be tried in each decision of the turn.
    """

    planner_states: NDArray[Any]
    tries: NDArray[Any]
    ends: NDArray[Any]
    mask: Bytes
    actions: Ints


def make_bench() -> Bench:
    """Make the scratch arrays of one thread."""
    return Bench(
        planner_states=np.zeros(1, PLANNER_STATE),
        tries=np.zeros(DEEPEST + SPARE, DTYPE),
        ends=np.zeros(MOST_PLANS, DTYPE),
        mask=np.zeros(ACTIONS.size, np.int8),
        actions=np.zeros((DEEPEST, MOST_TRIED), np.int64),
    )


# ------------------------------------------------------------------------------------------------ plans


@njit
def begin(d: Any, seed: int) -> None:
    """Forget all plans; the seed chooses between equals."""
    d.plans = 0
    restart(d.stream, seed)


@njit
def keep(d: Any, ends: NDArray[Any], s: Any, value: float, first: int, chance: float) -> None:
    """Keep a plan that leads to a state if it is among the best ones."""
    value += NUDGE * next_word(d.stream)
    place = int(d.plans)
    if place < MOST_PLANS:
        d.plans += 1
    else:
        place = 0
        for k in range(1, MOST_PLANS):
            if d.plan_value[k] < d.plan_value[place]:
                place = k
        if value <= d.plan_value[place]:
            return
    ends[place] = s
    d.plan_value[place], d.plan_first[place], d.plan_chance[place] = value, first, chance
    d.plan_done[place] = 0


# ------------------------------------------------------------------------------------------------ what is known


@njit
def read_view(s: Any, seat: int, w: Any, d: Any) -> None:
    """Fill the planner state from a view, all but the plans."""
    d.seat = seat
    counts = np.empty(material.N_MASKS, np.int64)
    unseen_masks(s, counts)
    placed = int(s.score != NO_MASK)
    for k in range(material.CORNER_MASKS):
        placed += int(s.corners[k] != NO_MASK)
    equipment, hazards = 0, 0
    d.likely = material.HUSKY
    for mask in range(material.N_MASKS):
        if mask < material.N_EQUIPMENT:
            equipment += counts[mask]
            if counts[mask] > counts[d.likely]:
                d.likely = mask
        else:
            hazards += counts[mask]
    in_stack = max(0, equipment - placed) / max(1, equipment)
    total = max(1.0, in_stack * equipment + hazards)
    for mask in range(material.N_MASKS):
        d.probability[mask] = counts[mask] * (in_stack if mask < material.N_EQUIPMENT else 1.0) / total
    _expect_storms(s, w, d)
    _weigh_seats(s, w, d)


@njit
def _expect_storms(s: Any, w: Any, d: Any) -> None:
    """Write the probabilities of storms: a round brings each player's mean points."""
    calm = 1.0 - min(1.0, w.points * int(s.players) / int(material.THRESHOLD[s.players]))
    for due in range(2):
        still = 1.0 - due
        d.turning[due, 0], d.turning[due, 1] = 0.0, 1.0 - still
        for steps in range(2, FURTHEST):
            still *= calm
            d.turning[due, steps] = 1.0 - still


@njit
def _weigh_seats(s: Any, w: Any, d: Any) -> None:
    """Write what the worth of each seat counts for each: that of rivals is a loss, most of all the leader's."""
    for mine in range(s.players):
        leader, most, rivals = mine, -1, 0
        for other in range(s.players):
            d.share[mine, other] = 1.0
            if not is_partner(s, mine, other):
                rivals += 1
                if s.home[other] > most:
                    leader, most = other, int(s.home[other])
        for other in range(s.players):
            if not is_partner(s, mine, other):
                d.share[mine, other] = -w.rivals * (1.0 - w.leader) / rivals
        d.share[mine, leader] -= w.rivals * w.leader
