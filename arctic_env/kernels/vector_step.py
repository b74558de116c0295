"""What the batch loops of an environment read and write: arrays over n games, one entry a game."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.batch_kernels import NOBODY, Kernel, Masks, States
from arctic_env.kernels.crew import (
    ACTIONS,
    MASKS,
    OBSERVATIONS,
    REWARDS,
    ROWS,
    SEATS,
    SIZE,
    TERMINATIONS,
    TRUNCATIONS,
    Mail,
    end_of_part,
    finish_part,
    take_part,
    wait_for_work,
)
from arctic_env.kernels.jit import njit, specialize, without_refcounts
from arctic_env.kernels.masks import Bits, is_set, only_legal, write_bits, write_mask
from arctic_env.kernels.random import next_seed
from arctic_env.kernels.words import items_at, rows_at

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
    allowed, waiting = without_refcounts(games.allowed), without_refcounts(games.waiting)
    for k in range(len(rows)):
        i, action = rows[k], actions[k]
        if not waiting[i] and not is_set(allowed[i], action):
            return k
    return -1


# Games in progress, many side by side, begun, stepped and shown by kernels: what a batched environment calls.
#
# `link` executes this file once for each game, as it does with `kernels.batch_kernels`.


# ruff: noqa: F821 - the kernels are put into the globals by `link`


# What `link` puts here before this file is executed: kernels of the game, and `kernels.batch_kernels.pay_one`.
deal_one: Kernel
legal_one: Kernel
apply_one: Kernel
encode_one: Kernel
pay_one: Kernel


@njit
def begin(
    games: Games, rows: NDArray[np.int64], rules: Rules, options: NDArray[np.int64], shown: Shown
) -> None:
    """Deal a game in each of these places, int64[k], and show it."""
    masks = without_refcounts(shown.action_masks)
    for k in range(len(rows)):
        _deal_next(games, rows[k], rules, options, masks)
    _show_no_end(rows, shown)
    _show(games, rows, shown)


@njit
def begin_from(games: Games, rows: NDArray[np.int64], start: States, shown: Shown) -> None:
    """Begin a game in each of these places, int64[k], from start[0], in which somebody decides, and show it."""
    for k in range(len(rows)):
        i = rows[k]
        games.dealt[i] = games.seeds[i]
        games.seeds[i] = next_seed(games.seeds[i])
        games.states[i] = start[0]
        games.decisions[i] = 0
        games.waiting[i] = False
        legal_one(games.states, i, shown.action_masks[i])
        write_bits(shown.action_masks[i], games.allowed[i])
    _show_no_end(rows, shown)
    _show(games, rows, shown)


@njit
def show(games: Games, rows: NDArray[np.int64], shown: Shown) -> None:
    """Show the games in these places, int64[k], as they stand: nothing is paid, nothing ends."""
    masks, allowed = without_refcounts(shown.action_masks), without_refcounts(games.allowed)
    for k in range(len(rows)):
        write_mask(allowed[rows[k]], masks[rows[k]])
    _show_no_end(rows, shown)
    _show(games, rows, shown)


@njit
def step(
    games: Games,
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    rules: Rules,
    options: NDArray[np.int64],
    shown: Shown,
) -> None:
    """Play one legal action in each of these places, int64[k], and show what follows."""
    states, masks, allowed = (
        without_refcounts(games.states),
        without_refcounts(shown.action_masks),
        without_refcounts(games.allowed),
    )
    waiting, observers, decisions = (
        without_refcounts(games.waiting),
        without_refcounts(games.observers),
        without_refcounts(games.decisions),
    )
    _show_no_end(rows, shown)
    for k in range(len(rows)):
        i = rows[k]
        deals = waiting[i]
        if not deals:
            _play(states, masks, allowed, observers, decisions, i, actions[k])
            if rules.skip_forced:
                _play_forced(games, i, rules, masks)
            if _is_over(states, decisions, i, rules):
                _end(games, i, rules, shown)
                deals = rules.autoreset == SAME_STEP
        if deals:  # in this one place, so that all that it takes is compiled once
            _deal_next(games, i, rules, options, masks)
    _show(games, rows, shown)


@njit
def step_together(
    mail: Mail, leads: bool, games: Games, rules: Rules, options: NDArray[np.int64], shown: Shown
) -> None:
    """Do part by part the step that was posted, with all threads that call this at the same time; see `kernels.crew`.

    `shown` has the types and widths of what is written, and no matter how many rows. Those that do not lead wait for
    more when nothing is left, and go on.
    """
    rows = np.empty(0, np.int64)
    goes_on = leads or wait_for_work(mail)
    while goes_on:
        first = take_part(mail, leads)
        while first >= 0:
            n, part = len(games.states), slice(first, end_of_part(mail, first))
            step(
                games,
                items_at(mail[ROWS], mail[SIZE], rows)[part],
                items_at(mail[ACTIONS], mail[SIZE], rows)[part],
                rules,
                options,
                Shown(
                    rows_at(mail[OBSERVATIONS], n, shown.observations),
                    rows_at(mail[MASKS], n, shown.action_masks),
                    items_at(mail[SEATS], n, shown.seats),
                    rows_at(mail[REWARDS], n, shown.rewards),
                    items_at(mail[TERMINATIONS], n, shown.terminations),
                    items_at(mail[TRUNCATIONS], n, shown.truncations),
                ),
            )
            finish_part(mail)
            first = take_part(mail, leads)
        goes_on = not leads and wait_for_work(mail)


@njit
def _play(
    states: States,
    masks: Masks,
    allowed: Bits,
    observers: NDArray[np.int8],
    decisions: NDArray[np.int64],
    i: int,
    action: int,
) -> None:
    observers[i] = states[i].seat
    apply_one(states, i, action)
    legal_one(states, i, masks[i])
    write_bits(masks[i], allowed[i])
    decisions[i] += 1


@njit
def _play_forced(games: Games, i: int, rules: Rules, masks: Masks) -> None:
    """Play the decisions that leave no choice."""
    states, allowed, observers, decisions = games.states, games.allowed, games.observers, games.decisions
    action = only_legal(masks[i])
    while action >= 0 and not _is_over(states, decisions, i, rules):
        _play(states, masks, allowed, observers, decisions, i, action)
        action = only_legal(masks[i])


@njit
def _is_over(states: States, decisions: NDArray[np.int64], i: int, rules: Rules) -> bool:
    return bool(states[i].seat == NOBODY or decisions[i] >= rules.most_decisions)


@njit
def _end(games: Games, i: int, rules: Rules, shown: Shown) -> None:
    """Pay a game that is over and keep how it ended; it waits for the next one."""
    if games.states[i].seat == NOBODY:
        shown.terminations[i] = True
        pay_one(games.states, i, rules.payoff, rules.unit, shown.rewards[i])
    else:
        shown.truncations[i] = True
    games.finals[i] = games.states[i]
    games.waiting[i] = True
    shown.action_masks[i, :] = 0
    games.allowed[i, :] = 0


@njit
def _deal_next(games: Games, i: int, rules: Rules, options: NDArray[np.int64], masks: Masks) -> None:
    """Deal the game that follows; where forced decisions are skipped, one in which somebody has a choice."""
    dealt = False
    while not dealt:
        games.dealt[i] = games.seeds[i]
        games.seeds[i] = next_seed(games.seeds[i])
        deal_one(games.states, i, games.dealt[i], rules.players, options)
        games.decisions[i] = 0
        legal_one(games.states, i, masks[i])
        write_bits(masks[i], games.allowed[i])
        if rules.skip_forced:
            _play_forced(games, i, rules, masks)
        dealt = not _is_over(games.states, games.decisions, i, rules)
    games.waiting[i] = False


@njit
def _show_no_end(rows: NDArray[np.int64], shown: Shown) -> None:
    rewards, terminations, truncations = shown.rewards, shown.terminations, shown.truncations
    for k in range(len(rows)):
        i = rows[k]
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
        terminations[i] = False
        truncations[i] = False


@njit
def _show(games: Games, rows: NDArray[np.int64], shown: Shown) -> None:
    """Show games, whose masks are written, to the seat that decides or, in a game that waits, that moved last."""
    states, waiting, observers = (
        without_refcounts(games.states),
        without_refcounts(games.waiting),
        without_refcounts(games.observers),
    )
    observations, seats = without_refcounts(shown.observations), without_refcounts(shown.seats)
    for k in range(len(rows)):
        i = rows[k]
        if waiting[i]:
            seats[i] = NOBODY
        else:
            seats[i] = observers[i] = states[i].seat
        encode_one(states, i, int(observers[i]), observations[i])


class VectorKernels(Protocol):
    """The module that `link` returns: this file, linked to one game."""

    begin: Any
    begin_from: Any
    show: Any
    step: Any
    step_together: Any


def link(name: str, kernels: Mapping[str, Kernel]) -> VectorKernels:
    """Execute this file under another module name with these kernels, by the names that it declares, as its globals."""
    return cast(VectorKernels, specialize(__file__, name, kernels))
