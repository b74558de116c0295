"""The planner's data for a whole decision, and the best plan so far."""

from typing import Any

import numpy as np

from arctic_env.games.iglu import material
from arctic_env.games.iglu.board import bears, fox_squares, igloo_squares, inuit_of_all
from arctic_env.games.iglu.hidden import unseen_tiles
from arctic_env.games.iglu.scoring import animal_points, island_points
from arctic_env.games.iglu.squares import count
from arctic_env.games.iglu.state import DISPLACING
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import STREAM_WORDS, next_word, restart

LONGEST = material.ACTION_POINTS + 1  # moves of a plan: a point each, and one with a harpoon
SPARE = LONGEST + 1  # a state beside those of a plan
N_TRIES = SPARE + 1

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
