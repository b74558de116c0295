"""The planner's data, and the worth of a position to each seat: steps still to go, equipment, dangers, cards in hand.

Steps are counted as the board and the disc lie now and as they may lie after a storm, by the probability that one comes
before the pawn has arrived. The next storm is due when the storm pile is full; its colour is known only in the turn in
which it comes, and then the planner sees what it does.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, plays
from arctic_env.games.north_pole.actions import ACTIONS
from arctic_env.games.north_pole.board import igloo_squares, is_partner, is_peace, survey
from arctic_env.games.north_pole.effects import has_won
from arctic_env.games.north_pole.hidden import unseen_masks
from arctic_env.games.north_pole.squares import (
    AWAY,
    CAMPS,
    DIAGONAL,
    N_DIRECTIONS,
    NOWHERE,
    STEPS_TO_POLE,
    STRAIGHT,
    TEAM_DISCS,
    holds,
    lowest,
    without,
)
from arctic_env.games.north_pole.state import DTYPE, NO_CARD, NO_MASK
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
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
    ("plan_worth", "f8", (MOST_PLANS,)),  # after the replies of rivals, NEVER where none were tried
    ("plan_chance", "f8", (MOST_PLANS,)),  # what the other ice masks are worth beyond the one that its state has
]
PLANNER_STATE = np.dtype((np.record, _FIELDS))


class Bench(NamedTuple):
    """Scratch arrays of one thread."""

    planner_states: NDArray[Any]  # one `PLANNER_STATE`
    tries: NDArray[Any]  # states of the turn that is being tried, then of the turns of rivals after it
    ends: NDArray[Any]  # states at the ends of the plans
    mask: Bytes  # int8[actions]
    actions: Ints  # int64[DEEPEST, MOST_TRIED], what is to be tried in each decision of the turn


def make_bench() -> Bench:
    """Make the scratch arrays of one thread."""
    tries, ends = np.zeros(DEEPEST + SPARE, DTYPE), np.zeros(MOST_PLANS, DTYPE)
    mask, actions = np.zeros(ACTIONS.size, np.int8), np.zeros((DEEPEST, MOST_TRIED), np.int64)
    return Bench(np.zeros(1, PLANNER_STATE), tries, ends, mask, actions)


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


Ways = tuple[Ints, Floats, Floats]

WON = 60.0  # more than all that may lie on the board


def _steps_after_storms() -> Floats:
    """Return the mean steps from each square to the Pole after a storm of each colour, laid out as `STEPS_TO_POLE`."""
    after = np.zeros(STEPS_TO_POLE.shape)
    for turned in range(len(after)):
        for disc in range(len(after[0])):
            for quarters in material.QUARTERS.tolist():
                first, places = (TEAM_DISCS, 2) if disc >= TEAM_DISCS else (0, TEAM_DISCS)
                moved = first + (disc - first - quarters) % places
                after[turned, disc] += STEPS_TO_POLE[(turned + quarters) % material.N_SIDES, moved]
    return np.asarray(after / len(material.QUARTERS))


STEPS_AFTER_STORMS = _steps_after_storms()


@njit
def value(s: Any, seat: int, w: Any, d: Any) -> float:
    """Return the value of a position to a seat, and write the worth of all seats into the planner state."""
    worth = 0.0
    ways = _ways(s, d)
    for other in range(s.players):
        d.worth[other] = worth_to(s, other, ways, w)
        worth += d.share[seat, other] * d.worth[other]
    return float(worth)


@njit
def _ways(s: Any, d: Any) -> Ways:
    """Return the steps to the Pole now and after a storm, and the probability of that by the steps to go."""
    disc = (TEAM_DISCS if s.teams else 0) + int(s.disc)
    due = int(s.storm_points >= material.THRESHOLD[s.players])
    return STEPS_TO_POLE[s.turned, disc], STEPS_AFTER_STORMS[s.turned, disc], d.turning[due]


@njit
def _way_from(square: int, ways: Ways) -> float:
    """Return the steps to the Pole that are to be expected from a square."""
    steps, later, turning = ways
    now = int(steps[square])
    turned = turning[min(now, FURTHEST - 1)]
    return float((1.0 - turned) * now + turned * later[square])


@njit
def worth_to(s: Any, seat: int, ways: Ways, w: Any) -> float:
    """Return what a position is worth to a seat without its rivals: less with each step that it has to go."""
    if has_won(s, seat):
        return WON
    to_go = int(s.ship[seat]) * (w.ship + w.entry)
    danger = 0.0
    peace = is_peace(s)
    attackers = 0 if peace else _attackers(s, seat)
    safe = -1 if peace else CAMPS | int(s.igloos[seat])
    for square in s.pawns[seat]:
        if square == NOWHERE:
            break
        way = _way_from(int(square), ways)
        to_go += way + w.entry
        if attackers and not holds(safe, square):
            danger += hit_probability(s, int(square), attackers, w) * max(0.0, w.ship - way)
    return float(equipment_worth(s, seat, to_go, w) - to_go - danger)


@njit
def equipment_worth(s: Any, seat: int, to_go: float, w: Any) -> float:
    """Return the worth of a seat's equipment, which shrinks as the steps to go run out."""
    e = s.equipment[seat]
    worth = w.husky * e[material.HUSKY] + w.snowshoes * e[material.SNOWSHOES] + w.backpack * e[material.BACKPACK]
    worth += w.igloo * e[material.IGLOO] + w.pickaxe * e[material.PICKAXE] + w.compass * e[material.COMPASS]
    if s.pack[seat] != NO_CARD:
        worth += w.packed
    return float(worth * min(1.0, to_go / max(1.0, w.ending)))


# ------------------------------------------------------------------------------------------------ danger


@njit
def _attackers(s: Any, seat: int) -> int:
    """Return the pieces of others that may attack: not from camps or igloos."""
    pieces = int(s.bear_squares)
    for other in range(s.players):
        if not is_partner(s, seat, other):
            pieces |= int(s.pawn_squares[other])
    return pieces & ~(CAMPS | igloo_squares(s))


@njit
def hit_probability(s: Any, square: int, attackers: int, w: Any) -> float:
    """Return the probability that a pawn in the open is hit in a round, by the pieces that could get there."""
    turned = int(s.turned)
    missed = 1.0
    beside = (int(STRAIGHT[turned, 0, square]) | int(DIAGONAL[turned, 0, square])) & attackers
    while beside:
        beside = without(beside, lowest(beside))
        missed *= 1.0 - w.hit
    for way in range(N_DIRECTIONS):
        goal = int(AWAY[square, way])
        if goal != NOWHERE and AWAY[goal, way] != NOWHERE and holds(attackers, int(AWAY[goal, way])):
            missed *= 1.0 - w.hit / 2
    return float(1.0 - missed)


# ------------------------------------------------------------------------------------------------ cards in hand


@njit
def hand_worth(s: Any, seat: int, w: Any) -> float:
    """Return what the cards that a seat still has are worth for its next turn: the most steps that one can bring."""
    mover = int(s.seat)
    s.seat = seat
    kinds = plays.own_kinds(s) | plays.packed_kind(s)
    if kinds & 1 << material.STEAL:
        kinds |= plays.kinds_on_sides(s)
    kinds &= (1 << material.SLING) - 1
    land, steps = survey(s), STEPS_TO_POLE[s.turned, (TEAM_DISCS if s.teams else 0) + s.disc]
    best = 0.0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        pawns = land.pawns
        while pawns:
            start = lowest(pawns)
            pawns = without(pawns, start)
            if plays.enters_pole(s, land, kind, 0, start):
                best = max(best, int(steps[start]) + w.entry)
            goals = plays.goals(s, land, kind, 0, start, False)
            while goals:
                best = max(best, float(int(steps[start]) - int(steps[lowest(goals)])))
                goals = without(goals, lowest(goals))
    s.seat = mover
    return float(w.hand * best)
