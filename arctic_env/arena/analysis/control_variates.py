"""Control variates: luck that can be measured elsewhere is taken out of what agents are measured by.

All luck of a game lies in its deal: the order of the deck, the faces of the tiles. Stand-ins, agents that are cheap
to ask, play the deals of a tournament in the places of its agents, and more deals besides. By how much the common
deals were better for a stand-in than those besides is luck of the deals, and its expectation is 0 whatever the agents
do: the evaluated agents have no part in these games. A share of it is taken off,

    adjusted = mean over deals of (value - share * stand-in's value) + share * stand-in's mean on the deals besides.

The share is that of a regression. Fitted on the deals that it is applied to, it would bend towards their noise and
bias the result; it is cross-fitted: the deals are cut into folds, and each gets the share that was fitted on the
others. The share of a deal is then independent of its luck, and the adjusted mean has the expectation of the plain
one, exactly, for any number of deals and any stand-ins. Stand-ins that tell nothing leave things as they were; good
ones are worth more deals, by a factor that is reported.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.specs import AgentLike
from arctic_env.arena.analysis.payoff_matrix import Measure, PairMeasure, agent_values, game_margins, pair_values
from arctic_env.arena.report import TournamentResult
from arctic_env.arena.results import Rows
from arctic_env.arena.settings import Settings
from arctic_env.arena.statistics import Estimate, estimate_mean, t_quantile
from arctic_env.arena.tournament import run_tournament
from arctic_env.errors import SettingsError
from arctic_env.validation import check_integer, counted

FOLDS = 10
LEAST_DEALS = 20  # with fewer, what is fitted is noise

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Adjusted:
    """A mean before and after luck is taken out."""

    plain: Estimate  # with Student's interval
    adjusted: Estimate  # its interval includes the uncertainty of the stand-ins' mean
    factor: float  # more deals that the plain mean needs for the same variance; NaN if the values do not vary
    deals: int
    besides: int  # further deals of the stand-ins


def adjust(values: Values, controls: Values, besides: Values) -> Adjusted:
    """Return the mean of one value per deal, float64[n], adjusted by k values of stand-ins.

    `controls` are theirs for the same deals, float64[n, k], and `besides` for other deals that were drawn in the same
    way, float64[m, k]. Raise SettingsError if there are fewer than 20 deals of either kind.
    """
    n, m = len(values), len(besides)
    if min(n, m) < LEAST_DEALS:
        raise SettingsError(f"luck is taken out of at least {LEAST_DEALS} deals, with as many besides, not {n} and {m}")
    shares = _cross_fit(values, controls, m)
    rest = values - (shares * controls).sum(axis=1)
    share = shares.mean(axis=0)
    mean = float(rest.mean() + share @ besides.mean(axis=0))
    own, theirs = float(rest.var(ddof=1)) / n, float((besides @ share).var(ddof=1)) / m
    plain = float(values.var(ddof=1)) / n
    half = t_quantile(_degrees(own, n, theirs, m)) * math.sqrt(own + theirs)
    factor = plain / (own + theirs) if own + theirs > 0.0 else math.nan
    return Adjusted(estimate_mean(values), Estimate(mean, mean - half, mean + half), factor, n, m)


def _cross_fit(values: Values, controls: Values, m: int) -> Values:
    """Fit the share of each control for each deal on the deals of the other folds, float64[n, k]."""
    fold = np.arange(len(values)) % FOLDS
    shares = np.zeros_like(controls)
    for number in range(FOLDS):
        others = fold != number
        shares[~others] = _fit(values[others], controls[others], m)
    return shares


def _fit(values: Values, controls: Values, m: int) -> Values:
    """Return the least-squares shares, shrunk for noise and for a small number of additional deals."""
    n, k = controls.shape
    if n < k + 3:
        return np.zeros(k)
    centred, target = controls - controls.mean(axis=0), values - values.mean()
    fitted: Values = np.linalg.lstsq(centred, target, rcond=None)[0]
    explained = float(((centred @ fitted) ** 2).sum())
    noise = float(((target - centred @ fitted) ** 2).sum()) * k / (n - k - 1)
    trust = max(0.0, 1.0 - noise / explained) if explained > 0.0 else 0.0
    fitted *= trust * m / (n + m)
    return fitted


def _degrees(own: float, n: int, theirs: float, m: int) -> int:
    """Return the degrees of freedom of a sum of two variances of means (Welch, Satterthwaite)."""
    least = min(n, m) - 1
    if own + theirs == 0.0:
        return least
    return max(least, int((own + theirs) ** 2 / (own**2 / (n - 1) + theirs**2 / (m - 1))))


TIMES = 4
"""Number of further deals that stand-ins play for each deal of the tournament."""


@dataclass(frozen=True)
class AdjustedFigure:
    """A figure of a tournament without the luck of its deals: of an agent against another, or (None) against all."""

    agent: str
    other: str | None
    measure: str
    adjusted: Adjusted


def stand_in_settings(settings: Settings, stand_ins: Sequence[AgentLike], times: int = TIMES) -> Settings:
    """Return settings for the stand-ins: the same deals, line-ups and seatings, then `times` as many further deals.

    Raise SettingsError if there is not one stand-in for each agent, or there are fewer than 20 deals.
    """
    if len(stand_ins) != len(settings.players):
        given, wanted = counted(len(stand_ins), "stand-in"), counted(len(settings.players), "agent")
        raise SettingsError(f"{given} for {wanted}: each must have one")
    if settings.deals < LEAST_DEALS:
        raise SettingsError(f"stand-ins need at least {LEAST_DEALS} deals, not {settings.deals}: play more games")
    games = settings.schedule.games_for(settings.deals * (1 + check_integer("times", times)))
    return replace(settings, players=stand_ins, games=games, keep_records=False)


def play_stand_ins(settings: Settings, stand_ins: Sequence[AgentLike], times: int = TIMES) -> TournamentResult:
    """Let stand-ins play the deals of a tournament, and `times` as many; errors as `stand_in_settings` has them."""
    return run_tournament(stand_in_settings(settings, stand_ins, times))


def adjust_figures(result: TournamentResult, stand_ins: TournamentResult) -> list[AdjustedFigure]:
    """Return the figures of a tournament without the luck of its deals: first of all pairs, then of all agents.

    Figures that are the same in all deals have no luck and are left out. Raise SettingsError if the stand-ins did not
    play its deals, line-ups and seatings, or there are fewer than 20 deals.
    """
    places = ["deal_seed", "line_up", "seating", "seat", "agent"]
    rows, others = both = result.rows, stand_ins.rows
    if len(others) <= len(rows) or (rows[places] != others[: len(rows)][places]).any():
        raise SettingsError("stand-ins must have played all games of the tournament in the same seats, and more")
    names = result.settings.names
    size = len(names)
    entries: list[tuple[str, str | None, str, Adjusted | None]] = []
    for measure in get_args(PairMeasure):
        values, controls = (pair_values(one, size, measure) for one in both)
        for one, other in combinations(range(size), 2):
            adjusted = _adjust(values[:, one, other], controls[:, one, other])
            entries.append((names[one], names[other], measure, adjusted))
    for measure in get_args(Measure):
        values, controls = (agent_values(one, size, measure) for one in both)
        for agent, name in enumerate(names):
            entries.append((name, None, measure, _adjust(values[:, agent], controls[:, agent])))
    return [AdjustedFigure(one, other, measure, found) for one, other, measure, found in entries if found]


def _adjust(values: NDArray[np.float64], controls: NDArray[np.float64]) -> Adjusted | None:
    """Adjust one figure, with the stand-ins' further deals after the common ones; None if there is no luck in it."""
    n = len(values)
    if np.isnan(values).any() or np.ptp(values) == 0.0:
        return None
    return adjust(values, controls[:n, None], controls[n:, None])


def duplicate_factor(rows: Rows, agents: int, one: int, other: int) -> float:
    """Return the relative number of games that two agents would need for the same margin if no games shared a deal.

    NaN where they never met, or where nothing varies between deals.
    """
    deals, margins = game_margins(rows, agents, one, other)
    _, groups = np.unique(deals, return_inverse=True)
    games = np.bincount(groups)
    means = np.bincount(groups, weights=margins) / games
    if len(means) < 2 or means.var() == 0.0:
        return math.nan
    return float(margins.var(ddof=1) / (games.mean() * means.var(ddof=1)))
