"""Search heuristics from the rules alone, for games without their own: random suggestions, estimates of 0.

`default_heuristics` executes this file once for each game, see `arctic_env.kernels.jit`.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `default_heuristics`

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import SearchHeuristics
from arctic_agents.search.options import MOST_HORIZON
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.jit import njit, specialize
from arctic_env.kernels.masks import choose
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module

# What `default_heuristics` puts here before this file is executed.
legal_one: Kernel
apply_one: Kernel
view_one: Kernel


class DefaultWorkspace(NamedTuple):
    """Scratch arrays of the kernels below.

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


def make_workspace(game: Game, players: int) -> DefaultWorkspace:
    """Make the workspace of one thread."""
    tries, views = np.zeros(2, game.dtype), np.zeros(2, game.dtype)
    return DefaultWorkspace(tries, views, views.view(np.int8).reshape(2, -1), np.zeros(game.actions.size, np.int8))


@njit
def suggest(
    states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], workspace: DefaultWorkspace
) -> int:
    """Choose a legal action at random."""
    return choose(mask, stream)


@njit
def estimate(states: NDArray[Any], i: int, workspace: DefaultWorkspace, out: NDArray[np.float64]) -> None:
    """Write 0 for each seat, float64[players]."""
    out[:] = 0.0


@njit
def indistinguishable_action(
    states: NDArray[Any], i: int, observer: int, action: int, workspace: DefaultWorkspace
) -> int:
    """Find the first legal action after which the observer sees the same as after this one."""
    legal_one(states, i, workspace.mask)
    for other in range(action):
        if workspace.mask[other] and _look_alike(states, i, observer, action, other, workspace):
            return other
    return action


@njit
def _look_alike(
    states: NDArray[Any], i: int, observer: int, action: int, other: int, workspace: DefaultWorkspace
) -> bool:
    """Whether the observer sees the same after two actions; both meet the same randomness, a part of the state."""
    for k in range(2):
        workspace.tries[k] = states[i]
        apply_one(workspace.tries, k, other if k else action)
        view_one(workspace.tries, k, observer, workspace.views, k)
    return bool(np.all(workspace.seen[0] == workspace.seen[1]))


HEURISTICS = SearchHeuristics(
    suggest=suggest,
    estimate=estimate,
    indistinguishable=indistinguishable_action,
    conceals=True,
    make_workspace=make_workspace,
    horizon=lambda players, simulations: MOST_HORIZON,
)


def has_heuristics(game: Game) -> bool:
    """Return whether a game has its own search heuristics."""
    return agents_module(game.name, "heuristics") is not None


@cache
def heuristics_of(game: Game) -> SearchHeuristics:
    """Return a game's search heuristics; the default ones if it has none."""
    module = agents_module(game.name, "heuristics")
    return default_heuristics(game) if module is None else cast(SearchHeuristics, module.HEURISTICS)


@cache
def default_heuristics(game: Game) -> SearchHeuristics:
    """Make search heuristics from the rules of a game."""
    names = {f"{name}_one": getattr(game.kernels, name) for name in ("legal", "apply", "view")}
    guide: SearchHeuristics = specialize(__file__, f"{__package__}.plain_of_{game.name}", names).HEURISTICS
    return guide
