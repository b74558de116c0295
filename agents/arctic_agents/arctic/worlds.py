"""Worlds that agree with a view, as likely as the belief has it: totems by what others showed and pushed.

The game's own `determinize` deals the totems that a seat does not know evenly, and apart from the cards. So a world of
its own with totems dealt anew, by `belief`, is one of all worlds that agree with the view, weighted by the belief: no
world has to be thrown away or counted for less.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.belief import (
    FEWEST_PLAYERS,
    MEMORY,
    VIEW,
    draw_totems,
    fits,
    weigh_deals,
    write_odds,
)
from arctic_agents.arctic.memory import N_PUSHES
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import make_stream, next_seed
from arctic_env.model.game import Game


def draw_worlds(
    game: Game,
    view: NDArray[Any],
    seat: int,
    seeds: NDArray[np.int64],
    pushes: NDArray[np.float64] | None = None,
) -> NDArray[Any]:
    """Draw worlds that agree with a view.

    Args:
        game: ARCTIC.
        view: An array of one, what the seat may know.
        seat: The seat.
        seeds: int64[n], one for each world.
        pushes: float64[MAX_PLAYERS, N_ANIMALS, N_PUSHES], what is remembered (see `memory`); None for nothing.

    Returns:
        n states of the game whose view by the seat is `view`.
    """
    worlds = np.empty(len(seeds), view.dtype)
    game.batch.determinize(np.repeat(view, len(seeds)), np.full(len(seeds), seat, np.int8), seeds, worlds)
    known = np.zeros((MAX_PLAYERS, N_ANIMALS, N_PUSHES)) if pushes is None else pushes
    fit = fits(VIEW if pushes is None else MEMORY)[int(view["players"][0]) - FEWEST_PLAYERS]
    deal_totems(view, seat, seeds, known, fit, worlds)
    return worlds


@njit
def deal_totems(
    view: NDArray[Any],
    seat: int,
    seeds: NDArray[np.int64],
    pushes: NDArray[np.float64],
    fit: NDArray[np.float64],
    worlds: NDArray[Any],
) -> None:
    """Deal the totems of worlds anew, by what the seat believes; arguments as in `draw_worlds` and `write_odds`."""
    odds = np.empty((MAX_PLAYERS, N_ANIMALS))
    write_odds(view[0], seat, pushes, fit, odds)
    players = int(view[0].players)
    cumulated = np.cumsum(weigh_deals(players, odds))
    cumulated[:] = np.minimum(cumulated / cumulated[-1], 1.0)
    for i in range(len(worlds)):
        draw_totems(cumulated, players, make_stream(next_seed(seeds[i])), worlds[i])
