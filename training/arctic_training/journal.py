"""What is written down about a run: one JSON line an update, and a log for TensorBoard on request."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat

from arctic_env.errors import SettingsError
from arctic_env.files import append, write_whole
from arctic_env.validation import is_integer
from arctic_training.errors import TrainingError

JOURNAL = "journal.jsonl"
TENSORBOARD = "tensorboard"


class Journal:
    """A file of JSON lines, each with the number of decisions learnt from as "steps"."""

    def __init__(self, run: Path, begun: int) -> None:
        """Go on with a run's journal after so many decisions; what a killed run wrote beyond that is dropped."""
        self.path = run / JOURNAL
        kept = [line for line in read_journal(run) if line["steps"] <= begun] if begun else []
        write_whole(self.path, "".join(map(_as_line, kept)).encode())

    def write(self, entry: Mapping[str, Any]) -> None:
        """Add a line; figures that are no finite numbers become null."""
        append(self.path, _as_line(entry))


def _as_line(entry: Mapping[str, Any]) -> str:
    return json.dumps(_without_nan(json.dumps(dict(entry))), allow_nan=False) + "\n"


def _without_nan(text: str) -> Any:
    """JSON, with null for what Python writes as NaN or Infinity, which JSON does not have."""
    return json.loads(text, parse_constant=lambda _: None)


def read_journal(run: Path) -> list[dict[str, Any]]:
    """The lines of a run's journal; a last line that was cut off is left out.

    Raises:
        TrainingError: it cannot be read; the message names the line.
    """
    path = run / JOURNAL
    lines = path.read_bytes().split(b"\n") if path.is_file() else []
    return [_read_line(f"{path}, line {number}", line) for number, line in enumerate(lines[:-1], start=1)]


def _read_line(where: str, line: bytes) -> dict[str, Any]:
    try:
        entry = _without_nan(line.decode())
    except (ValueError, RecursionError) as error:
        raise TrainingError(f"{where}: broken JSON: {error}") from error
    if not isinstance(entry, dict) or not is_integer(entry.get("steps")):
        raise TrainingError(f"{where}: must be a JSON object with steps, an integer")
    return entry


class _TensorBoard(TensorBoardOutputFormat):
    """SB3's writer, which tells those who read its files to drop what a killed run wrote after so many decisions."""

    def __init__(self, folder: Path, begun: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder), purge_step=begun + 1 if begun else None)
        self._is_closed = False


def make_logger(run: Path, tensorboard: bool, begun: int) -> Logger:
    """Where SB3 records its figures after so many decisions: TensorBoard's files, or nowhere but in memory.

    Raises:
        SettingsError: tensorboard is asked for, but not installed.
    """
    outputs: list[KVWriter] = []
    if tensorboard:
        try:
            outputs.append(_TensorBoard(run / TENSORBOARD, begun))
        except ImportError as error:
            raise SettingsError("tensorboard: true needs the package tensorboard") from error
    return Logger(folder=str(run), output_formats=outputs)
