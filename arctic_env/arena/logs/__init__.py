"""Logs of games: every game as a record, every decision and every result as a row of a Parquet table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from arctic_env.arena.logs.folder import IfThere
from arctic_env.arena.logs.reading import Log, open_log
from arctic_env.validation import need

if TYPE_CHECKING:
    from arctic_env.arena.results import GameResult

__all__ = ["IfThere", "Log", "log_games", "open_log"]


def log_games(
    folder: str | Path, results: Sequence[GameResult], *, if_there: Literal["refuse", "overwrite"] = "refuse"
) -> None:
    """Write a log of games that `play` or `play_many` returned, each as a deal of its own.

    Args:
        folder: The folder, made if it does not exist.
        results: One game or more, all with the same number of players and parameters.
        if_there: What to do with an existing log.

    Raises:
        LogError: The folder holds something that must not be replaced, or the games differ in kind.
        SettingsError: polars is not installed.
    """
    need("logs", "polars", "filelock")
    from arctic_env.arena.logs.writing import write_games

    write_games(Path(folder), results, if_there)
