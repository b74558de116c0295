"""What the batch loops of an environment read and write: arrays over n games, one entry a game."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import borrow, njit
from arctic_env.kernels.masks import is_set

# When a game that has ended makes room for the next one.
SAME_STEP = 0  # at once
NEXT_STEP = 1  # in the next step, whose action is ignored
DISABLED = 2  # when it is reset


class Games(NamedTuple):
    """n games in progress.

    Attributes:
        states: the game's dtype[n].
        allowed: uint64[n, words], a bit for each action: whether it is legal; all 0 for a game that waits.
        dealt: int64[n], seed of the game.
        seeds: int64[n], of the game that follows.
        decisions: int64[n], made so far in the game.
        waiting: bool[n], whether the game has ended and not made room yet.
        observers: int8[n], whose observation is shown: of the seat that decides, or moved last in a game that waits.
        finals: the game's dtype[n], how the last game in the place ended.
    """

    states: NDArray[Any]
    allowed: NDArray[np.uint64]
    dealt: NDArray[np.int64]
    seeds: NDArray[np.int64]
    decisions: NDArray[np.int64]
    waiting: NDArray[np.bool_]
    observers: NDArray[np.int8]
    finals: NDArray[Any]


class Shown(NamedTuple):
    """What a step shows.

    Attributes:
        observations: int8[n, size], of the seat that decides, or that moved last in a game that waits.
        action_masks: int8[n, actions].
        seats: int8[n], who decides; -1 in a game that waits.
        rewards: float64[n, players], of this step.
        terminations: bool[n], whether the game ended in this step by its rules.
        truncations: bool[n], whether it was cut short in this step.
    """

    observations: NDArray[np.int8]
    action_masks: NDArray[np.int8]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]


class Rules(NamedTuple):
    """How a batch is played.

    Attributes:
        players: number of players.
        most_decisions: a game is cut short after so many.
        autoreset: SAME_STEP, NEXT_STEP or DISABLED.
        skip_forced: whether decisions with a single legal action are made without asking.
        payoff: number of the payoff, see `kernels.rewards`.
        unit: its unit.
    """

    players: int
    most_decisions: int
    autoreset: int
    skip_forced: bool
    payoff: int
    unit: float


@njit
def find_illegal(games: Games, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> int:
    """The first k whose action of int64[k] is illegal in the game of int64[k] rows, -1 if there is none."""
    allowed, waiting = borrow(games.allowed), borrow(games.waiting)
    for k in range(len(rows)):
        i, action = rows[k], actions[k]
        if not waiting[i] and not is_set(allowed[i], action):
            return k
    return -1
