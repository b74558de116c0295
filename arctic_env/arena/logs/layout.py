"""The folder of a log, what stands in it, and the columns of its tables.

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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from arctic_env.arena.results import COLUMNS as ROWS
from arctic_env.errors import LogError, SettingsError
from arctic_env.files import reason
from arctic_env.model.game import Game
from arctic_env.model.log_columns import DTYPES, LogColumn
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


# Columns. Those named here are the same for all games. Scores follow with a column for each part, `score_` before its
# name, and then the game's own columns (in `game.py` of its folder). Any change of a column's name, type or meaning
# makes a new version of the table.

DECISIONS_FORMAT = "arctic/decisions/1"
RESULTS_FORMAT = "arctic/results/2"

Columns = Mapping[str, tuple[type[np.generic], str]]
"""Name of each column, its type and its meaning."""

PLACE: Columns = {name: ROWS[name] for name in ("game", "deal", "deal_seed", "line_up", "seating")}

DECISION_COLUMNS: Columns = {
    **PLACE,
    "decision": (np.int32, "number of the decision in the game, from 0"),
    "seat": (np.int8, "seat that decides, from 0"),
    "agent": (np.str_, "name of the agent in that seat"),
    "action": (np.int32, "id of the action, see the reference page of the game"),
    "text": (np.str_, "the action as text"),
    "verb": (np.str_, "the text without its argument"),
    "argument": (np.str_, "card, square, direction or value that the action is about; empty where there is none"),
    "legal": (np.int32, "number of legal actions"),
    "forfeit": (np.bool_, "whether the agent had forfeited, so that a random action was played for it"),
    "score": (np.int32, "total score of the seat before the action, what is hidden included"),
    "lead": (np.int32, "score minus the best score of the other seats (of other teams)"),
}

RESULT_COLUMNS: Columns = {
    **PLACE,
    "seat": ROWS["seat"],
    "agent": (np.str_, "name of the agent in that seat"),
    **{name: ROWS[name] for name in ("score", "margin", "rank", "win", "finished", "decisions", "forfeit")},
    "fault": (np.str_, "crash, illegal or late: why it forfeited; null where it did not"),
    "fault_decision": (np.int32, "number of the decision at which it forfeited; null where it did not"),
    "fault_message": (np.str_, "what happened; null where nothing did"),
    "fault_traceback": (
        np.str_,
        "where in the agent's own code; null where it did not forfeit, empty where that is not known",
    ),
}


def decision_columns(game: Game) -> Columns:
    """Return all columns of decisions in a game."""
    return {**DECISION_COLUMNS, **_of_game(game.log_columns.decisions)}


def result_columns(game: Game) -> Columns:
    """Return all columns of results of a game."""
    scores = game.deal(seed=0, num_players=game.players[0]).scores()[0]
    parts = {
        name: (np.int32, f"score on the board: {name.removeprefix('score_').replace('_', ' ')}")
        for name, _ in flatten(scores)
    }
    return {**RESULT_COLUMNS, **parts, **_of_game(game.log_columns.results)}


def _of_game(columns: Sequence[LogColumn]) -> Columns:
    return {column.name: (DTYPES[column.kind], column.meaning) for column in columns}


def flatten(scores: Mapping[str, Any], prefix: str = "score") -> Iterator[tuple[str, int]]:
    """Yield the column name and value of each part of a seat's scores document."""
    for name, value in scores.items():
        column = f"{prefix}_{name.replace(' ', '_')}"
        if isinstance(value, Mapping):
            yield from flatten(value, column)
        else:
            yield column, value


def to_markdown(columns: Columns) -> str:
    """Return the columns as a Markdown table for the documentation."""
    rows = ["| column | type | meaning |", "|---|---|---|"]
    rows += [
        f"| `{name}` | {'text' if kind is np.str_ else np.dtype(kind).name} | {meaning} |"
        for name, (kind, meaning) in columns.items()
    ]
    return "\n".join(rows) + "\n"
