"""The journal of a tuning: its settings, then one JSON line for each generation. All else follows from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arctic_env.errors import SettingsError
from arctic_env.files import append, write_whole
from arctic_training.tuning.settings import Settings

JOURNAL = "journal.jsonl"


class Journal:
    """A file of JSON lines; a last line that was cut off is written anew.

    Attributes:
        path: The file.
        generations: What is known of each generation so far.
    """

    def __init__(self, folder: Path, settings: Settings) -> None:
        """Open the journal of a tuning, or begin one.

        Raises:
            SettingsError: The folder holds a tuning of other settings, or a file that is no journal.
        """
        self.path = folder / JOURNAL
        lines = self._read()
        mine = _comparable(settings.to_dict())
        if lines and _comparable(lines[0]) != mine:
            raise SettingsError(
                f"{folder} holds a tuning of other settings; give another --out, or --overwrite"
            )
        self.generations = lines[1 : 1 + settings.generations]
        kept = [settings.to_dict(), *lines[1:]]
        write_whole(self.path, "".join(json.dumps(line) + "\n" for line in kept).encode())

    def write(self, entry: dict[str, Any]) -> None:
        """Add a generation."""
        self.generations.append(entry)
        append(self.path, json.dumps(entry) + "\n")

    def where(self, generation: int) -> str:
        """Where a generation stands, for errors."""
        return f"{self.path}, line {generation + 2}"  # lines count from 1, and the first has the settings

    def _read(self) -> list[dict[str, Any]]:
        lines = self.path.read_bytes().split(b"\n")[:-1] if self.path.exists() else []
        return [self._entry(number, line) for number, line in enumerate(lines, start=1)]

    def _entry(self, number: int, line: bytes) -> dict[str, Any]:
        try:
            return dict(json.loads(line))
        except (ValueError, TypeError, RecursionError) as error:
            raise SettingsError(f"{self.path} is no journal of a tuning: line {number}: {error}") from error


def _comparable(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings but for how long to go on, which may change."""
    return {name: value for name, value in settings.items() if name not in ("generations", "check")}
