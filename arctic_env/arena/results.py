"""Results: of one game, and the rows of a tournament with their way to CSV and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.agents.guarded_calls import printable
from arctic_env.files import whole, write_whole
from arctic_env.records import Record
from arctic_env.validation import need

if TYPE_CHECKING:
    from arctic_env.model.position import Position

_MOST_SHOWN = 10_000  # letters of a traceback


@dataclass(frozen=True)
class Fault:
    """A fault of an agent."""

    agent: str
    seat: int
    decision: int  # its number in the game, from 0
    kind: str  # "crash", "illegal" or "late"
    message: str
    traceback: str = ""  # in the agent's own code; empty if there is none, as after an illegal answer

    def forfeit(self, before: int = 0) -> dict[str, Any]:
        """Return it for a record, in which so many decisions come before the game that was played."""
        return {"seat": self.seat, "decision": before + self.decision, "kind": self.kind}

    def __str__(self) -> str:
        return f"{self.agent} in seat {self.seat}, decision {self.decision}: {self.kind}: {self.message}"


class ForfeitWarning(UserWarning):
    """An agent forfeited games of a tournament."""


def first_tracebacks(faults: Iterable[Fault]) -> list[str]:
    """Return the lines of the first traceback, shortened, for each agent and kind of fault."""
    first: dict[tuple[str, str], str] = {}
    for fault in faults:
        if fault.traceback:
            first.setdefault((fault.agent, fault.kind), fault.traceback)
    lines: list[str] = []
    for (agent, kind), traceback in first.items():
        lines += [f"{agent}, the first {kind}:", *printable(traceback, _MOST_SHOWN).splitlines()]
    return lines


@dataclass(frozen=True)
class GameResult:
    """A finished game.

    Attributes:
        actions: The action ids from start to final.
        scores: Total score of each seat on the board.
        ranks: Rank of each seat, 0 for the best; seats that forfeited, and their partners, come last, the first to do
            so at the very end.
        winners: The seats of rank 0; none if the rules of the game truncated it and nobody forfeited.
        finished: Whether the game came to its end; False when it was stopped at the limit on decisions, or truncated by
            its rules.
        faults: Faults of agents, at most one for each seat: it forfeits then, and random
            actions are played for it.
        decisions: Decisions that the agent of each seat made, and `seconds`, the time that it took for them.
        seed: The seed that dealt `start`, if known.
    """

    agents: tuple[str, ...]
    start: Position
    final: Position
    actions: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    faults: tuple[Fault, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    seed: int | None = field(default=None)

    def record(self, texts: Sequence[str] | None = None) -> Record:
        """Return the game as a record, without forfeits in its scores; `texts` are those of the actions, if known."""
        if texts is None:
            record = Record.of(self.start, self.actions, agents=self.agents, seed=self.seed)
        else:
            record = Record.from_texts(self.start, texts, self.final, agents=self.agents, seed=self.seed)
        return replace(record, forfeits=[fault.forfeit() for fault in self.faults])


# ------------------------------------------------------------------------------------------ rows of a tournament

FORMAT = "arctic/rows/1"
FORMAT_KEY = "arctic.format"
"""The metadata key of a Parquet file for its table and version."""

COLUMNS: dict[str, tuple[type[np.generic], str]] = {
    "deal": (np.int32, "number of the deal, from 0; the unit of observation, all games of a deal share its cards"),
    "deal_seed": (np.int64, "seed of the deal: game.deal(seed=deal_seed, ...) deals it again"),
    "line_up": (np.int32, "number of the line-up, from 0: the agents at the table, whatever their seats"),
    "seating": (np.int32, "number of the seating of that line-up, from 0"),
    "game": (np.int64, "number of the game, from 0; as many rows as players share it"),
    "seat": (np.int8, "seat, from 0"),
    "agent": (np.int32, "agent in that seat (its name in CSV and Parquet)"),
    "score": (np.int32, "final score; after a forfeit no more than the lowest of the other seats"),
    "margin": (np.float64, "score minus the mean score of the other seats (of other teams)"),
    "rank": (np.int8, "0 for first place; forfeiting seats come last"),
    "win": (np.float64, "1 for the winner, shared equally when the game knows several, else 0"),
    "forfeit": (np.bool_, "whether the seat forfeited: crash, illegal or late answer"),
    "finished": (np.bool_, "whether the game came to its end, not to a limit on decisions or turns"),
    "decisions": (np.int32, "decisions of that seat, those made for it after a forfeit left out"),
    "seconds": (np.float64, "time the agent took for them; the only column that differs from run to run"),
}
"""Name of each column, its type and its meaning."""

ROW = np.dtype([(name, kind) for name, (kind, _) in COLUMNS.items()])

Rows = NDArray[Any]
"""A 1-D array of ROW."""


def named_columns(rows: Rows, agents: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Return the columns by name, with agents' names instead of their numbers."""
    columns: dict[str, NDArray[Any]] = {name: rows[name] for name in COLUMNS}
    columns["agent"] = np.array(agents, object)[rows["agent"]]  # numpy's own texts lose zeros at their ends
    return columns


def write_csv(path: Path, rows: Rows, agents: Sequence[str]) -> None:
    """Write the rows with a header line; raise OutputError if that fails, and keep an older file."""
    columns = named_columns(rows, agents)
    with whole(path) as draft, draft.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))


def write_parquet(path: Path, rows: Rows, agents: Sequence[str]) -> None:
    """Write the rows as a Parquet file, FORMAT in its metadata; SettingsError without polars, else as `write_csv`."""
    need("Parquet files", "polars")
    import polars

    content = BytesIO()  # whose errors are not those of polars
    columns: dict[str, Any] = named_columns(rows, agents)
    frame = polars.DataFrame({**columns, "agent": columns["agent"].tolist()})
    frame.write_parquet(content, metadata={FORMAT_KEY: FORMAT})
    write_whole(path, content.getvalue())


@dataclass(frozen=True)
class GameIndex:
    """The place of a game in a tournament, as in COLUMNS, and the agent, by its number, in each seat."""

    deal: int
    deal_seed: int
    line_up: int
    seating: int
    game: int
    agents: tuple[int, ...]


def make_rows(index: GameIndex, result: GameResult) -> Rows:
    """Return the rows of one game, one for each seat, also in a game of teams."""
    forfeited = [fault.seat for fault in result.faults]
    teams = result.start.teams()
    scores = settle(result.scores, np.flatnonzero(np.isin(teams, teams[forfeited])))
    rows = np.zeros(len(scores), ROW)
    for name in ("deal", "deal_seed", "line_up", "seating", "game"):
        rows[name] = getattr(index, name)
    rows["seat"] = np.arange(len(scores))
    rows["agent"] = index.agents
    rows["score"] = scores
    rows["margin"] = (len(scores) * scores - scores.sum()) / np.count_nonzero(teams != teams[0])
    rows["rank"] = result.ranks
    rows["win"] = (rows["rank"] == 0) / max(1, len(result.winners))
    rows["forfeit"][forfeited] = True
    rows["finished"] = result.finished
    rows["decisions"] = result.decisions
    rows["seconds"] = result.seconds
    return rows


def join_teams(rows: Rows, teams: Sequence[int]) -> Rows:
    """Return one row for each team of each game, as if it were one player: its number is in the place of the seat.

    The rows are as `make_rows` returns them: partners have one agent, and the same score and rank. Where every seat is
    its own team, they stay as they are.
    """
    seats = np.array(teams)
    numbers, firsts = np.unique(seats, return_index=True)
    if len(numbers) == len(seats):
        return rows
    by_seat = rows.reshape(-1, len(seats))
    joined = by_seat[:, firsts]
    ranks = joined["rank"].copy()
    for number in numbers:
        own = by_seat[:, seats == number]
        row = joined[:, number]
        row["seat"] = number
        row["rank"] = ranks.min(axis=1) + (ranks < ranks[:, [number]]).sum(axis=1)
        row["forfeit"] = own["forfeit"].any(axis=1)
        for name in ("win", "decisions", "seconds"):
            row[name] = own[name].sum(axis=1)
    return joined.reshape(-1)


def settle(scores: Sequence[int], forfeited: Sequence[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the scores that count, int64[seats]: a forfeiting seat has at most the lowest of the others."""
    settled = np.array(scores, np.int64)
    others = np.delete(settled, forfeited)
    if len(others):
        settled[forfeited] = np.minimum(settled[forfeited], others.min())
    return settled
