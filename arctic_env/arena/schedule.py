"""Who plays whom, and from which seats: the plan of a duplicate tournament.

A line-up is the set of agents at one table. With at least as many agents as seats, the line-ups are all
combinations of that many agents. With fewer, they are all ways to fill the seats that use every agent at
least once: for A and B at three seats A A B and A B B, one against the rest both ways round. Line-ups can also be
given: A B B B and A A B B, say, to see one agent against three of another, and two against two.

Every deal is played by every line-up in every seating of it, so that no agent ever has better cards or a
better seat than another. The seatings are all distinct orders of the line-up, or, where that is too many, its
rotations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from string import ascii_uppercase
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.results import Rows
from arctic_env.arena.statistics import Estimate, estimate_mean, estimate_share
from arctic_env.errors import SettingsError
from arctic_env.validation import is_integer, short_repr

Seatings = Literal["all", "rotations"]

Seating = tuple[int, ...]
"""The agent, by its number, in each seat."""

LineUp = str | Sequence[int]
"""Agents at one table: letters, A for the first agent ("ABBB"), or numbers from 0."""


@dataclass(frozen=True)
class Schedule:
    """The games of every deal.

    Attributes:
        line_ups: Agents by number, one tuple a table.
        seatings: For each line-up the seatings in which it plays every deal.
    """

    line_ups: tuple[Seating, ...]
    seatings: tuple[tuple[Seating, ...], ...]

    @property
    def games_per_deal(self) -> int:
        """How many games a deal takes."""
        return sum(len(seatings) for seatings in self.seatings)

    def deals_for(self, games: int) -> int:
        """The fewest whole deals that give each line-up, on average, this many games."""
        return -(-games * len(self.line_ups) // self.games_per_deal)


def make_schedule(agents: int, seats: int, seatings: Seatings = "all", line_ups: Sequence[LineUp] = ()) -> Schedule:
    """The plan for that many agents at tables of that many seats.

    Args:
        agents: How many agents.
        seats: Seats of a table.
        seatings: All orders of a line-up, or its rotations.
        line_ups: Those that are played; none for all combinations, as above.

    Raises:
        SettingsError: There is no agent, or a line-up is none of these agents at such a table.
    """
    if agents < 1:
        raise SettingsError("a tournament needs at least one agent")
    chosen = [_read(line_up, agents, seats) for line_up in line_ups] or _line_ups(agents, seats)
    arrange = _orders if seatings == "all" else _rotations
    schedule = Schedule(tuple(chosen), tuple(arrange(line_up) for line_up in chosen))
    if line_ups:
        _check_given(schedule, agents)
    return schedule


def line_up_text(line_up: Seating) -> str:
    """The line-up in letters, or in numbers where there are more agents than letters."""
    if max(line_up) < len(ascii_uppercase):
        return "".join(ascii_uppercase[agent] for agent in line_up)
    return "-".join(map(str, line_up))


def _read(line_up: object, agents: int, seats: int) -> Seating:
    """A line-up as numbers."""
    if isinstance(line_up, str):
        numbers = [ascii_uppercase.find(letter) for letter in line_up]
    elif isinstance(line_up, Sequence) and all(is_integer(number) for number in line_up):
        numbers = [int(number) for number in line_up]
    else:
        raise SettingsError(f"a line-up is a text of letters or a list of integers, not {short_repr(line_up)}")
    if len(numbers) != seats:
        raise SettingsError(f"a line-up must fill {seats} seats; {short_repr(line_up)} fills {len(numbers)}")
    if not all(0 <= number < agents for number in numbers):
        letters = f"A to {line_up_text((agents - 1,))}, or " if agents <= len(ascii_uppercase) else ""
        raise SettingsError(f"{short_repr(line_up)} names no {agents} agents: they are {letters}0 to {agents - 1}")
    return tuple(numbers)


def _check_given(schedule: Schedule, agents: int) -> None:
    """SettingsError if a given line-up comes twice, or an agent sits nowhere."""
    seen: dict[tuple[Seating, ...], Seating] = {}
    for line_up, seatings in zip(schedule.line_ups, schedule.seatings, strict=True):
        if seatings in seen:
            texts = f"{line_up_text(seen[seatings])} and {line_up_text(line_up)}"
            raise SettingsError(f"the line-ups {texts} are played in the same seatings")
        seen[seatings] = line_up
    idle = set(range(agents)).difference(*schedule.line_ups)
    if idle:
        raise SettingsError(f"agent {line_up_text((min(idle),))} sits in no line-up")


def _line_ups(agents: int, seats: int) -> list[Seating]:
    if agents >= seats:
        return list(combinations(range(agents), seats))
    fillings = combinations_with_replacement(range(agents), seats)
    return [filling for filling in fillings if len(set(filling)) == agents]


def _orders(line_up: Sequence[int]) -> tuple[Seating, ...]:
    return tuple(sorted(set(permutations(line_up))))


def _rotations(line_up: Sequence[int]) -> tuple[Seating, ...]:
    turned = {tuple(line_up[i:]) + tuple(line_up[:i]) for i in range(len(line_up))}
    return tuple(sorted(turned))


# ------------------------------------------------------------------------------------------ results of line-ups


@dataclass(frozen=True)
class LineUpStanding:
    """How one agent did in one line-up, all of its seats together; intervals are clustered by deal.

    Attributes:
        line_up: The line-up in letters, A for the first agent of the settings.
        agent: The agent's name.
        seats: How many of the seats it has.
        games: Games played.
        first: Share of the games that one of its seats won; winners share a game equally.
        fair: That share if all seats won equally often, seats / seats of the table.
        margin: Mean score of its seats minus mean score of the others'; None where there are no others.
    """

    line_up: str
    agent: str
    seats: int
    games: int
    first: Estimate
    fair: float
    margin: Estimate | None


def make_line_ups(rows: Rows, agents: Sequence[str], line_ups: Sequence[Seating]) -> list[LineUpStanding]:
    """One entry for each agent of each line-up, in their order."""
    return [
        _standing(rows[rows["line_up"] == number], agents[agent], agent, line_up)
        for number, line_up in enumerate(line_ups)
        for agent in dict.fromkeys(line_up)
    ]


def _standing(rows: Rows, name: str, agent: int, line_up: Seating) -> LineUpStanding:
    own = rows["agent"] == agent
    seats = line_up.count(agent)
    games = len(rows) // len(line_up)
    _, deals = np.unique(rows["deal"], return_inverse=True)
    games_of_deals = np.bincount(deals) / len(line_up)
    return LineUpStanding(
        line_up=line_up_text(line_up),
        agent=name,
        seats=seats,
        games=games,
        first=estimate_share(np.bincount(deals, weights=rows["win"] * own) / games_of_deals),
        fair=seats / len(line_up),
        margin=None if own.all() else estimate_mean(_margins(deals, rows["score"], own)),
    )


def _margins(deals: NDArray[np.int64], scores: NDArray[np.int32], own: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Mean score of the own seats minus that of the others, float64[deals]."""

    def means(chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        there: NDArray[np.float64] = np.bincount(deals[chosen], weights=scores[chosen]) / np.bincount(deals[chosen])
        return there

    return means(own) - means(~own)
