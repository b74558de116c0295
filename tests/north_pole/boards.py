"""One way to ask the engine and the referee what a test asks."""

from collections.abc import Callable
from copy import copy
from typing import Any, Protocol

import pytest

import arctic_env
from tests.north_pole.referee.north_pole import Referee

Document = dict[str, Any]


class Board(Protocol):
    """A game being played, by the engine or by the referee."""

    @property
    def seat(self) -> int | None:
        """The seat to decide, None when the game is over."""

    def legal(self) -> list[str]:
        """The legal actions, sorted as texts."""

    def play(self, text: str) -> None:
        """Play a legal action; another is refused with an error."""

    def document(self) -> Document:
        """The position as a document."""

    def view(self, seat: int) -> Document:
        """The document as the seat may know it."""

    def copy(self) -> "Board":
        """The same game, to go on by itself."""

    def scores(self) -> list[dict[str, int]]:
        """One dictionary a seat."""

    def winners(self) -> list[int]:
        """Who has won."""

    def is_truncated(self) -> bool:
        """Whether the game is over without winners."""


class EngineBoard:
    """The board of the project's own engine."""

    def __init__(self, document: Document) -> None:
        self.position = arctic_env.game("north_pole").position(document)

    @property
    def seat(self) -> int | None:
        return self.position.seat

    def legal(self) -> list[str]:
        return sorted(self.position.legal())

    def play(self, text: str) -> None:
        self.position = self.position.play(text)

    def document(self) -> Document:
        return self.position.to_dict()

    def view(self, seat: int) -> Document:
        return self.position.view(seat).to_dict()

    def copy(self) -> "EngineBoard":
        return copy(self)  # positions never change

    def scores(self) -> list[dict[str, int]]:
        return self.position.scores()

    def winners(self) -> list[int]:
        return self.position.winners()

    def is_truncated(self) -> bool:
        return self.position.truncated


Start = Callable[[Document], Board]
BOARDS: dict[str, Start] = {"referee": Referee}
if "north_pole" in arctic_env.games():
    BOARDS["engine"] = EngineBoard

both = pytest.mark.parametrize("start", BOARDS.values(), ids=BOARDS.keys())
