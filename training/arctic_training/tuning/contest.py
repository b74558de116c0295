"""What candidates are worth: their margins over duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, Limits, Table, make_seed, play_many
from arctic_env.model.registry import game as find_game


def margins(
    game: str,
    players: int,
    candidates: Sequence[Agent],
    opponents: Sequence[Agent],
    seeds: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Let each candidate play its deals from every seat, against one of the opponents in all other seats.

    Args:
        game: Name of the game.
        players: Seats at a table.
        candidates: Who is to be compared.
        opponents: Whom they meet; they take the deals of a candidate in turn.
        seeds: int64[candidates, deals], which deal.

    Returns:
        float64[candidates, deals], the candidate's score minus the mean of the others', in the mean over the seats.

    Raises:
        AgentError: Somebody crashed or answered illegally.
    """
    tables = []
    for candidate, own_seeds in zip(candidates, seeds.tolist(), strict=True):
        for deal, seed in enumerate(own_seeds):
            start = find_game(game).deal(seed=seed, num_players=players)
            rest = [opponents[deal % len(opponents)]] * (players - 1)
            for seat in range(players):
                agents = [*rest[:seat], candidate, *rest[seat:]]
                tables.append(Table(start, agents, make_seed(seed, seat)))
    results = play_many(tables, limits=Limits(on_fault="raise"))
    scores = np.array([result.scores for result in results], np.float64)
    scores = scores.reshape(*seeds.shape, players, players)
    own = scores[..., np.arange(players), np.arange(players)]
    others = (scores.sum(axis=-1) - own) / (players - 1)
    mean: NDArray[np.float64] = (own - others).mean(axis=-1)
    return mean
