"""The folder of a run: one process at a time works in it, and nothing in it is replaced unasked.

Tuning works in such a folder, too, and does without torch: what needs it is imported where it is used.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from filelock import FileLock, Timeout

from arctic_agents.networks import CHECKPOINTS, MANIFEST, checkpoints_of
from arctic_env.agents.specs import parse_agent
from arctic_env.errors import ArcticError, CheckpointError, SettingsError
from arctic_env.files import naming, reason
from arctic_env.validation import is_integer

JOURNAL, TENSORBOARD = "journal.jsonl", "tensorboard"
PICTURE, GAIN = "curves.png", "exploit.json"
LOCK = ".lock"
TENSORS = "training.safetensors"  # in a checkpoint: the state of the training


class TrainingError(ArcticError):
    """A run that cannot go on: its weights are no finite numbers any more, or its journal cannot be read."""


class RunFolder:
    """A folder in which one process at a time works; `names` are what a run writes into it, and a new run replaces."""

    def __init__(self, path: Path, *names: str) -> None:
        self.path = path
        self.names = names or (CHECKPOINTS, TENSORBOARD, JOURNAL, PICTURE, GAIN)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Make the folder, and keep other processes out until the block ends, or this process in any way.

        A folder that was made for nothing is removed. The system holds the lock, and lets go of it when a process is
        killed; where a file system has no locks, filelock makes do with the file, which a crash leaves behind. Raise
        SettingsError if a process is at work there, or the folder cannot be made or locked.
        """
        file, made = self.path / LOCK, not os.path.exists(self.path)
        lock = FileLock(file, timeout=0)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            remedy = f"stop it, or let it end, first; if there is none, remove {file}"
            raise SettingsError(f"another process is at work in {self.path}: {remedy}") from None
        except (OSError, ValueError) as error:
            raise SettingsError(f"cannot work in {self.path}: {reason(error)}") from error
        try:
            yield
        finally:
            if made and os.listdir(self.path) == [LOCK]:
                file.unlink()
                self.path.rmdir()
            lock.release()

    def check_free(self, overwrite: bool) -> None:
        """Raise SettingsError if there is something that a run would replace, and it is not to be overwritten.

        Empty files and folders of a run that failed at once are none.
        """
        there = [name for name in self.names if os.path.lexists(self.path / name) and not _is_empty(self.path / name)]
        if overwrite or not there:
            return
        if checkpoints_of(self.path):
            raise SettingsError(f"{self.path} holds a run already: --resume goes on with it, --overwrite replaces it")
        raise SettingsError(
            f"{self.path} holds {', '.join(there)} of a run without a checkpoint: --overwrite replaces it"
        )

    def check_apart(self, agents: Iterable[str]) -> None:
        """Raise SettingsError for agents that are read from the run to be replaced: later they would be others."""
        folder = self.path.resolve()
        for text in agents:
            asked = parse_agent(text)
            for word in filter(None, (asked.positional, *asked.options.values())):
                place = Path(word).resolve()
                if place == folder or folder / CHECKPOINTS in (place, *place.parents):
                    raise SettingsError(f"{text} is read from {folder}, which would be replaced")

    def clear(self) -> None:
        """Remove an earlier run's files: all are moved aside before any is deleted."""
        with naming(self.path), TemporaryDirectory(prefix=".replaced-", dir=self.path) as aside:
            for name in self.names:
                with suppress(FileNotFoundError):
                    (self.path / name).rename(Path(aside, name))


def _is_empty(path: Path) -> bool:
    """Return whether a path is a folder or file without content."""
    return not any(path.iterdir()) if path.is_dir() else path.is_file() and path.stat().st_size == 0


def newest_of(run: Path) -> Path:
    """Return the newest checkpoint of a run; raise CheckpointError if it has none, or the folder is a checkpoint."""
    from arctic_agents.networks.checkpoint import find_checkpoint

    if (run / MANIFEST).is_file():
        raise CheckpointError(f"{run} is a checkpoint; what goes on is a run, from the newest of its checkpoints")
    if any((run / name).exists() for name in (CHECKPOINTS, JOURNAL)) and not checkpoints_of(run):
        raise CheckpointError(f"{run} holds a run without a checkpoint: begin again with --overwrite")
    return find_checkpoint(run)


def settings_of(run: Path) -> dict[str, Any]:
    """Return the settings document of a run, which its newest checkpoint holds.

    Raise CheckpointError if there is none, or it holds a policy, but no run to go on with.
    """
    from arctic_agents.networks.checkpoint import read_manifest

    folder = newest_of(run)
    manifest = read_manifest(folder)
    settings = manifest["about"].get("settings")
    if not isinstance(settings, dict) or TENSORS not in manifest["files"]:
        raise CheckpointError(f"{folder / MANIFEST}: a policy without the state of its training cannot go on")
    return settings


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects in a file of JSON lines; a last line that was cut off is left out.

    Raise TrainingError if it cannot be read; the message names the line.
    """
    entries = []
    lines = path.read_bytes().split(b"\n")[:-1] if path.is_file() else []
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise TrainingError(f"{path}, line {number}: broken JSON: {error}") from error
        if not isinstance(entry, dict):
            raise TrainingError(f"{path}, line {number}: must be a JSON object")
        entries.append(entry)
    return entries


def read_journal(run: Path) -> list[dict[str, Any]]:
    """Return the lines of a run's journal, one an update, with the decisions learnt from so far as "steps".

    Raise TrainingError as `read_lines`, or if a line has no steps.
    """
    entries = read_lines(run / JOURNAL)
    for number, entry in enumerate(entries, start=1):
        if not is_integer(entry.get("steps")):
            raise TrainingError(f"{run / JOURNAL}, line {number}: steps must be an integer")
    return entries
