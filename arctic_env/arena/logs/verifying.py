"""Whether the files of a log are those that were written, and tell of the same games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from arctic_env.arena.logs.columns import flatten
from arctic_env.arena.logs.folder import ABOUT, ABOUT_KEY, DECISIONS, FILES, RECORDS, RESULTS, fingerprint
from arctic_env.errors import LogError
from arctic_env.records import Record

if TYPE_CHECKING:
    from arctic_env.arena.logs.reading import Log

_GAMES_AT_ONCE = 1000  # whose rows are held in memory

_Row = dict[str, Any]


def verify(log: Log) -> None:
    """Read everything; LogError if a byte has changed, or two files tell of different games."""
    for name in FILES:
        if fingerprint(log.folder / name) != log.about["files"][name]:
            raise LogError(f"{log.folder / name} has been damaged or changed")
    for name, frame in ((DECISIONS, log.decisions()), (RESULTS, log.results())):
        _check_whole(log, name, frame)
    records = log.records()
    for number, (rows, texts) in enumerate(_tables(log)):
        record = next(records, None)
        if record is None or not _same_results(record, rows):
            raise LogError(f"{log.folder}: game {number} is not the same in {RECORDS} and {RESULTS}")
        if list(record.actions) != texts:
            raise LogError(f"{log.folder}: game {number} is not the same in {RECORDS} and {DECISIONS}")
    if next(records, None):
        raise LogError(f"{log.folder / RECORDS} holds more games than {ABOUT} names")


def _check_whole(log: Log, name: str, frame: pl.LazyFrame) -> None:
    """LogError if a table was written for another log, or has games that are not in this one."""
    metadata = pl.read_parquet_metadata((log.folder / name).absolute())  # see frames.scan
    about = {key: value for key, value in log.about.items() if key != "files"}
    if json.loads(metadata.get(ABOUT_KEY, "null")) != about:
        raise LogError(f"{log.folder / name} belongs to another log than {ABOUT}")
    others = ~pl.col("game").is_between(0, about["games"] - 1)
    if frame.select(others.any()).collect().item():
        raise LogError(f"{log.folder / name} holds more games than {ABOUT} names")


def _tables(log: Log) -> Iterator[tuple[list[_Row], list[str]]]:
    """The results of each game by seat, and the texts of its actions."""
    games = log.about["games"]
    for first in range(0, games, _GAMES_AT_ONCE):
        numbers = range(first, min(first + _GAMES_AT_ONCE, games))
        some = pl.col("game").is_between(numbers[0], numbers[-1])
        rows = log.results().filter(some).collect().rows_by_key("game", named=True)
        texts = log.decisions().filter(some).select("game", "text").collect().rows_by_key("game")
        for number in numbers:
            yield rows[number], [text for (text,) in texts[number]]


def _same_results(record: Record, rows: Sequence[_Row]) -> bool:
    """Whether a record and the rows of results have the same deal, agents and scores."""
    told = [
        {"seat": seat, "agent": agent, "deal_seed": record.seed, **dict(flatten(scores))}
        for seat, (agent, scores) in enumerate(zip(record.agents, record.scores, strict=False))
    ]
    return len(told) == len(rows) and all(
        one.items() <= row.items() for one, row in zip(told, rows, strict=True)
    )
