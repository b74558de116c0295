"""The tables of a log: finished games are replayed, side by side, for the state at each decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arctic_env.arena.logs.layout import PLACE, Columns, decision_columns, flatten, result_columns
from arctic_env.arena.results import COLUMNS as ROW_COLUMNS
from arctic_env.arena.results import GameIndex, GameResult, Rows
from arctic_env.model.game import Game

_NEVER = np.iinfo(np.int64).max

Values = dict[str, NDArray[Any]]
"""Columns by name, all of the same length."""


@dataclass(frozen=True)
class Replayed:
    """The decisions of games: int64[n], the index of each one's game, in order, and columns by name, n values each."""

    numbers: NDArray[np.int64]
    columns: Values

    def texts(self, games: int) -> list[list[str]]:
        """Return the texts of the actions of each game."""
        ends = np.cumsum(np.bincount(self.numbers, minlength=games))[:-1]
        texts = self.columns.get("text", np.empty(0, np.str_))
        return [part.tolist() for part in np.split(texts, ends)]


def replay(game: Game, results: Sequence[GameResult]) -> Replayed:
    """Replay games, one decision of each at a time."""
    replaying = _Replaying(game, results)
    steps = [replaying.step(number) for number in range(int(replaying.lengths.max(initial=0)))]
    numbers = np.concatenate([np.empty(0, np.int64), *(live for live, _ in steps)])
    order = np.argsort(numbers, kind="stable")
    names = steps[0][1] if steps else {}
    columns = {name: np.concatenate([values[name] for _, values in steps])[order] for name in names}
    return Replayed(numbers[order], columns)


class _Replaying:
    """Games that are replayed; arrays are indexed by game."""

    def __init__(self, game: Game, results: Sequence[GameResult]) -> None:
        self.game = game
        self.states = np.concatenate([result.start.states for result in results])
        self.teams = results[0].start.teams()
        self.lengths = np.array([len(result.actions) for result in results])
        self.actions = np.zeros((len(results), self.lengths.max(initial=0)), np.int64)
        self.forfeited = np.full((len(results), max(game.players)), _NEVER)
        for number, result in enumerate(results):
            self.actions[number, : len(result.actions)] = result.actions
            for fault in result.faults:
                self.forfeited[number, fault.seat] = fault.decision
        self.arguments = [argument for block in game.actions.blocks for argument in block.arguments]

    def step(self, number: int) -> tuple[NDArray[np.int64], Values]:
        """Play the decisions of this number; return their games and their values by column."""
        live = np.flatnonzero(self.lengths > number)
        states, actions = self.states[live], self.actions[live, number]
        seats = np.empty(len(live), np.int8)
        self.game.batch.seats(states, seats)
        forfeit = self.forfeited[live, seats] <= number
        values: Values = {
            "decision": np.full(len(live), number, np.int32),
            "seat": seats,
            **self._action(states, actions),
            "legal": self._legal(states),
            "forfeit": forfeit,
            **self._scores(states, seats),
        }
        for column in self.game.log_columns.decisions:
            values[column.name] = column.of(states, seats.astype(np.int64))
        self.game.batch.apply(states, actions)
        self.states[live] = states
        return live, values

    def _action(self, states: NDArray[Any], actions: NDArray[np.int64]) -> Values:
        say = self.game.language.action_text
        texts = [say(states[i], action) for i, action in enumerate(actions.tolist())]
        arguments = [self.arguments[action] for action in actions.tolist()]
        verbs = [text.removesuffix(end).rstrip() for text, end in zip(texts, arguments, strict=True)]
        return {
            "action": actions.astype(np.int32),
            "text": np.array(texts),
            "verb": np.array(verbs),
            "argument": np.array(arguments),
        }

    def _legal(self, states: NDArray[Any]) -> NDArray[np.int32]:
        masks = np.empty((len(states), self.game.actions.size), np.int8)
        self.game.batch.legal(states, masks)
        counts: NDArray[np.int32] = np.count_nonzero(masks, axis=1).astype(np.int32)
        return counts

    def _scores(self, states: NDArray[Any], seats: NDArray[np.int8]) -> Values:
        scores = np.empty((len(states), max(self.game.players)), np.int32)
        self.game.batch.scores(states, scores)
        rows = np.arange(len(states))
        own, others = scores[rows, seats], scores[:, : len(self.teams)]
        others[self.teams == self.teams[seats][:, None]] = np.iinfo(np.int32).min
        return {"score": own, "lead": own - others.max(axis=1)}


NO_SEED = -1  # of a deal, in rows; null in logs

SECONDS = "seconds"
"""A column of results in the parts of an unfinished log, dropped at the end because it differs from run to run."""

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
    """Return the schema of a file with these columns."""
    return pl.Schema({name: _TYPES[kind] for name, (kind, _) in columns.items()})


def scan(*paths: Path) -> pl.LazyFrame:
    """Read Parquet files, one after the other, as a lazy frame.

    Paths are literal. By default, polars takes `[`, `*` and `?` for patterns, `~` for the home
    folder, `file:` for the beginning of a URL, and `a=b` for a column.
    """
    return pl.scan_parquet([path.absolute() for path in paths], glob=False, hive_partitioning=False)


def decisions_frame(
    game: Game, indices: Sequence[GameIndex], results: Sequence[GameResult], replayed: Replayed
) -> pl.DataFrame:
    """Return one row for each decision, by game, then in order."""
    numbers = replayed.numbers
    values: dict[str, Any] = {name: np.array([getattr(index, name) for index in indices])[numbers] for name in PLACE}
    names = [result.agents for result in results]
    seats = replayed.columns.get("seat", np.empty(0, np.int8))
    values["agent"] = [names[i][seat] for i, seat in zip(numbers.tolist(), seats.tolist(), strict=True)]
    return _frame(decision_columns(game), values | replayed.columns)


def results_frame(game: Game, rows: Rows, results: Sequence[GameResult]) -> pl.DataFrame:
    """Return one row for each seat of each game, with SECONDS."""
    values: dict[str, Any] = {name: rows[name] for name in ROW_COLUMNS if name != "agent"}
    values["agent"] = [name for result in results for name in result.agents]
    by_seat = [{fault.seat: fault for fault in result.faults} for result in results]
    faults = [own.get(seat) for own, result in zip(by_seat, results, strict=True) for seat in range(len(result.agents))]
    for name in ("kind", "decision", "message", "traceback"):
        values["fault" if name == "kind" else f"fault_{name}"] = [fault and getattr(fault, name) for fault in faults]
    parts = [dict(flatten(scores)) for result in results for scores in result.final.scores()]
    values |= {name: [own[name] for own in parts] for name in parts[0]}
    finals = np.concatenate([result.final.states for result in results])
    states = np.repeat(finals, [len(result.agents) for result in results])
    for column in game.log_columns.results:
        values[column.name] = column.of(states, rows["seat"].astype(np.int64))
    return _frame({**result_columns(game), SECONDS: ROW_COLUMNS[SECONDS]}, values)


def _frame(columns: Columns, values: dict[str, Any]) -> pl.DataFrame:
    """Return a frame with the values, in the order and types of the columns."""
    frame = pl.DataFrame({name: values.get(name, []) for name in columns}, strict=False)
    known = pl.col("deal_seed").replace(NO_SEED, None)
    return frame.cast(dict(schema_of(columns)), strict=True).with_columns(known)  # type: ignore[arg-type]
