"""Rollouts of one game, compiled against its kernels and its heuristics'.

`link` executes this file once for each game, see `arctic_env.kernels.jit`. A rollout begins with a candidate in a
world. By heuristics it is one call; with a network many rollouts go on step by step, so that the network is asked for
all of them at once.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import heuristics_of
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.jit import NOBODY, njit, specialize, without_refcounts
from arctic_env.kernels.masks import count_legal, list_set, nth_legal
from arctic_env.kernels.random import restart
from arctic_env.kernels.rewards import FINE, pay
from arctic_env.model.game import Game

# What `link` puts here before this file is executed.
legal_one: Kernel
apply_one: Kernel
encode_one: Kernel
teams_one: Kernel
pay_one: Any
suggest_one: Any
play_one: Any
rate_one: Any  # None where the heuristics do not rate
estimate_one: Any
turn_one: Any
ACTIONS: int
MOST_PLAYERS: int

States = NDArray[Any]
Ints = NDArray[np.int64]


@njit
def roll_out(
    states: States,
    seats: NDArray[np.int8],
    actions: Ints,
    seeds: Ints,
    horizon: int,
    kind: int,
    unit: float,
    workspace: Any,
    values: NDArray[np.float64],
) -> None:
    """Play each state on by the heuristics and write what its seat gets.

    Args:
        states: n worlds, played on in place.
        seats: int8[n], who is paid.
        actions: int64[n], what is played first.
        seeds: int64[n], of all that the heuristics choose at random.
        horizon: Turns after which scores are estimated, where the next one begins; 0 to stop where the seat has a
            choice again.
        kind: Of payoff, see `arctic_env.kernels.rewards`.
        unit: Its unit.
        workspace: Of the heuristics.
        values: float64[n], written; without meaning where a rollout stops at a choice.
    """
    states, workspace = without_refcounts(states), without_refcounts(workspace)
    mask, stream, payoffs = np.empty(ACTIONS, np.int8), np.empty(4, np.int64), np.empty(int(states[0].players))
    for i in range(len(states)):
        restart(stream, seeds[i])
        turns, action = 0, int(actions[i])
        while True:
            turn = turn_one(states, i)
            apply_one(states, i, action)
            if states[i].seat == NOBODY:
                pay_one(states, i, kind, unit, payoffs)
                break
            turns += turn_one(states, i) != turn
            if turns >= horizon > 0 and turn_one(states, i) != turn:
                _estimate(states, i, kind, unit, workspace, payoffs)
                break
            legal_one(states, i, mask)
            if count_legal(mask) == 1:
                action = nth_legal(mask, 0)
            elif horizon == 0 and states[i].seat == seats[i]:
                break
            elif turns == 0:
                action = int(suggest_one(states, i, mask, stream, workspace))
            else:
                action = int(play_one(states, i, mask, stream, workspace))
        values[i] = payoffs[seats[i]]


@njit
def _estimate(states: States, i: int, kind: int, unit: float, workspace: Any, payoffs: NDArray[np.float64]) -> None:
    """Write what each seat is paid for the scores that are to be expected, float64[players]."""
    points, teams, ranks = np.empty_like(payoffs), np.empty(MOST_PLAYERS, np.int8), np.empty(len(payoffs), np.int8)
    estimate_one(states, i, workspace, points)
    scores = np.rint(points * FINE).astype(np.int32)
    for seat in range(len(payoffs)):
        ranks[seat] = (scores > scores[seat]).sum()
    teams_one(states, i, teams)
    pay(kind, unit * FINE, scores, ranks, teams, payoffs)


@njit
def tell_suggestion(
    states: States, i: int, mask: NDArray[np.int8], stream: Ints, workspace: Any, out: NDArray[np.int16]
) -> None:
    """Write what the heuristics suggest, int16[1]."""
    out[0] = suggest_one(states, i, mask, stream, workspace)


if globals().get("rate_one") is None:
    rate_one = tell_suggestion


@njit
def tell(states: States, i: int, mask: NDArray[np.int8], stream: Ints, workspace: Any, out: NDArray[np.int16]) -> None:
    """Write what a network is told: the suggestion, int16[1], or ratings as well."""
    if len(out) == 1:
        tell_suggestion(states, i, mask, stream, workspace, out)
    else:
        rate_one(states, i, mask, stream, workspace, out)


@njit
def tell_all(states: States, masks: NDArray[np.int8], workspace: Any, out: NDArray[np.int16]) -> None:
    """Write what networks are told of each view for the deciding seat, int16[n, told]."""
    stream = np.zeros(4, np.int64)
    for i in range(len(states)):
        restart(stream, 0)
        tell(states, i, masks[i], stream, workspace, out[i])


@njit
def suggest_all(states: States, masks: NDArray[np.int8], seeds: Ints, workspace: Any, actions: Ints) -> None:
    """Write what the heuristics suggest to the deciding seat of each view, int64[n]."""
    stream = np.zeros(4, np.int64)
    for i in range(len(states)):
        restart(stream, seeds[i])
        actions[i] = suggest_one(states, i, masks[i], stream, workspace)


@njit
def step(
    states: States,
    rows: Ints,
    actions: Ints,
    seats: NDArray[np.int8],
    horizon: int,
    turns: Ints,
    going: Ints,
    observations: NDArray[np.int8],
    ends: Ints,
    told: int,
    workspace: Any,
) -> tuple[int, Ints]:
    """Play an action in each of these states, and what is forced after it; list where a policy is to be asked next.

    A rollout ends with the game, or where its seat has a choice after so many turns.

    Args:
        states: The rollouts, played on in place.
        rows: int64[m], which of them go on.
        actions: int64[m].
        seats: int8[n], whose rollout each is.
        horizon: Turns.
        turns: int64[n], turns that have ended so far, counted on.
        going: int64[m], the rollouts that go on, written.
        observations: int8[m, size], of those that go on, written.
        ends: int64[m], one past the last legal action of each of them, written.
        told: Numbers with which observations end, two bytes each: what the heuristics tell.
        workspace: Of the heuristics.

    Returns:
        How many go on, and their legal actions in order.
    """
    states, observations = without_refcounts(states), without_refcounts(observations)
    workspace, stream, numbers = without_refcounts(workspace), np.empty(4, np.int64), np.empty(told, np.int16)
    mask, legal, n, k = np.empty(ACTIONS, np.int8), np.empty(16 * len(rows) + ACTIONS, np.int64), 0, 0
    for r in range(len(rows)):
        i, action, count = rows[r], int(actions[r]), 1
        while count == 1:
            turn = turn_one(states, i)
            apply_one(states, i, action)
            if states[i].seat == NOBODY:
                break
            turns[i] += turn_one(states, i) != turn
            legal_one(states, i, mask)
            count, action = count_legal(mask), nth_legal(mask, 0)
        if states[i].seat == NOBODY or (turns[i] >= horizon and states[i].seat == seats[i]):
            continue
        if k + count > len(legal):
            legal = np.concatenate((legal, np.empty_like(legal)))
        k += list_set(mask, legal[k:])
        encode_one(states, i, int(states[i].seat), observations[n])
        if told:
            restart(stream, 0)
            tell(states, i, mask, stream, workspace, numbers)
            observations[n, -2 * told :] = numbers.view(np.int8)
        going[n], ends[n] = i, k
        n += 1
    return n, legal[:k]


@njit
def most_probable(logits: NDArray[np.float32], ends: Ints, legal: Ints, out: Ints) -> None:
    """Write the action with the largest logit of each decision, int64[n]; the first of equals."""
    first = 0
    for i in range(len(ends)):
        out[i] = legal[first + logits[first : ends[i]].argmax()]
        first = ends[i]


@cache
def link(game: Game) -> Any:
    """Execute this file for a game and its heuristics; return the module."""
    kernels, heuristics = vars(game.kernels), heuristics_of(game)
    names = {f"{name}_one": kernels[name] for name in ("legal", "apply", "encode", "teams")}
    names |= {f"{name}_one": getattr(heuristics, name) for name in ("suggest", "estimate", "turn")}
    names |= {"play_one": heuristics.play or heuristics.suggest, "rate_one": heuristics.rate}
    names |= {"pay_one": game.batch.pay_one, "ACTIONS": game.actions.size, "MOST_PLAYERS": max(game.players)}
    return specialize(__file__, f"{__package__}.rollouts_of_{game.name}", names)
