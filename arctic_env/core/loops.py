"""Batch loops over many states of one game, compiled against that game's kernels.

`link` executes this file once for each game, with the game's kernels as its globals: numba inlines them as if
each game had its own copy of the loops, and finds the result again in its cache, which it does not for closures
or for kernels as arguments. All loops release the GIL and leave finished games alone.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

import importlib.util
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.jit import njit
from arctic_env.core.random import below, make_stream

NOBODY = -1
ILLEGAL = -2  # what `advance` answers to an action that the mask does not allow
_WORD = 8  # actions in an int64


class Kernel(Protocol):
    """A compiled function of a game over the element `i` of an array of states."""

    def __call__(self, *arguments: Any) -> None:
        """Read or write states[i]."""


# The kernels that `link` puts here before this file is executed.
deal_one: Kernel
legal_one: Kernel
apply_one: Kernel
scores_one: Kernel
ranks_one: Kernel
view_one: Kernel
determinize_one: Kernel
encode_one: Kernel

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
def encode(views: States, observers: NDArray[np.int8], out: NDArray[np.int8]) -> None:
    """Write the observation of one seat of each view, int8[n, size]."""
    for i in range(len(views)):
        encode_one(views, i, observers[i], out[i])


@njit
def observe(
    states: States,
    observers: NDArray[np.int8],
    scratch: States,
    observations: NDArray[np.int8],
    masks: Masks,
) -> None:
    """Write observation and mask of one seat of each state; the mask is all 0 unless that seat decides.

    `scratch` is an array of one state, overwritten with the last view.
    """
    for i in range(len(states)):
        view_one(states, i, observers[i], scratch, 0)
        encode_one(scratch, 0, observers[i], observations[i])
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
def look(states: States, observer: int, scratch: States, observation: NDArray[np.int8]) -> None:
    """Write the observation, int8[size], of one seat of states[0]; `scratch`, an array of one, becomes its view."""
    view_one(states, 0, observer, scratch, 0)
    encode_one(scratch, 0, observer, observation)


@njit
def choose(mask: Masks, stream: NDArray[np.int64]) -> int:
    """A random legal action of int8[actions], all equally likely; -1 when there is none."""
    size = len(mask)
    count = 0
    for action in range(size):
        count += int(mask[action])
    if count == 0:
        return -1
    nth = below(stream, count)
    words = mask[: size // _WORD * _WORD].view(
        np.int64
    )  # legal actions are few: pass over most of them by eights
    for word in range(len(words)):
        if words[word]:
            for action in range(word * _WORD, (word + 1) * _WORD):
                nth -= int(mask[action])
                if nth < 0:
                    return action
    for action in range(len(words) * _WORD, size):
        nth -= int(mask[action])
        if nth < 0:
            return action
    return -1


@njit
def rollout(states: States, seeds: NDArray[np.int64], masks: Masks) -> int:
    """Play each game to its end at random, in place; returns how many decisions that took.

    `masks` is scratch space, int8[1 or more, actions]. A game's play depends on its own seed alone.
    """
    decisions = 0
    mask = masks[0]
    for i in range(len(states)):
        stream = make_stream(seeds[i])
        while states[i].seat != NOBODY:
            legal_one(states, i, mask)
            apply_one(states, i, choose(mask, stream))
            decisions += 1
    return decisions


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
    choose: Any
    rollout: Any


def link(name: str, kernels: Mapping[str, Kernel]) -> Loops:
    """Execute this file under another module name with a game's kernels as its globals.

    Args:
        name: the module name, which keeps the compiled loops of games apart.
        kernels: the kernels by the names that this file declares.
    """
    spec = importlib.util.spec_from_file_location(name, __file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot execute {__file__} again as {name}")
    module: ModuleType = importlib.util.module_from_spec(spec)
    module.__dict__.update(kernels)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return cast(Loops, module)
