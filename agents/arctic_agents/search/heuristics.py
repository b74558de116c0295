"""Search heuristics of a game.

They are `HEURISTICS` in the module `heuristics` of the package with the game's agents, see
`arctic_env.model.registry`. Games without any are searched by their rules alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.masks import choose
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module

States = NDArray[Any]
Determinize = Callable[[Game, States, int, NDArray[np.int64]], States]
"""(game, view as an array of one, seat, seeds int64[n]) -> n states that agree with the view."""


def draw_worlds(game: Game, view: States, seat: int, seeds: NDArray[np.int64]) -> States:
    """Draw worlds that agree with a view, each one that it allows being equally likely."""
    n = len(seeds)
    worlds = np.zeros(n, game.dtype)
    game.batch.determinize(np.repeat(view, n), np.full(n, seat, np.int8), seeds, worlds)
    return worlds


def joined(parts: Sequence[States]) -> States:
    """Put one array after the other, as bytes: numpy copies records field by field."""
    return np.concatenate([part.view(np.uint8) for part in parts]).view(parts[0].dtype)


def taken(states: States, rows: NDArray[np.int64]) -> States:
    """Copy some states, as bytes, too."""
    return states.view(np.uint8).reshape(-1, states.dtype.itemsize)[rows].view(states.dtype).reshape(-1)


RATED = 8  # actions that are rated, at the most
OF_RATED = 3  # numbers for each: the action, and what it is worth below the best before others reply, and after
UNKNOWN = -1  # in the place of an action or a worth
UNIT = 256.0  # of worths
MOST = 32767  # a worth in these units


@njit
def write_ratings(
    plans: int, actions: Ints, before: Floats, after: Floats, never: float, out: NDArray[np.int16]
) -> None:
    """Write the best first actions of plans, and what they are worth below the best; int16[3 RATED].

    Args:
        plans: Number of plans.
        actions: The first action of each.
        before: What each is worth before others reply.
        after: And after that.
        never: A worth in the place of none.
        out: Written, UNKNOWN where there is nothing to tell.
    """
    out[:] = UNKNOWN
    told = np.zeros(plans, np.bool_)
    most, most_after = never, never
    for k in range(plans):
        told[k] = before[k] == never
        most, most_after = max(most, before[k]), max(most_after, after[k])
    for first in range(0, len(out), OF_RATED):
        best = -1
        for k in range(plans):
            if not told[k] and (best < 0 or before[k] > before[best]):
                best = k
        if best < 0:
            return
        replied = never
        for k in range(plans):
            if actions[k] == actions[best]:
                told[k] = True
                replied = max(replied, after[k])
        out[first], out[first + 1] = actions[best], _units(most - before[best])
        if replied > never:
            out[first + 2] = _units(most_after - replied)


@njit
def _units(worth: float) -> int:
    return int(min(UNIT * worth, MOST))


@njit
def deciding_seat(states: States, i: int) -> int:
    """Return the deciding seat, whose turn it is in games that ask nobody in another's turn."""
    return int(states[i].seat)


@dataclass(frozen=True)
class SearchHeuristics:
    """Kernels of one game for search; `workspace` is a tuple of arrays that they work on, one for each thread."""

    # (states, i, mask, stream, workspace) -> a good action for the seat that decides, from its view alone
    suggest: Callable[..., int]
    # (states, i, workspace, out) writes the final scores to be expected, float64[players]; it is asked where a turn
    # begins
    estimate: Callable[..., None]
    make_workspace: Callable[[Game, int], Any]  # (game, players) -> a workspace
    # (states, i) -> the seat whose turn it is, also where another one is asked for something in between
    turn: Callable[..., int] = deciding_seat
    # as `suggest`, but quick: plays the turns of rollouts after the own one; None for `suggest`
    play: Callable[..., int] | None = None
    # (states, i, mask, stream, workspace, out) writes the suggested action and what the best few are worth, int16[1 + 3
    # RATED]; None for `suggest` alone
    rate: Callable[..., None] | None = None
    rounds: float | None = None  # that rollouts take where nothing else is asked for; None to the end of the game
    # rollouts of a decision from which they go to the end instead, as luck evens out; None for never
    end_from: int | None = None
    # draws worlds as likely as what others did makes them, see `arctic_agents.search.heuristics`; None if it cannot
    believe: Determinize | None = None


@njit
def suggest(states: States, i: int, mask: Bytes, stream: Ints, workspace: tuple[int]) -> int:
    """Choose a legal action at random."""
    return choose(mask, stream)


@njit
def estimate(states: States, i: int, workspace: tuple[int], out: Floats) -> None:
    """Write 0 for each seat, float64[players]."""
    out[:] = 0.0


BY_THE_RULES = SearchHeuristics(suggest, estimate, lambda game, players: (0,))
"""For games without their own: random play to the end."""


@cache
def heuristics_of(game: Game) -> SearchHeuristics:
    """Return a game's search heuristics; those by the rules alone if it has none."""
    module = agents_module(game.name, "heuristics")
    return BY_THE_RULES if module is None else cast(SearchHeuristics, module.HEURISTICS)
