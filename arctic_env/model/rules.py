"""What a game of the family provides: tables, compiled rules, texts and documents."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.batch_kernels import BatchKernels, Kernel
from arctic_env.kernels.batch_kernels import link as link_batch
from arctic_env.kernels.vector_step import VectorKernels
from arctic_env.kernels.vector_step import link as link_vector
from arctic_env.model.log_columns import LogColumns
from arctic_env.model.tables import ActionTable, ObservationTable
from arctic_env.validation import is_integer, listed, short_repr, unknown

Document = dict[str, Any]


@dataclass(frozen=True)
class Kernels:
    """The rules of a game, compiled: functions of (states, i, ...) over the element i of an array of states.

    Attributes:
        deal: (states, i, seed, players, options) writes the start of a game.
        legal: (states, i, mask) writes int8[actions].
        apply: (states, i, action) plays a legal action and all that is forced after it.
        scores: (states, i, out) writes int32[seats].
        ranks: (states, i, out) writes int8[seats], 0 for winners, -1 for seats without a player.
        view: (states, i, seat, out, j) writes what a seat knows into out[j].
        determinize: (views, i, seat, seed, out, j) writes a state that agrees with a view.
        encode: (states, i, seat, out) writes int8[observation size], the same from a state as from the seat's view.
    """

    deal: Kernel
    legal: Kernel
    apply: Kernel
    scores: Kernel
    ranks: Kernel
    view: Kernel
    determinize: Kernel
    encode: Kernel


@dataclass(frozen=True)
class Language:
    """The words of a game: texts of actions, and documents.

    Attributes:
        action_text: (state, action) -> text; IndexError when there is no such id.
        action_id: Text -> id; KeyError when no position knows the text.
        read_position: Document -> array of one state; PositionError names the field that is wrong.
        position_document: State -> complete document.
        view_document: (view, seat) -> document of what the seat knows.
        scores: State -> one dict a seat.
        schema: JSON Schema of position documents.
        text: Document -> text board.
        svg: Document -> drawing.
    """

    action_text: Callable[[Any, int], str]
    action_id: Callable[[str], int]
    read_position: Callable[[Any], NDArray[Any]]
    position_document: Callable[[Any], Document]
    view_document: Callable[[Any, int], Document]
    scores: Callable[[Any], list[Document]]
    schema: Callable[[], Document]
    text: Callable[[Mapping[str, Any]], str]
    svg: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules, such as an edition.

    Attributes:
        values: Its values, the default first.
        text: What it means, with what each value does, for documentation.
    """

    values: tuple[str, ...]
    text: str

    @property
    def default(self) -> str:
        """The value where none is given."""
        return self.values[0]


@dataclass(frozen=True, eq=False)
class GameRules:
    """All that is known of a game; `arctic_env.Game` adds its positions.

    Attributes:
        name: What `arctic_env.game` calls it.
        title: What people call it.
        version: Version of its rules, spaces, rewards and encoding, as in `arctic_v0`.
        players: How many may play.
        parameters: The rule parameters by name.
        full_margin: Points ahead that count as a whole win where rewards are margins.
        dtype: Numpy type of a state; an array of one is a game, an array of many a batch.
        actions: The action table.
        observation: Number of players -> observation table.
        kernels: The compiled rules.
        language: Texts and documents.
        log_columns: Columns of logs about this game.
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

    @cached_property
    def batch(self) -> BatchKernels:
        """The batch loops over arrays of states."""
        return link_batch(f"{__package__}.batch_of_{self.name}", self._kernels, max(self.players))

    @cached_property
    def vector(self) -> VectorKernels:
        """What begins, steps and shows many games in progress."""
        kernels = {**self._kernels, "pay_one": self.batch.pay_one}
        return link_vector(f"{__package__}.vector_of_{self.name}", kernels)

    @property
    def _kernels(self) -> dict[str, Kernel]:
        return {f"{name}_one": kernel for name, kernel in vars(self.kernels).items()}

    def options(self, num_players: int, /, **parameters: str) -> tuple[int, NDArray[np.int64]]:
        """Check the rule parameters and return what the kernels take: players, and int64[parameters].

        Raises:
            ValueError: a parameter or value that the game does not have.
        """
        if not is_integer(num_players) or num_players not in self.players:
            low, high = self.players[0], self.players[-1]
            raise ValueError(f"num_players must be {low} to {high} in {self.name}, not {short_repr(num_players)}")
        self.check_names(parameters)
        for name, value in parameters.items():
            known = self.parameters[name].values
            if value not in known:
                raise ValueError(f"{name} must be one of {listed(known)}, not {short_repr(value)}")
        chosen = [each.values.index(parameters.get(name, each.default)) for name, each in self.parameters.items()]
        return int(num_players), np.array(chosen, np.int64)

    def check_names(self, given: Iterable[str], arguments: Iterable[str] = ()) -> None:
        """Raise a ValueError if a name is neither one of the arguments nor a rule parameter of this game."""
        known = [*arguments, *self.parameters]
        for name in given:
            if name not in known:
                raise ValueError(f"{self.name} has no parameter {unknown(name, known)}")
