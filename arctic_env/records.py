"""Records of games: one JSON document a game, JSON Lines for many.

    {"format": "arctic/record/1", "game": "arctic", "version": 0, "parameters": {"edition": "de"}, "seed": 7,
     "agents": ["greedy", "random"], "start": {...}, "actions": ["place FM1", ...], "scores": [{...}, {...}],
     "winners": [0]}

`start` is a position document, `scores` and `winners` are those of the position that the actions lead to;
`seed` is the one that dealt `start`, and null where it was set up by hand: a seed that deals another start is
refused. A record holds everything, hidden cards included.

Where agents forfeited, and only there, `forfeits` follows: `[{"seat": 0, "decision": 3, "kind": "crash"}]`, in their
order. From that decision on (from 0) random actions were played for the seat. `kind` is crash, illegal or late.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from arctic_env.errors import IllegalActionError, PositionError, RecordError
from arctic_env.files import reason, whole
from arctic_env.model.document import find_fault, make_validator
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.validation import short_repr

FORMAT = "arctic/record/1"

_OBJECT, _TEXTS = {"type": "object"}, {"type": "array", "items": {"type": "string"}}
_FIELDS = {
    "format": {"const": FORMAT},
    "game": {"type": "string"},
    "version": {"type": "integer"},
    "parameters": _OBJECT,
    "seed": {"type": ["integer", "null"]},
    "agents": _TEXTS,
    "start": _OBJECT,
    "actions": _TEXTS,
    "scores": {"type": "array", "items": _OBJECT},
    "winners": {"type": "array", "items": {"type": "integer"}},
}
_DEEDS = {"crash": "crashed", "illegal": "answered illegally", "late": "was late"}
_FORFEIT = {"seat": {"type": "integer"}, "decision": {"type": "integer"}, "kind": {"enum": list(_DEEDS)}}


def _closed(fields: dict[str, Any], **optional: Any) -> dict[str, Any]:
    """Return the schema of an object with these fields, the optional ones, and no others."""
    return {**_OBJECT, "properties": fields | optional, "required": list(fields), "additionalProperties": False}


_SCHEMA = _closed(_FIELDS, forfeits={"type": "array", "items": _closed(_FORFEIT)})


@cache
def _validator() -> Any:
    return make_validator(_SCHEMA)


@dataclass(frozen=True)
class Record:
    """The record of a game.

    Attributes:
        game: Name of the game.
        version: Version of the game's rules.
        parameters: Rule parameters.
        seed: The seed that dealt `start`; None if it was set up by hand.
        agents: A name for each seat.
        start: Position document.
        actions: Texts of the actions, in order.
        scores: `Position.scores()` after the last action.
        winners: `Position.winners()` after the last action; empty if the game was not played to its end.
        forfeits: Of each seat that forfeited `seat`, `decision` and `kind`, see above; it won nothing, whatever
            `winners` says.
    """

    game: str
    version: int
    parameters: Mapping[str, Any]
    seed: int | None
    agents: Sequence[str]
    start: Mapping[str, Any]
    actions: Sequence[str]
    scores: Sequence[Mapping[str, Any]]
    winners: Sequence[int]
    forfeits: Sequence[Mapping[str, Any]] = ()

    @staticmethod
    def of(start: Position, actions: Iterable[int], *, agents: Sequence[str], seed: int | None = None) -> Record:
        """Return the record of these action ids played from a position."""
        texts, position = [], start
        for action in actions:
            texts.append(position.action_text(action))
            position = position.apply(action)
        return Record.from_texts(start, texts, position, agents=agents, seed=seed)

    @staticmethod
    def from_texts(
        start: Position, texts: Sequence[str], final: Position, *, agents: Sequence[str], seed: int | None
    ) -> Record:
        """Return the record of a game whose actions are texts known to lead from `start` to `final`."""
        document = start.to_dict()
        game = start.game
        parameters = {name: document[name] for name in game.parameters}
        end = final.scores(), final.winners()
        return Record(game.name, game.version, parameters, seed, list(agents), document, list(texts), *end)

    @staticmethod
    def from_dict(document: Any) -> Record:
        """Read a record document; raise RecordError for a field that is missing, unknown or of the wrong type.

        So are forfeits of seats or decisions that there are not.
        """
        if fault := find_fault(_validator(), document):
            raise RecordError(": ".join(fault))
        fields = {name: value for name, value in document.items() if name != "format"}
        record = Record(**fields)
        record._check_forfeits()
        return record

    def _check_forfeits(self) -> None:
        ends = {"seat": len(self.agents), "decision": max(1, len(self.actions))}  # who does not start forfeits at 0
        for number, forfeit in enumerate(self.forfeits):
            for name, end in ends.items():
                if forfeit[name] not in range(end):
                    raise RecordError(f"forfeits[{number}].{name}: must be 0 to {end - 1}, not {forfeit[name]}")
        if len({forfeit["seat"] for forfeit in self.forfeits}) < len(self.forfeits):
            raise RecordError("forfeits: a seat forfeits twice")

    def to_dict(self) -> dict[str, Any]:
        """Return the record document, which shares its parts with the record."""
        document = {"format": FORMAT, **vars(self)}
        if not self.forfeits:
            del document["forfeits"]
        return document

    def has_forfeited(self, seat: int, decision: int) -> bool:
        """Return whether a seat has forfeited at this decision or before, so that a random action was played there."""
        return any(one["seat"] == seat and one["decision"] <= decision for one in self.forfeits)

    def forfeit_texts(self, decision: int) -> dict[int, str]:
        """Return a sentence for each seat that forfeits at this decision."""
        return {
            one["seat"]: f"seat {one['seat']} ({self.agents[one['seat']]}) {_DEEDS[one['kind']]} here and forfeits: "
            "random actions are played for it from now on"
            for one in self.forfeits
            if one["decision"] == decision
        }

    def start_position(self) -> Position:
        """Return the position that the game was played from.

        Raises:
            RecordError: Game, version, start position or parameters are unsupported by this version of the project,
                or the seed deals another start.
        """
        try:
            game = find_game(self.game)
        except ValueError as error:
            raise RecordError(f"game: {error}") from error
        if self.version != game.version:
            raise RecordError(f"version: made by {self.game} {self.version}, this is {self.game} {game.version}")
        try:
            position = game.position(dict(self.start))
        except PositionError as error:
            raise RecordError(f"start: {error}") from error
        document = position.to_dict()
        for name, value in self.parameters.items():
            if name not in game.parameters or document[name] != value:
                raise RecordError(
                    f"parameters: {name} is {short_repr(value)}, in start it is {short_repr(document.get(name))}"
                )
        if len(self.agents) != position.players:
            raise RecordError(f"agents: {len(self.agents)} names for {position.players} seats")
        self._check_seed(position, {name: document[name] for name in game.parameters})
        return position

    def _check_seed(self, start: Position, parameters: Mapping[str, str]) -> None:
        if self.seed is None:
            return
        try:
            dealt = start.game.deal(self.seed, start.players, **parameters)
        except ValueError as error:
            raise RecordError(f"seed: {error}") from error
        if dealt != start:
            raise RecordError(f"seed: {self.seed} does not deal start; a start set up by hand has null")

    def positions(self) -> Iterator[Position]:
        """Yield every position of the game, from `start` on.

        Raises:
            RecordError: At the first action that does not fit, by number (from 0) and text; or at the end,
                if scores or winners differ from the recorded ones.
        """
        position = self.start_position()
        yield position
        for number, text in enumerate(self.actions):
            try:
                position = position.play(text)
            except IllegalActionError as error:
                raise RecordError(f"action {number}, {short_repr(text)}, does not fit: {error}") from error
            yield position
        _check_equal("scores", self.scores, position.scores())
        _check_equal("winners", self.winners, position.winners())

    def replay(self) -> Position:
        """Return the final position, checked as in `positions`."""
        *_, final = self.positions()
        return final


def _check_equal(name: str, written: Any, found: Any) -> None:
    if _as_json(written) == _as_json(found):
        return
    if len(written) == len(found):
        for seat, (one, other) in enumerate(zip(written, found, strict=True)):
            if _as_json(one) != _as_json(other):
                raise RecordError(f"{name}[{seat}]: the record says {one}, the game gives {other}")
    raise RecordError(f"{name}: the record says {written}, the game gives {found}")


def _as_json(value: Any) -> str:
    """Return a text that tells 1 from true and from 1.0."""
    return json.dumps(value, sort_keys=True)


def write_records(path: str | Path, records: Iterable[Record]) -> int:
    """Write records as JSON Lines, replacing the file, and return their number; OutputError leaves an older one."""
    written = 0
    with whole(Path(path)) as draft, draft.open("wb") as file:
        for record in records:
            file.write(make_line(record))
            written += 1
    return written


def make_line(record: Record) -> bytes:
    """Return the line of a record in a file of JSON Lines."""
    return (json.dumps(record.to_dict(), separators=(",", ":"), ensure_ascii=False) + "\n").encode()


def read_records(path: str | Path) -> Iterator[Record]:
    """Read records from JSON Lines, skipping empty lines; raise RecordError with file, line and fault."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield _read_line(f"{path}, line {number}", line)
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: {reason(error)}") from error


def _read_line(where: str, line: str) -> Record:
    try:
        return Record.from_dict(json.loads(line))
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: broken JSON at column {error.colno}: {error.msg}") from error
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
