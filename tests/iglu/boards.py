"""One way to ask the engine and the referee what a playthrough asks."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from copy import copy
from typing import Any

import pytest

import arctic_env
from tests.iglu.referee.iglu import Referee
from tests.iglu.scenes import Document


class Board(ABC):
    """A game being played, by the engine or by the referee."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat to decide."""

    @property
    @abstractmethod
    def legal(self) -> list[str]:
        """The legal actions."""

    @property
    @abstractmethod
    def document(self) -> Document:
        """The position as a document."""

    @abstractmethod
    def play(self, text: str) -> "Board":
        """Play a legal action and return itself."""

    @abstractmethod
    def copy(self) -> "Board":
        """The same game, to go on by itself."""

    @abstractmethod
    def scores(self) -> list[dict[str, Any]]:
        """One dictionary a seat."""

    @abstractmethod
    def winners(self) -> list[int]:
        """Who has won."""


class EngineBoard(Board):
    """The board of the project's own engine."""

    def __init__(self, document: Document) -> None:
        self.position = arctic_env.game("iglu").position(document)

    @property
    def seat(self) -> int | None:
        return self.position.seat

    @property
    def legal(self) -> list[str]:
        return self.position.legal()

    @property
    def document(self) -> Document:
        return self.position.to_dict()

    def play(self, text: str) -> Board:
        self.position = self.position.play(text)
        return self

    def copy(self) -> Board:
        return copy(self)  # positions never change

    def scores(self) -> list[dict[str, Any]]:
        return self.position.scores()

    def winners(self) -> list[int]:
        return self.position.winners()


class RefereeBoard(Board):
    """The board of the plain-Python referee."""

    def __init__(self, document: Document) -> None:
        self.referee = Referee(document)

    @property
    def seat(self) -> int | None:
        return self.referee.seat

    @property
    def legal(self) -> list[str]:
        return self.referee.legal()

    @property
    def document(self) -> Document:
        return self.referee.document()

    def play(self, text: str) -> Board:
        self.referee.play(text)
        return self

    def copy(self) -> Board:
        twin = copy(self)
        twin.referee = self.referee.copy()
        return twin

    def scores(self) -> list[dict[str, Any]]:
        return self.referee.scores()

    def winners(self) -> list[int]:
        return self.referee.winners()


Start = Callable[[Document], Board]
both = pytest.mark.parametrize("start", [EngineBoard, RefereeBoard], ids=["engine", "referee"])
