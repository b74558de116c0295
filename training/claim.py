"""One process at a time works in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from arctic_env.errors import SettingsError

LOCK = ".lock"


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep other processes from working in a folder until all in it is done, or this process ends in any way.

    Two that go on with the same run would mix their journals and remove each other's checkpoints.

    Raises:
        SettingsError: another process is at work there, or it is a file.
    """
    if folder.is_file():
        raise SettingsError(f"{folder} is a file: a folder is needed")
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise SettingsError(
            f"another process is at work in {folder}: stop it, or let it end, first"
        ) from None
    try:
        yield
    finally:
        lock.release()
