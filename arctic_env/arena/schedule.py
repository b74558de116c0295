"""Who plays whom, and from which seats: the plan of a duplicate tournament.

A line-up is the set of agents at one table. With at least as many agents as seats, the line-ups are all
combinations of that many agents. With fewer, they are all ways to fill the seats that use every agent at
least once: for A and B at three seats A A B and A B B, one against the rest both ways round.

Every deal is played by every line-up in every seating of it, so that no agent ever has better cards or a
better seat than another. The seatings are all distinct orders of the line-up, or, where that is too many, its
rotations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Literal

from arctic_env.errors import SettingsError

Seatings = Literal["all", "rotations"]

Seating = tuple[int, ...]
"""The agent, by its number, in each seat."""


@dataclass(frozen=True)
class Schedule:
    """The games of every deal.

    Attributes:
        line_ups: Agents by number, one sorted tuple a table.
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


def make_schedule(agents: int, seats: int, seatings: Seatings = "all") -> Schedule:
    """The plan for that many agents at tables of that many seats."""
    if agents < 1:
        raise SettingsError("a tournament needs at least one agent")
    line_ups = _line_ups(agents, seats)
    arrange = _orders if seatings == "all" else _rotations
    return Schedule(tuple(line_ups), tuple(arrange(line_up) for line_up in line_ups))


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
