"""The rows of a tournament: one for each seat of each game, and their way to CSV and Parquet."""

import csv
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.errors import SettingsError
from arctic_env.files import whole, write_whole

FORMAT = "arctic/rows/1"
FORMAT_KEY = "arctic.format"
"""Where a Parquet file of this project says which table it is, and of which version."""

COLUMNS: dict[str, tuple[type[np.generic], str]] = {
    "deal": (
        np.int32,
        "number of the deal, from 0; the unit of observation, all games of a deal share its cards",
    ),
    "deal_seed": (np.int64, "seed of the deal: game.deal(seed=deal_seed, ...) deals it again"),
    "line_up": (np.int32, "number of the line-up, from 0: the agents at the table, whatever their seats"),
    "seating": (np.int32, "number of the seating of that line-up, from 0"),
    "game": (np.int64, "number of the game, from 0; as many rows as players share it"),
    "seat": (np.int8, "seat, from 0"),
    "agent": (np.int32, "agent in that seat (its name in CSV and Parquet)"),
    "score": (np.int32, "final score; after a forfeit no more than the lowest of the other seats"),
    "margin": (np.float64, "score minus the mean score of the other seats"),
    "rank": (np.int8, "0 for first place; forfeiting seats come last"),
    "win": (np.float64, "1 for the winner, shared equally when the game knows several, else 0"),
    "forfeit": (np.bool_, "whether the seat forfeited: crash, illegal or late answer"),
    "finished": (np.bool_, "whether the game came to its end, not to the limit on decisions"),
    "decisions": (np.int32, "decisions of that seat, those made for it after a forfeit left out"),
    "seconds": (np.float64, "time the agent took for them; the only column that differs from run to run"),
}
"""Name of each column, its type and its meaning."""

ROW = np.dtype([(name, kind) for name, (kind, _) in COLUMNS.items()])

Rows = NDArray[Any]
"""A 1-D array of ROW."""


def named_columns(rows: Rows, agents: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The columns by name, agents by their names instead of their numbers."""
    columns: dict[str, NDArray[Any]] = {name: rows[name] for name in COLUMNS}
    columns["agent"] = np.array(agents, object)[rows["agent"]]  # numpy's own texts lose zeros at their ends
    return columns


def write_csv(path: Path, rows: Rows, agents: Sequence[str]) -> None:
    """Write the rows with a header line; OutputError, and what was there stays, if that fails."""
    columns = named_columns(rows, agents)
    with whole(path) as draft, draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def write_parquet(path: Path, rows: Rows, agents: Sequence[str]) -> None:
    """Write the rows as a Parquet file, FORMAT in its metadata.

    Raises:
        SettingsError: polars is not installed.
        OutputError: it cannot be written; what was there stays.
    """
    try:
        import polars
    except ImportError as error:
        raise SettingsError("Parquet needs polars: pip install 'arctic-env[arena]', or write CSV") from error
    content = BytesIO()  # whose errors are not those of polars
    columns = named_columns(rows, agents)
    names = polars.Series("agent", columns["agent"].tolist(), polars.String)
    frame = polars.DataFrame({**columns, "agent": names})
    frame.write_parquet(content, metadata={FORMAT_KEY: FORMAT})
    write_whole(path, content.getvalue())
