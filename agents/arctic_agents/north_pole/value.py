"""The worth of a position to each seat: the steps that its pawns still have to go, equipment, dangers, cards in hand.

Steps are counted as the board and the disc lie now and as they may lie after a storm, by the probability that one comes
before the pawn has arrived. The next storm is due when the storm pile is full; its colour is known only in the turn in
which it comes, and then the planner sees what it does.
"""

from typing import Any

import numpy as np

from arctic_agents.north_pole.planner_state import FURTHEST
from arctic_env.games.north_pole import material, plays
from arctic_env.games.north_pole.board import igloo_squares, is_partner, is_peace, survey
from arctic_env.games.north_pole.effects import has_won
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
from arctic_env.games.north_pole.state import NO_CARD
from arctic_env.kernels.jit import Floats, Ints, njit

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
