"""Plackett-Luce strengths by maximum likelihood: Bradley and Terry's where two sit at a table.

An agent of strength s comes first with probability s / (sum of the strengths at the table), the next place goes among
the others in the same way, and so on; an agent that sits twice stands twice in the sum. Fitted over all games at once
it does not depend on their order, as an online rating does. The likelihood is concave in the logarithms of the
strengths (Hunter, 2004), so Newton's method finds its maximum in some steps. Tied seats count as all of their orders,
each to the same part: for two that is half a win each. Strengths are given as Elo points, where 400 more are ten times
the strength, with their mean at 0.

Where some agents were never beaten by the rest, the likelihood has no maximum: the gap between the two groups grows
without end. Every agent is therefore given one drawn game against an opponent of average strength, which a few
hundred games outweigh, and the groups are reported: between them, the distance says "far" and no more.

Intervals draw the deals again, see `arctic_env.arena.statistics`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.results import Rows
from arctic_env.arena.statistics import Estimate, can_resample, no_estimate, percentile_interval, resample
from arctic_env.errors import SettingsError
from arctic_env.validation import short_repr

RESAMPLES = 400
PRIOR = 0.5  # wins, and as many losses, against an average opponent
_ELO = 400.0 / math.log(10.0)
_TOLERANCE = 1e-7  # change of a log-strength below which it stands
_ROUNDS = 200
_DECIMALS = 6  # of Elo points: strengths that are the same to so many are equal

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Strength:
    """The strength of an agent, in Elo points above the mean of all, and the number of its group, from 0 for the best.

    No agent of a group ever came before one of a better group. With several groups, or too few deals to resample, there
    is no interval.
    """

    agent: str
    elo: Estimate
    group: int


_Orders = tuple[NDArray[np.int64], Array]
"""Orders in which games ended, best first, int64[k, seats], and how often in each deal, float64[deals, k]."""


def fit_strengths(
    rows: Rows, agents: Sequence[str], prior: float = PRIOR, resamples: int = RESAMPLES
) -> list[Strength]:
    """Return the strength of each agent, by strength, then by name.

    Each agent is given `prior` wins and as many losses against an average opponent. Raise SettingsError if that is
    below 0, or 0 where the likelihood has no maximum.
    """
    if not prior >= 0.0:
        raise SettingsError(f"a prior is a number of games of at least 0, not {short_repr(prior)}")
    # By name, so that the order in which agents are given has no part in it.
    places = np.argsort(np.array(agents), kind="stable")
    agents = [agents[place] for place in places]
    kinds, counts = orders = _find_orders(rows, np.argsort(places))
    groups = find_groups(_beats(orders, len(agents)))
    if prior == 0.0 and groups.max() > 0:
        best = ", ".join(agents[i] for i in np.flatnonzero(groups == 0).tolist())
        raise SettingsError(f"without a prior there are no strengths: {best} never came after anybody else")
    elo = to_elo(fit(kinds, counts.sum(axis=0)[None], len(agents), prior))[0]
    points = [no_estimate(float(value)) for value in elo]
    if groups.max() == 0 and can_resample(counts):
        # Deals drawn again may have no maximum even where all of them have one.
        drawn = np.concatenate([times @ counts for times in resample(len(counts), resamples)])
        samples = to_elo(fit(kinds, drawn, len(agents), prior or PRIOR))
        points = [percentile_interval(one.value, samples[:, i], len(counts)) for i, one in enumerate(points)]
    made = [Strength(agent, points[i], int(groups[i])) for i, agent in enumerate(agents)]
    return sorted(made, key=lambda one: (one.group, -round(one.elo.value, _DECIMALS), one.agent))


def to_elo(strengths: Array) -> Array:
    """Convert strengths, float64[..., agents], to Elo points with a mean of 0."""
    logs = np.log(strengths)
    points: Array = _ELO * (logs - logs.mean(axis=-1, keepdims=True))
    return points


# ------------------------------------------------------------------------------------------------ the likelihood


def fit(kinds: NDArray[np.int64], counts: Array, agents: int, prior: float) -> Array:
    """Return the maximum-likelihood strengths for each of b sets of games, float64[b, agents].

    Orders in which games end, best first, are int64[k, seats], and how often each came float64[b, k]. Each agent has
    `prior` wins and losses against an opponent of strength 1.
    """
    present = (kinds[:, :, None] == np.arange(agents)).astype(np.float64)
    wins = counts @ present[:, :-1].sum(axis=1) + prior
    left, times = _stages(present, counts)
    logs = np.zeros((len(counts), agents))
    for _ in range(_ROUNDS):
        step = _newton_step(logs, wins, left, times, prior)
        size = np.abs(step).max(axis=1, keepdims=True)
        logs += step / np.maximum(size, 1.0)  # further away than that, its parabola says little
        if size.max() < _TOLERANCE:
            break
    return np.exp(logs)


def _newton_step(logs: Array, wins: Array, left: Array, times: Array, prior: float) -> Array:
    """Return the Newton step from these log-strengths to the maximum of the log-likelihood, float64[b, agents]."""
    strengths = np.exp(logs)
    probabilities = left * (strengths[:, None] / (strengths @ left.T)[:, :, None])
    weighted = times[:, :, None] * probabilities
    drawn = strengths / (strengths + 1.0)
    gradient = wins - weighted.sum(axis=1) - 2.0 * prior * drawn
    curvature = -(weighted.transpose(0, 2, 1) @ probabilities)
    own = np.arange(logs.shape[1])
    curvature[:, own, own] += weighted.sum(axis=1) + 2.0 * prior * drawn * (1.0 - drawn)
    if prior == 0.0:
        curvature += 1.0  # all may be moved together; this keeps their mean where it is
    step: Array = np.linalg.solve(curvature, gradient[:, :, None])[:, :, 0]
    return step


def _stages(present: Array, counts: Array) -> tuple[Array, Array]:
    """Return the sets of agents that competed for a place, float64[sets, agents], and how often, float64[b, sets].

    `present` is float64[k, seats, agents], 1 where the agent has that place.
    """
    left = present[:, ::-1].cumsum(axis=1)[:, ::-1][:, :-1]
    sets, index = np.unique(left.reshape(-1, left.shape[2]), axis=0, return_inverse=True)
    member = np.zeros((len(left), len(sets)))
    np.add.at(member, (np.repeat(np.arange(len(left)), left.shape[1]), index.ravel()), 1.0)
    return sets, counts @ member


def _find_orders(rows: Rows, numbers: NDArray[np.int64]) -> _Orders:
    """Return every order of a game's end, of agents by these numbers; tied seats count in all of theirs equally."""
    ordered = rows[np.lexsort((rows["seat"], rows["game"]))]
    seats = int(rows["seat"].max()) + 1
    lines = ordered.reshape(-1, seats)
    _, deals = np.unique(lines["deal"][:, 0], return_inverse=True)
    results = np.stack([numbers[lines["agent"]], lines["rank"]], axis=2).reshape(len(lines), -1)
    kinds, kind = np.unique(results, axis=0, return_inverse=True)
    counts = np.zeros((int(deals.max()) + 1, len(kinds)))
    np.add.at(counts, (deals, kind.ravel()), 1.0)
    ways = [_ways(result[::2].tolist(), result[1::2].tolist()) for result in kinds]
    shares = np.repeat([1.0 / len(way) for way in ways], [len(way) for way in ways])
    columns = np.repeat(np.arange(len(kinds)), [len(way) for way in ways])
    return np.array([order for way in ways for order in way], np.int64), counts[:, columns] * shares


def _ways(agents: Sequence[int], ranks: Sequence[int]) -> list[tuple[int, ...]]:
    """Return all orders of the agents that agree with the ranks, best first."""
    tied = [
        list(permutations([agent for agent, own in zip(agents, ranks, strict=True) if own == rank]))
        for rank in sorted(set(ranks))
    ]
    return [tuple(agent for group in chosen for agent in group) for chosen in product(*tied)]


def _beats(orders: _Orders, agents: int) -> NDArray[np.bool_]:
    """Return whether one agent ever came before another, bool[agents, agents]."""
    beats = np.zeros((agents, agents), bool)
    kinds, counts = orders
    came = kinds[counts.sum(axis=0) > 0.0]
    for before in range(came.shape[1]):
        for after in range(before + 1, came.shape[1]):
            beats[came[:, before], came[:, after]] = True
    return beats


def find_groups(beats: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the group of each agent, int64[agents], 0 for the best; in a group each agent is beaten by another.

    Groups that never met, or beat each other through no chain of games, are numbered by how many groups they beat, then
    by their first agent.
    """
    reach = beats | np.eye(len(beats), dtype=bool)
    for middle in range(len(beats)):
        reach |= reach[:, middle, None] & reach[None, middle]
    mutual = reach & reach.T
    first = mutual.argmax(axis=1)
    heads = sorted(set(first.tolist()), key=lambda head: (-int(reach[head].sum()), head))
    return np.array([heads.index(head) for head in first.tolist()], np.int64)
