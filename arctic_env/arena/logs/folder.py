"""The folder of a log, and what stands in it.

    about.json          what was played, and size and hash of each file; written last, so that it stands for a whole log
    decisions.parquet   one row for each decision
    results.parquet     one row for each seat of each game
    records.jsonl       one record for each game
    unfinished/         as long as games are played: about.json, and three files for each part

A folder that holds anything else is never written into.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, get_args

from arctic_env.errors import LogError, SettingsError
from arctic_env.files import reason
from arctic_env.validation import short_repr

FORMAT = "arctic/log/2"
ABOUT_KEY = "arctic.about"  # of Parquet's metadata: about.json without the files

ABOUT = "about.json"
DECISIONS = "decisions.parquet"
RESULTS = "results.parquet"
RECORDS = "records.jsonl"
UNFINISHED = "unfinished"
DRAFT = "draft"  # of a file that is written whole, in the unfinished log

LOCK = ".lock"

FILES = (DECISIONS, RESULTS, RECORDS)

IfThere = Literal["refuse", "overwrite", "resume"]
"""What to do with an existing log; "resume" continues an unfinished one of the same games."""


def check_folder(folder: Path, if_there: IfThere) -> None:
    """Raise LogError if a log must not be written into a folder, or there is nothing to resume."""
    if if_there not in get_args(IfThere):
        raise SettingsError(f"if_there must be {', '.join(get_args(IfThere))}, not {short_repr(if_there)}")
    if folder.exists() and not folder.is_dir():
        raise LogError(f"cannot write a log into {folder}: it is no folder")
    names = {path.name for path in folder.iterdir()} - {LOCK} if folder.exists() else set()
    if strange := _find_foreign_file(folder, names):
        raise LogError(f"cannot write a log into {folder}: it holds {strange}, which is no part of a log")
    unfinished = UNFINISHED in names and ABOUT not in names  # else it was stopped while it tidied up
    if if_there == "resume" and not unfinished:
        raise LogError(f"{folder} holds no unfinished log that could be resumed")
    if if_there == "refuse" and unfinished:
        raise LogError(f"{folder} holds an unfinished log: --resume goes on with it, --overwrite replaces it")
    if if_there == "refuse" and names:
        raise LogError(f"{folder} holds a log already: --overwrite replaces it")


def _find_foreign_file(folder: Path, names: set[str]) -> str | None:
    """Return a file that does not belong to a log, in its folder or in an unfinished log's; None if there is none."""
    strange = sorted(names - {ABOUT, UNFINISHED, *FILES})
    parts = folder / UNFINISHED
    if parts.is_dir():
        inside = sorted(path.name for path in parts.iterdir())
        strange += [f"{UNFINISHED}/{name}" for name in inside if not _is_part_file(name)]
    elif parts.exists():
        strange.append(UNFINISHED)
    return strange[0] if strange else None


def _is_part_file(name: str) -> bool:
    """Return whether an unfinished log may hold a file of that name."""
    number, _, file = name.partition("-")
    return name in (ABOUT, DRAFT) or (number.isdecimal() and file in FILES)


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Lock an existing folder for this block; raise LogError if another process has the lock."""
    from filelock import FileLock, Timeout

    lock = FileLock(folder / LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise LogError(f"another process is writing a log into {folder}") from None
    try:
        yield
    finally:
        try:
            with suppress(OSError):  # Windows keeps what is open
                (folder / LOCK).unlink()
        finally:
            lock.release()


def clear(folder: Path) -> None:
    """Remove a log, and nothing else; the files written last go first.

    If interrupted at any point, it leaves a log, an unfinished one, or one without complete parts.
    """
    (folder / ABOUT).unlink(missing_ok=True)
    for name in FILES:
        (folder / name).unlink(missing_ok=True)
    for results in results_of_parts(folder):
        results.unlink()
    if (folder / UNFINISHED).exists():
        shutil.rmtree(folder / UNFINISHED)


def results_of_parts(folder: Path) -> list[Path]:
    """Return the results files, which mark complete parts of an unfinished log."""
    return list((folder / UNFINISHED).glob(f"*-{RESULTS}"))


def is_unwritten(folder: Path) -> bool:
    """Return whether an unfinished log was stopped before its metadata were written."""
    return not (folder / UNFINISHED / ABOUT).exists() and not results_of_parts(folder)


def to_bytes(about: Mapping[str, Any]) -> bytes:
    """Return the contents of about.json."""
    return (json.dumps(about, indent=1) + "\n").encode()


def read_about(path: Path) -> dict[str, Any]:
    """Read about.json; raise LogError if it is damaged."""
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise LogError(f"{path}: {reason(error)}") from error
    if not isinstance(about, dict) or not isinstance(about.get("format"), str):
        raise LogError(f"{path}: this says nothing about a log")
    check_format(str(path), about["format"], FORMAT)
    return about


def check_format(where: str, found: object, known: str) -> None:
    """Raise LogError unless the format is the known one."""
    if found == known:
        return
    kind = known.rpartition("/")[0]
    if isinstance(found, str) and found.startswith(f"{kind}/"):
        raise LogError(f"{where}: written as {found} by another version of arctic-env; this one reads {known}")
    raise LogError(f"{where}: the format is {short_repr(found)}, not {known}")


def fingerprint(path: Path) -> dict[str, Any]:
    """Return size and hash of a file."""
    with path.open("rb") as file:
        return {"bytes": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
