"""What a game tells of a state and a seat in plain columns, for logs and for whoever studies strategies.

A game names its facts in `facts.py` of its folder; readers of logs see their names and meanings and need to know no
game. Facts are read from full states, so they may tell what the seat does not know.
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

Reading = Callable[[States, Seats], NDArray[Any]]
"""From n states and int64[n] seats to n values, or to n rows of them."""

Kind = Literal["number", "truth", "text"]

DTYPES: Mapping[Kind, type[np.generic]] = {"number": np.int16, "truth": np.bool_, "text": np.str_}


@dataclass(frozen=True)
class Fact:
    """One column.

    Attributes:
        name: Name of the column.
        kind: "number" of -32,768 to 32,767, "truth" or "text".
        meaning: What it tells, for the documentation.
        read: From n states and int64[n] seats to n values.
    """

    name: str
    kind: Kind
    meaning: str
    read: Reading

    def of(self, states: States, seats: Seats) -> NDArray[Any]:
        """The values for n states and int64[n] seats, of the type of its kind."""
        return np.asarray(self.read(states, seats)).astype(DTYPES[self.kind])


@dataclass(frozen=True)
class Facts:
    """The facts of a game.

    Attributes:
        decisions: About the seat that decides, before it does.
        results: About each seat at the end.
    """

    decisions: Sequence[Fact] = ()
    results: Sequence[Fact] = ()


NO_FACTS = Facts()


def of_table(name: str, meaning: str, field: str) -> Fact:
    """A number that is the same for all seats: a field of the state."""
    return Fact(name, "number", meaning, lambda states, seats: states[field])


def of_seat(name: str, meaning: str, field: str) -> Fact:
    """A number of the seat: its entry in a field of the state."""
    return Fact(name, "number", meaning, lambda states, seats: own(states[field], seats))


def entry(read: Reading, k: int) -> Reading:
    """Of rows of values the k-th of each."""
    return lambda states, seats: read(states, seats)[:, k]


def own(values: NDArray[Any], seats: Seats) -> NDArray[Any]:
    """Of values [n, seats, ...] those of the seats int64[n]."""
    return values[np.arange(len(values)), seats]


def worded(name: str, meaning: str, words: Sequence[str], field: str) -> Fact:
    """A text that is the same for all seats: a field of the state that numbers the words."""
    return Fact(name, "text", meaning, lambda states, seats: np.array(words)[states[field]])


def turn_order() -> Fact:
    """Where a seat comes in the order of turns, in games whose states name the `first` player."""
    return Fact(
        "turn_order",
        "number",
        "0 for the first player, 1 for the next in turn, and so on",
        lambda states, seats: (seats - states["first"]) % states["players"],
    )
