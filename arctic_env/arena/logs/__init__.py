"""Logs of games: every game as a record, every decision and every result as a row of a Parquet table.

Tables are read as polars' lazy frames. polars is imported inside functions, so that all but logs works without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from arctic_env.arena.logs import layout
from arctic_env.arena.results import FORMAT_KEY, GameResult
from arctic_env.errors import LogError
from arctic_env.files import reason
from arctic_env.model.registry import game as find_game
from arctic_env.records import Record, read_records
from arctic_env.validation import need

if TYPE_CHECKING:
    import polars as pl


def log_games(
    folder: str | Path, results: Sequence[GameResult], *, if_there: Literal["refuse", "overwrite"] = "refuse"
) -> None:
    """Write a log of games that `play` or `play_many` returned, each as a deal of its own, all of one kind.

    The folder is made if it does not exist. Raise LogError if it holds something that must not be replaced, or the
    games differ in number of players or parameters; SettingsError if polars is not installed.
    """
    need("logs", "polars", "filelock")
    from arctic_env.arena.logs.writing import write_games

    write_games(Path(folder), results, if_there)


@dataclass(frozen=True)
class Log:
    """A finished log in a folder, and what it is about: game, version, players, parameters, agents, seed and so on."""

    folder: Path
    about: Mapping[str, Any]

    def decisions(self) -> pl.LazyFrame:
        """Return one row for each decision of each game, as a lazy frame."""
        return self._scan(layout.DECISIONS)

    def results(self) -> pl.LazyFrame:
        """Return one row for each seat of each game, as a lazy frame."""
        return self._scan(layout.RESULTS)

    def records(self) -> Iterator[Record]:
        """Iterate over the records of the games."""
        return read_records(self.folder / layout.RECORDS)

    def verify(self) -> None:
        """Read all files to the end; raise LogError if a byte is not what was written."""
        for name in layout.FILES:
            if layout.fingerprint(self.folder / name) != self.about["files"][name]:
                raise LogError(f"{self.folder / name} has been damaged or changed")

    def _scan(self, name: str) -> pl.LazyFrame:
        from arctic_env.arena.logs.frames import scan

        return scan(self.folder / name)


def open_log(folder: str | Path) -> Log:
    """Open the log in a folder.

    Formats, columns and sizes are checked here; `Log.verify` checks the rest. Raise LogError if there is no finished
    log, it is of another version, or a file is missing or damaged; SettingsError if polars is not installed.
    """
    need("logs", "polars", "filelock")
    folder = Path(folder)
    if not (folder / layout.ABOUT).exists():
        unfinished = (folder / layout.UNFINISHED).exists()
        why = "its games were not played to the end; --resume goes on with them" if unfinished else "no about.json"
        raise LogError(f"{folder} is no finished log: {why}")
    log = Log(folder, layout.read_about(folder / layout.ABOUT))
    _check_game(log)
    _check_sizes(log)
    game = find_game(log.about["game"])
    _check_table(folder / layout.DECISIONS, layout.DECISIONS_FORMAT, layout.decision_columns(game))
    _check_table(folder / layout.RESULTS, layout.RESULTS_FORMAT, layout.result_columns(game))
    return log


def _check_game(log: Log) -> None:
    where, name, version = log.folder / layout.ABOUT, log.about.get("game"), log.about.get("version")
    try:
        known = find_game(name).version
    except (ValueError, TypeError) as error:
        raise LogError(f"{where}: {error}") from error
    if version != known:
        raise LogError(f"{where}: made by {name} {version}, this is {name} {known}")


def _check_sizes(log: Log) -> None:
    files = log.about.get("files")
    for name in layout.FILES:
        if not isinstance(files, dict) or not isinstance(files.get(name), dict):
            raise LogError(f"{log.folder / layout.ABOUT}: nothing about {name}")
        path, size = log.folder / name, files[name].get("bytes")
        if not path.is_file():
            raise LogError(f"{path} is missing")
        if path.stat().st_size != size:
            raise LogError(f"{path} has {path.stat().st_size} bytes, not {size}: it has been damaged or replaced")


def _check_table(path: Path, table_format: str, columns: layout.Columns) -> None:
    """Raise LogError unless a Parquet file is of this format and has exactly these columns."""
    import polars as pl
    from polars.exceptions import PolarsError

    from arctic_env.arena.logs.frames import scan, schema_of

    try:
        metadata = pl.read_parquet_metadata(path.absolute())  # see frames.scan
        schema = scan(path).collect_schema()
    except (PolarsError, OSError) as error:
        raise LogError(f"{path} is damaged: {reason(error)}") from error
    layout.check_format(str(path), metadata.get(FORMAT_KEY), table_format)
    wanted = schema_of(columns)
    for name in [*wanted, *schema]:
        if schema.get(name) != wanted.get(name):
            raise LogError(f"{path}: column {name} is {schema.get(name)}, {table_format} has {wanted.get(name)}")
