"""All parts of the analysis of a tournament, as tables of text, as JSON and as a picture."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arctic_env.arena.analysis.control_variates import AdjustedFigure, adjust_figures, duplicate_factor
from arctic_env.arena.analysis.payoff_matrix import (
    ALPHA,
    EVEN,
    POPULATION,
    Cycle,
    Difference,
    PayoffMatrix,
    Share,
    find_cycles,
    make_payoff_matrix,
    paired_differences,
    rank_agents,
)
from arctic_env.arena.analysis.plackett_luce import Strength, fit_strengths
from arctic_env.arena.report import TextTable, TournamentResult, percent
from arctic_env.arena.statistics import Estimate
from arctic_env.errors import SettingsError
from arctic_env.files import write_json, write_whole
from arctic_env.validation import need

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Analysis:
    """The analysis of a tournament; all intervals are clustered by deal."""

    result: TournamentResult
    differences: tuple[Difference, ...]  # of every two agents: wins per seat, then scores
    strengths: tuple[Strength, ...]  # best first
    wins: PayoffMatrix  # shares of wins
    margins: PayoffMatrix  # score differences
    cycles: tuple[Cycle, ...]  # in shares of wins, the most significant first
    shares: tuple[Share, ...]  # alpha-rank, largest first; empty if two agents never met, or there is only one
    adjusted: tuple[AdjustedFigure, ...]  # without the luck of the deals; empty without stand-ins


def analyse(result: TournamentResult, stand_ins: TournamentResult | None = None) -> Analysis:
    """Analyse a tournament; the same rows give the same analysis.

    With the stand-ins' tournament, see `play_stand_ins`, results without luck are part of it.
    Raise SettingsError if they did not play the same deals, line-ups and seatings.
    """
    rows, names = result.rows, result.settings.names
    wins = make_payoff_matrix(rows, names, "win")
    return Analysis(
        result=result,
        differences=(*paired_differences(rows, names, "win"), *paired_differences(rows, names, "score")),
        strengths=tuple(fit_strengths(rows, names)),
        wins=wins,
        margins=make_payoff_matrix(rows, names, "margin"),
        cycles=tuple(find_cycles(wins)),
        shares=tuple(rank_agents(wins)) if len(names) > 1 and wins.complete else (),
        adjusted=tuple(adjust_figures(result, stand_ins)) if stand_ins else (),
    )


def analysis_tables(analysis: Analysis) -> list[TextTable]:
    """Return the tables of all parts of the analysis that have content."""
    if len(analysis.result.settings.players) < 2:
        return []
    order = [strength.agent for strength in analysis.strengths]
    tables = [_ratings_table(analysis), _differences_table(analysis), _payoff_table(analysis.wins, order)]
    if analysis.cycles:
        tables.append(_cycles_table(analysis))
    if analysis.adjusted:
        tables.append(_adjusted_table(analysis))
    return tables


def _ratings_table(analysis: Analysis) -> TextTable:
    """Return the table of strength and alpha-rank, best first."""
    shares = {share.agent: share.share for share in analysis.shares}
    groups = max(strength.group for strength in analysis.strengths) > 0
    rows = [
        [
            strength.agent,
            f"{strength.elo.value:z.0f}" if groups else f"{strength.elo:z.0f}",
            str(strength.group),
            percent(shares[strength.agent]) if strength.agent in shares else "",
        ]
        for strength in analysis.strengths
    ]
    title = "Strength (Plackett-Luce, maximum likelihood) and alpha-rank"
    if groups:
        title += "; a group was never beaten by those below it, so the gap between them has no size"
    return TextTable(title, ["agent", "Elo", "group", "alpha-rank %"], rows)


def _differences_table(analysis: Analysis) -> TextTable:
    """Return the table of paired differences with both intervals."""
    rows = [
        [
            f"{difference.agent} - {difference.other}",
            "wins %" if difference.measure == "win" else difference.measure,
            *(_format_measure(difference.measure, kind) for kind in (difference.interval, difference.bootstrap)),
        ]
        for difference in analysis.differences
    ]
    headers = ["pair", "per seat", "by deal", "bootstrap by deal"]
    return TextTable("Paired differences, same deals", headers, rows)


def _format_measure(measure: str, estimate: Estimate) -> str:
    return percent(estimate) if measure == "win" else f"{estimate:.1f}"


def _payoff_table(payoffs: PayoffMatrix, order: Sequence[str]) -> TextTable:
    """Return the payoff matrix as a table, with agents in this order."""
    places = [payoffs.agents.index(agent) for agent in order]
    rows = [[payoffs.agents[row], *(_entry(payoffs.estimate(row, column)) for column in places)] for row in places]
    title = "Payoffs: in how many % the row's agent ranks before the column's"
    return TextTable(title, ["agent", *order], rows)


def _entry(estimate: Estimate) -> str:
    if math.isnan(estimate.value):
        return "never met"
    return percent(estimate) if not math.isnan(estimate.low) else f"{100 * estimate.value:.1f}"


def _cycles_table(analysis: Analysis) -> TextTable:
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


def _adjusted_table(analysis: Analysis) -> TextTable:
    """Return the table of pair results and scores before and after luck is taken out."""
    rows = [
        [
            f"{entry.agent} - {entry.other}" if entry.other else entry.agent,
            "wins %" if entry.measure == "win" else entry.measure,
            _format_measure(entry.measure, entry.adjusted.plain),
            _format_measure(entry.measure, entry.adjusted.adjusted),
            _factor(entry.adjusted.factor),
            _factor(_duplicate_factor_of(analysis, entry)),
        ]
        for entry in analysis.adjusted
        if entry.other is not None or entry.measure == "score"
    ]
    headers = ["of", "", "plain", "without luck", "worth x deals", "duplicates worth x games"]
    return TextTable("Luck of the deals taken out", headers, rows)


def _duplicate_factor_of(analysis: Analysis, entry: AdjustedFigure) -> float:
    """Return the variance factor of playing deals in all seatings, for a margin; NaN for other measures."""
    if entry.other is None or entry.measure != "margin":
        return math.nan
    names = analysis.result.settings.names
    one, other = names.index(entry.agent), names.index(entry.other)
    return duplicate_factor(analysis.result.rows, len(names), one, other)


def _factor(factor: float) -> str:
    return "" if math.isnan(factor) else f"{factor:.2f}"


FORMAT = "arctic/evaluation/1"
"""Format of an analysis as JSON; docs/evaluation.md explains its fields."""

Document = dict[str, Any]


def to_document(analysis: Analysis) -> Document:
    """Return the analysis as a JSON document; unknown numbers are null."""
    result = analysis.result
    size = range(len(analysis.wins.agents))
    matrices = {
        payoffs.measure: [[payoffs.estimate(row, column) for column in size] for row in size]
        for payoffs in (analysis.wins, analysis.margins)
    }
    document: Document = to_plain(
        {
            "format": FORMAT,
            "played": result.settings.to_dict(),
            "agents": result.standings(),
            "pairs": result.pairs(),
            "line_ups": result.line_ups(),
            "faults": [{"game": game, **vars(fault)} for game, fault in result.faults],
            "differences": analysis.differences,
            "strengths": analysis.strengths,
            "payoffs": matrices,
            "cycles": analysis.cycles,
            "alpha_rank": {"alpha": ALPHA, "population": POPULATION, "shares": analysis.shares},
            "adjusted": analysis.adjusted,
        }
    )
    return document


def to_plain(value: object) -> Any:
    """Convert dataclasses, mappings, lists and numbers to JSON values; numbers that are not finite become null."""
    return json.loads(json.dumps(value, default=asdict), parse_constant=lambda _: None)


def write_analysis(path: Path, analysis: Analysis) -> None:
    """Write the analysis to a JSON file; raise OutputError if that fails, and keep an older file."""
    write_json(path, to_document(analysis))


ENDINGS = (".png", ".svg", ".pdf")

_INCHES = 1.1  # of a cell
_MARGIN = 2.2  # inches for names and the scale
_DARK = 0.6  # part of the scale from which cells are so dark that their text is white


def draw_payoff_matrix(path: Path, payoffs: PayoffMatrix, order: Sequence[str] = ()) -> None:
    """Draw the matrix with its intervals; the file's ending sets the format, .png, .svg or .pdf.

    Rows and columns are in the order of the given names, by default the matrix's. Raise SettingsError if matplotlib is
    not installed, or the ending is another; OutputError if the file cannot be written: what was there stays.
    """
    check_picture(path)
    from matplotlib.figure import Figure

    names = list(order or payoffs.agents)
    side = _INCHES * len(names) + _MARGIN
    figure = Figure(figsize=(side, side - _MARGIN / 3), layout="constrained")
    _draw(figure.add_subplot(), payoffs, [payoffs.agents.index(name) for name in names])
    content = BytesIO()
    figure.savefig(content, format=path.suffix.lower()[1:], dpi=150)
    write_whole(path, content.getvalue())


def check_picture(path: Path) -> None:
    """Raise SettingsError unless matplotlib is installed and the ending is one of ENDINGS."""
    need("pictures", "matplotlib")
    if path.suffix.lower() not in ENDINGS:
        raise SettingsError(f"cannot draw {path}: the ending must be one of {', '.join(ENDINGS)}")


def _draw(axes: Axes, payoffs: PayoffMatrix, places: Sequence[int]) -> None:
    even = EVEN[payoffs.measure]
    shades = payoffs.values[np.ix_(places, places)] - even
    reach = 0.5 if payoffs.measure == "win" else float(np.nanmax(np.abs(shades))) or 1.0
    image = axes.imshow(shades + even, cmap="RdBu", vmin=even - reach, vmax=even + reach)
    for y, row in enumerate(places):
        for x, column in enumerate(places):
            dark = abs(shades[y, x]) > _DARK * reach
            axes.text(x, y, _words(payoffs, row, column), ha="center", va="center", fontsize=8,
                      color="white" if dark else "black")  # fmt: skip
    names = [payoffs.agents[place] for place in places]
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right", parse_math=False)  # $ is a letter
    axes.set_yticks(range(len(names)), names, parse_math=False)
    axes.set_title("The row's agent\nagainst the column's")  # no wider than two cells
    what = "share of seats it ranks before" if payoffs.measure == "win" else "margin"
    axes.figure.colorbar(image, ax=axes, shrink=0.7, label=what)


def _words(payoffs: PayoffMatrix, row: int, column: int) -> str:
    estimate = payoffs.estimate(row, column)
    if math.isnan(estimate.value):
        return "never met"
    digits = 2 if payoffs.measure == "win" else 1
    value = f"{estimate.value:.{digits}f}"
    if math.isnan(estimate.low):
        return value
    return f"{value}\n{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"
