"""Finished games as the tables of a log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from arctic_env.arena.logs.columns import PLACE, Columns, decision_columns, flatten, result_columns
from arctic_env.arena.logs.replaying import Replayed
from arctic_env.arena.results import COLUMNS as ROW_COLUMNS
from arctic_env.arena.results import Fault, GameResult, Place, Rows
from arctic_env.model.game import Game

NO_SEED = -1  # of a deal, in rows; null in logs

SECONDS = "seconds"
"""A column of results in the parts of an unfinished log, left out in the end: it differs from run to run."""

_TYPES: dict[type[np.generic], type[pl.DataType]] = {
    np.bool_: pl.Boolean,
    np.int8: pl.Int8,
    np.int16: pl.Int16,
    np.int32: pl.Int32,
    np.int64: pl.Int64,
    np.float64: pl.Float64,
    np.str_: pl.String,
}


def schema_of(columns: Columns) -> pl.Schema:
    """The types of columns in a file."""
    return pl.Schema({name: _TYPES[kind] for name, (kind, _) in columns.items()})


def scan(*paths: Path) -> pl.LazyFrame:
    """Parquet files, one after the other, as a lazy frame.

    A path means the file of that name. Left to itself, polars takes `[`, `*` and `?` for patterns, `~` for the home
    folder, `file:` for the beginning of a URL, and `a=b` for a column.
    """
    return pl.scan_parquet([path.absolute() for path in paths], glob=False, hive_partitioning=False)


def decisions_frame(
    game: Game, places: Sequence[Place], results: Sequence[GameResult], replayed: Replayed
) -> pl.DataFrame:
    """One row for each decision, by game, then in order."""
    numbers = replayed.numbers
    values: dict[str, Any] = {
        name: np.array([getattr(place, name) for place in places])[numbers] for name in PLACE
    }
    names = [result.agents for result in results]
    seats = replayed.columns.get("seat", np.empty(0, np.int8))
    values["agent"] = [names[i][seat] for i, seat in zip(numbers.tolist(), seats.tolist(), strict=True)]
    return _frame(decision_columns(game), values | replayed.columns)


def results_frame(game: Game, rows: Rows, results: Sequence[GameResult]) -> pl.DataFrame:
    """One row for each seat of each game, with SECONDS."""
    values: dict[str, Any] = {name: rows[name] for name in ROW_COLUMNS if name != "agent"}
    values["agent"] = [name for result in results for name in result.agents]
    faults = [fault for result in results for fault in _by_seat(result)]
    values["fault"] = [fault and fault.kind for fault in faults]
    values["fault_decision"] = [fault and fault.decision for fault in faults]
    values["fault_message"] = [fault and fault.message for fault in faults]
    values["fault_traceback"] = [fault and fault.traceback for fault in faults]
    values |= _score_parts(results)
    finals = np.concatenate([result.final.states for result in results])
    states = np.repeat(finals, [len(result.agents) for result in results])
    for fact in game.facts.results:
        values[fact.name] = fact.of(states, rows["seat"].astype(np.int64))
    return _frame({**result_columns(game), SECONDS: ROW_COLUMNS[SECONDS]}, values)


def _by_seat(result: GameResult) -> Iterable[Fault | None]:
    faults = {fault.seat: fault for fault in result.faults}
    return [faults.get(seat) for seat in range(len(result.agents))]


def _score_parts(results: Sequence[GameResult]) -> dict[str, list[int]]:
    seats = [dict(flatten(scores)) for result in results for scores in result.final.scores()]
    return {name: [parts[name] for parts in seats] for name in seats[0]}


def _frame(columns: Columns, values: dict[str, Any]) -> pl.DataFrame:
    """The values in the order and of the types of the columns."""
    frame = pl.DataFrame({name: values.get(name, []) for name in columns}, strict=False)
    known = pl.col("deal_seed").replace(NO_SEED, None)
    return frame.cast(dict(schema_of(columns)), strict=True).with_columns(known)  # type: ignore[arg-type]
