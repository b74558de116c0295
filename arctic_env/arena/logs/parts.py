"""A part of a log: some consecutive games, ready to be written. Workers make it, so it crosses processes as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING

from arctic_env.arena.logs.frames import decisions_frame, results_frame
from arctic_env.arena.logs.replaying import replay
from arctic_env.arena.results import GameResult, Place, Rows
from arctic_env.records import Record, make_line

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class LogPart:
    """Consecutive games of a log.

    Attributes:
        records: Records, JSON Lines.
        decisions: Table of decisions, Parquet.
        results: Table of results, Parquet, with the time that agents took.
    """

    records: bytes
    decisions: bytes
    results: bytes


def make_part(places: Sequence[Place], results: Sequence[GameResult], rows: Rows) -> LogPart:
    """The part for some games of one kind, one at least, and the rows that came out of them."""
    game = results[0].start.game
    replayed = replay(game, results)
    lines = [
        make_line(
            Record.told(result.start, texts, result.final, agents=result.agents, seed=result.seed), place.game
        )
        for place, result, texts in zip(places, results, replayed.texts(len(results)), strict=True)
    ]
    return LogPart(
        b"".join(lines),
        _parquet(decisions_frame(game, places, results, replayed)),
        _parquet(results_frame(game, rows, results)),
    )


def _parquet(frame: pl.DataFrame) -> bytes:
    content = BytesIO()
    frame.write_parquet(content)
    return content.getvalue()
