"""Parts of a game: compiled rules, texts and documents, parameters."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from arctic_env.kernels.batch_kernels import Kernel, each_seat_alone
from arctic_env.model.document import Document


@dataclass(frozen=True)
class Kernels:
    """The rules of a game, compiled: functions of (states, i, ...) over the element i of an array of states.

    Attributes:
        deal: (states, i, seed, players, options) writes the start of a game.
        legal: (states, i, mask) writes int8[actions].
        apply: (states, i, action) plays a legal action and all forced ones after it.
        scores: (states, i, out) writes int32[seats].
        ranks: (states, i, out) writes int8[seats], 0 for winners, -1 for seats without a player; partners have the same
            rank and total score. After an end that is a truncation by the rules, without winners, no rank is 0.
        view: (states, i, seat, out, j) writes the seat's knowledge into out[j].
        determinize: (views, i, seat, seed, out, j) writes a state that agrees with a view.
        encode: (states, i, seat, out) writes int8[observation size], the same from a state and from the seat's view.
        teams: (states, i, out) writes int8[seats], the team of each seat: numbers from 0, in the order of the teams'
            first seats, all teams of the same size; by default every seat is a team of its own.
        progress: (states, i, out) writes int32[seats], how far each seat has come, in parts of a point of its score
            (`arctic_env.kernels.rewards.FINE` each); for games in which the score says that too late. The agent greedy
            looks at it, and learners are paid as it grows. None: the score itself.
    """

    deal: Kernel
    legal: Kernel
    apply: Kernel
    scores: Kernel
    ranks: Kernel
    view: Kernel
    determinize: Kernel
    encode: Kernel
    teams: Kernel = each_seat_alone
    progress: Kernel | None = None


@dataclass(frozen=True)
class Language:
    """The texts of a game: actions and documents.

    Attributes:
        action_text: (state, action) -> text; IndexError if there is no such id.
        action_id: Text -> id; KeyError if no action has this text.
        read_position: Document, which fits the schema -> array of one state; PositionError names the wrong field.
        position_document: State -> complete document, but for the field `format`.
        view_document: (view, seat) -> document of the seat's knowledge, but for `format`, `viewer` and `scores`.
        scores: State -> one dict a seat.
        schema: JSON Schema of position documents.
        text: Document -> text board.
        svg: Document -> drawing.
        small_text: Document -> the text board with fewer lines, for terminals of 24; None without one.
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
    small_text: Callable[[Mapping[str, Any]], str] | None = None


Value = str | bool
"""A value of a rule parameter."""

Parameters = Mapping[str, Value]
"""Rule parameters by name."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules, such as an edition.

    Attributes:
        values: Its values, the default first: texts, or False and True.
        text: Its meaning and the effect of each value, for documentation.
        players: Value -> the numbers of players that can have it, for values that not all can have.
    """

    values: tuple[Value, ...]
    text: str
    players: Mapping[Value, tuple[int, ...]] = field(default_factory=dict)

    @property
    def default(self) -> Value:
        """The default value."""
        return self.values[0]

    def value_of(self, text: str) -> Value:
        """Return the value with this text; the text itself if there is none."""
        return next((value for value in self.values if value_text(value) == text), text)


def option_words(parameters: Parameters) -> list[str]:
    """Return rule parameters as words of a command line."""
    return [word for name, value in parameters.items() for word in (f"--{name}", value_text(value))]


def value_text(value: Value) -> str:
    """Return the text of a value, as on the command line."""
    return str(value).lower() if isinstance(value, bool) else value
