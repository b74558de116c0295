"""What was measured, and how it is shown: as text, Markdown, CSV and JSON."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arctic_env.files import whole, write_whole
from benchmarks.measuring import Block, Spread, markdown, spread
from benchmarks.peers.contest import MODES, WITH, WITHOUT, Contest

HEADER = (
    "library",
    "game",
    "players",
    "hidden",
    "played by",
    "games at once",
    "threads",
    "decisions/s with observation and mask",
    "games/s",
    "decisions/s without observation",
    "games/s",
    "decisions a game",
)

_ENOUGH = 3  # games in each place, from which their mean length is known
_LONG = 2.0  # seconds for making and compiling that are worth a word


@dataclass
class Row:
    """A contest and what was measured of it.

    Attributes:
        library: whose game it is.
        contest: what was played.
        compiled: seconds for making it and the first moves, in which compilers work; not part of the rates.
        played: what was played before the clock ran, from the first moves on.
        blocks: by mode, a block for each round.
        error: why there are no blocks, if there are none.
    """

    library: str
    contest: Contest
    compiled: float = 0.0
    played: list[Block] = field(default_factory=list)
    blocks: dict[str, list[Block]] = field(default_factory=dict)
    error: str = ""

    def rate(self, mode: str) -> Spread | None:
        """Decisions a second over the rounds."""
        blocks = self.blocks.get(mode)
        return spread(block.decisions / block.seconds for block in blocks) if blocks else None


@dataclass
class Results:
    """One run.

    Attributes:
        machine: where.
        rounds: blocks of each row and mode.
        seconds: length of a block.
        rows: in the order of the table.
        versions: by library.
        how: by library, how each way of playing uses it.
        missing: libraries that could not be played, and why.
    """

    machine: str
    rounds: int
    seconds: float
    rows: list[Row] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    how: dict[str, dict[str, str]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def lengths(self) -> dict[tuple[str, str, int], float]:
        """Decisions a game, by library, game and players, over all that was played from the first moves on.

        Games that were not over are counted with their decisions, so each place must have played some.
        """
        decisions: dict[tuple[str, str, int], int] = defaultdict(int)
        games: dict[tuple[str, str, int], int] = defaultdict(int)
        for row in self.rows:
            blocks = [*row.played, *(block for blocks in row.blocks.values() for block in blocks)]
            ended = sum(block.games for block in blocks)
            if ended >= _ENOUGH * row.contest.environments:
                decisions[_key(row)] += sum(block.decisions for block in blocks)
                games[_key(row)] += ended
        return {key: decisions[key] / games[key] for key in decisions}


def _key(row: Row) -> tuple[str, str, int]:
    return row.library, row.contest.game, row.contest.players


# ------------------------------------------------------------------------------------------ one table


def cells(results: Results) -> Iterator[list[str]]:
    """The table's rows: medians with the least and the most of all rounds."""
    lengths = results.lengths()
    for row in results.rows:
        contest, length = row.contest, lengths.get(_key(row))
        rates = [_rate_cells(row.rate(mode), length) for mode in (WITH, WITHOUT)]
        yield [
            row.library,
            contest.game,
            str(contest.players),
            "yes" if contest.hidden else "no",
            contest.way,
            f"{contest.environments:,}",
            str(contest.threads),
            *(cell for pair in rates for cell in pair),
            "failed" if row.error else f"{length:.1f}" if length else "-",
        ]
    for library, why in results.missing.items():
        yield [library, f"not measured: {why}", *["-"] * (len(HEADER) - 2)]


def _rate_cells(rate: Spread | None, length: float | None) -> tuple[str, str]:
    if rate is None:
        return "-", "-"
    middle, low, high = map(short, rate)
    return f"{middle} [{low}, {high}]", short(rate.median / length) if length else "-"


def short(figure: float) -> str:
    """Three digits that count, with commas between thousands."""
    if figure < 100:
        return f"{figure:.3g}"
    return f"{int(float(f'{figure:.3g}')):,}"


def as_text(results: Results) -> str:
    """The table in columns, with all that has to be known beside it."""
    rows = [list(HEADER), *cells(results)]
    kept = [row for row in rows if row[1].partition(":")[0] != "not measured"]
    widths = [max(len(row[column]) for row in kept) for column in range(len(HEADER))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([*lines, "", *remarks(results)])


def as_markdown(results: Results) -> str:
    """The same for a document."""
    return "\n".join([markdown(HEADER, cells(results)), "", *(f"- {line}" for line in remarks(results))])


def remarks(results: Results) -> Iterator[str]:
    """Machine, versions, how often, how each library is used, and how long compilers took."""
    blocks = f"n = {results.rounds} blocks of {results.seconds:g} s each, in turns"
    yield f"{results.machine}; median [least, most] of {blocks}"
    yield "; ".join(f"{library}: {versions}" for library, versions in results.versions.items() if versions)
    for library, ways in results.how.items():
        for way, how in ways.items():
            yield f"{library}, {way}: {how}"
    for row in results.rows:
        if row.error:
            yield f"{_name(row)} failed: {row.error}"
    slow = [f"{_name(row)} {row.compiled:.0f} s" for row in results.rows if row.compiled >= _LONG]
    if slow:
        yield f"made and compiled before the clock ran: {', '.join(slow)}"


def _name(row: Row) -> str:
    return f"{row.library} {row.contest.game} ({row.contest.way}, {row.contest.environments:,} at once)"


# ------------------------------------------------------------------------------------------ files


def write_json(results: Results, path: Path) -> None:
    """All blocks of all rounds."""
    rows = [
        {
            "library": row.library,
            **row.contest.as_dict(),
            "compiled_seconds": row.compiled,
            "error": row.error,
            "blocks": {mode: [block._asdict() for block in blocks] for mode, blocks in row.blocks.items()},
        }
        for row in results.rows
    ]
    document: dict[str, Any] = {
        "machine": results.machine,
        "rounds": results.rounds,
        "seconds": results.seconds,
        "versions": results.versions,
        "how": results.how,
        "missing": results.missing,
        "rows": rows,
    }
    write_whole(path, (json.dumps(document, indent=1) + "\n").encode())


def write_csv(results: Results, path: Path) -> None:
    """A line for each row and mode."""
    lengths = results.lengths()
    with whole(path) as draft, draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        names = list(Contest.__dataclass_fields__)
        writer.writerow(
            ["library", *names, "mode", "decisions_per_s", "least", "most", "games_per_s", "decisions_a_game"]
        )
        for row in results.rows:
            length = lengths.get(_key(row), float("nan"))
            for mode in MODES:
                rate = row.rate(mode)
                if rate is not None:
                    figures = [*rate, rate.median / length, length]
                    writer.writerow(
                        [row.library, *row.contest.as_dict().values(), mode, *(f"{x:.6g}" for x in figures)]
                    )
