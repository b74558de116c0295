"""The guide of a game that has none of its own, made from its rules alone; it suggests anything, and foresees nothing.

`plain_guide` executes this file once for each game, see `arctic_env.kernels.jit`.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `plain_guide`

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import Guide
from arctic_agents.search.options import MOST_HORIZON
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.jit import njit, specialize
from arctic_env.kernels.masks import choose
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module

# What `plain_guide` puts here before this file is executed.
legal_one: Kernel
apply_one: Kernel
view_one: Kernel


class Kit(NamedTuple):
    """What the kernels below work on.

    Attributes:
        tries: Two states.
        views: Two more.
        seen: The views as bytes, int8[2, size].
        mask: int8[actions].
    """

    tries: NDArray[Any]
    views: NDArray[Any]
    seen: NDArray[np.int8]
    mask: NDArray[np.int8]


def make_kit(game: Game, players: int) -> Kit:
    """A kit for one thread."""
    tries, views = np.zeros(2, game.dtype), np.zeros(2, game.dtype)
    return Kit(tries, views, views.view(np.int8).reshape(2, -1), np.zeros(game.actions.size, np.int8))


@njit
def suggest(states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], kit: Kit) -> int:
    """Any legal action."""
    return choose(mask, stream)


@njit
def estimate(states: NDArray[Any], i: int, kit: Kit, out: NDArray[np.float64]) -> None:
    """Write 0 for each seat, float64[players]."""
    out[:] = 0.0


@njit
def label(states: NDArray[Any], i: int, observer: int, action: int, kit: Kit) -> int:
    """The first legal action after which the observer sees the same as after this one."""
    legal_one(states, i, kit.mask)
    for other in range(action):
        if kit.mask[other] and _look_alike(states, i, observer, action, other, kit):
            return other
    return action


@njit
def _look_alike(states: NDArray[Any], i: int, observer: int, action: int, other: int, kit: Kit) -> bool:
    """Whether the observer sees the same after two actions; chance is the same for both, being part of the state."""
    for k in range(2):
        kit.tries[k] = states[i]
        apply_one(kit.tries, k, other if k else action)
        view_one(kit.tries, k, observer, kit.views, k)
    return bool(np.all(kit.seen[0] == kit.seen[1]))


HEURISTICS = Guide(
    suggest=suggest,
    estimate=estimate,
    label=label,
    conceals=True,
    make_kit=make_kit,
    horizon=lambda players, simulations: MOST_HORIZON,
)


def has_guide(game: Game) -> bool:
    """Whether there is more than the rules to go by."""
    return agents_module(game.name, "heuristics") is not None


@cache
def guide_of(game: Game) -> Guide:
    """The guide of a game; one made from its rules alone where there is none."""
    module = agents_module(game.name, "heuristics")
    return plain_guide(game) if module is None else cast(Guide, module.HEURISTICS)


@cache
def plain_guide(game: Game) -> Guide:
    """The guide that the rules of a game make."""
    names = {f"{name}_one": getattr(game.kernels, name) for name in ("legal", "apply", "view")}
    guide: Guide = specialize(__file__, f"{__package__}.plain_of_{game.name}", names).HEURISTICS
    return guide
