"""Means per deal of an agent, and of two agents at one table: the data of all further analysis.

Games of a deal share its cards, so they are not independent of each other; deals are. Everything here is therefore
the mean over the games of a deal, and whoever makes an interval takes the deals for the observations.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.results import Rows
from arctic_env.arena.statistics import RESAMPLES, Estimate, bootstrap_means, estimate_mean, estimate_within
from arctic_env.errors import SettingsError
from arctic_env.validation import short_repr

Measure = Literal["win", "margin", "score", "rank"]
"""A column of the rows that measures a seat's result."""

PairMeasure = Literal["win", "margin"]
"""How one agent did against another at the same table.

win: share of the pairs of their seats in which the one's ranks better, ties counting half.
margin: mean score of the one's seats minus that of the other's.
"""

_DECIMALS = 9  # means of equal thirds are equal
_GAMES_AT_ONCE = 50_000


def agent_values(rows: Rows, agents: int, measure: Measure) -> NDArray[np.float64]:
    """Return the mean of a measure over all seats of an agent in a deal, float64[deals, agents]; NaN without a seat."""
    _check(measure, get_args(Measure))
    _, deals = np.unique(rows["deal"], return_inverse=True)
    return _mean_per_cell(deals * agents + rows["agent"], rows[measure], agents)


def pair_values(rows: Rows, agents: int, measure: PairMeasure) -> NDArray[np.float64]:
    """Return the mean of a measure over the games of a deal with both agents, float64[deals, agent, other].

    NaN where they never meet, and for an agent and itself.
    """
    _check(measure, get_args(PairMeasure))
    means = [_mean_per_deal(lines["deal"][:, 0], _compare(lines, agents, measure)) for lines in _batches_of_games(rows)]
    return np.concatenate(means)


def game_margins(rows: Rows, agents: int, one: int, other: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return deals, int64[games], and margins, float64[games], of the games in which two agents met."""
    deals, margins = [], []
    for lines in _batches_of_games(rows):
        values = _compare(lines, agents, "margin")[:, one, other]
        met = ~np.isnan(values)
        deals.append(lines["deal"][met, 0].astype(np.int64))
        margins.append(values[met])
    return np.concatenate(deals), np.concatenate(margins)


def _batches_of_games(rows: Rows) -> Iterator[Rows]:
    """Yield the rows with one game a line, [games, seats], in batches of whole deals that fit into memory."""
    ordered = rows[np.lexsort((rows["seat"], rows["game"], rows["deal"]))]
    lines = ordered.reshape(-1, int(rows["seat"].max()) + 1)
    starts = np.flatnonzero(np.diff(lines["deal"][:, 0], prepend=-1))
    some = max(1, _GAMES_AT_ONCE * len(starts) // len(lines))
    ends = [*starts[some::some].tolist(), len(lines)]
    for start, end in zip([0, *ends], ends, strict=False):
        yield lines[start:end]


def _compare(lines: Rows, agents: int, measure: PairMeasure) -> NDArray[np.float64]:
    """Compare each agent with each other in each game, float64[games, agent, other]; NaN if they did not meet."""
    shape = (len(lines), agents, agents)
    sums, pairs = np.zeros(shape), np.zeros(shape)
    games = np.arange(len(lines))
    for one, other in permutations(range(lines.shape[1]), 2):
        cells = games, lines["agent"][:, one], lines["agent"][:, other]
        np.add.at(sums, cells, _compare_seats(lines[:, one], lines[:, other], measure))
        np.add.at(pairs, cells, 1.0)
    pairs[:, np.arange(agents), np.arange(agents)] = 0.0
    compared: NDArray[np.float64] = sums / np.where(pairs > 0.0, pairs, np.nan)
    return compared


def _compare_seats(one: Rows, other: Rows, measure: PairMeasure) -> NDArray[np.float64]:
    """Compare one seat with another, float64[games]."""
    if measure == "margin":
        margins: NDArray[np.float64] = one["score"].astype(np.float64) - other["score"]
        return margins
    better: NDArray[np.float64] = (np.sign(other["rank"].astype(np.float64) - one["rank"]) + 1.0) / 2.0
    return better


def _mean_per_deal(deals: NDArray[np.int32], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean over the games of each deal that have a value, float64[deals, ...]."""
    starts = np.flatnonzero(np.diff(deals, prepend=deals[0] - 1))
    there = ~np.isnan(values)
    sums = np.add.reduceat(np.where(there, values, 0.0), starts)
    with np.errstate(invalid="ignore"):
        means: NDArray[np.float64] = (sums / np.add.reduceat(there, starts, dtype=np.float64)).round(_DECIMALS)
    return means


def _mean_per_cell(cells: NDArray[np.int64], values: NDArray[np.generic], agents: int) -> NDArray[np.float64]:
    """Return the mean of the values in each cell, float64[cells / agents, agents]."""
    size = -(-(int(cells.max()) + 1) // agents) * agents
    sums = np.bincount(cells, weights=values.astype(np.float64), minlength=size)
    with np.errstate(invalid="ignore"):
        means: NDArray[np.float64] = (sums / np.bincount(cells, minlength=size)).round(_DECIMALS)
    return means.reshape(-1, agents)


def _check(measure: object, known: tuple[str, ...]) -> None:
    if measure not in known:
        raise SettingsError(f"a measure is one of {', '.join(known)}, not {short_repr(measure)}")


@dataclass(frozen=True)
class Difference:
    """The difference of a measure per seat between two agents, deal by deal.

    Effects of a deal on both cancel, so the interval is shorter than if each had had deals of its own. `interval` is
    the mean over the deals with Student's interval, of wins and ranks, which have bounds, with Wilson's; `bootstrap` is
    the same mean with the interval of `arctic_env.arena.statistics`. Of ranks less is better.
    """

    agent: str
    other: str
    measure: Measure
    deals: int
    interval: Estimate
    bootstrap: Estimate


def paired_differences(
    rows: Rows, agents: Sequence[str], measure: Measure = "win", resamples: int = RESAMPLES
) -> list[Difference]:
    """Return one entry for every two agents, in their order; every agent has a seat in every deal.

    Raise SettingsError if there is no such measure.
    """
    values = agent_values(rows, len(agents), measure)
    couples = list(combinations(range(len(agents)), 2))
    if not couples:
        return []
    differences = np.stack([values[:, one] - values[:, other] for one, other in couples], axis=1)
    drawn = bootstrap_means(differences, resamples)
    most = [_highest_value(rows, agent, measure) for agent in range(len(agents))]
    return [
        Difference(
            agents[one],
            agents[other],
            measure,
            len(values),
            _estimate(differences[:, k], -most[other], most[one]),
            drawn[k],
        )
        for k, (one, other) in enumerate(couples)
    ]


def _highest_value(rows: Rows, agent: int, measure: Measure) -> float:
    """Return the highest possible value of a measure for an agent in a deal; the lowest is 0."""
    if measure == "rank":
        return float(rows["seat"].max())
    own = rows["game"][rows["agent"] == agent]
    return len(np.unique(own)) / len(own) if measure == "win" else math.inf


def _estimate(values: NDArray[np.float64], low: float, high: float) -> Estimate:
    """Estimate the mean of values with bounds, which may be infinite."""
    return estimate_within(values, low, high) if math.isfinite(high - low) else estimate_mean(values)
