"""Settings of a duplicate tournament, and its schedule of line-ups and seatings.

A line-up is the set of agents at one table. With at least as many agents as seats, the line-ups are all
combinations of that many agents. With fewer, they are all ways to fill the seats that use every agent at
least once: for A and B at three seats A A B and A B B, one against the rest both ways round. Line-ups can also be
given: A B B B and A A B B, say, to see one agent against three of another, and two against two.

In a game of teams each team is one agent, in all of its seats: a line-up names one agent for each team, and where
seats are counted here, teams are.

Every deal is played by every line-up in every seating of it, so that no agent ever has better cards or a
better seat than another. The seatings are all distinct orders of the line-up, or, where that is too many, its
rotations.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from itertools import chain, combinations, combinations_with_replacement, permutations
from itertools import count as numbers_from
from string import ascii_uppercase
from typing import Any, Literal, TypeGuard, get_args

from arctic_env.agents.guarded_calls import NO_LIMITS, Limits
from arctic_env.agents.protocol import Starts
from arctic_env.agents.specs import AgentLike, name_of
from arctic_env.arena.backends import Backend
from arctic_env.errors import SettingsError
from arctic_env.kernels.random import check_seed
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value
from arctic_env.validation import check_integer, is_integer, plain, short_repr

Seatings = Literal["all", "rotations"]

Seating = tuple[int, ...]
"""The agent, by its number, in each seat."""

LineUp = str | Sequence[int]
"""Agents at one table: letters, A for the first agent ("ABBB"), or numbers from 0."""


@dataclass(frozen=True)
class Schedule:
    """The games to be played with every deal: the line-ups, and for each the seatings in which it plays."""

    line_ups: tuple[Seating, ...]
    seatings: tuple[tuple[Seating, ...], ...]

    @property
    def games_per_deal(self) -> int:
        """Number of games for each deal."""
        return sum(len(seatings) for seatings in self.seatings)

    def deals_for(self, games: int) -> int:
        """Return the smallest number of deals that gives each line-up this many games on average."""
        return -(-games * len(self.line_ups) // self.games_per_deal)

    def games_for(self, deals: int) -> int:
        """Return the number of games of each line-up, on average, in that many deals."""
        return deals * self.games_per_deal // len(self.line_ups)


def make_schedule(agents: int, seats: int, seatings: Seatings = "all", line_ups: Sequence[LineUp] = ()) -> Schedule:
    """Return the schedule for a number of agents at tables of `seats` seats or teams; by default of all line-ups.

    Raise SettingsError if there is no agent, or a line-up does not fit these agents and seats.
    """
    if agents < 1:
        raise SettingsError("a tournament needs at least one agent")
    chosen = [_read_line_up(line_up, agents, seats) for line_up in line_ups] or _line_ups(agents, seats)
    arrange = permutations if seatings == "all" else _rotations
    schedule = Schedule(tuple(chosen), tuple(tuple(sorted(set(arrange(line_up)))) for line_up in chosen))
    if line_ups:
        _check_given(schedule, agents)
    return schedule


def line_up_text(line_up: Seating) -> str:
    """Return the line-up in letters, or in numbers if there are more agents than letters."""
    if max(line_up) < len(ascii_uppercase):
        return "".join(ascii_uppercase[agent] for agent in line_up)
    return "-".join(map(str, line_up))


def _read_line_up(line_up: object, agents: int, seats: int) -> Seating:
    """Return a line-up as numbers."""
    if isinstance(line_up, str):
        numbers = [ascii_uppercase.find(letter) for letter in line_up]
    elif isinstance(line_up, Sequence) and all(is_integer(number) for number in line_up):
        numbers = [int(number) for number in line_up]
    else:
        raise SettingsError(f"a line-up is a text of letters or a list of integers, not {short_repr(line_up)}")
    if len(numbers) != seats:
        raise SettingsError(
            f"a line-up must name {seats} agents, one for each seat (each team in a game of teams); "
            f"{short_repr(line_up)} names {len(numbers)}"
        )
    if not all(0 <= number < agents for number in numbers):
        letters = f"A to {line_up_text((agents - 1,))}, or " if agents <= len(ascii_uppercase) else ""
        raise SettingsError(f"{short_repr(line_up)} names no {agents} agents: they are {letters}0 to {agents - 1}")
    return tuple(numbers)


def _check_given(schedule: Schedule, agents: int) -> None:
    """Raise SettingsError if a given line-up comes twice, or an agent has no seat."""
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


def _rotations(line_up: Seating) -> Iterator[Seating]:
    return (line_up[i:] + line_up[:i] for i in range(len(line_up)))


MOST_GAMES = 10_000_000
"""Limit on the games of a tournament; all of their results are held in memory."""


@dataclass(frozen=True)
class Settings:
    """The settings of a tournament.

    Attributes:
        players: Agent strings, makers (classes or functions that are called with game and number of players), or
            agents made for them. Several workers get copies (cloudpickle), so these may hold no locks or files; they
            may be defined anywhere, also in a notebook or at the prompt.
        num_players: Seats at a table; in a game of teams each agent plays all seats of its team.
        parameters: Rule parameters.
        games: Games for each line-up, on average, rounded up to whole deals.
        seatings: "all" orders of a line-up, or its "rotations".
        seed: The seed of deals and all randomness.
        workers: Number of processes; 1 plays in this one, or on one of Ray's.
        keep_records: Whether the result holds a record of every game.
        backend: Where processes run: "processes" of this machine, or "ray", see `arctic_env.arena.backends`.
        line_ups: The agents at a table, in letters ("ABBB": agent A against three of agent B) or numbers
            from 0; by default all combinations, see `arctic_env.arena.settings`.

    Raises:
        SettingsError: A setting is of the wrong type or out of range, the game lacks these players or parameters, or
            there would be more than MOST_GAMES.
    """

    players: Sequence[AgentLike]
    game: str
    num_players: int = 2
    parameters: dict[str, Value] = field(default_factory=dict)
    games: int = 400
    seatings: Seatings = "all"
    seed: int = 0
    limits: Limits = NO_LIMITS
    workers: int = 1
    keep_records: bool = False
    backend: Backend = "processes"
    line_ups: Sequence[LineUp] = ()

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, plain(getattr(self, each.name)))
        if not isinstance(self.parameters, Mapping):
            raise SettingsError(f"parameters must be a dict of rule parameters, not {short_repr(self.parameters)}")
        rules = {name: plain(value) for name, value in self.parameters.items()}
        object.__setattr__(self, "parameters", rules)
        if not (_is_list(self.players) and all(isinstance(one, str | Starts) or callable(one) for one in self.players)):
            raise SettingsError(f"players must be a list of agents and agent strings, not {short_repr(self.players)}")
        for name, allowed in (("seatings", get_args(Seatings)), ("backend", get_args(Backend))):
            if getattr(self, name) not in allowed:
                raise SettingsError(f"{name} must be {' or '.join(allowed)}, not {short_repr(getattr(self, name))}")
        try:
            check_seed(self.seed)
            check_integer("games", self.games)
            check_integer("workers", self.workers)
            find_game(self.game).options(self.num_players, **self.parameters)
        except ValueError as error:
            raise SettingsError(str(error)) from error
        if not _is_list(self.line_ups):
            raise SettingsError(f"line_ups must be a list of line-ups, not {short_repr(self.line_ups)}")
        # Those of a single deal first: they are listed.
        listed = math.perm(len(self.players), len(set(self.teams))) if not self.line_ups else 0
        if listed > MOST_GAMES or self.total > MOST_GAMES:
            many = f"{len(self.players)} agents and {short_repr(self.games)} games for each line-up"
            raise SettingsError(f"{many} make more than {MOST_GAMES:,} games")

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; in a game without teams every seat is its own."""
        return find_game(self.game).teams(self.num_players, **self.parameters)

    @property
    def schedule(self) -> Schedule:
        """The games to be played with every deal."""
        return make_schedule(len(self.players), len(set(self.teams)), self.seatings, self.line_ups)

    @property
    def in_this_process(self) -> bool:
        """Whether all games are played in this process."""
        return self.workers == 1 and self.backend == "processes"

    @property
    def deals(self) -> int:
        """Number of deals."""
        return self.schedule.deals_for(self.games)

    @property
    def total(self) -> int:
        """Number of games."""
        return self.deals * self.schedule.games_per_deal

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as in documents: all that affects the games except agents' limits."""
        return {
            "game": self.game,
            "players": self.num_players,
            "parameters": dict(self.parameters),
            "agents": list(self.names),
            "line_ups": [line_up_text(line_up) for line_up in self.schedule.line_ups],
            "seatings": self.seatings,
            "seed": self.seed,
            "deals": self.deals,
            "games": self.total,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """A unique name for each agent; the second of the same name is called name#2, and so on."""
        names: list[str] = []
        for own in map(name_of, self.players):
            numbered = (f"{own}#{number}" for number in numbers_from(2))
            names.append(next(name for name in chain([own], numbered) if name not in names))
        return tuple(names)


def _is_list(given: object) -> TypeGuard[Sequence[object]]:
    return isinstance(given, Sequence) and not isinstance(given, str)
