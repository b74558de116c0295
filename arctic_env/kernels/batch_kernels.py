"""Batch loops over many states of one game, compiled against that game's kernels.

`link` executes this file once for each game, with the game's kernels as its globals: numba inlines them as if
each game had its own copy of the loops, and finds the result again in its cache, which it does not for closures
or for kernels as arguments. All loops release the GIL and leave finished games alone.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import NOBODY, Bytes, Floats, Ints, njit, specialize, without_refcounts
from arctic_env.kernels.masks import choose
from arctic_env.kernels.random import make_stream
from arctic_env.kernels.rewards import FINE, MARGIN, SCORE, pay

ILLEGAL = -2  # what `advance` answers to an action that the mask does not allow


Kernel = Callable[..., None]
"""A compiled function of a game, which reads or writes the element `i` of an array of states."""

# What `link` puts here before this file is executed: the kernels of the game.
deal_one: Kernel
legal_one: Kernel
apply_one: Kernel
scores_one: Kernel
ranks_one: Kernel
teams_one: Kernel
view_one: Kernel
determinize_one: Kernel
encode_one: Kernel
progress_one: Kernel  # `scores_one` where the game has none
PROGRESSES: bool  # whether it has one
MOST_PLAYERS: int  # its largest number of players
FULL_MARGIN: int  # its points ahead that count as a full win

States = NDArray[Any]
Masks = NDArray[np.int8]


@njit
def deal(states: States, seeds: Ints, players: int, options: Ints) -> None:
    """Write a new game into each state, one seed each (int64[n], 0 or more)."""
    for i in range(len(states)):
        deal_one(states, i, seeds[i], players, options)


@njit
def legal(states: States, masks: Masks) -> None:
    """Write the legal actions of each state, int8[n, actions]."""
    states, masks = without_refcounts(states), without_refcounts(masks)
    for i in range(len(states)):
        legal_one(states, i, masks[i])


@njit
def apply(states: States, actions: Ints) -> None:
    """Play one action in each state, int64[n]; the caller has checked that they are legal."""
    for i in range(len(states)):
        if states[i].seat != NOBODY:
            apply_one(states, i, actions[i])


@njit
def seats(states: States, out: Bytes) -> None:
    """Write the deciding seat of each state, int8[n], -1 when the game is over."""
    for i in range(len(states)):
        out[i] = states[i].seat


@njit
def scores(states: States, out: NDArray[np.int32]) -> None:
    """Write the total scores, int32[n, seats], with everything hidden counted."""
    for i in range(len(states)):
        scores_one(states, i, out[i])


@njit
def progress(states: States, out: NDArray[np.int32]) -> None:
    """Write how far each seat has come, by default its score, int32[n, seats], in parts of a point, FINE each."""
    for i in range(len(states)):
        progress_one(states, i, out[i])
        if not PROGRESSES:
            for seat in range(out.shape[1]):
                out[i, seat] *= FINE


@njit
def ranks(states: States, out: Bytes) -> None:
    """Write the rank of each seat, int8[n, seats]; 0 for winners, -1 for seats without a player."""
    for i in range(len(states)):
        ranks_one(states, i, out[i])


@njit
def each_seat_alone(states: States, i: int, out: Bytes) -> None:
    """Write the teams of a game that has none, int8[seats]: each seat is its own."""
    for seat in range(len(out)):
        out[seat] = seat


@njit
def view(states: States, observers: Bytes, out: States) -> None:
    """Write each state as one seat knows it, int8[n] observers."""
    for i in range(len(states)):
        view_one(states, i, int(observers[i]), out, i)


@njit
def determinize(views: States, observers: Bytes, seeds: Ints, out: States) -> None:
    """Write a random state that agrees with each view, one seed each (int64[n])."""
    for i in range(len(views)):
        determinize_one(views, i, int(observers[i]), seeds[i], out, i)


@njit
def encode(states: States, observers: Bytes, out: Bytes) -> None:
    """Write the observation of one seat of each state or view, int8[n, size]."""
    states, out = without_refcounts(states), without_refcounts(out)
    for i in range(len(states)):
        encode_one(states, i, int(observers[i]), out[i])


@njit
def advance(states: States, action: int, mask: Masks) -> int:
    """Play one action in the game states[0]: a step of an environment in one call.

    `mask`, int8[actions], has the legal actions before, and afterwards those of the new state. Return the seat to
    decide, NOBODY after the end, or ILLEGAL if `mask` forbids the action, any number: then nothing has changed.
    """
    if action < 0 or action >= len(mask) or mask[action] == 0:
        return ILLEGAL
    apply_one(states, 0, action)
    legal_one(states, 0, mask)
    return int(states[0].seat)


@njit
def look(states: States, observer: int, observation: Bytes) -> None:
    """Write the observation, int8[size], of one seat of states[0]."""
    encode_one(states, 0, observer, observation)


@njit
def payoffs(states: States, kind: int, unit: float, out: Floats) -> None:
    """Write each seat's payoff if the game ends as it stands, float64[n, players]; see `kernels.rewards`."""
    for i in range(len(states)):
        pay_one(states, i, kind, unit, out[i])


@njit
def pay_one(states: States, i: int, kind: int, unit: float, out: Floats) -> bool:
    """Write payoffs as `payoffs` does, for one state, float64[players]; return whether there are winners."""
    points, places = np.empty(MOST_PLAYERS, np.int32), np.empty(MOST_PLAYERS, np.int8)
    teams = np.empty(MOST_PLAYERS, np.int8)
    scores_one(states, i, points)
    ranks_one(states, i, places)
    teams_one(states, i, teams)
    return bool(pay(kind, unit, points, places, teams, out))


@njit
def potentials(states: States, kind: int, unit: float, out: Floats) -> None:
    """Write what each seat may expect to be paid by its progress, float64[n, players].

    In games without a kernel `progress` it is the payoff if the game ends as it stands. In the others the payoff is
    made from progress instead of scores; that of `win` and `rank` is the lead in full margins.
    """
    for i in range(len(states)):
        potential_one(states, i, kind, unit, out[i])


@njit
def potential_one(states: States, i: int, kind: int, unit: float, out: Floats) -> None:
    """Write potentials as `potentials` does, for one state, float64[players]."""
    if not PROGRESSES:
        pay_one(states, i, kind, unit, out)
        return
    parts, places = np.empty(MOST_PLAYERS, np.int32), np.zeros(MOST_PLAYERS, np.int8)
    teams = np.empty(MOST_PLAYERS, np.int8)
    progress_one(states, i, parts)
    teams_one(states, i, teams)
    if kind != SCORE and kind != MARGIN:
        kind, unit = MARGIN, float(FULL_MARGIN)
    pay(kind, unit * FINE, parts, places, teams, out)


@njit
def observe_all(states: States, observations: Bytes) -> None:
    """Write the observation of every seat of each state, int8[n, players, size]."""
    states, observations = without_refcounts(states), without_refcounts(observations)
    for i in range(len(states)):
        for seat in range(observations.shape[1]):
            encode_one(states, i, seat, observations[i, seat])


@njit
def rollout(states: States, seeds: Ints, masks: Masks) -> int:
    """Play each game to its end at random, in place; return the number of decisions.

    `masks` is scratch space, int8[1 or more, actions]. A game's play depends on its own seed alone.
    """
    decisions = 0
    states, mask = without_refcounts(states), without_refcounts(masks[0])
    for i in range(len(states)):
        decisions += _play_out(states, i, make_stream(seeds[i]), mask)
    return decisions


@njit
def _play_out(states: States, i: int, stream: Ints, mask: Masks) -> int:
    decisions = 0
    while states[i].seat != NOBODY:
        legal_one(states, i, mask)
        apply_one(states, i, choose(mask, stream))
        decisions += 1
    return decisions


@njit
def playouts(
    states: States,
    origins: Ints,
    seeds: Ints,
    scratch: States,
    mask: Masks,
    scores: NDArray[np.int32],
    ranks: Bytes,
    decisions: NDArray[np.int32],
) -> None:
    """Play k copies of states to their ends at random, and write scores, ranks, int[k, seats], and decisions, int32[k].

    `origins`, int64[k], has the state of each copy; one state and one mask are scratch space.
    """
    scratch, mask = without_refcounts(scratch), without_refcounts(mask)
    scores, ranks = without_refcounts(scores), without_refcounts(ranks)
    for k in range(len(origins)):
        scratch[0] = states[origins[k]]
        decisions[k] = _play_out(scratch, 0, make_stream(seeds[k]), mask)
        scores_one(scratch, 0, scores[k])
        ranks_one(scratch, 0, ranks[k])


def link(name: str, kernels: Mapping[str, Kernel], most_players: int, full_margin: int) -> Any:
    """Execute this file as the module of that name with a game's kernels as its globals; return the module.

    The kernels have the names that this file declares; `full_margin` are the points ahead that count as a full win.
    """
    constants = {
        "progress_one": kernels["scores_one"],
        "PROGRESSES": "progress_one" in kernels,
        "MOST_PLAYERS": most_players,
        "FULL_MARGIN": full_margin,
    }
    return specialize(__file__, name, {**constants, **kernels})
