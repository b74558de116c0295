"""Reading logs: tables as polars' lazy frames, games as records.

polars is imported inside functions, so that everything but logs works without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arctic_env.arena.logs.folder import (
    ABOUT,
    DECISIONS,
    FILES,
    RECORDS,
    RESULTS,
    UNFINISHED,
    check_format,
    fingerprint,
    read_about,
)
from arctic_env.arena.logs.format import DECISIONS_FORMAT, RESULTS_FORMAT, Columns, decision_columns, result_columns
from arctic_env.arena.results import FORMAT_KEY
from arctic_env.errors import LogError
from arctic_env.files import reason
from arctic_env.model.registry import game as find_game
from arctic_env.records import Record, read_records
from arctic_env.validation import need

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Log:
    """A finished log.

    Attributes:
        folder: Its folder.
        about: Its metadata: game, version, players, parameters, agents, seed and so on.
    """

    folder: Path
    about: Mapping[str, Any]

    def decisions(self) -> pl.LazyFrame:
        """Return one row for each decision of each game, as a lazy frame."""
        return self._scan(DECISIONS)

    def results(self) -> pl.LazyFrame:
        """Return one row for each seat of each game, as a lazy frame."""
        return self._scan(RESULTS)

    def records(self) -> Iterator[Record]:
        """Iterate over the records of the games."""
        return read_records(self.folder / RECORDS)

    def verify(self) -> None:
        """Read all files to the end; raise LogError if a byte has changed."""
        for name in FILES:
            if fingerprint(self.folder / name) != self.about["files"][name]:
                raise LogError(f"{self.folder / name} has been damaged or changed")

    def _scan(self, name: str) -> pl.LazyFrame:
        from arctic_env.arena.logs.frames import scan

        return scan(self.folder / name)


def open_log(folder: str | Path) -> Log:
    """Open the log in a folder.

    Formats, columns and sizes are checked here; `Log.verify` checks the rest.

    Raises:
        LogError: There is no finished log, it is of another version, or a file is missing or damaged.
        SettingsError: polars is not installed.
    """
    need("logs", "polars", "filelock")
    folder = Path(folder)
    if not (folder / ABOUT).exists():
        unfinished = (folder / UNFINISHED).exists()
        why = "its games were not played to the end; --resume goes on with them" if unfinished else "no about.json"
        raise LogError(f"{folder} is no finished log: {why}")
    log = Log(folder, read_about(folder / ABOUT))
    _check_game(log)
    _check_sizes(log)
    game = find_game(log.about["game"])
    _check_table(folder / DECISIONS, DECISIONS_FORMAT, decision_columns(game))
    _check_table(folder / RESULTS, RESULTS_FORMAT, result_columns(game))
    return log


def _check_game(log: Log) -> None:
    where, name, version = log.folder / ABOUT, log.about.get("game"), log.about.get("version")
    try:
        known = find_game(name).version
    except (ValueError, TypeError) as error:
        raise LogError(f"{where}: {error}") from error
    if version != known:
        raise LogError(f"{where}: made by {name} {version}, this is {name} {known}")


def _check_sizes(log: Log) -> None:
    files = log.about.get("files")
    for name in FILES:
        if not isinstance(files, dict) or not isinstance(files.get(name), dict):
            raise LogError(f"{log.folder / ABOUT}: nothing about {name}")
        path, size = log.folder / name, files[name].get("bytes")
        if not path.is_file():
            raise LogError(f"{path} is missing")
        if path.stat().st_size != size:
            raise LogError(f"{path} has {path.stat().st_size} bytes, not {size}: it has been damaged or replaced")


def _check_table(path: Path, table_format: str, columns: Columns) -> None:
    """Raise LogError unless a Parquet file is of this format and has exactly these columns."""
    import polars as pl
    from polars.exceptions import PolarsError

    from arctic_env.arena.logs.frames import scan, schema_of

    try:
        metadata = pl.read_parquet_metadata(path.absolute())  # see frames.scan
        schema = scan(path).collect_schema()
    except (PolarsError, OSError) as error:
        raise LogError(f"{path} is damaged: {reason(error)}") from error
    check_format(str(path), metadata.get(FORMAT_KEY), table_format)
    wanted = schema_of(columns)
    for name in [*wanted, *schema]:
        if schema.get(name) != wanted.get(name):
            raise LogError(f"{path}: column {name} is {schema.get(name)}, {table_format} has {wanted.get(name)}")
