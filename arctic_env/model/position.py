"""Positions of games, and seats' views of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from arctic_env.drawing.canvas import svg_to_png
from arctic_env.errors import IllegalActionError
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.random import check_seed
from arctic_env.model.document import Document
from arctic_env.model.events import Event, events_of, seen_text
from arctic_env.model.rollouts import Rollouts, rollout
from arctic_env.validation import as_integer, listed, short_repr

if TYPE_CHECKING:
    from arctic_env.model.game import Game


class _OneState(ABC):
    """An array of one state of a game, read only."""

    def __init__(self, game: Game, states: NDArray[Any]) -> None:
        self.game = game
        self.states = states
        self.states.flags.writeable = False

    @abstractmethod
    def to_dict(self) -> Document:
        """Return the state as a document."""

    @abstractmethod
    def svg(self) -> str:
        """Return the drawing."""

    @cached_property
    def pictured(self) -> Document:
        """The document that texts and pictures are made from: with scores and winners. Do not change it."""
        return {**self.to_dict(), "scores": self.scores(), "winners": self.winners()}

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.states["players"][0])

    def action_text(self, action: int) -> str:
        """Return the text of an action id here; IndexError when the game has no such id."""
        return self.game.language.action_text(self.states[0], action)

    def action_id(self, text: str) -> int:
        """Return the id of an action's text, legal here or not.

        Raises:
            ValueError: The game has no such action.
        """
        if isinstance(text, str):
            with suppress(KeyError):
                return self.game.language.action_id(text)
        raise ValueError(f"{self.game.name} has no action {short_repr(text)}")

    def _texts(self, mask: NDArray[np.int8]) -> list[str]:
        text, state = self.game.language.action_text, self.states[0]
        legal = mask.view(np.bool_).nonzero()[0]  # many times as fast as for bytes
        return [text(state, action) for action in legal.tolist()]

    def _copy(self) -> NDArray[Any]:
        return _from_bytes(self.game, self.states.tobytes())

    def _of_seats(self, kernel: Kernel, kind: type[np.generic]) -> NDArray[Any]:
        """Return what a kernel writes for each seat."""
        out = np.zeros(self.game.players.stop - 1, kind)
        kernel(self._copy(), 0, out)
        return out[: self.players]

    def ranks(self) -> NDArray[np.int8]:
        """Return the rank of each seat by the scores as they stand, int8[players]; 0 for the winner."""
        return self._of_seats(self.game.kernels.ranks, np.int8)

    def teams(self) -> NDArray[np.int8]:
        """Return the team of each seat, int8[players], numbered from 0; without teams every seat is its own."""
        return self._of_seats(self.game.kernels.teams, np.int8)

    def scores(self) -> list[Document]:
        """Return one entry a seat, as the game's README describes it; also before the end.

        In a view, what the seat cannot add up is null.
        """
        return self.game.language.scores(self.states[0])

    def winners(self) -> list[int]:
        """Return the seats that have won, [] before the end and if the rules truncated the game."""
        over = self.states["seat"][0] < 0
        return np.flatnonzero(self.ranks() == 0).tolist() if over else []

    @property
    def truncated(self) -> bool:
        """Whether the rules ended the game without winners: a truncation, which pays nothing."""
        return bool(self.states["seat"][0] < 0) and not self.winners()

    def _draw(self, last: tuple[_OneState, str] | None, names: Sequence[str]) -> str:
        """Return the drawing, with the text of the action that led here from another state, and names of agents."""
        if names and len(names) != self.players:
            raise ValueError(f"names must have one for each of the {self.players} seats, not {len(names)}")
        shown = {**self.pictured, **({"names": list(names)} if names else {})}
        if last is not None:
            before, text = last
            shown["last"] = self.game.narration.last_action(before.pictured, text, self.pictured)
        return self.game.language.svg(shown)

    def __str__(self) -> str:
        """Return the text board: of a view as its seat sees it, of a position with all that is hidden."""
        return self.game.language.text(self.pictured)

    def _repr_svg_(self) -> str:
        """Return the drawing, for notebooks."""
        return self.svg()

    def _key(self) -> tuple[object, ...]:
        return self.game.name, self.states.tobytes()

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same to the last byte: the same state, or the same seat's same knowledge."""
        return self._key() == other._key() if isinstance(other, type(self)) else NotImplemented

    def __hash__(self) -> int:
        """Hash equal states equally."""
        return hash(self._key())


class View(_OneState):
    """A seat's knowledge of a position: the input of agents, pictures and search.

    Attributes:
        game: The game.
        seat: The seat.
        states: An array of one state in which all that the seat does not know is blank; read only.
    """

    def __init__(self, game: Game, states: NDArray[Any], seat: int) -> None:
        """Wrap a blanked state; `Position.view` makes views."""
        super().__init__(game, states)
        self.seat = seat

    @property
    def to_move(self) -> bool:
        """Whether this seat decides now."""
        return bool(self.states["seat"][0] == self.seat)

    def mask(self) -> NDArray[np.int8]:
        """Return the legal actions of this seat, int8[actions] of 0 and 1; all 0 when another seat decides."""
        mask = np.zeros(self.game.actions.size, np.int8)
        if self.to_move:
            self.game.kernels.legal(self._copy(), 0, mask)
        return mask

    def legal(self) -> list[str]:
        """Return the texts of this seat's legal actions, in the order of their ids."""
        return self._texts(self.mask())

    def observation(self) -> NDArray[np.int8]:
        """Return the observation, int8[size], with parts as in `game.observation(players)`."""
        observation = np.zeros(self.game.observation(self.players).size, np.int8)
        self.game.kernels.encode(self._copy(), 0, self.seat, observation)
        return observation

    def determinize(self, seed: int) -> Position:
        """Draw a position that agrees with all that this seat knows, each with equal probability."""
        states = np.zeros(1, self.game.dtype)
        self.game.kernels.determinize(self._copy(), 0, self.seat, check_seed(seed), states, 0)
        return Position(self.game, states)

    def to_dict(self) -> Document:
        """Return the view as a document."""
        known = self.game.language.view_document(self.states[0], self.seat)
        return {"format": f"{self.game.name}/view/1", "viewer": self.seat, **known, "scores": self.scores()}

    def action_words(self, action: int) -> str:
        """Return an action of this seat in words, such as `fox right to 6, moose left to 1`."""
        return self.game.narration.action_words(self.pictured, self.action_text(action))

    def explanation(self) -> str:
        """Return what this seat has to decide, for somebody new to the game; empty when it is not to decide."""
        return self.game.narration.explain(self.pictured) if self.to_move else ""

    def warning(self) -> str:
        """Return what this seat should know before it decides, such as points that it would lose; mostly empty."""
        return self.game.narration.warn(self.pictured) if self.to_move else ""

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), self.seat

    def __repr__(self) -> str:
        """Return a line that names the game and seat of the view."""
        return f"<View of {self.game.name} from seat {self.seat}: {self.players} players>"

    def svg(self, *, last: tuple[View, int] | None = None, names: Sequence[str] = ()) -> str:
        """Return the drawing, as this seat sees it.

        Args:
            last: To mark the last action: this seat's view before it, and its id.
            names: The name of the agent in each seat.

        Raises:
            ValueError: There are too few names or too many.
        """
        return self._draw(None if last is None else (last[0], seen_text(*last, self)), names)

    def png(
        self, width: int | None = None, *, last: tuple[View, int] | None = None, names: Sequence[str] = ()
    ) -> bytes:
        """Return the drawing as a PNG image, so many pixels wide; otherwise like `svg`.

        Raises:
            ImportError: The extra `render` is not installed.
            ValueError: There are too few names or too many.
        """
        return svg_to_png(self.svg(last=last, names=names), width)


class Position(_OneState):
    """A position of a game. It is immutable: playing gives a new one.

    Attributes:
        game: The game.
        states: The state as an array of one; read only.
    """

    @property
    def seat(self) -> int | None:
        """The seat to decide, None when the game is over."""
        seat = int(self.states["seat"][0])
        return None if seat < 0 else seat

    @cached_property
    def _mask(self) -> NDArray[np.int8]:
        """The legal actions, looked for once: whoever asks for them mostly plays one next."""
        mask = np.zeros(self.game.actions.size, np.int8)
        self.game.kernels.legal(self._copy(), 0, mask)
        return mask

    def mask(self) -> NDArray[np.int8]:
        """Return the legal actions, int8[actions] of 0 and 1; all 0 when the game is over."""
        return self._mask.copy()

    def legal(self) -> list[str]:
        """Return the texts of the legal actions, in the order of their ids."""
        return self._texts(self._mask)

    def play(self, text: str) -> Position:
        """Return the position after an action, by its text.

        Raises:
            IllegalActionError: It is not legal here; the message says what is.
        """
        action = self._legal_id(text)
        if action is None:
            raise IllegalActionError(self._complaint(short_repr(text), self.legal()))
        return self._after(action)

    def _legal_id(self, text: str) -> int | None:
        """Return the id of the legal action with this text, or None."""
        try:
            action = self.action_id(text)
        except ValueError:
            return None
        return action if self._mask[action] and self.action_text(action) == text else None

    def apply(self, action: SupportsIndex) -> Position:
        """Return the position after an action, by its id.

        Raises:
            IllegalActionError: It is not an integer, or not legal here; then the message says what is.
        """
        number, mask = as_integer(action), self._mask
        if number is None:
            raise IllegalActionError(f"an action is an integer, not {short_repr(action)}")
        known = 0 <= number < len(mask)
        if not (known and mask[number]):
            name = f"{number} ({self.action_text(number)})" if known else short_repr(number)
            raise IllegalActionError(self._complaint(f"action {name}", self.legal()))
        return self._after(number)

    def _after(self, action: int) -> Position:
        states = self._copy()
        self.game.kernels.apply(states, 0, action)
        return Position(self.game, states)

    def _complaint(self, action: str, legal: list[str]) -> str:
        if not legal:
            return f"{action}: the game is over"
        return f"{action} is not legal for seat {self.seat}; legal: {listed(legal)}"

    def totals(self) -> NDArray[np.int32]:
        """Return the total score of each seat, int32[players]."""
        return self._of_seats(self.game.kernels.scores, np.int32)

    def rollouts(self, n: int, seed: int = 0, threads: int | None = 1) -> Rollouts:
        """Play n random games from here to their ends; all legal actions have the same probability.

        >>> game.deal(seed=7).rollouts(1000).wins

        Args:
            n: Number of games.
            seed: The seed of all randomness, 0 to 2**63 - 1.
            threads: Number of threads; None for one a core.

        Returns:
            Arrays [1, n, ...], see `Rollouts`.
        """
        return rollout(self.game, self._copy(), n, seed, threads)

    def view(self, seat: SupportsIndex) -> View:
        """Return a seat's view.

        Raises:
            ValueError: There is no such seat.
        """
        number = as_integer(seat)
        if number is None or number not in range(self.players):
            raise ValueError(f"seat must be 0 to {self.players - 1}, not {short_repr(seat)}")
        states = np.zeros(1, self.game.dtype)
        self.game.kernels.view(self._copy(), 0, number, states, 0)
        return View(self.game, states, number)

    def to_dict(self) -> Document:
        """Return the complete document: `game.position(position.to_dict()) == position`."""
        return {"format": f"{self.game.name}/position/1", **self.game.language.position_document(self.states[0])}

    def events(self, action: SupportsIndex, viewer: int | None = None) -> list[Event]:
        """Return what an action causes beyond what its text says, in order.

        Args:
            action: The id of a legal action.
            viewer: The seat for whose eyes the events are; None tells everything.

        Raises:
            IllegalActionError: The action is not legal here.
            ValueError: There is no such seat.
        """
        after = self.apply(action)
        if viewer is not None:
            return events_of(self.view(viewer), int(action), after.view(viewer))
        return self.game.narration.events(self.pictured, self.action_text(int(action)), after.pictured)

    def visible_text(self, action: int, viewer: int | None) -> str:
        """Return the text of a legal action as the viewer's seat sees it; in full without a viewer.

        `?` stands for what the seat does not see, such as a card that is discarded.
        """
        if viewer is None or viewer == self.seat:
            return self.action_text(action)
        return seen_text(self.view(viewer), action, self.apply(action).view(viewer))

    def action_words(self, action: int, viewer: int | None = None) -> str:
        """Return a legal action in words, as the viewer's seat sees it; in full without a viewer."""
        seen = self.pictured if viewer is None else self.view(viewer).pictured
        return self.game.narration.action_words(seen, self.visible_text(action, viewer))

    def svg(
        self, viewer: int | None = None, *, last: tuple[Position, int] | None = None, names: Sequence[str] = ()
    ) -> str:
        """Return the drawing.

        Args:
            viewer: The seat whose view is drawn; None draws everything.
            last: To mark the last action: the position before it, and its id.
            names: The name of the agent in each seat.

        Raises:
            ValueError: There is no such seat, or there are too few names or too many.
        """
        if viewer is not None:
            return self.view(viewer).svg(last=(last[0].view(viewer), last[1]) if last else None, names=names)
        return self._draw(None if last is None else (last[0], last[0].action_text(last[1])), names)

    def png(
        self,
        width: int | None = None,
        viewer: int | None = None,
        *,
        last: tuple[Position, int] | None = None,
        names: Sequence[str] = (),
    ) -> bytes:
        """Return the drawing as a PNG image, so many pixels wide; otherwise like `svg`.

        Raises:
            ImportError: The extra `render` is not installed.
            ValueError: There is no such seat, or there are too few names or too many.
        """
        return svg_to_png(self.svg(viewer, last=last, names=names), width)

    def __repr__(self) -> str:
        """Return a line with the game, players and deciding seat."""
        return f"<Position of {self.game.name}: {self.players} players, seat to decide {self.seat}>"

    def __reduce__(self) -> tuple[Callable[[Game, bytes], Position], tuple[Game, bytes]]:
        """Pickle a position as the bytes of its state."""
        return _restore, (self.game, self.states.tobytes())

    def __copy__(self) -> Position:
        """Return the position itself, since it is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Position:
        """Return the position itself, since it is immutable."""
        return self


def _restore(game: Game, state: bytes) -> Position:
    return Position(game, _from_bytes(game, state))


def _from_bytes(game: Game, state: bytes) -> NDArray[Any]:
    """Return an array of one state, faster than numpy's copy, which goes field by field."""
    return np.frombuffer(bytearray(state), game.dtype)
