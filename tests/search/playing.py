"""Games between searching agents, played by hand where the arena would hide too much."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.search.ismcts import SearchAgent
from arctic_agents.search.options import Options
from arctic_agents.search.worlds import Determinize
from arctic_env.model.game import Game, Position

ARCTIC, IGLU = arctic_env.game("arctic"), arctic_env.game("iglu")

States = NDArray[Any]


def searcher(
    determinize: Determinize | None = None, game: Game = ARCTIC, num_players: int = 2, **options: Any
) -> SearchAgent:
    """An agent that searches a little."""
    chosen = Options(**{"simulations": 30, "worlds": 10, "reuse": False, **options})
    return SearchAgent(game, num_players, chosen, determinize=determinize)


def decide(agent: SearchAgent, position: Position, seed: int = 0) -> int:
    """What an agent does for the seat to decide."""
    assert position.seat is not None
    view = position.view(position.seat)
    seats, seeds = np.array([view.seat], np.int8), np.array([seed], np.int64)
    return int(agent.decide(view.states.copy(), seats, view.mask()[None], seeds)[0])


def play_deals(
    game: Game, deals: int, first: SearchAgent, second: SearchAgent, show: Callable[[Position], None]
) -> NDArray[np.float64]:
    """How far `first` is ahead of `second` in the mean of both seatings of a deal, float64[deals].

    `show` is called with each position before it is decided.
    """
    margins = np.zeros((deals, 2))
    for deal in range(deals):
        for place in range(2):
            position, number = game.deal(seed=deal, num_players=2), 0
            while position.seat is not None:
                show(position)
                agent = first if position.seat == place else second
                position = position.apply(decide(agent, position, seed=1000 * deal + number))
                number += 1
            totals = position.totals().tolist()
            margins[deal, place] = totals[place] - totals[1 - place]
    return margins.mean(axis=1)
