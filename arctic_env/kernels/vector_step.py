"""Kernels that begin, step and show many games in progress, for the batched environment.

`link` executes this file once for each game, as it does with `kernels.batch_kernels`.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numba import prange
from numpy.typing import NDArray

from arctic_env.kernels.batch_kernels import Kernel, Masks, States
from arctic_env.kernels.jit import NOBODY, Bytes, Floats, Ints, njit, parallel_njit, specialize, without_refcounts
from arctic_env.kernels.masks import PART, Bits, is_set, only_legal, write_bits, write_mask
from arctic_env.kernels.random import next_seed

# When a game that has ended makes room for the next one.
SAME_STEP = 0  # at once
NEXT_STEP = 1  # in the next step, whose action is ignored
DISABLED = 2  # when it is reset


class Games(NamedTuple):
    """n games in progress."""

    states: NDArray[Any]  # the game's dtype[n]
    # uint64[n, words], a bit for each action: whether it is legal; all 0 for a game that waits
    allowed: NDArray[np.uint64]
    dealt: Ints  # int64[n], seed of the game
    seeds: Ints  # int64[n], of the next game
    decisions: Ints  # int64[n], made so far in the game
    waiting: NDArray[np.bool_]  # bool[n], whether the game has ended and waits for its reset
    observers: Bytes  # int8[n], the seat observed: the deciding one, or the last to move in a game that waits
    finals: NDArray[Any]  # the game's dtype[n], the last state of the previous game in the row


class StepArrays(NamedTuple):
    """The output of a step."""

    observations: Bytes  # int8[n, size], of the deciding seat, or the last to move in a game that waits
    action_masks: Bytes  # int8[n, actions]
    seats: Bytes  # int8[n], the deciding seats; -1 in a game that waits
    rewards: Floats  # float64[n, players], of this step
    terminations: NDArray[np.bool_]  # bool[n], whether the game ended in this step by its rules
    # bool[n], whether it was truncated in this step, by its rules or by the number of decisions
    truncations: NDArray[np.bool_]


class VectorSettings(NamedTuple):
    """The settings of a batch."""

    num_players: int  # number of players
    max_decisions: int  # a game is truncated after this many decisions
    autoreset: int  # SAME_STEP, NEXT_STEP or DISABLED
    skip_forced: bool  # whether decisions with a single legal action are made without asking
    reward: int  # number of the reward, see `kernels.rewards`
    unit: float  # points that count as 1 in it


@njit
def find_illegal(games: Games, rows: Ints, actions: Ints) -> int:
    """Return the first k whose action, int64[k], is illegal in its game, int64[k] rows; -1 if there is none."""
    allowed, waiting = without_refcounts(games.allowed), without_refcounts(games.waiting)
    for k in range(len(rows)):
        i, action = rows[k], actions[k]
        if not waiting[i] and not is_set(allowed[i], action):
            return k
    return -1


# What `link` puts here before this file is executed: kernels of the game, and `kernels.batch_kernels.pay_one`.
deal_one: Kernel
legal_one: Kernel
apply_one: Kernel
encode_one: Kernel
pay_one: Callable[..., bool]


@njit
def begin(games: Games, rows: Ints, settings: VectorSettings, options: Ints, start: States, arrays: StepArrays) -> None:
    """Begin a game in each of these rows, int64[k], and show it.

    It is dealt, or begins from start[0], in which a seat decides, if `start` is not empty.
    """
    masks = without_refcounts(arrays.action_masks)
    for k in range(len(rows)):
        if len(start):
            _begin_from(games, rows[k], start, masks)
        else:
            _deal_next(games, rows[k], settings, options, masks)
    _show_no_end(rows, arrays)
    _show(games, rows, arrays)


@njit
def show(games: Games, rows: Ints, arrays: StepArrays) -> None:
    """Show the games in these rows, int64[k], as they are: nothing is paid, nothing ends."""
    masks, allowed = without_refcounts(arrays.action_masks), without_refcounts(games.allowed)
    for k in range(len(rows)):
        write_mask(allowed[rows[k]], masks[rows[k]])
    _show_no_end(rows, arrays)
    _show(games, rows, arrays)


@njit
def step(games: Games, rows: Ints, actions: Ints, settings: VectorSettings, options: Ints, arrays: StepArrays) -> None:
    """Play one legal action in each of these rows, int64[k], and show the result."""
    for first in range(0, len(rows), PART):
        end = first + PART
        _step_part(games, rows[first:end], actions[first:end], settings, options, arrays)


@parallel_njit
def step_parallel(
    games: Games, rows: Ints, actions: Ints, settings: VectorSettings, options: Ints, arrays: StepArrays
) -> None:
    """Step as `step` does, with numba's threads."""
    for part in prange((len(rows) + PART - 1) // PART):
        first, end = part * PART, (part + 1) * PART
        _step_part(games, rows[first:end], actions[first:end], settings, options, arrays)


@njit
def _step_part(
    games: Games, rows: Ints, actions: Ints, settings: VectorSettings, options: Ints, arrays: StepArrays
) -> None:
    """Step a number of games small enough for the cache of a core."""
    states, allowed = without_refcounts(games.states), without_refcounts(games.allowed)
    masks, waiting = without_refcounts(arrays.action_masks), without_refcounts(games.waiting)
    observers, decisions = without_refcounts(games.observers), without_refcounts(games.decisions)
    _show_no_end(rows, arrays)
    for k in range(len(rows)):
        i = rows[k]
        deals = waiting[i]
        if not deals:
            _play(states, masks, allowed, observers, decisions, i, actions[k])
            if settings.skip_forced:
                _play_forced(games, i, settings, masks)
            if _is_over(states, decisions, i, settings):
                _end(games, i, settings, arrays)
                deals = settings.autoreset == SAME_STEP
        if deals:  # in this one place, so that all that it takes is compiled once
            _deal_next(games, i, settings, options, masks)
    _show(games, rows, arrays)


@njit
def _play(states: States, masks: Masks, allowed: Bits, observers: Bytes, decisions: Ints, i: int, action: int) -> None:
    observers[i] = states[i].seat
    apply_one(states, i, action)
    legal_one(states, i, masks[i])
    write_bits(masks[i], allowed[i])
    decisions[i] += 1


@njit
def _play_forced(games: Games, i: int, settings: VectorSettings, masks: Masks) -> None:
    """Play the decisions that leave no choice."""
    states, allowed, observers, decisions = games.states, games.allowed, games.observers, games.decisions
    action = only_legal(masks[i])
    while action >= 0 and not _is_over(states, decisions, i, settings):
        _play(states, masks, allowed, observers, decisions, i, action)
        action = only_legal(masks[i])


@njit
def _is_over(states: States, decisions: Ints, i: int, settings: VectorSettings) -> bool:
    return bool(states[i].seat == NOBODY or decisions[i] >= settings.max_decisions)


@njit
def _end(games: Games, i: int, settings: VectorSettings, arrays: StepArrays) -> None:
    """Pay a finished game and keep its last state; it waits for the next one."""
    won = False
    if games.states[i].seat == NOBODY:
        won = pay_one(games.states, i, settings.reward, settings.unit, arrays.rewards[i])
    arrays.terminations[i] = won
    arrays.truncations[i] = not won
    games.finals[i] = games.states[i]
    games.waiting[i] = True
    arrays.action_masks[i, :] = 0
    games.allowed[i, :] = 0


@njit
def _deal_next(games: Games, i: int, settings: VectorSettings, options: Ints, masks: Masks) -> None:
    """Deal the next game; if forced decisions are skipped, one in which a seat has a choice."""
    dealt = False
    while not dealt:
        games.dealt[i] = games.seeds[i]
        games.seeds[i] = next_seed(games.seeds[i])
        deal_one(games.states, i, games.dealt[i], settings.num_players, options)
        games.decisions[i] = 0
        legal_one(games.states, i, masks[i])
        write_bits(masks[i], games.allowed[i])
        if settings.skip_forced:
            _play_forced(games, i, settings, masks)
        dealt = not _is_over(games.states, games.decisions, i, settings)
    games.waiting[i] = False


@njit
def _begin_from(games: Games, i: int, start: States, masks: Masks) -> None:
    games.dealt[i] = games.seeds[i]
    games.seeds[i] = next_seed(games.seeds[i])
    games.states[i] = start[0]
    games.decisions[i] = 0
    games.waiting[i] = False
    legal_one(games.states, i, masks[i])
    write_bits(masks[i], games.allowed[i])


@njit
def _show_no_end(rows: Ints, arrays: StepArrays) -> None:
    rewards, terminations, truncations = arrays.rewards, arrays.terminations, arrays.truncations
    for k in range(len(rows)):
        i = rows[k]
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        terminations[i] = False
        truncations[i] = False


@njit
def _show(games: Games, rows: Ints, arrays: StepArrays) -> None:
    """Show games with written masks to the deciding seat or, in a game that waits, the last to move."""
    states, waiting = without_refcounts(games.states), without_refcounts(games.waiting)
    observers = without_refcounts(games.observers)
    observations, seats = without_refcounts(arrays.observations), without_refcounts(arrays.seats)
    for k in range(len(rows)):
        i = rows[k]
        if waiting[i]:
            seats[i] = NOBODY
        else:
            seats[i] = observers[i] = states[i].seat
        encode_one(states, i, int(observers[i]), observations[i])


def link(name: str, kernels: Mapping[str, Kernel]) -> Any:
    """Execute this file under another module name with these kernels as its globals; return the module."""
    return specialize(__file__, name, kernels)
