"""Batch loops over many states of one game, compiled against that game's kernels.

`link` executes this file once for each game, with the game's kernels as its globals: numba inlines them as if
each game had its own copy of the loops, and finds the result again in its cache, which it does not for closures
or for kernels as arguments. All loops release the GIL and leave finished games alone.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from collections.abc import Mapping
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.batch import SAME_STEP, Games, Rules, Shown
from arctic_env.core.borrow import borrow
from arctic_env.core.choosing import Bits, choose, only_legal, write_bits, write_mask
from arctic_env.core.crew import (
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
from arctic_env.core.jit import njit
from arctic_env.core.linking import execute_again
from arctic_env.core.payoffs import pay
from arctic_env.core.random import make_stream, next_seed
from arctic_env.core.words import items_at, rows_at

NOBODY = -1
ILLEGAL = -2  # what `advance` answers to an action that the mask does not allow


class Kernel(Protocol):
    """A compiled function of a game over the element `i` of an array of states."""

    def __call__(self, *arguments: Any) -> None:
        """Read or write states[i]."""


# What `link` puts here before this file is executed: the kernels of the game.
deal_one: Kernel
legal_one: Kernel
apply_one: Kernel
scores_one: Kernel
ranks_one: Kernel
view_one: Kernel
determinize_one: Kernel
encode_one: Kernel
MOST_PLAYERS: int  # and its largest number of players

States = NDArray[Any]
Masks = NDArray[np.int8]


@njit
def deal(states: States, seeds: NDArray[np.int64], players: int, options: NDArray[np.int64]) -> None:
    """Write a new game into each state, one seed each (int64[n], 0 or more)."""
    for i in range(len(states)):
        deal_one(states, i, seeds[i], players, options)


@njit
def legal(states: States, masks: Masks) -> None:
    """Write the legal actions of each state, int8[n, actions]."""
    states, masks = borrow(states), borrow(masks)
    for i in range(len(states)):
        legal_one(states, i, masks[i])


@njit
def apply(states: States, actions: NDArray[np.int64]) -> None:
    """Play one action in each state, int64[n]; the caller has checked that they are legal."""
    for i in range(len(states)):
        if states[i].seat != NOBODY:
            apply_one(states, i, actions[i])


@njit
def seats(states: States, out: NDArray[np.int8]) -> None:
    """Write the seat to decide of each state, int8[n], -1 when the game is over."""
    for i in range(len(states)):
        out[i] = states[i].seat


@njit
def scores(states: States, out: NDArray[np.int32]) -> None:
    """Write the total scores, int32[n, seats], with all that is hidden counted."""
    for i in range(len(states)):
        scores_one(states, i, out[i])


@njit
def ranks(states: States, out: NDArray[np.int8]) -> None:
    """Write the rank of each seat, int8[n, seats]; 0 for winners, -1 for seats without a player."""
    for i in range(len(states)):
        ranks_one(states, i, out[i])


@njit
def view(states: States, observers: NDArray[np.int8], out: States) -> None:
    """Write what one seat knows of each state, int8[n] observers."""
    for i in range(len(states)):
        view_one(states, i, observers[i], out, i)


@njit
def determinize(views: States, observers: NDArray[np.int8], seeds: NDArray[np.int64], out: States) -> None:
    """Write a random state that agrees with each view, one seed each (int64[n])."""
    for i in range(len(views)):
        determinize_one(views, i, observers[i], seeds[i], out, i)


@njit
def encode(states: States, observers: NDArray[np.int8], out: NDArray[np.int8]) -> None:
    """Write the observation of one seat of each state or view, int8[n, size]."""
    states, out = borrow(states), borrow(out)
    for i in range(len(states)):
        encode_one(states, i, observers[i], out[i])


@njit
def observe(
    states: States, observers: NDArray[np.int8], observations: NDArray[np.int8], masks: Masks
) -> None:
    """Write observation and mask of one seat of each state; the mask is all 0 unless that seat decides."""
    states, observations, masks = borrow(states), borrow(observations), borrow(masks)
    for i in range(len(states)):
        encode_one(states, i, observers[i], observations[i])
        if states[i].seat == observers[i]:
            legal_one(states, i, masks[i])
        else:
            masks[i, :] = 0


@njit
def advance(states: States, action: int, mask: Masks) -> int:
    """Play one action in the game states[0], in one call what an environment does at each step.

    Args:
        states: array of one state.
        action: any number.
        mask: int8[actions], the legal actions before; on return those after.

    Returns:
        The seat to decide, NOBODY after the end, or ILLEGAL if `mask` forbids the action: then nothing has changed.
    """
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return ILLEGAL
    apply_one(states, 0, action)
    legal_one(states, 0, mask)
    return int(states[0].seat)


@njit
def look(states: States, observer: int, observation: NDArray[np.int8]) -> None:
    """Write the observation, int8[size], of one seat of states[0]."""
    encode_one(states, 0, observer, observation)


# ------------------------------------------------------------------------------------------ many games in a row


@njit
def payoffs(states: States, kind: int, unit: float, out: NDArray[np.float64]) -> None:
    """Write what each seat is paid if the game ends as it stands, float64[n, players]; see `core.payoffs`."""
    for i in range(len(states)):
        _pay(states, i, kind, unit, out[i])


@njit
def _pay(states: States, i: int, kind: int, unit: float, out: NDArray[np.float64]) -> None:
    points, places = np.empty(MOST_PLAYERS, np.int32), np.empty(MOST_PLAYERS, np.int8)
    scores_one(states, i, points)
    ranks_one(states, i, places)
    pay(kind, unit, points, places, out)


@njit
def observe_all(states: States, observations: NDArray[np.int8]) -> None:
    """Write the observation of every seat of each state, int8[n, players, size]."""
    states, observations = borrow(states), borrow(observations)
    for i in range(len(states)):
        for seat in range(observations.shape[1]):
            encode_one(states, i, seat, observations[i, seat])


@njit
def begin(
    games: Games, rows: NDArray[np.int64], rules: Rules, options: NDArray[np.int64], shown: Shown
) -> None:
    """Deal a game in each of these places, int64[k], and show it."""
    masks = borrow(shown.action_masks)
    for k in range(len(rows)):
        _deal_next(games, rows[k], rules, options, masks)
    _show_no_end(rows, shown)
    _show(games, rows, shown)


@njit
def begin_from(games: Games, rows: NDArray[np.int64], start: States, rules: Rules, shown: Shown) -> None:
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
    masks, allowed = borrow(shown.action_masks), borrow(games.allowed)
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
    states, masks, allowed = borrow(games.states), borrow(shown.action_masks), borrow(games.allowed)
    waiting, observers, decisions = borrow(games.waiting), borrow(games.observers), borrow(games.decisions)
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
    """Do part by part the step that was posted, with all threads that call this at the same time; see `core.crew`.

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
        _pay(games.states, i, rules.payoff, rules.unit, shown.rewards[i])
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
    states, waiting, observers = borrow(games.states), borrow(games.waiting), borrow(games.observers)
    observations, seats = borrow(shown.observations), borrow(shown.seats)
    for k in range(len(rows)):
        i = rows[k]
        if waiting[i]:
            seats[i] = NOBODY
        else:
            seats[i] = observers[i] = states[i].seat
        encode_one(states, i, int(observers[i]), observations[i])


@njit
def rollout(states: States, seeds: NDArray[np.int64], masks: Masks) -> int:
    """Play each game to its end at random, in place; returns how many decisions that took.

    `masks` is scratch space, int8[1 or more, actions]. A game's play depends on its own seed alone.
    """
    decisions = 0
    states, mask = borrow(states), borrow(masks[0])
    for i in range(len(states)):
        decisions += _play_out(states, i, make_stream(seeds[i]), mask)
    return decisions


@njit
def _play_out(states: States, i: int, stream: NDArray[np.int64], mask: Masks) -> int:
    decisions = 0
    while states[i].seat != NOBODY:
        legal_one(states, i, mask)
        apply_one(states, i, choose(mask, stream))
        decisions += 1
    return decisions


@njit
def playouts(
    states: States,
    origins: NDArray[np.int64],
    seeds: NDArray[np.int64],
    scratch: States,
    mask: Masks,
    scores: NDArray[np.int32],
    ranks: NDArray[np.int8],
    decisions: NDArray[np.int32],
) -> None:
    """Play copies of states to their ends at random, and write how they ended.

    Args:
        states: n games, left as they are.
        origins: int64[k], which state each copy is of.
        seeds: int64[k].
        scratch: array of one state.
        mask: int8[actions], scratch space.
        scores: int32[k, seats], written.
        ranks: int8[k, seats], written.
        decisions: int32[k], written.
    """
    scratch, mask, scores, ranks = borrow(scratch), borrow(mask), borrow(scores), borrow(ranks)
    for k in range(len(origins)):
        scratch[0] = states[origins[k]]
        decisions[k] = _play_out(scratch, 0, make_stream(seeds[k]), mask)
        scores_one(scratch, 0, scores[k])
        ranks_one(scratch, 0, ranks[k])


class Loops(Protocol):
    """The module that `link` returns: this file, linked to one game."""

    deal: Any
    legal: Any
    apply: Any
    seats: Any
    scores: Any
    ranks: Any
    view: Any
    determinize: Any
    encode: Any
    observe: Any
    advance: Any
    look: Any
    payoffs: Any
    observe_all: Any
    begin: Any
    begin_from: Any
    show: Any
    step: Any
    step_together: Any
    rollout: Any
    playouts: Any


def link(name: str, kernels: Mapping[str, Kernel], most_players: int) -> Loops:
    """Execute this file under another module name with a game's kernels as its globals.

    Args:
        name: the module name, which keeps the compiled loops of games apart.
        kernels: the kernels by the names that this file declares.
        most_players: the largest number of players of the game.
    """
    module = execute_again(__file__, name, {**kernels, "MOST_PLAYERS": most_players})
    return cast(Loops, module)
