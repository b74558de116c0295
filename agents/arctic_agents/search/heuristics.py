"""Search heuristics of a game.

They are `HEURISTICS` in the module `heuristics` of the package with the game's agents, see
`arctic_env.model.registry`. Games without any are searched by their rules alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from arctic_agents.search.worlds import Determinize, States
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.masks import choose
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module


@njit
def deciding_seat(states: States, i: int) -> int:
    """Return the deciding seat, whose turn it is in games that ask nobody in another's turn."""
    return int(states[i].seat)


@dataclass(frozen=True)
class SearchHeuristics:
    """Kernels of one game for search; `workspace` is a tuple of arrays that they work on, one for each thread.

    Attributes:
        suggest: (states, i, mask, stream, workspace) -> a good action for the seat that decides, from its view alone.
        estimate: (states, i, workspace, out) writes the final scores to be expected, float64[players]; it is asked
            where a turn begins.
        make_workspace: (game, players) -> a workspace.
        turn: (states, i) -> the seat whose turn it is, also where another one is asked for something in between.
        play: As `suggest`, but quick: plays the turns of rollouts after the own one; None for `suggest`.
        rounds: That rollouts take where nothing else is asked for; None to the end of the game.
        end_from: Rollouts of a decision from which they go to the end instead, as luck evens out; None for never.
        believe: Draws worlds as likely as what others did makes them, see `arctic_agents.search.worlds`; None if it
            cannot.
    """

    suggest: Callable[..., int]
    estimate: Callable[..., None]
    make_workspace: Callable[[Game, int], Any]
    turn: Callable[..., int] = deciding_seat
    play: Callable[..., int] | None = None
    rounds: float | None = None
    end_from: int | None = None
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
