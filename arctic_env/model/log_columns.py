"""Columns of logs that are about one game. Readers of logs see their names and meanings and need to know no game.

A game has its columns in `game.py` of its folder. They are read from full states, so they may tell what the seat
does not know.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

States = NDArray[Any]
"""A 1-D array of a game's dtype."""

Seats = NDArray[np.int64]
"""A seat for each of the states."""

Read = Callable[[States, Seats], NDArray[Any]]
"""From n states and int64[n] seats to n values, or to n rows of them."""

Kind = Literal["integer", "boolean", "text"]

DTYPES: Mapping[Kind, type[np.generic]] = {"integer": np.int16, "boolean": np.bool_, "text": np.str_}


@dataclass(frozen=True)
class LogColumn:
    """One column.

    Attributes:
        name: Name of the column.
        kind: "integer" of -32,768 to 32,767, "boolean" or "text".
        meaning: Its meaning, for the documentation.
        read: Function from n states and int64[n] seats to n values.
    """

    name: str
    kind: Kind
    meaning: str
    read: Read

    def of(self, states: States, seats: Seats) -> NDArray[Any]:
        """Return the values for n states and int64[n] seats, in the type of the column's kind."""
        return np.asarray(self.read(states, seats)).astype(DTYPES[self.kind])


@dataclass(frozen=True)
class LogColumns:
    """The columns of a game.

    Attributes:
        decisions: Columns on the deciding seat, before its decision.
        results: Columns on each seat at the end.
    """

    decisions: Sequence[LogColumn] = ()
    results: Sequence[LogColumn] = ()


def state_column(name: str, meaning: str, field: str) -> LogColumn:
    """Return a column of an integer field of the state, the same for all seats."""
    return LogColumn(name, "integer", meaning, lambda states, seats: states[field])


def seat_column(name: str, meaning: str, field: str) -> LogColumn:
    """Return a column of an integer field of the state that has an entry for each seat."""
    return LogColumn(name, "integer", meaning, lambda states, seats: own(states[field], seats))


def text_column(name: str, meaning: str, texts: Sequence[str], field: str) -> LogColumn:
    """Return a column of texts, by a field of the state that is an index into them, the same for all seats."""
    return LogColumn(name, "text", meaning, lambda states, seats: np.array(texts)[states[field]])


def column_for_each(things: Sequence[str], name: str, kind: Kind, meaning: str, read: Read) -> list[LogColumn]:
    """Return a column for each thing, which stands for `{}` in name and meaning; `read` gives n rows of them."""
    return [
        LogColumn(name.format(each.replace(" ", "_")), kind, meaning.format(each), entry(read, k))
        for k, each in enumerate(things)
    ]


def turn_order() -> LogColumn:
    """Return the column of a seat's place in the order of turns, for games whose states have a `first` player."""
    return LogColumn(
        "turn_order",
        "integer",
        "0 for the first player, 1 for the next in turn, and so on",
        lambda states, seats: (seats - states["first"]) % states["players"],
    )


def entry(read: Read, k: int) -> Read:
    """Return a function that reads the k-th value of each row."""
    return lambda states, seats: read(states, seats)[:, k]


def own(values: NDArray[Any], seats: Seats) -> NDArray[Any]:
    """Return of values [n, seats, ...] those of the seats int64[n]."""
    return values[np.arange(len(values)), seats]
