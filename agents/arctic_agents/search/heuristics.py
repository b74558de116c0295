"""Search heuristics of a game.

A game's guide is `HEURISTICS` in the module `heuristics` of the package with the game's agents, see
`arctic_env.model.registry`. Games without one are searched by their rules alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arctic_agents.search.worlds import Determinize, States
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game


@njit
def deciding_seat(states: States, i: int) -> int:
    """Return the deciding seat, whose turn it is in games that ask nobody in another's turn."""
    return int(states[i].seat)


@dataclass(frozen=True)
class SearchHeuristics:
    """Kernels of one game for search; `workspace` is a tuple of arrays that they work on, one for each thread.

    Attributes:
        suggest: (states, i, mask, stream, workspace) -> a good action for the seat that decides, from its view alone.
        estimate: (states, i, workspace, out) writes the final scores to be expected, float64[players].
        indistinguishable: (states, i, observer, action, workspace) -> a number below the number of actions that is the
            same for all actions of the deciding seat which the observer, another seat, cannot tell apart; the action
            itself where it is seen.
        conceals: Whether there are actions that cannot be told apart; otherwise `indistinguishable` is not asked.
        make_workspace: (game, players) -> a workspace.
        horizon: (players, simulations) -> turns after which playouts end where nothing else is asked for.
        turn: (states, i) -> the seat whose turn it is, also where another one is asked for something in between.
        believe: Draws worlds as likely as what others did makes them, see `arctic_agents.search.worlds`; None
        if it cannot.
        remember: (game, seat) -> a function that a player gives the view of each of its decisions, in order, and that
            returns what draws worlds by all that is remembered, instead of `believe`; None if it cannot.
    """

    suggest: Callable[..., int]
    estimate: Callable[..., None]
    indistinguishable: Callable[..., int]
    conceals: bool
    make_workspace: Callable[[Game, int], Any]
    horizon: Callable[[int, int], int]
    turn: Callable[..., int] = deciding_seat
    believe: Determinize | None = None
    remember: Callable[[Game, int], Callable[[States], Determinize]] | None = None
