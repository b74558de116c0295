"""What candidates are worth: their margins over the same duplicate deals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import Agent, Limits, Table, make_seed, play_many
from arctic_env.core.registry import game as find_game


def margins(
    game: str, players: int, candidates: Sequence[Agent], opponents: Sequence[Agent], seeds: Sequence[int]
) -> NDArray[np.float64]:
    """Let each candidate play each deal from every seat, against one of the opponents in all other seats.

    The opponents take the deals in turn, the same ones against every candidate, so that luck is common to all.

    Args:
        game: Name of the game.
        players: Seats at a table.
        candidates: Who is to be compared.
        opponents: Whom they meet.
        seeds: One for each deal.

    Returns:
        float64[candidates, deals], the candidate's score minus the mean of the others', in the mean over the seats.

    Raises:
        AgentError: Somebody crashed or answered illegally.
    """
    starts = [find_game(game).deal(seed=seed, players=players) for seed in seeds]
    tables = []
    for candidate in candidates:
        for deal, start in enumerate(starts):
            rest = [opponents[deal % len(opponents)]] * (players - 1)
            for seat in range(players):
                agents = [*rest[:seat], candidate, *rest[seat:]]
                tables.append(Table(start, agents, make_seed(seeds[deal], seat)))
    results = play_many(tables, limits=Limits(on_fault="raise"))
    scores = np.array([result.scores for result in results], np.float64)
    scores = scores.reshape(len(candidates), len(seeds), players, players)
    own = scores[..., np.arange(players), np.arange(players)]
    others = (scores.sum(axis=-1) - own) / (players - 1)
    mean: NDArray[np.float64] = (own - others).mean(axis=-1)
    return mean
