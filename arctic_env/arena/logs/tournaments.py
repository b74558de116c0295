"""The log of a tournament: its chunks are the parts, and come back as chunks when it is resumed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from arctic_env.arena.logs.about import about_tournament
from arctic_env.arena.logs.folder import IfThere
from arctic_env.arena.logs.writing import LogWriter
from arctic_env.arena.results import COLUMNS, ROW, Fault, Rows
from arctic_env.arena.settings import Settings
from arctic_env.arena.tournament import Chunk
from arctic_env.records import Record, read_records


class TournamentLog:
    """Takes the chunks of a tournament as they are played."""

    def __init__(self, settings: Settings, folder: Path, if_there: IfThere) -> None:
        """Open the folder, as `LogWriter` does."""
        self.settings = settings
        self._writer = LogWriter(folder, about_tournament(settings), if_there)

    def chunks(self) -> Iterator[Chunk]:
        """What was played before, where the log was resumed."""
        for number in range(self._writer.done):
            results = self._writer.results(number)
            records: list[Record] = []
            if self.settings.keep_records:
                records = list(read_records(self._writer.records(number)))
            yield Chunk(results["game"].n_unique(), self._rows(results), list(_faults(results)), records)

    def _rows(self, results: pl.DataFrame) -> Rows:
        rows = np.zeros(len(results), ROW)
        numbers = {name: number for number, name in enumerate(self.settings.names)}
        for name in COLUMNS:
            column = results[name]
            rows[name] = [numbers[agent] for agent in column] if name == "agent" else column.to_numpy()
        return rows

    def add(self, chunk: Chunk) -> Chunk:
        """Write the next chunk; what remains of it in memory."""
        assert chunk.log is not None
        self._writer.add(chunk.log)
        return replace(chunk, log=None)

    def finish(self) -> None:
        """All games have been played."""
        self._writer.finish()

    def close(self) -> None:
        """Let others write into the folder."""
        self._writer.close()


def _faults(results: pl.DataFrame) -> Iterator[tuple[int, Fault]]:
    found = results.filter(pl.col("fault").is_not_null()).sort("game", "fault_decision", "seat")
    for row in found.iter_rows(named=True):
        what = (row["fault"], row["fault_message"], row["fault_traceback"])
        yield row["game"], Fault(row["agent"], row["seat"], row["fault_decision"], *what)
