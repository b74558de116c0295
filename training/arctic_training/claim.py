"""One process at a time works in a folder."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from arctic_env.errors import SettingsError
from arctic_env.files import reason

LOCK = ".lock"

_MOST = 1000  # letters of a lock that are read
_held: set[tuple[int, str]] = set()  # processes and locks: what is forked meanwhile holds none


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Keep other processes from working in a folder until all in it is done, or this process ends in any way.

    Two that go on with the same run would mix their journals and remove each other's checkpoints.

    It is the system that holds the lock, and lets go of it when a process is killed. Where file systems have no locks
    filelock makes do with the file, which stays; it can tell by itself that its process is gone only on one machine.

    Raises:
        SettingsError: another process, or this one, is at work there; it is a file; or it cannot be made or locked.
    """
    if os.path.isfile(folder):  # unlike Path.is_file it takes any name
        raise SettingsError(f"{folder} is a file: a folder is needed")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise SettingsError(f"cannot make the folder {folder}: {reason(error)}") from error
    path = folder / LOCK
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe, say, for whose other end it would wait
        raise SettingsError(f"cannot lock {path}: it is no file")
    lock = FileLock(path, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise SettingsError(
            f"{_holder(path)} is at work in {folder}: stop it, or let it end, first; "
            f"if it is not there any more, remove {path}"
        ) from None
    except OSError as error:
        raise SettingsError(f"cannot lock {path}: {reason(error)}") from error
    signed = getattr(lock, "is_lock_held_by_us", False)  # by filelock, where there is nothing but the file
    mine = _entry(path)
    try:
        _held.add(mine)
        if not signed:
            _write(path, f"{os.getpid()}\n{platform.node()}\n")
        yield
    finally:
        _held.discard(mine)
        if not signed:
            _write(path, "")  # whoever comes next may be asked for before having signed
        lock.release()


def _entry(path: Path) -> tuple[int, str]:
    """A lock of this process, as it is remembered."""
    return os.getpid(), os.path.realpath(path)


def _write(path: Path, text: str) -> None:
    """Write into a lock who holds it, for others to read."""
    with suppress(OSError):  # a full disk, say: it is held all the same
        path.write_text(text, encoding="utf-8")


def _holder(path: Path) -> str:
    """Who holds a lock, in words, as far as it says so."""
    who = "this process" if _entry(path) in _held else "another process"
    match _lines(path):
        case [number, host, *_] if number.isdecimal() and host.isprintable():
            return f"{who} ({number} of {host})"
    return who


def _lines(path: Path) -> list[str]:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(_MOST).splitlines()
    except (OSError, ValueError):
        return []
