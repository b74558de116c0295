"""Writing a log part by part, so that neither memory nor an interruption limits how long it gets."""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from polars.exceptions import PolarsError

from arctic_env import __version__
from arctic_env.arena.logs import layout
from arctic_env.arena.logs.frames import NO_SEED, SECONDS, decisions_frame, replay, results_frame, scan
from arctic_env.arena.results import COLUMNS, FORMAT_KEY, ROW, Fault, GameIndex, GameResult, Rows, make_rows
from arctic_env.arena.settings import Settings
from arctic_env.errors import LogError
from arctic_env.files import whole, write_json, write_through, write_whole
from arctic_env.model.game import Game
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Parameters
from arctic_env.records import Record, make_line, read_records
from arctic_env.validation import short_repr

_ROW_GROUP = 131_072  # rows; what a reader has to hold at least
_PART = 128  # games of a part, where they come from no tournament

About = dict[str, Any]
"""Metadata of a log's games: all that affects them, and nothing else."""


def about_tournament(settings: Settings) -> About:
    """Return the metadata of a tournament's log."""
    game = find_game(settings.game)
    parameters = {name: each.default for name, each in game.parameters.items()} | settings.parameters
    return {
        **settings.to_dict(),
        **_about_game(game, settings.num_players, parameters),
        "limits": asdict(settings.limits),
    }


def about_games(results: Sequence[GameResult]) -> About:
    """Return the metadata of a log of games; raise LogError unless all share game, players and parameters."""
    kinds = []
    for result in results:
        game, document = result.start.game, result.start.to_dict()
        parameters = {name: document[name] for name in game.parameters}
        kinds.append(_about_game(game, result.start.players, parameters))
    if not kinds or any(kind != kinds[0] for kind in kinds):
        raise LogError("a log holds one game or more, all with the same number of players and parameters")
    agents = sorted({name for result in results for name in result.agents})
    return {**kinds[0], "agents": agents, "games": len(results)}


def _about_game(game: Game, players: int, parameters: Parameters) -> About:
    return {
        "arctic_env": __version__,
        "game": game.name,
        "version": game.version,
        "players": players,
        "parameters": dict(parameters),
    }


LogPart = Mapping[str, bytes]
"""Consecutive games of a log, made by a worker: the content of each of FILES; results have SECONDS."""


def make_part(indices: Sequence[GameIndex], results: Sequence[GameResult], rows: Rows) -> LogPart:
    """Return the log part of some games of one kind, at least one, and their result rows."""
    game = results[0].start.game
    replayed = replay(game, results)
    lines = [make_line(one.record(texts)) for one, texts in zip(results, replayed.texts(len(results)), strict=True)]
    return {
        layout.RECORDS: b"".join(lines),
        layout.DECISIONS: _parquet(decisions_frame(game, indices, results, replayed)),
        layout.RESULTS: _parquet(results_frame(game, rows, results)),
    }


def _parquet(frame: pl.DataFrame) -> bytes:
    content = BytesIO()
    frame.write_parquet(content)
    return content.getvalue()


class LogWriter:
    """A log in writing, in its folder; `done` is the number of parts written."""

    def __init__(self, folder: Path, about: Mapping[str, Any], if_there: layout.IfThere = "refuse") -> None:
        """Begin a log or, with if_there="resume", continue one, from its beginning if nothing was written yet.

        The folder is made if it does not exist. The metadata, JSON values, must be the same when a log is resumed.
        Raise LogError if the folder holds something else, a log that must not be replaced, nothing to resume, or an
        unfinished log of other games; or if another process is writing there.
        """
        layout.check_folder(folder, if_there)
        self.folder = folder
        self.about = {"format": layout.FORMAT, **about}
        self._parts = folder / layout.UNFINISHED
        self._draft = self._parts / layout.DRAFT
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            stack.enter_context(layout.only_writer(folder))
            if if_there == "resume" and not layout.is_unwritten(folder):
                _check_same(self._parts, self.about)
            else:
                layout.clear(folder)
                self._parts.mkdir()
                write_json(self._parts / layout.ABOUT, self.about, self._draft)
            self.done = next(number for number in count() if not self._part(number, layout.RESULTS).exists())
            self._open = stack.pop_all()

    def close(self) -> None:
        """Release the folder's lock."""
        self._open.close()

    def _part(self, number: int, name: str) -> Path:
        return self._parts / f"{number:06}-{name}"

    def add(self, part: LogPart) -> None:
        """Write the next part; it is complete when its results are written."""
        for name in (layout.RECORDS, layout.DECISIONS):
            write_through(self._part(self.done, name), part[name])
        write_whole(self._part(self.done, layout.RESULTS), part[layout.RESULTS], self._draft)
        self.done += 1

    def results(self, number: int) -> pl.DataFrame:
        """Return the results of a part, with SECONDS; raise LogError if the file is damaged."""
        path = self._part(number, layout.RESULTS)
        try:
            return scan(path).collect()
        except PolarsError as error:
            raise LogError(f"{path} is damaged, without it --resume plays its games again: {error}") from error

    def finish(self) -> None:
        """Put the parts together; raise LogError if one is damaged."""
        self._join_tables(layout.DECISIONS, layout.DECISIONS_FORMAT)
        self._join_tables(layout.RESULTS, layout.RESULTS_FORMAT)
        with whole(self.folder / layout.RECORDS, self._draft) as draft, draft.open("wb") as records:
            for path in self._all(layout.RECORDS):
                with path.open("rb") as part:
                    shutil.copyfileobj(part, records)
        files = {name: layout.fingerprint(self.folder / name) for name in layout.FILES}
        write_json(self.folder / layout.ABOUT, {**self.about, "files": files}, self._draft)
        shutil.rmtree(self._parts)

    def _all(self, name: str) -> list[Path]:
        return [self._part(number, name) for number in range(self.done)]

    def _join_tables(self, name: str, table_format: str) -> None:
        """Write the tables of all parts as one, a row group at a time."""
        metadata = {FORMAT_KEY: table_format, layout.ABOUT_KEY: json.dumps(self.about)}
        try:
            frame = scan(*self._all(name)).drop(SECONDS, strict=False)
            # A path polars might read as something else.
            with whole(self.folder / name, self._draft) as draft, draft.open("wb") as file:
                frame.sink_parquet(file, row_group_size=_ROW_GROUP, metadata=metadata)
        except PolarsError as error:
            raise LogError(f"cannot put {self.folder / name} together: {error}") from error


def _check_same(parts: Path, about: Mapping[str, Any]) -> None:
    """Raise LogError unless the unfinished log has the same games."""
    found = layout.read_about(parts / layout.ABOUT)
    wanted = json.loads(json.dumps(about))
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            has, not_that = short_repr(found.get(name)), short_repr(wanted.get(name))
            raise LogError(f"{parts.parent} is the log of other games: its {name} is {has}, not {not_that}")


def write_games(folder: Path, results: Sequence[GameResult], if_there: layout.IfThere) -> None:
    """Write finished games, each as a deal of its own."""
    about = about_games(results)
    numbers = {name: number for number, name in enumerate(about["agents"])}
    with closing(LogWriter(folder, about, if_there)) as writer:
        for first in range(0, len(results), _PART):
            some = results[first : first + _PART]
            indices = []
            for game, result in enumerate(some, first):
                seed = NO_SEED if result.seed is None else result.seed
                indices.append(GameIndex(game, seed, 0, 0, game, tuple(numbers[name] for name in result.agents)))
            rows = [make_rows(index, result) for index, result in zip(indices, some, strict=True)]
            writer.add(make_part(indices, some, np.concatenate(rows)))
        writer.finish()


class TournamentLog(LogWriter):
    """The log of a tournament, whose chunks are its parts."""

    def __init__(self, settings: Settings, folder: Path, if_there: layout.IfThere) -> None:
        """Open the folder, as `LogWriter` does."""
        super().__init__(folder, about_tournament(settings), if_there)
        self.settings = settings

    def restored(self) -> Iterator[tuple[int, Rows, list[tuple[int, Fault]], list[Record]]]:
        """Yield games, rows, faults and records of each part played before the log was resumed."""
        for number in range(self.done):
            results = self.results(number)
            records = list(read_records(self._part(number, layout.RECORDS))) if self.settings.keep_records else []
            yield results["game"].n_unique(), self._rows(results), list(_faults(results)), records

    def _rows(self, results: pl.DataFrame) -> Rows:
        rows = np.zeros(len(results), ROW)
        numbers = {name: number for number, name in enumerate(self.settings.names)}
        for name in COLUMNS:
            column = results[name]
            rows[name] = [numbers[agent] for agent in column] if name == "agent" else column.to_numpy()
        return rows


def _faults(results: pl.DataFrame) -> Iterator[tuple[int, Fault]]:
    found = results.filter(pl.col("fault").is_not_null()).sort("game", "fault_decision", "seat")
    for row in found.iter_rows(named=True):
        what = (row["fault"], row["fault_message"], row["fault_traceback"])
        yield row["game"], Fault(row["agent"], row["seat"], row["fault_decision"], *what)
