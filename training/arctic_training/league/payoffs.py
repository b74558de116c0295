"""What is known of how the members do against each other.

For every two members there is a number of meetings, the share of them that each won, and by how many points. A meeting
is a pair of seats of one game: who ranks before the other has won it, equal ranks are half a win each. So with three or
four players a game counts for each pair at the table, and all numbers of players are treated alike.

A learner changes, so what is known of it fades with each of its turns, while results among those that stay as they are
count for ever. Where little is known or all has faded, a share is near one half: then the pair is worth a meeting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

_DECIMALS = 4  # of figures that are written down to be looked at

Numbers = NDArray[np.float64]


class Payoffs:
    """Results of all pairs of m members, faded.

    Attributes:
        names: the members.
        meetings: float64[m, m], symmetric.
        wins: float64[m, m], of the row's member; wins and the transposed wins make the meetings.
        margins: float64[m, m], sums of the differences of scores, those of the row's member minus the other's.
    """

    def __init__(self, prior: float) -> None:
        """Know nobody; `prior` meetings of every pair count as half won."""
        self.prior = prior
        self.names: list[str] = []
        self.meetings, self.wins, self.margins = np.zeros((3, 0, 0))

    def add(self, name: str, like: str | None = None) -> None:
        """Let a member join, of whom nothing is known, or what is known of the member that it is a copy of."""
        for table in _TABLES:
            grown = np.pad(getattr(self, table), (0, 1))
            if like is not None:
                place = self.names.index(like)
                grown[-1, :-1], grown[:-1, -1] = grown[place, :-1], grown[:-1, place]
                grown[-1, place] = grown[place, -1] = 0.0
            setattr(self, table, grown)
        self.names.append(name)

    def fade(self, name: str, factor: float) -> None:
        """Let what is known of a member count for less; with 0 nothing is known of it any more."""
        place = self.names.index(name)
        for table in _TABLES:
            array = getattr(self, table)
            array[place] *= factor
            array[:, place] *= factor

    def record(self, seated: NDArray[np.int64], ranks: NDArray[np.int8], scores: NDArray[np.int32]) -> None:
        """Add games.

        Args:
            seated: int64[k, players], the place of the member in each seat.
            ranks: int8[k, players], 0 for the best.
            scores: int32[k, players].
        """
        for one, other in permutations(range(seated.shape[1]), 2):
            met = seated[:, one] != seated[:, other]
            pairs = seated[met, one], seated[met, other]
            won = np.sign(ranks[met, other].astype(np.int64) - ranks[met, one])
            np.add.at(self.meetings, pairs, 1.0)
            np.add.at(self.wins, pairs, 0.5 + 0.5 * won)
            np.add.at(self.margins, pairs, scores[met, one].astype(np.float64) - scores[met, other])

    def share(self, one: str, other: str) -> float:
        """The share of their meetings that the one wins, with the prior."""
        return float(self.shares()[self.names.index(one), self.names.index(other)])

    def shares(self) -> Numbers:
        """All shares, float64[m, m]; 1/2 on the diagonal."""
        return (self.wins + 0.5 * self.prior) / (self.meetings + self.prior)

    def mean_margins(self) -> Numbers:
        """Mean differences of scores, float64[m, m], with the prior."""
        return self.margins / (self.meetings + self.prior)

    def mean_share(self, name: str, others: Sequence[str]) -> float:
        """The mean share of a member against these, itself left out; 1/2 when nobody else is among them."""
        shares = [self.share(name, other) for other in others if other != name]
        return float(np.mean(shares)) if shares else 0.5

    def least_known(self, n: int) -> list[tuple[str, str]]:
        """The n pairs that met least, in the order in which they joined where it is equal."""
        rows, columns = np.triu_indices(len(self.names), 1)
        order = np.argsort(self.meetings[rows, columns], kind="stable")[:n]
        return [(self.names[rows[i]], self.names[columns[i]]) for i in order]

    def to_document(self) -> dict[str, Any]:
        """Shares, meetings and mean margins to be looked at, rounded; rows and columns in the order of the names."""
        tables = {"shares": self.shares(), "meetings": self.meetings, "margins": self.mean_margins()}
        return {"names": list(self.names)} | {
            name: table.round(_DECIMALS).tolist() for name, table in tables.items()
        }

    def save(self) -> dict[str, Any]:
        """All that is needed to go on elsewhere, as JSON keeps it to the last bit."""
        return {"names": list(self.names)} | {table: getattr(self, table).tolist() for table in _TABLES}

    def restore(self, document: Mapping[str, Any]) -> None:
        """Go on from what `save` returned.

        Raises:
            ValueError: it is not of that form.
        """
        names = list(document["names"])
        tables = [_square(table, document[table], len(names)) for table in _TABLES]
        meetings, wins, margins = tables
        for right, words in (
            (np.isfinite(tables).all(), "all must be finite numbers"),
            ((meetings >= 0.0).all() and (wins >= 0.0).all(), "meetings and wins must be at least 0"),
            (not meetings.diagonal().any(), "nobody can have met itself"),
            (np.allclose(meetings, meetings.T), "two members must have met each other equally often"),
            (np.allclose(wins + wins.T, meetings), "wins of both must make the meetings of two members"),
            (np.allclose(margins, -margins.T), "margins must be what the other one lacks"),
        ):
            if not right:
                raise ValueError(words)
        self.names, (self.meetings, self.wins, self.margins) = names, tables


def _square(table: str, rows: Any, n: int) -> Numbers:
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ValueError(f"{table} must be {n} times {n} numbers")
    return np.array(rows, np.float64).reshape(n, n)


_TABLES = ("meetings", "wins", "margins")
