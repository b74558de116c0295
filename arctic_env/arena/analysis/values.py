"""What one deal says of an agent, and of two agents at one table: one number a deal, for all that follows.

Games of a deal share its cards, so they are not independent of each other; deals are. Everything here is therefore
the mean over the games of a deal, and whoever makes an interval takes the deals for the observations.
"""

from __future__ import annotations

from itertools import permutations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.rows import Rows
from arctic_env.core.checks import shown
from arctic_env.errors import SettingsError

Measure = Literal["win", "margin", "score", "rank"]
"""A column of the rows that tells how well a seat did."""

PairMeasure = Literal["win", "margin"]
"""How one agent did against another at the same table.

win: share of the pairs of their seats in which the one's ranks better, ties counting half.
margin: mean score of the one's seats minus that of the other's.
"""

_DECIMALS = 9  # means of equal thirds are equal


def agent_values(rows: Rows, agents: int, measure: Measure) -> NDArray[np.float64]:
    """The mean of a measure over all seats that an agent has in a deal, float64[deals, agents]; NaN without a seat."""
    _check(measure, get_args(Measure))
    _, deals = np.unique(rows["deal"], return_inverse=True)
    return _means(deals * agents + rows["agent"], rows[measure], agents)


def pair_values(rows: Rows, agents: int, measure: PairMeasure) -> NDArray[np.float64]:
    """The mean of a measure over the games of a deal in which both sit, float64[deals, agent, other].

    NaN where they never meet, and for an agent and itself.
    """
    return _mean_games(*game_values(rows, agents, measure))


def game_values(
    rows: Rows, agents: int, measure: PairMeasure
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The same game by game: the deal of each, int32[games], and float64[games, agent, other]."""
    _check(measure, get_args(PairMeasure))
    table = _Tables(rows, agents)
    shape = (table.games, agents, agents)
    sums, seats = np.zeros(shape), np.zeros(shape)
    games = np.arange(table.games)
    for one, other in permutations(range(table.seats), 2):
        cells = games, table.agents[:, one], table.agents[:, other]
        np.add.at(sums, cells, table.compare(one, other, measure))
        np.add.at(seats, cells, 1.0)
    seats[:, np.arange(agents), np.arange(agents)] = 0.0
    with np.errstate(invalid="ignore", divide="ignore"):
        return table.deals, sums / np.where(seats > 0.0, seats, np.nan)


class _Tables:
    """The rows as one line a game: agents, scores and ranks by seat."""

    def __init__(self, rows: Rows, agents: int) -> None:
        ordered = rows[np.lexsort((rows["seat"], rows["game"]))]
        self.seats = int(rows["seat"].max()) + 1
        self.games = len(ordered) // self.seats
        lines = ordered.reshape(self.games, self.seats)
        self.deals = lines["deal"][:, 0]
        self.agents = lines["agent"]
        self._scores = lines["score"].astype(np.float64)
        self._ranks = lines["rank"].astype(np.float64)

    def compare(self, one: int, other: int, measure: PairMeasure) -> NDArray[np.float64]:
        """How the one seat did against the other, float64[games]."""
        if measure == "margin":
            return self._scores[:, one] - self._scores[:, other]
        better: NDArray[np.float64] = (np.sign(self._ranks[:, other] - self._ranks[:, one]) + 1.0) / 2.0
        return better


def _mean_games(deals: NDArray[np.int32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the games of each deal that have a value, float64[deals, ...]."""
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1))
    there = ~np.isnan(values)
    sums = np.add.reduceat(np.where(there, values, 0.0), starts)
    with np.errstate(invalid="ignore"):
        means: NDArray[np.float64] = (sums / np.add.reduceat(there, starts, dtype=np.float64)).round(
            _DECIMALS
        )
    return means


def _means(cells: NDArray[np.int64], values: NDArray[np.generic], agents: int) -> NDArray[np.float64]:
    """The mean of the values in each cell, float64[cells / agents, agents]."""
    size = -(-(int(cells.max()) + 1) // agents) * agents
    sums = np.bincount(cells, weights=values.astype(np.float64), minlength=size)
    with np.errstate(invalid="ignore"):
        means: NDArray[np.float64] = (sums / np.bincount(cells, minlength=size)).round(_DECIMALS)
    return means.reshape(-1, agents)


def _check(measure: object, known: tuple[str, ...]) -> None:
    if measure not in known:
        raise SettingsError(f"a measure is one of {', '.join(known)}, not {shown(measure)}")
