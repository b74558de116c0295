"""An analysis as tables of text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arctic_env.arena.analysis.analysis import Analysis
from arctic_env.arena.analysis.luck import Luckless, duplicate_factor
from arctic_env.arena.analysis.payoffs import Payoffs
from arctic_env.arena.report import TextTable, percent
from arctic_env.arena.statistics import Estimate


def analysis_tables(analysis: Analysis) -> list[TextTable]:
    """The tables of all parts that say something."""
    if len(analysis.result.settings.agents) < 2:
        return []
    order = [strength.agent for strength in analysis.strengths]
    tables = [_ratings(analysis), _differences(analysis), _payoffs(analysis.wins, order)]
    if analysis.cycles:
        tables.append(_cycles(analysis))
    if analysis.luckless:
        tables.append(_luck(analysis))
    return tables


def _ratings(analysis: Analysis) -> TextTable:
    """Strength and alpha-rank, best first."""
    shares = {share.agent: share.share for share in analysis.shares}
    groups = max(strength.group for strength in analysis.strengths) > 0
    rows = [
        [
            strength.agent,
            f"{strength.elo.value:.0f}" if groups else f"{strength.elo:.0f}",
            str(strength.group),
            percent(shares[strength.agent]) if strength.agent in shares else "",
        ]
        for strength in analysis.strengths
    ]
    title = "Strength (Plackett-Luce, maximum likelihood) and alpha-rank"
    if groups:
        title += "; a group was never beaten by those below it, so the gap between them has no size"
    return TextTable(title, ["agent", "Elo", "group", "alpha-rank %"], rows)


def _differences(analysis: Analysis) -> TextTable:
    """Paired differences with both intervals."""
    rows = [
        [
            f"{difference.agent} - {difference.other}",
            "wins %" if difference.measure == "win" else difference.measure,
            *(_as(difference.measure, kind) for kind in (difference.interval, difference.bootstrap)),
        ]
        for difference in analysis.differences
    ]
    headers = ["pair", "per seat", "by deal", "bootstrap by deal"]
    return TextTable("Paired differences, same deals", headers, rows)


def _as(measure: str, estimate: Estimate) -> str:
    return percent(estimate) if measure == "win" else f"{estimate:.1f}"


def _payoffs(payoffs: Payoffs, order: Sequence[str]) -> TextTable:
    """The matrix with agents in this order."""
    places = [payoffs.agents.index(agent) for agent in order]
    rows = [
        [payoffs.agents[row], *(_entry(payoffs.estimate(row, column)) for column in places)] for row in places
    ]
    title = "Payoffs: in how many % the row's agent ranks before the column's"
    return TextTable(title, ["agent", *order], rows)


def _entry(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return "never met"
    return percent(estimate) if not math.isnan(estimate.low) else f"{100 * estimate.value:.1f}"


def _cycles(analysis: Analysis) -> TextTable:
    rows = [
        [
            " > ".join((*cycle.agents, cycle.agents[0])),
            *(percent(edge) for edge in cycle.edges),
            f"{cycle.adjusted_p:.3f}" + (" *" if cycle.significant else ""),
        ]
        for cycle in analysis.cycles
    ]
    title = "Cycles; * where all three steps hold, at 5 % for all cycles together"
    return TextTable(title, ["cycle", "1st step %", "2nd step %", "3rd step %", "p"], rows)


def _luck(analysis: Analysis) -> TextTable:
    """What every two got of each other, and scores, before and after luck is taken out."""
    rows = [
        [
            f"{entry.agent} - {entry.other}" if entry.other else entry.agent,
            "wins %" if entry.measure == "win" else entry.measure,
            _as(entry.measure, entry.adjusted.plain),
            _as(entry.measure, entry.adjusted.adjusted),
            _factor(entry.adjusted.factor),
            _factor(_duplicates(analysis, entry)),
        ]
        for entry in analysis.luckless
        if entry.other is not None or entry.measure == "score"
    ]
    headers = ["of", "", "plain", "without luck", "worth x deals", "duplicates worth x games"]
    return TextTable("Luck of the deals taken out", headers, rows)


def _duplicates(analysis: Analysis, entry: Luckless) -> float:
    """What playing deals in all seatings is worth to a margin, NaN for anything else."""
    if entry.other is None or entry.measure != "margin":
        return math.nan
    names = analysis.result.settings.names
    one, other = names.index(entry.agent), names.index(entry.other)
    return duplicate_factor(analysis.result.rows, len(names), one, other)


def _factor(factor: float) -> str:
    return "" if math.isnan(factor) else f"{factor:.2f}"
