"""All tables of a server, where they are saved, and the files with games that it shows."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from arctic_env.errors import ArcticError, RecordError, SettingsError
from arctic_env.files import reason, write_whole
from arctic_env.kernels.random import MAX_SEED
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.registry import games
from arctic_env.model.rules import value_text
from arctic_env.records import Record
from arctic_env.validation import counted, is_integer, listed, short_repr
from arctic_env.web.tables import HUMAN, Table
from arctic_env.web.think import check_agent, levels

MOST_TABLES = 200
_ENDING = ".table.json"
RECORDS = "records.jsonl"  # of a tournament's log


class Games:
    """A file of records, read game by game."""

    def __init__(self, path: Path) -> None:
        """Find where each game begins; RecordError if the file cannot be read."""
        self.path = path
        self.name = path.parent.name if path.name == RECORDS else path.name
        try:
            with path.open("rb") as file:
                starts, at = list[int](), 0
                for line in file:
                    if line.strip():
                        starts.append(at)
                    at += len(line)
        except OSError as error:
            raise RecordError(f"{path}: {reason(error)}") from error
        self._starts = starts
        self._rows: list[dict[str, Any]] | None = None

    def __len__(self) -> int:
        return len(self._starts)

    def record(self, index: int) -> Record:
        """Return a game; RecordError if there is none, or the line is no record."""
        if not 0 <= index < len(self):
            raise RecordError(f"{self.name} has no game {index}; it has {counted(len(self), 'game')}")
        with self.path.open("rb") as file:
            file.seek(self._starts[index])
            try:
                return Record.from_dict(json.loads(file.readline()))
            except ValueError as error:
                raise RecordError(f"{self.name}, game {index}: {error}") from error

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each game: agents, points, winners, forfeits, length."""
        if self._rows is None:
            self._rows = [
                {
                    "index": index,
                    "game": record.game,
                    "agents": list(record.agents),
                    "points": [scores.get("total") for scores in record.scores],
                    "winners": list(record.winners),
                    "forfeits": {one["seat"]: one["kind"] for one in record.forfeits},
                    "decisions": len(record.actions),
                }
                for index, record in enumerate(map(self.record, range(len(self))))
            ]
        return self._rows

    def standings(self) -> list[dict[str, Any]]:
        """Return the agents, best first: games, wins on the board (a shared one in part), mean points, forfeits."""
        found: dict[str, list[tuple[float, float, bool]]] = {}
        for row in self.rows():
            for seat, agent in enumerate(row["agents"]):
                won = 1 / len(row["winners"]) if seat in row["winners"] else 0.0
                found.setdefault(agent, []).append((won, row["points"][seat] or 0, seat in row["forfeits"]))
        lines = [
            {
                "agent": agent,
                "games": len(results),
                "wins": sum(won for won, _, _ in results) / len(results),
                "points": sum(points for _, points, _ in results) / len(results),
                "forfeits": sum(forfeited for *_, forfeited in results),
            }
            for agent, results in found.items()
        ]
        return sorted(lines, key=lambda line: (-line["wins"], -line["points"]))


class Lobby:
    """The tables of a server."""

    def __init__(self, files: Sequence[Path] = (), agents: Sequence[str] = (), folder: Path | None = None) -> None:
        """Open saved tables and files of records; RecordError if one cannot be read."""
        self.tables: dict[str, Table] = {}  # by key, the oldest first
        # agent strings from the command line, which the page may use beside the installed agents
        self.agents = tuple(agents)
        self.folder = folder  # where tables are saved after each decision; None for nowhere
        self.threads = ThreadPoolExecutor(2, thread_name_prefix="agents")  # in which agents decide
        # in which people are advised and records are read, so that tables go on meanwhile
        self.helpers = ThreadPoolExecutor(2, thread_name_prefix="helpers")
        # in which tables are saved, one after the other
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.files: dict[str, Games] = {}  # files of records to show, by a short name for addresses
        self.broken: list[str] = []
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            for path in sorted(folder.glob(f"*{_ENDING}"), key=lambda path: path.stat().st_mtime)[-MOST_TABLES:]:
                try:
                    self.open_table(path)
                except ArcticError as error:  # the others are played on
                    self.broken.append(str(error))
        for path in files:
            if path.name.endswith(_ENDING):
                self.open_table(path)
            else:
                self.files[str(len(self.files))] = Games(path / RECORDS if path.is_dir() else path)

    def open_table(self, path: Path) -> Table:
        """Open a saved table; RecordError if the file is none."""
        try:
            document = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise RecordError(f"{path}: {reason(error)}") from error
        if not isinstance(document, dict):
            raise RecordError(f"{path}: no saved table")
        try:
            table = Table.from_dict(document)
        except ArcticError as error:
            raise RecordError(f"{path}: {error}") from error
        self.tables[table.key] = table
        return table

    def save(self, table: Table) -> Future[None]:
        """Save a table as it is now, after all that are being saved: disks take their time.

        What cannot be written is told where the server runs, and the game goes on.
        """
        is_kept = self.folder and table.key in self.tables  # agents may still think at one that was removed
        data = json.dumps(table.to_dict(), separators=(",", ":")).encode() if is_kept else b""
        return self.writer.submit(self._write, table.key, data)

    def remove(self, table: Table) -> Future[None]:
        """Remove a table, and where it is saved."""
        del self.tables[table.key]
        return self.save(table)

    def _write(self, key: str, data: bytes) -> None:
        """Write the file of a table, or remove it where there are no data."""
        if self.folder is None:
            return
        path = self.folder / f"{key}{_ENDING}"
        try:
            if data:
                write_whole(path, data)
                path.chmod(0o600)  # it holds everything hidden, and the tokens
            else:
                path.unlink(missing_ok=True)
        except (ArcticError, OSError) as error:
            print(f"arctic serve: {error}", flush=True)

    def add(self, table: Table) -> Table:
        """Take up a table; of too many the oldest that is over goes; SettingsError if there is none."""
        if len(self.tables) >= MOST_TABLES:
            finished = next((key for key, one in self.tables.items() if one.over), None)
            if finished is None:
                raise SettingsError(f"there are {MOST_TABLES} tables already; end some games first")
            del self.tables[finished]
        self.tables[table.key] = table
        self.save(table).result()
        return table

    # ------------------------------------------------------------------------------------ new tables

    def make(self, wish: dict[str, Any]) -> Table:
        """Make a table as a request wishes; an ArcticError or ValueError says what is wrong with it.

        Args:
            wish: `seats`, each "human" or an agent string, and one of: `game` with `parameters` and `seed`, which may
                be left out; `position`, a document; `record`, a document, and `stop`, the number of its actions that
                have been played.
        """
        seats = self._check_seats(wish.get("seats"))
        if (position := read_document(wish.get("position"))) is not None:
            start = _game_of(position).position(position)
            _check_number(seats, start)
            return Table(start, seats)
        if (document := read_document(wish.get("record"))) is not None:
            record, stop = Record.from_dict(document), wish.get("stop")
            if stop is not None and (not is_integer(stop) or not 0 <= stop <= len(record.actions)):
                last = len(record.actions)
                raise SettingsError(f"stop must be an integer from 0 to {last}, not {short_repr(stop)}")
            _check_number(seats, record.start_position())
            return Table.of_record(record, stop=None if stop is None else int(stop), seats=seats)
        game = find_game(wish.get("game") if isinstance(wish.get("game"), str) else "")
        parameters = wish.get("parameters", {})
        if not isinstance(parameters, dict):
            raise SettingsError("parameters must be an object")
        game.check_names(parameters)
        seed = read_document(wish.get("seed"))
        chosen = secrets.randbelow(MAX_SEED) if seed is None else seed
        start = game.deal(chosen, len(seats), **parameters)
        return Table(start, seats, deal_seed=chosen)

    def _check_seats(self, seats: object) -> list[str]:
        if not isinstance(seats, list) or not seats or len(seats) > 16:
            raise SettingsError('seats must be a list with an agent or "human" for each seat')
        return [HUMAN if seat == HUMAN else check_agent(seat, self.agents) for seat in seats]

    def choices(self) -> list[dict[str, Any]]:
        """Return what a new table can be: games, numbers of players, rule parameters, agents by level."""
        found = []
        for name in games():
            with suppress(ArcticError):  # one that does not load hides no other
                found.append(_choice(find_game(name)))
        return found


def read_document(given: Any) -> Any:
    """Return a document, or a seed, that is given as such or as its JSON text, in which seeds keep all digits."""
    try:
        return json.loads(given) if isinstance(given, str) else given
    except RecursionError as error:
        raise SettingsError(f"broken JSON: {error}") from error


def _check_number(seats: Sequence[str], start: Position) -> None:
    if len(seats) != start.players:
        raise SettingsError(f"{counted(len(seats), 'seat')} for a game of {start.players}")


def _game_of(document: object) -> Game:
    """Return the game that a position document names by its format."""
    form = document.get("format") if isinstance(document, dict) else None
    name = str(form).partition("/")[0]
    if name not in games():
        raise SettingsError(
            f"a position is an object with a format such as {games()[0]}/position/1; the games are {listed(games())}"
        )
    return find_game(name)


def _choice(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "parameters": {
            name: {
                "text": each.text,
                "values": [
                    {"value": value, "text": value_text(value), "players": game.players_for(**{name: value})}
                    for value in each.values
                ],
            }
            for name, each in game.parameters.items()
        },
        "levels": {str(number): levels(game, number) for number in game.players},
    }
