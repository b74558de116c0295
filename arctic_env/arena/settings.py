"""What a tournament is to play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from itertools import count as numbers_from
from typing import TypeGuard, get_args

from arctic_env.agents.guarded_calls import NO_LIMITS, Limits
from arctic_env.agents.protocol import Starts
from arctic_env.agents.specs import AgentLike, name_of
from arctic_env.arena.backends import Backend
from arctic_env.arena.schedule import LineUp, Schedule, Seatings, make_schedule
from arctic_env.errors import SettingsError
from arctic_env.kernels.random import check_seed
from arctic_env.model.registry import game as find_game
from arctic_env.validation import check_integer, short_repr

MOST_GAMES = 10_000_000
"""Games that a tournament may have; all of their results are held in memory."""


@dataclass(frozen=True)
class Settings:
    """What is played.

    Attributes:
        players: Agent strings, makers (classes or functions that are called with game and number of players), or
            agents made for them. Several workers get copies (cloudpickle), so these may hold no locks or files; they
            may be defined anywhere, also in a notebook or at the prompt.
        game: Name of the game.
        num_players: Seats at a table.
        parameters: Rule parameters.
        games: Games for each line-up, on average, rounded up to whole deals.
        seatings: "all" orders of a line-up, or its "rotations".
        seed: Deals and all randomness come from it.
        limits: What agents must keep to.
        workers: Processes to play on; 1 plays in this one, or on one of Ray's.
        keep_records: Whether the result holds a record of every game.
        backend: Whose processes: "processes" of this machine, or "ray", see `arctic_env.arena.backends`.
        line_ups: Who sits together, in letters ("ABBB": the first agent against three of the second) or numbers from
            0; none for all combinations, see `arctic_env.arena.schedule`.

    Raises:
        SettingsError: A setting is of the wrong type or out of range, the game has no such players or parameters, or
            there would be more than MOST_GAMES.
    """

    players: Sequence[AgentLike]
    game: str
    num_players: int = 2
    parameters: dict[str, str] = field(default_factory=dict)
    games: int = 400
    seatings: Seatings = "all"
    seed: int = 0
    limits: Limits = NO_LIMITS
    workers: int = 1
    keep_records: bool = False
    backend: Backend = "processes"
    line_ups: Sequence[LineUp] = ()

    def __post_init__(self) -> None:
        if not _are_agents(self.players):
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
        listed = math.perm(len(self.players), self.num_players) if not self.line_ups else 0
        if listed > MOST_GAMES or self.total > MOST_GAMES:
            many = f"{len(self.players)} agents and {short_repr(self.games)} games for each line-up"
            raise SettingsError(f"{many} make more than {MOST_GAMES:,} games")

    @property
    def schedule(self) -> Schedule:
        """The games of every deal."""
        return make_schedule(len(self.players), self.num_players, self.seatings, self.line_ups)

    @property
    def deals(self) -> int:
        """How many deals are played."""
        return self.schedule.deals_for(self.games)

    @property
    def total(self) -> int:
        """How many games are played."""
        return self.deals * self.schedule.games_per_deal

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each agent, no two the same; the second of the same name is called name#2, and so on."""
        names: list[str] = []
        for plain in map(name_of, self.players):
            numbered = (f"{plain}#{number}" for number in numbers_from(2))
            names.append(next(name for name in chain([plain], numbered) if name not in names))
        return tuple(names)


def _are_agents(given: object) -> bool:
    return _is_list(given) and all(isinstance(agent, str | Starts) or callable(agent) for agent in given)


def _is_list(given: object) -> TypeGuard[Sequence[object]]:
    return isinstance(given, Sequence) and not isinstance(given, str)
