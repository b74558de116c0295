"""The planner's data, and the value of a position to its seat: animals within reach, islands, Inuit, kept tiles.

An animal within reach counts for each tribe by the steps from its nearest Inuit. Empty face-down tiles will all be
turned, most of them into sea. So islands are looked at as if they had gone already: made of glaciers and of tiles that
cannot be turned because something is on them. Tiles beside an island count for the probability that they are glaciers.
"""

from typing import Any

import numpy as np

from arctic_env.games.iglu import material
from arctic_env.games.iglu.board import bears, fox_squares, ice, igloo_squares, inuit_of_all, sea
from arctic_env.games.iglu.hidden import unseen_tiles
from arctic_env.games.iglu.scoring import animal_points, island_points, strength
from arctic_env.games.iglu.squares import (
    CORNERS,
    N_SQUARES,
    NEIGHBOURS,
    SIDE,
    beside,
    count,
    flood,
    lowest,
    without_lowest,
)
from arctic_env.games.iglu.state import DISPLACING
from arctic_env.kernels.jit import Ints, njit
from arctic_env.kernels.random import STREAM_WORDS, next_word, restart

LONGEST = material.ACTION_POINTS + 1  # moves of a plan: a point each, and one with a harpoon
SPARE = LONGEST + 1  # a state beside those of a plan
N_TRIES = SPARE + 1

FURTHEST = 3  # steps of a turn

NEVER = -1e9
NUDGE = 1e-6 / 2**32  # times 32 random bits: enough to choose between equals

_FIELDS = [
    ("seat", "i8"),  # for whom it plans
    ("share", "f8", (material.MAX_PLAYERS,)),  # what a point of each seat is worth: 1 its own, less than 0 a rival's
    ("probability", "f8", (material.N_FACES,)),  # that a tile which it has not seen has that face
    ("armed", "f8"),  # that a tile which a rival keeps is a harpoon
    ("lasting", "f8", (material.N_TILES + 1,)),  # probability to stay alone for so many turns of rivals
    ("later", "f8", (material.N_TILES + 1,)),  # share of a kept tile's worth with so many own turns left
    ("stream", "i8", (STREAM_WORDS,)),  # which chooses between equals
    ("reach", "f8", (FURTHEST + 1,)),  # see `weigh_reach`
    # The best plan so far.
    ("plan_value", "f8"),
    ("plan_first", "i8"),  # its first action
    # The plan that is being tried, with one entry a move or step.
    ("walkers", "i8", (material.INUIT_OF_TWO,)),  # where the Inuit stand after it
    ("n_walkers", "i8"),
    ("who", "i8", (LONGEST + 1,)),  # number of the walker
    ("move", "i8", (LONGEST + 1,)),  # number of its move
    ("came", "i8", (LONGEST + 1,)),  # where it just came from, or NOWHERE
    ("stood", "i8", (LONGEST + 1,)),  # where it stood before
    ("begun", "i8"),  # the action that is the first move
    # The same for steps of bears.
    ("rest", "f8", (LONGEST + 1,)),  # probability that no harpoon has been played on the way
    ("others", "f8", (LONGEST + 1,)),  # what the other ways are worth, times their probabilities
]
PLANNER_STATE = np.dtype((np.record, _FIELDS))


@njit
def consider(d: Any, worth: float, first: int) -> None:
    """Keep a plan that begins with that action if it beats the one so far."""
    worth += NUDGE * next_word(d.stream)
    if worth > d.plan_value:
        d.plan_value, d.plan_first = worth, first


@njit
def begin(d: Any, seed: int) -> None:
    """Forget all plans; the seed chooses between equals."""
    d.plan_value = NEVER
    restart(d.stream, seed)


@njit
def read_view(s: Any, seat: int, w: Any, d: Any) -> None:
    """Fill the planner state from a view, all but the plan."""
    d.seat = seat
    unseen = 0
    for face in range(material.N_FACES):
        unseen += unseen_tiles(s, seat, face)
    for face in range(material.N_FACES):
        d.probability[face] = unseen_tiles(s, seat, face) / max(unseen, 1)
    reds = 0
    for face in range(material.N_RED):
        reds += unseen_tiles(s, seat, face)
    d.armed = unseen_tiles(s, seat, material.HARPOON) / max(reds, 1)
    lasting, wasted = 1.0, 1.0
    for turns in range(material.N_TILES + 1):
        d.lasting[turns] = lasting
        d.later[turns] = 1.0 - wasted
        lasting *= w.alone
        wasted *= 1.0 - w.keep
    _weigh_seats(s, seat, w, d)


@njit
def _weigh_seats(s: Any, seat: int, w: Any, d: Any) -> None:
    """Write the worth of each seat's points: rivals' cost, the leader's more."""
    points = np.empty(material.MAX_PLAYERS, np.int32)
    island_points(s, points)
    leader, most = seat, -1
    for other in range(s.players):
        total = int(points[other]) + animal_points(s, other)
        if other != seat and total > most:
            leader, most = other, total
    for other in range(material.MAX_PLAYERS):
        d.share[other] = 0.0
    for other in range(s.players):
        d.share[other] = -w.rivals * (1.0 - w.leader) / (s.players - 1)
    d.share[leader] -= w.rivals * w.leader
    d.share[seat] = 1.0


# ------------------------------------------------------------------------------------------------ the time left


@njit
def occupied(s: Any) -> int:
    """Return the squares with anything that keeps a tile from being turned (2.2)."""
    return inuit_of_all(s) | igloo_squares(s) | fox_squares(s) | bears(s)


@njit
def turns_left(s: Any) -> int:
    """Count the turns after this one: each turns one of the remaining empty tiles."""
    turns = count(int(s.tiles) & ~occupied(s))
    return turns if s.turned else max(turns - 1, 0)


@njit
def turns_of(s: Any, seat: int, turns: int) -> int:
    """Count the seat's turns among the next `turns`."""
    players = int(s.players)
    before = (seat - int(s.mover) - 1) % players
    return (turns - before + players - 1) // players


@njit
def points_to_come(s: Any, seat: int) -> bool:
    """Whether it is the seat's turn and its action points are still to come."""
    return bool(s.mover == seat and s.decision <= DISPLACING)


@njit
def turns_to_act(s: Any, seat: int) -> int:
    """Count the turns in which the seat will still act, the present one if its action points are to come."""
    return turns_of(s, seat, turns_left(s)) + int(points_to_come(s, seat))


@njit
def _reachable_animals(s: Any, seat: int, w: Any, d: Any) -> float:
    """Return the worth of the animals within a seat's reach."""
    weigh_reach(s, seat, d)
    worth, share = 0.0, w.soon if points_to_come(s, seat) else w.reach
    for step in range(FURTHEST + 1):
        worth += share * d.reach[step]
        share *= w.distance
    return float(worth)


@njit
def weigh_reach(s: Any, seat: int, d: Any) -> None:
    """Write the value of the animals that a seat can hunt after so many steps and not after fewer."""
    frozen, water = ice(s), sea(s)
    standing = int(s.inuit_squares[seat]) & frozen
    from_corners = 0
    for corner in CORNERS:
        if s.inuit[seat, corner] > 0:
            from_corners |= int(NEIGHBOURS[corner])
    fish = 0
    open_ice = frozen & ~bears(s)
    foxes = 0
    for step in range(FURTHEST + 1):
        new_fish = beside(standing) & water & ~fish
        new_foxes = standing & ~foxes
        d.reach[step] = _values(s, new_fish, new_foxes)
        fish |= new_fish
        foxes |= new_foxes
        standing |= beside(standing) & open_ice
        if step == 0:
            standing |= from_corners & open_ice


@njit
def _values(s: Any, water: int, frozen: int) -> float:
    """Return the value of fish and foxes on these squares; several of a kind on one square count once."""
    worth = 0
    for kind in range(material.FISH, material.FISH_STOP):
        worth += material.VALUE[kind] * count(int(s.animal_squares[kind]) & water)
    for kind in range(material.FOX, material.FOX_STOP):
        worth += material.VALUE[kind] * count(int(s.animal_squares[kind]) & frozen)
    return float(worth)


# ------------------------------------------------------------------------------------------ islands


@njit
def islands_worth(s: Any, w: Any, d: Any) -> float:
    """Return the worth of all islands to the seat, less that to rivals."""
    there = occupied(s)
    blank = int(s.tiles) & ~there
    solid = int(s.tiles) & there | int(s.glaciers)
    hope = w.hope * d.probability[material.GLACIER]
    left = (inuit_of_all(s) | igloo_squares(s)) & solid
    turns = turns_left(s)
    strengths = np.empty(material.MAX_PLAYERS, np.int64)
    worth = 0.0
    while left:
        island = flood(left & -left, solid)
        left &= ~island
        for seat in range(s.players):
            strengths[seat] = strength(s, seat, island)
        worth += _award(s, d, strengths, count(island) + hope * count(beside(island) & blank), turns)
    return worth


@njit
def _award(s: Any, d: Any, strengths: Ints, size: float, turns: int) -> float:
    """Return the worth of an island that grows to that size (2.10)."""
    first, second, tribes, strongest = 0, 0, 0, 0
    for seat in range(s.players):
        tribe = strengths[seat]
        tribes += tribe > 0
        if tribe > first:
            first, second, strongest = tribe, first, seat
        elif second < tribe < first:
            second = tribe
    if tribes == 1:
        lasting = d.lasting[turns - turns_of(s, strongest, turns)]
        return float(d.share[strongest] * (lasting * _worth(s, size, True) + (1.0 - lasting) * _worth(s, size, False)))
    whole = _worth(s, size, False)
    half = np.floor((whole + (s.half == material.UP)) / 2) if turns == 0 else whole / 2
    worth = 0.0
    for seat in range(s.players):
        if strengths[seat] == first:
            worth += d.share[seat] * whole
        elif strengths[seat] == second and second > 0:
            worth += d.share[seat] * half
    return float(worth)


@njit
def _worth(s: Any, size: float, alone: bool) -> float:
    """Return 1 a tile, squared for a tribe alone; in the serious variant the table's entry, interpolated."""
    if s.variant != material.SERIOUS:
        return float(size * size if alone else size)
    last = len(material.SERIOUS_WORTH) - 1
    whole = min(int(size), last)
    more = material.SERIOUS_WORTH[min(whole + 1, last)] - material.SERIOUS_WORTH[whole]
    return float(material.SERIOUS_WORTH[whole] + (size - int(size)) * more)


# ---------------------------------------------------------------------------------------- positions


@njit
def value(s: Any, w: Any, d: Any) -> float:
    """Return the value of a position: islands, animals, places of Inuit, own kept tiles."""
    worth = w.islands * islands_worth(s, w, d)
    for seat in range(s.players):
        mine = float(animal_points(s, seat))
        if turns_to_act(s, seat) > 0:
            mine += _prospects(s, seat, w, d)
        worth += d.share[seat] * mine
    return float(worth + kept_worth(s, w, d))


@njit
def _prospects(s: Any, seat: int, w: Any, d: Any) -> float:
    """Return the worth of the places of a tribe's Inuit for its further turns."""
    own = int(s.inuit_squares[seat]) | int(s.igloos[seat])
    worth = _reachable_animals(s, seat, w, d) + w.together * count(own & beside(own))
    for corner in CORNERS:
        if s.inuit[seat, corner] > 0:
            worth -= s.inuit[seat, corner] * (w.corner + w.away * steps_to(corner, own))
    return float(worth)


@njit
def steps_to(start: int, squares: int) -> int:
    """Count the steps from a square to the nearest of the others, as if all were ice; 0 without others."""
    least = N_SQUARES
    while squares:
        square = lowest(squares)
        least = min(least, abs(square // SIDE - start // SIDE) + abs(square % SIDE - start % SIDE))
        squares = without_lowest(squares)
    return least if least < N_SQUARES else 0


@njit
def kept_worth(s: Any, w: Any, d: Any) -> float:
    """Return the worth of the seat's kept tiles for its further turns."""
    seat = int(d.seat)
    worth = w.melt * s.kept[seat, material.MELT] + w.animals * s.kept[seat, material.ANIMALS_FACE]
    worth += w.harpoon * s.kept[seat, material.HARPOON]
    worth += w.energy * (
        s.kept[seat, material.ENERGY_1] + 2 * s.kept[seat, material.ENERGY_2] + 3 * s.kept[seat, material.ENERGY_3]
    )
    return float(worth * d.later[turns_to_act(s, seat)])
