"""Games with their tables, compiled rules, texts and documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.batch_kernels import link as link_batch
from arctic_env.kernels.random import check_seed
from arctic_env.kernels.vector_step import link as link_vector
from arctic_env.model.document import find_fault, make_validator, refuse
from arctic_env.model.events import Narration
from arctic_env.model.log_columns import LogColumns
from arctic_env.model.position import Position
from arctic_env.model.rules import Kernels, Language, Parameter, Value
from arctic_env.model.tables import ActionTable, ObservationTable
from arctic_env.validation import is_integer, listed, plain, short_repr, unknown

_OF_DEALS = ("seed", "num_players")  # arguments of `Game.deal` beside the rule parameters


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules and positions.

    Attributes:
        name: Its name for `arctic_env.game`.
        title: Its printed name.
        version: Version of its rules, spaces, rewards and encoding, as in `arctic_v0`.
        players: Possible numbers of players.
        parameters: The rule parameters by name.
        full_margin: Points ahead that count as a full win where rewards are margins.
        dtype: Numpy type of a state; an array of one is a game, an array of many a batch.
        actions: The action table.
        observation: Number of players -> observation table.
        kernels: The compiled rules.
        language: Texts and documents.
        log_columns: Columns of logs about this game.
        narration: Actions and their effects in words.
    """

    name: str
    title: str
    version: int
    players: range
    parameters: Mapping[str, Parameter]
    full_margin: int
    dtype: np.dtype[Any]
    actions: ActionTable
    observation: Callable[[int], ObservationTable]
    kernels: Kernels
    language: Language
    log_columns: LogColumns = field(default_factory=LogColumns)
    narration: Narration = field(default_factory=Narration)

    def __post_init__(self) -> None:
        for name in _OF_DEALS:
            if name in self.parameters:
                raise ValueError(f"{self.name}: no rule parameter can be named {name}, which is an argument of deal")

    @cached_property
    def batch(self) -> Any:
        """The batch loops over arrays of states."""
        return link_batch(f"{__package__}.batch_of_{self.name}", self._kernels, max(self.players), self.full_margin)

    @cached_property
    def vector(self) -> Any:
        """The kernels that begin, step and show many games in progress."""
        kernels = {**self._kernels, "pay_one": self.batch.pay_one}
        return link_vector(f"{__package__}.vector_of_{self.name}", kernels)

    @property
    def _kernels(self) -> dict[str, Kernel]:
        return {f"{name}_one": kernel for name, kernel in vars(self.kernels).items() if kernel is not None}

    def options(self, num_players: int, /, **parameters: Value) -> tuple[int, NDArray[np.int64]]:
        """Check the rule parameters and return the kernels' arguments: players, and int64[parameters].

        Raises:
            ValueError: The game lacks a parameter or value, or has it not for this number of players.
        """
        self.check_num_players(num_players)
        self.check_names(parameters)
        parameters = {name: plain(value) for name, value in parameters.items()}
        for name, value in parameters.items():
            known = self.parameters[name].values
            if not any(value is one or (isinstance(value, str) and value == one) for one in known):
                raise ValueError(f"{name} must be one of {listed(known)}, not {short_repr(value)}")
            allowed = self.players_for(**{name: value})
            if num_players not in allowed:
                numbers = " or ".join(map(str, allowed))
                raise ValueError(f"{name}={value!r} is for num_players={numbers} in {self.name}, not {num_players}")
        chosen = [each.values.index(parameters.get(name, each.values[0])) for name, each in self.parameters.items()]
        return int(num_players), np.array(chosen, np.int64)

    def players_for(self, **parameters: Value) -> list[int]:
        """Return the numbers of players that these values of rule parameters allow."""
        allowed = [self.parameters[name].players.get(value, self.players) for name, value in parameters.items()]
        return [number for number in self.players if all(number in numbers for numbers in allowed)]

    def check_num_players(self, num_players: object) -> None:
        """Raise a ValueError if the game is not for this number of players."""
        if not is_integer(num_players) or num_players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise ValueError(f"num_players must be {low} to {high} in {self.name}, not {short_repr(num_players)}")

    def check_names(self, given: Iterable[str], arguments: Iterable[str] = ()) -> None:
        """Raise a ValueError if a name is neither one of the arguments nor a rule parameter of this game."""
        known = [*arguments, *self.parameters]
        for name in given:
            if name not in known:
                raise ValueError(f"{self.name} has no parameter {unknown(name, known)}")

    def deal(self, seed: int, num_players: int = 2, **parameters: Value) -> Position:
        """Deal a new game; the same seed and parameters give the same game everywhere.

        Args:
            seed: 0 to 2**63 - 1.
            num_players: Number of players.
            parameters: Rule parameters, such as `edition="es"`.

        Raises:
            ValueError: A seed, number of players or parameter is invalid.
        """
        self.check_names(parameters, _OF_DEALS)
        states = np.zeros(1, self.dtype)
        self.kernels.deal(states, 0, check_seed(seed), *self.options(num_players, **parameters))
        return Position(self, states)

    def teams(self, num_players: int, /, **parameters: Value) -> tuple[int, ...]:
        """Return the team of each seat, numbered from 0; in a game without teams every seat is its own.

        Raises:
            ValueError: A number of players or parameter is invalid.
        """
        return tuple(self.deal(0, num_players, **parameters).teams().tolist())

    def position(self, document: Any) -> Position:
        """Return the position that a document describes.

        Raises:
            PositionError: The document is not a position of this game; the message names the field and the reason.
        """
        if fault := find_fault(self._validator, document):
            refuse(*fault)
        return Position(self, self.language.read_position(document))

    @cached_property
    def _validator(self) -> Any:
        return make_validator(self.language.schema())

    def __repr__(self) -> str:
        """Return the call that gives this game."""
        return f"arctic_env.game({self.name!r})"
