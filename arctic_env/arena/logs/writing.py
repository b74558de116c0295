"""Writing a log part by part, so that neither memory nor an interruption limits how long it gets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from arctic_env.arena.logs.columns import DECISIONS_FORMAT, RESULTS_FORMAT
from arctic_env.arena.logs.folder import (
    ABOUT,
    ABOUT_KEY,
    DECISIONS,
    DRAFT,
    FILES,
    FORMAT,
    RECORDS,
    RESULTS,
    UNFINISHED,
    IfThere,
    check_folder,
    clear,
    fingerprint,
    is_unwritten,
    only_writer,
    read_about,
    to_bytes,
)
from arctic_env.arena.logs.frames import SECONDS, scan
from arctic_env.arena.logs.parts import LogPart
from arctic_env.arena.results import FORMAT_KEY
from arctic_env.errors import LogError
from arctic_env.files import whole, write_through, write_whole
from arctic_env.validation import short_repr

_ROW_GROUP = 131_072  # rows; what a reader has to hold at least


class LogWriter:
    """A log that is being written.

    Attributes:
        folder: Where it is.
        done: How many parts it has.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any], if_there: IfThere = "refuse") -> None:
        """Begin a log or, with if_there="resume", go on with one, from its beginning where nothing was written yet.

        Args:
            folder: Made if it is not there.
            about: What is played, as JSON can hold it; the same when a log is resumed.
            if_there: What to do where there is a log already.

        Raises:
            LogError: There is something else in the folder, a log that must not be replaced, nothing to resume, or an
                unfinished log of other games; or somebody else is writing there.
        """
        check_folder(folder, if_there)
        self.folder = folder
        self.about = {"format": FORMAT, **about}
        self._parts = folder / UNFINISHED
        folder.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            stack.enter_context(only_writer(folder))
            if if_there == "resume" and not is_unwritten(folder):
                _check_same(self._parts, self.about)
            else:
                clear(folder)
                self._parts.mkdir()
                self._write(self._parts / ABOUT, to_bytes(self.about))
            self.done = next(number for number in count() if not self._part(number, RESULTS).exists())
            self._open = stack.pop_all()

    def close(self) -> None:
        """Let others write into the folder."""
        self._open.close()

    def _write(self, path: Path, data: bytes) -> None:
        write_whole(path, data, draft=self._parts / DRAFT)

    def _whole(self, name: str) -> AbstractContextManager[Path]:
        return whole(self.folder / name, draft=self._parts / DRAFT)

    def _part(self, number: int, name: str) -> Path:
        return self._parts / f"{number:06}-{name}"

    def add(self, part: LogPart) -> None:
        """Write the next part; it counts when its results are there."""
        write_through(self._part(self.done, RECORDS), part.records)
        write_through(self._part(self.done, DECISIONS), part.decisions)
        self._write(self._part(self.done, RESULTS), part.results)
        self.done += 1

    def results(self, number: int) -> pl.DataFrame:
        """The results of a part, with SECONDS; LogError where it is damaged."""
        path = self._part(number, RESULTS)
        try:
            return scan(path).collect()
        except PolarsError as error:
            raise LogError(
                f"{path} is damaged, without it --resume plays its games again: {error}"
            ) from error

    def records(self, number: int) -> Path:
        """The file of a part's records."""
        return self._part(number, RECORDS)

    def finish(self) -> None:
        """Put the parts together; LogError where one is damaged."""
        self._join_tables(DECISIONS, DECISIONS_FORMAT)
        self._join_tables(RESULTS, RESULTS_FORMAT)
        with self._whole(RECORDS) as draft, draft.open("wb") as records:
            for path in self._all(RECORDS):
                with path.open("rb") as part:
                    shutil.copyfileobj(part, records)
        files = {name: fingerprint(self.folder / name) for name in FILES}
        self._write(self.folder / ABOUT, to_bytes({**self.about, "files": files}))
        shutil.rmtree(self._parts)

    def _all(self, name: str) -> list[Path]:
        return [self._part(number, name) for number in range(self.done)]

    def _join_tables(self, name: str, table_format: str) -> None:
        """Write the tables of all parts as one, a row group at a time."""
        metadata = {FORMAT_KEY: table_format, ABOUT_KEY: json.dumps(self.about)}
        try:
            frame = scan(*self._all(name)).drop(SECONDS, strict=False)
            with (
                self._whole(name) as draft,
                draft.open("wb") as file,
            ):  # a path polars might read as something else
                frame.sink_parquet(file, row_group_size=_ROW_GROUP, metadata=metadata)
        except PolarsError as error:
            raise LogError(f"cannot put {self.folder / name} together: {error}") from error


def _check_same(parts: Path, about: Mapping[str, Any]) -> None:
    """LogError unless the unfinished log is about the same games."""
    found = read_about(parts / ABOUT)
    wanted = json.loads(json.dumps(about))
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            has, not_that = short_repr(found.get(name)), short_repr(wanted.get(name))
            raise LogError(f"{parts.parent} is the log of other games: its {name} is {has}, not {not_that}")
