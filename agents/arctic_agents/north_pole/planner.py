"""The planner: the one thoughtful heuristic for RACE TO THE NORTH POLE.

It plays what it might do in its turn on copies of its view, lets its rivals answer the best plans with the cards that
lie before them, and compares what comes of it, for itself and for its rivals. Its strategy:

- Race. What counts are the steps that its pawns still have to go, from the ship, the camps and the board, over no
cracks, as the board and the disc lie now and as they may lie after a storm. A storm in its own turn is no surprise: the
top card of the deck tells its colour, so a card that fills the storm pile is played where the turn helps.
- Cards. The cards that it keeps are worth what the best of them can do next turn, so it leaves itself a card that can
go on, and steals where another side has the better one, or where a rival needs it.
- Attacks. A rival's pawn that is sent back to its ship has all its steps to go again, so the one that is nearest to the
Pole is hit. An ice mask comes with it: equipment, or a hazard that costs the own pawn its way; the planner reckons with
all that are still unseen. Bears attack without that risk.
- Defence. Pawns that rivals can reach are in danger, the more so the nearer they are to the Pole; so they wait in
camps, keep apart, or are put into an igloo where rivals stand near.
- Equipment is used when that is worth more than to keep it, which is worth less the fewer steps are left: the compass
turns the disc to its own pawns and away from rivals, snowshoes and pickaxe make a way, a husky brings another card, and
the backpack keeps a good one.

It knows what its view tells: it counts ice masks that are unseen, but never looks at the deck or at what lies face
down.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.north_pole.turn_plans import (
    FROM_STACK,
    NO_REVEAL,
    do,
    judge,
    lay_masks,
    plan_turn,
    reveals,
    stand_in,
)
from arctic_agents.north_pole.value import NEVER, Bench, begin, make_bench, read_view, value
from arctic_agents.planner import SHARE, WeightedPlanner, check_shares, weight
from arctic_env.games.north_pole import actions as act
from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.squares import STEPS_TO_POLE, TEAM_DISCS
from arctic_env.kernels.jit import NOBODY, Bytes, Ints, njit, without_refcounts
from arctic_env.kernels.masks import list_set, nth_legal


@dataclass(frozen=True)
class Weights:
    """The worth of things to the planner, in steps of a pawn."""

    ship: float = weight(4.5, "Steps to go from the ship.")
    entry: float = weight(0.8, "Steps that each pawn counts beyond its way, until it is at the Pole.")
    points: float = weight(1.5, "Storm points that a turn is expected to bring.")
    rivals: float = weight(0.8, "Steps lost for each step that the rivals gain, split among them as `leader` says.")
    leader: float = weight(0.25, "Fraction of `rivals` that goes to the rival alone who has most pawns home.", SHARE)
    hit: float = weight(0.08, "Probability that a piece of others beside a pawn hits it in a round.", SHARE)
    hand: float = weight(0.5, "Fraction of the steps that count which the best card in hand can bring.")
    fresh: float = weight(0.5, "Steps for new cards.")
    husky: float = weight(2.0, "Steps for a husky, before `ending` counts.")
    snowshoes: float = weight(0.4, "Steps for snowshoes, before `ending` counts.")
    backpack: float = weight(0.4, "Steps for an empty backpack, before `ending` counts.")
    packed: float = weight(0.5, "Steps for a packed card, before `ending` counts.")
    igloo: float = weight(0.6, "Steps for an igloo that is not built, before `ending` counts.")
    pickaxe: float = weight(0.8, "Steps for a pickaxe, before `ending` counts.")
    compass: float = weight(1.2, "Steps for the compass, before `ending` counts.")
    ending: float = weight(6.0, "Steps to go below which equipment counts less and less, at the Pole nothing.")

    def __post_init__(self) -> None:
        check_shares(self)


# ---------------------------------------------------------------------------------------- replies
#
# All cards on the sides are face up, so the planner tries each of a rival's cards as it tries its own, and lets the
# rival choose what is best for it. Equipment of rivals is left out, and a storm in their turns is not carried out,
# since nobody knows its colour yet; the value counts it as due.

LOOKED_AT = 8  # plans to which replies are tried
# States of the bench: the position as it goes on, two decisions of the reply that is tried, and the best one.
_NOW, _NAMED, _PLAYED, _BEST = range(4)
_FOUND = material.SNOWSHOES  # what a rival finds: a mask of middling worth


@njit
def best_plan(seat: int, w: Any, d: Any, bench: Bench) -> int:
    """Return the first action of the plan that is best after the replies."""
    best, action = NEVER, int(d.plan_first[0])
    for k in range(d.plans):
        d.plan_done[k], d.plan_worth[k] = 0, NEVER
    for _ in range(min(LOOKED_AT, int(d.plans))):
        k = 0
        while d.plan_done[k]:
            k += 1
        for other in range(k + 1, d.plans):
            if not d.plan_done[other] and d.plan_value[other] > d.plan_value[k]:
                k = other
        d.plan_done[k] = 1
        bench.tries[_NOW] = bench.ends[k]
        _reply(seat, w, d, bench)
        worth = judge(bench.tries[_NOW], seat, w, d) + d.plan_chance[k]
        d.plan_worth[k] = worth
        if worth > best:
            best, action = worth, int(d.plan_first[k])
    return action


@njit
def _reply(seat: int, w: Any, d: Any, bench: Bench) -> None:
    """End the seat's turn in tries[_NOW], and play the turns of all rivals until it is asked again."""
    s = bench.tries[_NOW]
    if s.seat == seat:
        _end_turn(bench)
    for _ in range(s.players):
        if s.seat == NOBODY or s.seat == seat:
            return
        turns = int(s.turns)
        _play_turn(int(s.seat), w, d, bench)
        if s.turns == turns and s.seat != NOBODY:
            _end_turn(bench)


@njit
def _end_turn(bench: Bench) -> None:
    """Bring the turn in tries[_NOW] to its end by the first action that is legal, the end itself if it is."""
    s = bench.tries[_NOW]
    seat, turns = int(s.seat), int(s.turns)
    for _ in range(4):
        if s.seat != seat or s.turns != turns:
            return
        legal(bench.tries, _NOW, bench.mask)
        action = act.END_ACTION if bench.mask[act.END_ACTION] else nth_legal(bench.mask, 0)
        if act.PLAY_ACTION <= action < act.HUSKY_ACTION:
            return
        do(bench.tries, _NOW, action)


@njit
def _play_turn(rival: int, w: Any, d: Any, bench: Bench) -> None:
    """Play the rival's best card in tries[_NOW], if it can play one."""
    s = bench.tries[_NOW]
    if s.decision == state.CAMP:
        do(bench.tries, _NOW, _camp_action(s, bench))
    if s.decision == state.CARD and s.seat == rival and _try_cards(rival, w, d, bench) != NOBODY:
        bench.tries[_NOW] = bench.tries[_BEST]


@njit
def _try_cards(seat: int, w: Any, d: Any, bench: Bench) -> int:
    """Try each card that the seat may name in tries[_NOW]; return the best one's action, NOBODY if there is none."""
    legal(bench.tries, _NOW, bench.mask)
    cards, best, action = bench.actions[0], NEVER, NOBODY
    for card in range(list_set(bench.mask[: act.GO_ACTION], cards)):
        bench.tries[_NAMED] = bench.tries[_NOW]
        do(bench.tries, _NAMED, int(cards[card]))
        worth, _ = _try_aims(seat, best, w, d, bench)
        if worth > best:
            best, action = worth, int(cards[card])
    return action


@njit
def _try_aims(seat: int, least: float, w: Any, d: Any, bench: Bench) -> tuple[float, int]:
    """Try all that the card named in tries[_NAMED] may do; keep what is worth more than the least, and return it."""
    legal(bench.tries, _NAMED, bench.mask)
    aims, best, action = bench.actions[1], least, NOBODY
    for aim in range(list_set(bench.mask, aims)):
        bench.tries[_PLAYED] = bench.tries[_NAMED]
        _try_aim(int(aims[aim]), bench)
        worth = value(bench.tries[_PLAYED], seat, w, d)
        if worth > best:
            best, action = worth, int(aims[aim])
            bench.tries[_BEST] = bench.tries[_PLAYED]
    return best, action


@njit
def reply_action(s: Any, seat: int, mask: Bytes, w: Any, bench: Bench) -> int:
    """Return what the deciding seat of a view would reply, without a plan: the best card at once, and no equipment."""
    d = bench.planner_states[0]
    read_view(s, seat, w, d)
    bench.tries[_NOW], bench.tries[_NAMED] = s, s
    stand_in(bench.tries[_NOW])
    stand_in(bench.tries[_NAMED])
    action = NOBODY
    if s.decision == state.CAMP:
        action = _camp_action(bench.tries[_NOW], bench)
    elif s.decision == state.CARD:
        action = _try_cards(seat, w, d, bench)
        if action == NOBODY and mask[act.NEW_CARDS_ACTION]:
            action = act.NEW_CARDS_ACTION
    elif s.decision == state.AIM:
        _, action = _try_aims(seat, NEVER, w, d, bench)
    if action == NOBODY:
        action = act.END_ACTION if mask[act.END_ACTION] else nth_legal(mask, 0)
    return int(action)


@njit
def _camp_action(s: Any, bench: Bench) -> int:
    """Return the action that puts a pawn onto the square of the camp that is nearest to the Pole."""
    legal(bench.tries, _NOW, bench.mask)
    steps = STEPS_TO_POLE[s.turned, (TEAM_DISCS if s.teams else 0) + s.disc]
    best = nth_legal(bench.mask, 0)
    for action in range(best, act.PLAY_ACTION):
        square, nearest = act.CAMP_SQUARE[action - act.CAMP_ACTION], act.CAMP_SQUARE[best - act.CAMP_ACTION]
        if bench.mask[action] and steps[square] < steps[nearest]:
            best = action
    return best


@njit
def _try_aim(action: int, bench: Bench) -> None:
    """Play what a named card does in tries[_PLAYED], without the storm that it may bring."""
    s = bench.tries[_PLAYED]
    source = reveals(s, action)
    if source == FROM_STACK:
        s.masks[s.masks_size - 1] = _FOUND
    elif source != NO_REVEAL:
        lay_masks(s, _FOUND)
    points = int(s.storm_points)
    s.storm_points = 0
    do(bench.tries, _PLAYED, action)
    s.storm_points = min(points + int(s.storm_points), int(material.THRESHOLD[s.players]))


# ---------------------------------------------------------------------------------------- decisions


@njit
def choose_many(
    views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints, weights: NDArray[Any], bench: Bench, actions: Ints
) -> None:
    """Write the planner's action for each of n views; arguments as for `Agent.decide`."""
    bench = without_refcounts(bench)
    for i in range(len(views)):
        actions[i] = choose(views[i], int(seats[i]), masks[i], seeds[i], weights[0], bench)


@njit
def choose(s: Any, seat: int, mask: Bytes, seed: int, w: Any, bench: Bench) -> int:
    """Return the action for one view, of all that are legal; the seed chooses between equals."""
    d = bench.planner_states[0]
    read_view(s, seat, w, d)
    begin(d, seed)
    plan_turn(s, w, d, bench)
    if d.plans == 0:
        return int(nth_legal(mask, 0))
    return best_plan(seat, w, d, bench)


# ---------------------------------------------------------------------------------------- the agent


class NorthPolePlanner(WeightedPlanner):
    """Plays RACE TO THE NORTH POLE by plans; the module says which."""

    kind = Weights

    def decide(self, views: NDArray[Any], seats: Bytes, masks: Bytes, seeds: Ints) -> Ints:
        """Plan the action of each row; its seed chooses between equal plans."""
        actions = np.empty(len(masks), np.int64)
        choose_many(views, seats, masks, seeds, self._record, make_bench(), actions)
        return actions


make, options = NorthPolePlanner.make, NorthPolePlanner.options
