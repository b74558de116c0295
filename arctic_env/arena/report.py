"""The result of a tournament, and its report: tables on a terminal, plain lines elsewhere."""

import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from importlib.util import find_spec
from io import StringIO
from typing import TextIO

import numpy as np

from arctic_env.arena.results import Fault, Rows, first_tracebacks
from arctic_env.arena.settings import Settings
from arctic_env.arena.standings import LineUpStanding, Pair, Standing, make_line_ups, make_pairs, make_standings
from arctic_env.arena.statistics import Estimate
from arctic_env.model.rules import value_text
from arctic_env.records import Record
from arctic_env.validation import counted

_MOST_FAULTS = 5  # examples that are shown


@dataclass(frozen=True)
class TextTable:
    """A table of texts, the first column aligned left, all others right.

    The first `names` columns are names; the others hold figures.
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int = 1

    def plain(self) -> str:
        """Return the table as plain text."""
        lines = [self.headers, *self.rows]
        widths = [max(len(line[i]) for line in lines) for i in range(len(self.headers))]
        texts = [
            "  ".join(
                cell.rjust(width) if i else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            for line in lines
        ]
        return "\n".join([self.title, *(text.rstrip() for text in texts)])


@dataclass(frozen=True, repr=False)
class TournamentResult:
    """The results of a tournament; printed, the report of `arctic tournament`.

    There is one row for each seat of each game, or each team, see `arctic_env.arena.results`; faults have the numbers
    of their games; there are records if they were kept. Of all games `played` took the `seconds`, fewer than there are
    where a log was resumed.
    """

    settings: Settings
    rows: Rows
    faults: tuple[tuple[int, Fault], ...]
    records: tuple[Record, ...]
    seconds: float
    played: int

    def standings(self) -> list[Standing]:
        """Return each agent's results, best first."""
        return list(self._standings)

    @cached_property
    def _standings(self) -> list[Standing]:
        """Standings, kept because rating agents takes seconds for many games."""
        return make_standings(self.rows, self.settings.names)

    def pairs(self) -> list[Pair]:
        """Compare each agent with each other by duplicate deals."""
        return make_pairs(self.rows, self.settings.names)

    def line_ups(self) -> list[LineUpStanding]:
        """Return each agent's results in each line-up, in the order of the line-ups."""
        return make_line_ups(self.rows, self.settings.names, self.settings.schedule.line_ups)

    def __repr__(self) -> str:
        return describe(self)

    def __str__(self) -> str:
        text = StringIO()
        print_report(self, text)
        return text.getvalue().rstrip()

    def _repr_html_(self) -> str:
        """Return the report for notebooks."""
        return f"<pre>{escape(str(self))}</pre>"


def print_report(result: TournamentResult, file: TextIO | None = None) -> None:
    """Print the reproducible part of the result: settings, tables, verdicts, faults."""
    file = file or sys.stdout
    print(describe(result), file=file)
    for table in make_tables(result):
        print_table(table, file)
    notes = [pair.verdict for pair in result.pairs()]
    if len(result.settings.players) == 1:
        notes = ["One agent in all seats is compared with none: only its scores and its speed say something."]
    notes += truncation_lines(result)
    for line in [*([""] if notes else []), *notes, *fault_lines(result)]:
        print(line, file=file)


def describe(result: TournamentResult) -> str:
    """Describe the games in one line."""
    settings = result.settings
    schedule = settings.schedule
    rules = "".join(f", {name} {value_text(value)}" for name, value in settings.parameters.items())
    rules += _teams_text(settings.teams)
    return (
        f"{settings.game}, {settings.num_players} players{rules}, seed {settings.seed}: "
        f"{counted(settings.deals, 'deal')} x {counted(schedule.games_per_deal, 'game')} "
        f"({counted(len(schedule.line_ups), 'line-up')}, seatings: {settings.seatings}) "
        f"= {counted(settings.total, 'game')}; 95 % confidence intervals by deal"
    )


def _teams_text(teams: Sequence[int]) -> str:
    """Return which seats play together, such as `, seats 0 and 2 against seats 1 and 3`; nothing without teams."""
    if len(set(teams)) == len(teams):
        return ""
    members = [[str(seat) for seat, team in enumerate(teams) if team == one] for one in sorted(set(teams))]
    return f", {' against '.join('seats ' + ' and '.join(seats) for seats in members)}"


def make_tables(result: TournamentResult) -> list[TextTable]:
    """Return the table of agents and, if they add information, those of pairs and line-ups."""
    standings = result.standings()
    tables = [_standings_table(standings)]
    if len(standings) > 1:
        tables.append(_pairs_table(result.pairs()))
    line_ups = result.settings.schedule.line_ups
    several = len(line_ups) > 1 or len(set(line_ups[0])) < len(line_ups[0])
    if len(standings) > 1 and several and len(line_ups[0]) > 2:  # of two players or teams, the pairs say all
        tables.append(_line_ups_table(result.line_ups()))
    return tables


def _standings_table(standings: Sequence[Standing]) -> TextTable:
    headers = ["agent", "games", "wins %", "mean rank", "score", "margin", "rating", "forfeits"]
    rows = [
        [
            standing.agent,
            f"{standing.games:,}",
            percent(standing.wins),
            f"{standing.rank:.2f}",
            f"{standing.score:.1f}",
            f"{standing.margin:.1f}",
            f"{standing.rating.mu:.1f} ± {standing.rating.sigma:.1f}" if standing.rating else "no openskill",
            str(standing.forfeits),
        ]
        for standing in standings
    ]
    return TextTable("Agents", headers, rows)


def _pairs_table(pairs: Sequence[Pair]) -> TextTable:
    headers = ["pair", "deals", "ahead %", "tied %", "behind %", "margin"]
    rows = [
        [
            f"{pair.agent} against {pair.other}",
            f"{pair.deals:,}",
            percent(pair.ahead),
            f"{100 * pair.tied:.1f}",
            f"{100 * pair.behind.value:.1f}",
            f"{pair.margin:.1f}",
        ]
        for pair in pairs
    ]
    return TextTable("Pairs, by duplicate deals", headers, rows)


def _line_ups_table(standings: Sequence[LineUpStanding]) -> TextTable:
    headers = ["line-up", "agent", "seats", "games", "first places %", "if equal %", "margin"]
    rows = [
        [
            standing.line_up,
            standing.agent,
            str(standing.seats),
            f"{standing.games:,}",
            percent(standing.first),
            f"{100 * standing.fair:.1f}",
            f"{standing.margin:.1f}" if standing.margin else "",
        ]
        for standing in standings
    ]
    return TextTable("Line-ups, all seats of an agent together", headers, rows, names=2)


def percent(share: Estimate) -> str:
    """Format a share of 0 to 1 with its interval in percent."""
    return f"{Estimate(100 * share.value, 100 * share.low, 100 * share.high):.1f}"


def truncation_lines(result: TournamentResult) -> list[str]:
    """Return a line on games that did not come to their end, if there are any."""
    rows = result.rows
    truncated = len(np.unique(rows["game"][~rows["finished"]]))
    of = f"{truncated:,} of {counted(result.settings.total, 'game')}"
    return [f"{of} came to no end: a limit on turns or decisions truncated them."] if truncated else []


def fault_lines(result: TournamentResult) -> list[str]:
    """Return lines on forfeits: how often each agent forfeited, the first cases, and tracebacks."""
    if not result.faults:
        return []
    counts = Counter((fault.agent, fault.kind) for _, fault in result.faults)
    lines = [f"Forfeits: {agent}, {kind}: {counted(count, 'time')}" for (agent, kind), count in sorted(counts.items())]
    games_per_deal = result.settings.schedule.games_per_deal
    for game, fault in result.faults[:_MOST_FAULTS]:
        lines.append(f"  deal {game // games_per_deal}, game {game}: {fault}")
    return lines + first_tracebacks(fault for _, fault in result.faults)


def speed_lines(result: TournamentResult) -> list[str]:
    """Return lines on the time taken, which differs from run to run."""
    games = result.played
    lines = [f"{counted(games, 'game')} in {result.seconds:.1f} s, {games / result.seconds:,.1f} games/s"]
    for standing in result.standings():
        if not math.isnan(standing.seconds):
            lines.append(f"  {standing.agent}: {1000 * standing.seconds:.3f} ms a decision")
    return lines


def print_table(table: TextTable, file: TextIO) -> None:
    """Print a table: in a frame on a terminal with rich, else in plain text."""
    if not file.isatty() or find_spec("rich") is None:
        print(f"\n{table.plain()}", file=file)
        return
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rich_table = Table(
        title=Text(table.title), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False
    )
    for i, header in enumerate(table.headers):
        rich_table.add_column(Text(header), justify="right" if i else "left", overflow="fold")
    for row in table.rows:
        cells = [*row[: table.names], *map(_split_cell, row[table.names :])]
        rich_table.add_row(*(Text(cell) for cell in cells))  # in a plain str, rich reads [v1] and :smile: as markup
    print(file=file)
    Console(file=file).print(rich_table)


def _split_cell(cell: str) -> str:
    """Split a cell into two narrow lines, value and spread, so that the table fits into 80 columns."""
    return cell.replace(" ± ", "\n± ").replace(" [", "\n").replace("]", "").replace(", ", "…")
