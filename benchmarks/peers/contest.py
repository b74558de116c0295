"""What is measured: a game of a library, played in one way."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from benchmarks.measuring import Play

WITH = "with"  # each decision sees an observation and the legal actions
WITHOUT = "without"  # legal actions only
MODES = (WITH, WITHOUT)


@dataclass(frozen=True)
class Contest:
    """A row of the table.

    Attributes:
        game: the library's name of it.
        players: how many play.
        hidden: whether seats have to act without knowing all.
        way: how the library is used; `HOW` of its file says it in a line.
        environments: games at once.
        threads: threads that play them.
    """

    game: str
    players: int
    hidden: bool
    way: str
    environments: int = 1
    threads: int = 1

    def as_dict(self) -> dict[str, Any]:
        """The attributes by name."""
        return asdict(self)


Plays = dict[str, Play]
"""By mode, what plays on for a moment."""


class Made(NamedTuple):
    """A contest and how to make what plays it."""

    contest: Contest
    make: Callable[[], Plays]
