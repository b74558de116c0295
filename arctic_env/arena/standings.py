"""Standings from rows: of each agent, with its rating, of each pair and of each line-up."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.results import Rows
from arctic_env.arena.settings import Seating, line_up_text
from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_share, estimate_within, t_quantile
from arctic_env.validation import counted

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

_DECIMALS = 6
_FEW = 10  # deals, below which intervals by Student's t may be empty by luck
_POWER = 2.8  # normal quantiles of 95 % confidence on both sides and of a power of 80 %


@dataclass(frozen=True)
class Rating:
    """A Plackett-Luce rating: mean and standard deviation of an agent's skill; newcomers have 25 and 25/3."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Standing:
    """The results of one agent over all of its games; intervals are clustered by deal.

    Attributes:
        seats: Seats taken in these games, more if it had several at a table.
        wins: Wins per seat taken, so at most 1/2 with two seats at each table; equal agents get 1 over the
            number of players.
        rank: Mean rank, 1 for first place.
        margin: Mean of the score minus the mean score of the others at the table.
        forfeits: Seats that it forfeited.
        rating: Its OpenSkill rating; None when openskill is not installed.
        seconds: Mean time for one decision.
    """

    agent: str
    games: int
    seats: int
    wins: Estimate
    rank: Estimate
    score: Estimate
    margin: Estimate
    forfeits: int
    rating: Rating | None
    seconds: float

    def __str__(self) -> str:
        wins = Estimate(*(100 * share for share in (self.wins.value, self.wins.low, self.wins.high)))
        figures = f"wins {wins:.1f} %, mean rank {self.rank:.2f}, score {self.score:.1f}, margin {self.margin:.1f}"
        return f"{self.agent}, {counted(self.games, 'game')}: {figures}"


@dataclass(frozen=True)
class Pair:
    """One agent against another, by duplicate deals: the sum over all games of a deal that both played.

    A deal goes to the agent that forfeited fewer of these games or, with as many, to the one whose seats scored more on
    average, summed over the games; equal sums are a tie. Beside the shares of these deals, `margin` is the mean score
    difference per game.
    """

    agent: str
    other: str
    deals: int
    ahead: Estimate
    tied: float
    behind: Estimate
    margin: Estimate

    @property
    def verdict(self) -> str:
        """Say who is ahead by the margin, or the number of deals that shows a margin of 1 in four of five cases."""
        if self.deals < _FEW:
            few = "deal is" if self.deals == 1 else "deals are"
            return f"{self.agent} and {self.other}: {self.deals} {few} too few to tell, play at least {_FEW}"
        if self.margin.low > 0.0 or self.margin.high < 0.0:
            ahead, behind = (self.agent, self.other) if self.margin.low > 0.0 else (self.other, self.agent)
            return f"{ahead} is ahead of {behind}"
        apart = f"{self.agent} and {self.other} are not told apart"
        error = (self.margin.high - self.margin.low) / 2 / t_quantile(self.deals - 1)
        if error == 0.0:
            return f"{apart}: they scored the same in every deal"
        needed = max(2.0, float(f"{_POWER**2 * self.deals * error**2:.2g}"))
        return f"{apart}: about {needed:,.0f} deals would be needed for a margin of 1"

    def __str__(self) -> str:
        ahead = Estimate(*(100 * share for share in (self.ahead.value, self.ahead.low, self.ahead.high)))
        return (
            f"{self.agent} against {self.other}, {counted(self.deals, 'deal')}: ahead {ahead:.1f} %, "
            f"tied {100 * self.tied:.1f} %, behind {100 * self.behind.value:.1f} %, margin {self.margin:.1f}\n"
            f"{self.verdict}"
        )

    def turned(self) -> Pair:
        """Return the same result, seen from the other."""
        margin = Estimate(*(0.0 - one for one in (self.margin.value, self.margin.high, self.margin.low)))
        return Pair(self.other, self.agent, self.deals, self.behind, self.tied, self.ahead, margin)


def make_standings(rows: Rows, agents: Sequence[str]) -> list[Standing]:
    """Return one standing for each agent, by share of wins, then mean rank, then name."""
    players = int(rows["seat"].max()) + 1
    standings = [_standing(rows[rows["agent"] == i], players, agent) for i, agent in enumerate(agents)]
    if can_rate():
        ratings = _ratings(rows, standings)
        standings = [replace(one, rating=rating) for one, rating in zip(standings, ratings, strict=True)]
    return sorted(standings, key=lambda one: (-one.wins.value, one.rank.value, one.agent))


def _standing(rows: Rows, players: int, agent: str) -> Standing:
    """Return the results of one agent, without rating."""
    decisions = int(rows["decisions"].sum())
    games = len(np.unique(rows["game"]))
    return Standing(
        agent=agent,
        games=games,
        seats=len(rows),
        wins=estimate_within(_by_deal(rows, rows["win"]), 0.0, games / len(rows)),
        rank=estimate_within(_by_deal(rows, rows["rank"] + 1.0), 1.0, players),
        score=estimate_mean(_by_deal(rows, rows["score"])),
        margin=estimate_mean(_by_deal(rows, rows["margin"])),
        forfeits=int(rows["forfeit"].sum()),
        rating=None,
        seconds=float(rows["seconds"].sum()) / decisions if decisions else math.nan,
    )


def _by_deal(rows: Rows, values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Return the mean of the values in each deal, float64[deals]."""
    _, deals = np.unique(rows["deal"], return_inverse=True)
    return _sums(deals, values) / np.bincount(deals)


def _sums(groups: NDArray[np.int64], values: NDArray[np.generic], size: int = 0) -> NDArray[np.float64]:
    """Return the sum of the values in each group, to six decimals, so that equal sums of thirds are equal."""
    sums = np.bincount(groups, weights=values.astype(np.float64), minlength=size)
    return sums.astype(np.float64).round(_DECIMALS) + 0.0  # no -0.0


def _ratings(rows: Rows, standings: Sequence[Standing]) -> list[Rating]:
    """Return the rating of each agent, independent of the order in which agents are given.

    That order determines which line-up and seating of a deal comes first. Games are therefore sorted
    by deal and by the results of their agents. Games with equal keys are rated in succession, by
    names, so that agents that never met and did the same have the same rating.
    """
    records = [(one.wins.value, one.rank.value, one.score.value, one.margin.value) for one in standings]
    _, did = np.unique(records, axis=0, return_inverse=True)
    _, names = np.unique([one.agent for one in standings], return_inverse=True)
    players = int(rows["seat"].max()) + 1
    games = rows[np.lexsort((rows["seat"], rows["game"]))].reshape(-1, players)
    keys = np.column_stack([games["deal"][:, 0], did.ravel()[games["agent"]], names[games["agent"]]])
    order = np.lexsort(keys.T[::-1])
    _, groups = np.unique(keys[order, : 1 + players], axis=0, return_inverse=True)
    rated = [(game["agent"].tolist(), game["rank"].tolist()) for game in games[order]]
    return rate(rated, len(standings), groups.ravel().tolist())


def make_pairs(rows: Rows, agents: Sequence[str]) -> list[Pair]:
    """Return one entry for every two agents that met, in the order of the agents."""
    _, first, games = np.unique(rows["game"], return_index=True, return_inverse=True)
    cells, size = games * len(agents) + rows["agent"], len(first) * len(agents)

    def means(values: NDArray[np.generic]) -> NDArray[np.float64]:
        """Return the mean of each agent's seats in each game, float64[games, agents]; NaN without a seat."""
        with np.errstate(invalid="ignore"):
            table: NDArray[np.float64] = _sums(cells, values, size) / np.bincount(cells, minlength=size)
        return table.reshape(-1, len(agents))

    deals, scores, forfeits = rows["deal"][first], means(rows["score"]), means(rows["forfeit"])
    pairs = []
    for one, other in combinations(range(len(agents)), 2):
        margins = scores[:, one] - scores[:, other]
        met = ~np.isnan(margins)
        if met.any():
            fewer = (forfeits[:, one] - forfeits[:, other])[met]
            pairs.append(_pair(agents[one], agents[other], deals[met], margins[met], fewer))
    return pairs


def _pair(
    agent: str, other: str, deals: NDArray[np.int32], margins: NDArray[np.float64], forfeits: NDArray[np.float64]
) -> Pair:
    _, deals_met = np.unique(deals, return_inverse=True)
    fewer, sums = _sums(deals_met, forfeits), _sums(deals_met, margins)
    results = np.where(fewer, -np.sign(fewer), np.sign(sums))
    return Pair(
        agent=agent,
        other=other,
        deals=len(sums),
        ahead=estimate_share((results > 0).astype(np.float64)),
        tied=float((results == 0).mean()),
        behind=estimate_share((results < 0).astype(np.float64)),
        margin=estimate_mean(sums / np.bincount(deals_met)),
    )


# ------------------------------------------------------------------------------------------ results of line-ups


@dataclass(frozen=True)
class LineUpStanding:
    """The results of one agent in one line-up, all of its seats together; intervals are clustered by deal."""

    line_up: str  # in letters, A for the first agent of the settings
    agent: str
    seats: int
    games: int
    first: Estimate  # share of the games that one of its seats won; winners share a game equally
    fair: float  # that share if all seats won equally often, seats / seats of the table
    margin: Estimate | None  # mean score of its seats minus that of the others'; None without others


def make_line_ups(rows: Rows, agents: Sequence[str], line_ups: Sequence[Seating]) -> list[LineUpStanding]:
    """Return one entry for each agent of each line-up, in their order."""
    return [
        _line_up_standing(rows[rows["line_up"] == number], agents[agent], agent, line_up)
        for number, line_up in enumerate(line_ups)
        for agent in dict.fromkeys(line_up)
    ]


def _line_up_standing(rows: Rows, name: str, agent: int, line_up: Seating) -> LineUpStanding:
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
        margin=None if own.all() else estimate_mean(_mean_scores(rows[own]) - _mean_scores(rows[~own])),
    )


def _mean_scores(rows: Rows) -> NDArray[np.float64]:
    return _by_deal(rows, rows["score"])


# ------------------------------------------------------------------------------------------ OpenSkill ratings

# A rating is updated game by game, so it depends on their order, while the agents stay what they are. The games are
# therefore rated in several seeded random orders, and the ratings are averaged.

_ORDERS = 8
_MOST_UPDATES = 40_000  # of all orders together, to keep rating within seconds; one order is always rated

RatedGame = tuple[Sequence[int], Sequence[int]]
"""The agent, by its number, in each seat, and the rank of each seat, 0 for the best."""


def can_rate() -> bool:
    """Return whether the openskill package is installed."""
    return importlib.util.find_spec("openskill") is not None


def rate(games: Sequence[RatedGame], agents: int, groups: Sequence[int] | None = None) -> list[Rating]:
    """Return the ratings of agents 0 to agents - 1, averaged over seeded orders of the games.

    Games of a group, a number from 0, are rated in succession, in the given order; without groups they are shuffled
    one by one.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    orders = max(1, min(_ORDERS, _MOST_UPDATES // max(1, len(games))))
    numbers = np.arange(len(games)) if groups is None else np.asarray(groups)
    runs = [_rate_once(model, [games[i] for i in _order(seed, numbers)], agents) for seed in range(orders)]
    return [Rating(*figures) for figures in np.array(runs).mean(axis=0).tolist()]


def _order(seed: int, groups: NDArray[np.int64]) -> list[int]:
    """Return the indices of the games with their groups shuffled."""
    places = np.random.default_rng(seed).permutation(groups.max(initial=-1) + 1)
    order: list[int] = places[groups].argsort(kind="stable").tolist()
    return order


def _rate_once(model: PlackettLuce, games: Sequence[RatedGame], agents: int) -> list[tuple[float, float]]:
    ratings = [(model.mu, model.sigma)] * agents
    for seated, ranks in games:
        teams = [[model.rating(*ratings[agent])] for agent in seated]
        updated: dict[int, list[Any]] = {}  # the new ratings of an agent, one for each of its seats
        for agent, (player,) in zip(seated, model.rate(teams, ranks=list(map(float, ranks))), strict=True):
            updated.setdefault(agent, []).append(player)
        for agent, own in updated.items():
            ratings[agent] = sum(one.mu for one in own) / len(own), sum(one.sigma for one in own) / len(own)
    return ratings
