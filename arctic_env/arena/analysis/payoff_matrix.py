"""Means per deal of an agent, and of two agents at one table; the payoff matrix, its cycles, and alpha-rank.

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
from arctic_env.arena.statistics import (
    CONFIDENCE,
    RESAMPLES,
    Estimate,
    bootstrap_means,
    can_resample,
    estimate_mean,
    estimate_share,
    estimate_within,
    no_estimate,
    one_sided_p,
    percentile_interval,
    resample,
)
from arctic_env.errors import SettingsError
from arctic_env.validation import short_repr

Measure = Literal["win", "margin", "score", "rank"]
"""A column of the rows that measures a seat's result."""

PairMeasure = Literal["win", "margin"]
"""How one agent did against another at the same table.

win: share of the pairs of their seats in which the one's ranks better, ties counting half.
margin: mean score of the one's seats minus that of the other's.
"""

_DECIMALS = 9  # means, and shares, that are the same to so many are equal, such as equal thirds
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
    found = []
    for (one, other), own, drawn in zip(couples, differences.T, bootstrap_means(differences, resamples), strict=True):
        low, high = -_highest_value(rows, other, measure), _highest_value(rows, one, measure)
        interval = estimate_within(own, low, high) if math.isfinite(high - low) else estimate_mean(own)
        found.append(Difference(agents[one], agents[other], measure, len(values), interval, drawn))
    return found


def _highest_value(rows: Rows, agent: int, measure: Measure) -> float:
    """Return the highest possible value of a measure for an agent in a deal; the lowest is 0."""
    if measure == "rank":
        return float(rows["seat"].max())
    own = rows["game"][rows["agent"] == agent]
    return len(np.unique(own)) / len(own) if measure == "win" else math.inf


EVEN: dict[PairMeasure, float] = {"win": 0.5, "margin": 0.0}
"""The payoff between equal agents, and of an agent against itself."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PayoffMatrix:
    """The payoff of every agent against every other, for each deal: float64[deals, row, column].

    It is NaN where two never met, and on the diagonal. The measure is win, the share of the pairs of seats in which the
    row's ranks better (ties half), or margin, the mean score difference.
    """

    agents: tuple[str, ...]
    measure: PairMeasure
    deals: Array

    @property
    def values(self) -> Array:
        """The means, float64[row, column]; an even result on the diagonal, NaN where two never met."""
        means: Array = self.deals.mean(axis=0)
        np.fill_diagonal(means, EVEN[self.measure])
        return means

    @property
    def complete(self) -> bool:
        """Whether every agent met every other."""
        return not np.isnan(self.values).any()

    def estimate(self, row: int, column: int) -> Estimate:
        """Return one entry with its interval, clustered by deal; NaN if the two never met."""
        values = self.deals[:, row, column]
        if row == column or np.isnan(values).any():
            return no_estimate(EVEN[self.measure] if row == column else np.nan)
        return estimate_share(values) if self.measure == "win" else estimate_mean(values)

    def p_ahead(self, row: int, column: int) -> float:
        """Return Student's one-sided p-value of the row's lead over the column."""
        return one_sided_p(self.deals[:, row, column] - EVEN[self.measure])

    def resampled(self, resamples: int) -> Array:
        """Return the means over resampled deals, float64[resamples, row, column]."""
        n, size = len(self.deals), len(self.agents)
        flat = self.deals.reshape(n, -1)
        drawn = np.concatenate([counts @ flat / n for counts in resample(n, resamples)])
        drawn = drawn.reshape(-1, size, size)
        drawn[:, np.arange(size), np.arange(size)] = EVEN[self.measure]
        return drawn


def make_payoff_matrix(rows: Rows, agents: Sequence[str], measure: PairMeasure = "win") -> PayoffMatrix:
    """Return the payoff matrix of a tournament's rows; raise SettingsError if there is no such measure."""
    return PayoffMatrix(tuple(agents), measure, pair_values(rows, len(agents), measure))


@dataclass(frozen=True)
class Cycle:
    """Three agents, each ahead of the next, and the last ahead of the first, by `edges`.

    All three steps have to hold for a cycle, so the largest of the three one-sided p-values is a p-value for it (an
    intersection-union test).
    """

    agents: tuple[str, str, str]
    edges: tuple[Estimate, Estimate, Estimate]
    p: float
    adjusted_p: float  # for all cycles that could have been found (Holm's method)
    significant: bool  # whether `adjusted_p` is at most 5 %


def find_cycles(payoffs: PayoffMatrix) -> list[Cycle]:
    """Return all cycles of three in the means, the most significant first; p-values are adjusted for all of them.

    A cycle begins with the agent that is first by name, and ties are in the order of names.
    """
    ahead = payoffs.values > EVEN[payoffs.measure]
    found, tested = [], 0
    by_name = sorted(range(len(payoffs.agents)), key=payoffs.agents.__getitem__)
    for one, two, three in combinations(by_name, 3):
        for order in ((one, two, three), (one, three, two)):
            tested += 1
            steps = list(zip(order, (*order[1:], order[0]), strict=True))
            if all(ahead[step] for step in steps):
                found.append((max(payoffs.p_ahead(*step) for step in steps), order, steps))
    found.sort(key=lambda cycle: cycle[0])
    cycles, largest = [], 0.0
    for place, (p, order, steps) in enumerate(found):
        largest = max(largest, min(1.0, p * (tested - place)))
        names = payoffs.agents[order[0]], payoffs.agents[order[1]], payoffs.agents[order[2]]
        first, second, third = (payoffs.estimate(*step) for step in steps)
        edges = first, second, third
        cycles.append(Cycle(names, edges, p, largest, largest <= 1.0 - CONFIDENCE))
    return cycles


# Alpha-rank (Omidshafiei and others, 2019): all of a population play alike. Now and then one plays something else, and
# those who do better are copied more often, by how much says alpha. The population passes from agent to agent with the
# probability that a single newcomer takes it over; alpha-rank is how much of the time it spends with each. Unlike a
# rating it can tell that A beats B, B beats C and C beats A: then all three have their share. As alpha grows, what
# loses is left for good; with a small alpha all are about equal.

ALPHA = 20.0
POPULATION = 50
RESAMPLES = 200
_LEAST = 1e-200  # probability of a passage: none is 0, so that the shares are always defined


@dataclass(frozen=True)
class Share:
    """The share of the time that the population spends with an agent, with its interval over resampled deals."""

    agent: str
    share: Estimate


def alpha_rank(payoffs: Array, alpha: float = ALPHA, population: int = POPULATION) -> Array:
    """Return the share of the time that a population spends with each agent, float64[agents]; the sum is 1.

    Payoffs are the row's against the column's, float64[row, column], in a symmetric game for two. `alpha`, above 0,
    says how much more often better agents are copied: with a share of wins of 0.6 against 0.4 exp(0.2 alpha) times as
    often. A population has at least 2 agents. Raise SettingsError if the matrix is not square or has entries that are
    no numbers, or a number is out of range.
    """
    if payoffs.ndim != 2 or len(set(payoffs.shape)) != 1 or not np.isfinite(payoffs).all():
        raise SettingsError("alpha-rank needs a square matrix of numbers: everybody must have met everybody")
    if not (alpha > 0.0 and math.isfinite(alpha)):
        raise SettingsError(f"alpha must be a number above 0, not {short_repr(alpha)}")
    if population < 2:
        raise SettingsError(f"a population has at least 2 agents, not {short_repr(population)}")
    return stationary(transitions(payoffs, alpha, population))


def transitions(payoffs: Array, alpha: float, population: int) -> Array:
    """Return the probability of a change from the row's agent to the column's, float64[agents, agents]."""
    agents = len(payoffs)
    probabilities = np.zeros((agents, agents))
    for resident in range(agents):
        for newcomer in range(agents):
            if newcomer != resident:
                taken = fixation(payoffs, newcomer, resident, alpha, population)
                probabilities[resident, newcomer] = taken / (agents - 1)
    np.fill_diagonal(probabilities, 1.0 - probabilities.sum(axis=1))
    return probabilities


def fixation(payoffs: Array, newcomer: int, resident: int, alpha: float, population: int) -> float:
    """Return the probability that a single newcomer takes over the population (equations 3 and 13 of the paper).

    1 / (1 + sum over l of product over k up to l of exp(-alpha (f_k - g_k))), where f and g are what newcomers and
    residents get on average of the rest of the population when there are k newcomers.
    """
    k = np.arange(1, population)
    own, other = payoffs[newcomer, newcomer], payoffs[newcomer, resident]
    theirs, against = payoffs[resident, resident], payoffs[resident, newcomer]
    gains = (k - 1) * own + (population - k) * other - k * against - (population - k - 1) * theirs
    steps = np.cumsum(-alpha * gains / (population - 1))
    largest = max(0.0, float(steps.max()))
    return max(_LEAST, math.exp(-largest) / (math.exp(-largest) + float(np.exp(steps - largest).sum())))


def stationary(probabilities: Array) -> Array:
    """Return the share of time that a Markov chain with these probabilities spends in each state.

    By elimination of one state after the other (Grassmann, Taksar and Heyman, 1985), which never subtracts, so that
    shares of 1e-200 are as exact as others.
    """
    left = probabilities.copy()
    n = len(left)
    for last in range(n - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    shares = np.zeros(n)
    shares[0] = 1.0
    for state in range(1, n):
        shares[state] = shares[:state] @ left[:state, state]
        shares /= shares.max()
    total: Array = shares / shares.sum()
    return total


def rank_agents(
    payoffs: PayoffMatrix, alpha: float = ALPHA, population: int = POPULATION, resamples: int = RESAMPLES
) -> list[Share]:
    """Return the share of each agent of a tournament with its bootstrap interval, by share, then by name.

    Raise SettingsError if two agents never met, or a number is out of range.
    """
    shares = alpha_rank(payoffs.values, alpha, population)
    found = [no_estimate(float(share)) for share in shares]
    if can_resample(payoffs.deals):
        samples = np.array([alpha_rank(one, alpha, population) for one in payoffs.resampled(resamples)])
        deals = len(payoffs.deals)
        found = [percentile_interval(one.value, samples[:, i], deals) for i, one in enumerate(found)]
    made = [Share(agent, share) for agent, share in zip(payoffs.agents, found, strict=True)]
    return sorted(made, key=lambda one: (-round(one.share.value, _DECIMALS), one.agent))
