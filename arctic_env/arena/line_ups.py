"""How agents did in each line-up: one against three of another, two against two, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.rows import Rows
from arctic_env.arena.schedule import Seating, line_up_text
from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_share


@dataclass(frozen=True)
class LineUpStanding:
    """How one agent did in one line-up, all of its seats together; intervals are clustered by deal.

    Attributes:
        line_up: The line-up in letters, A for the first agent of the settings.
        agent: The agent's name.
        seats: How many of the seats it has.
        games: Games played.
        first: Share of the games that one of its seats won; winners share a game equally.
        fair: That share if all seats won equally often, seats / seats of the table.
        margin: Mean score of its seats minus mean score of the others'; None where there are no others.
    """

    line_up: str
    agent: str
    seats: int
    games: int
    first: Estimate
    fair: float
    margin: Estimate | None


def make_line_ups(rows: Rows, agents: Sequence[str], line_ups: Sequence[Seating]) -> list[LineUpStanding]:
    """One entry for each agent of each line-up, in their order."""
    return [
        _standing(rows[rows["line_up"] == number], agents[agent], agent, line_up)
        for number, line_up in enumerate(line_ups)
        for agent in dict.fromkeys(line_up)
    ]


def _standing(rows: Rows, name: str, agent: int, line_up: Seating) -> LineUpStanding:
    own = rows["agent"] == agent
    seats = line_up.count(agent)
    games = len(rows) // len(line_up)
    _, deals = np.unique(rows["deal"], return_inverse=True)
    games_of_deals = np.bincount(deals) / len(line_up)
    return LineUpStanding(
        line_up=line_up_text(line_up),
        agent=name,
        seats=seats,
        games=games,
        first=estimate_share(np.bincount(deals, weights=rows["win"] * own) / games_of_deals),
        fair=seats / len(line_up),
        margin=None if own.all() else estimate_mean(_margins(deals, rows["score"], own)),
    )


def _margins(
    deals: NDArray[np.int64], scores: NDArray[np.int32], own: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Mean score of the own seats minus that of the others, float64[deals]."""

    def means(chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        there: NDArray[np.float64] = np.bincount(deals[chosen], weights=scores[chosen]) / np.bincount(
            deals[chosen]
        )
        return there

    return means(own) - means(~own)
