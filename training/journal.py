"""What is written down about a run: one JSON line an update, and a log for TensorBoard on request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from arctic_env.errors import SettingsError

JOURNAL = "journal.jsonl"
TENSORBOARD = "tensorboard"


class Journal:
    """A file of JSON lines, each with the number of decisions learnt from as "steps"."""

    def __init__(self, run: Path, begun: int) -> None:
        """Go on with a run's journal after so many decisions; what a killed run wrote beyond that is dropped."""
        self.path = run / JOURNAL
        kept = [line for line in read_journal(run) if line["steps"] <= begun] if begun else []
        self.path.write_text("".join(json.dumps(line) + "\n" for line in kept), encoding="utf-8")

    def write(self, entry: Mapping[str, Any]) -> None:
        """Add a line."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dict(entry)) + "\n")


def read_journal(run: Path) -> list[dict[str, Any]]:
    """The lines of a run's journal; a last line that was cut off is left out."""
    path = run / JOURNAL
    lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
    return [json.loads(line) for line in lines[:-1]]


def make_logger(run: Path, tensorboard: bool) -> Logger:
    """Where SB3 records its figures: TensorBoard's files, or nowhere but in memory.

    Raises:
        SettingsError: tensorboard is asked for, but not installed.
    """
    outputs: list[KVWriter] = []
    if tensorboard:
        try:
            outputs.append(TensorBoardOutputFormat(str(run / TENSORBOARD)))
        except (ImportError, AssertionError) as error:
            raise SettingsError("tensorboard: true needs the package tensorboard") from error
    return Logger(folder=str(run), output_formats=outputs)
