"""One way to ask the engine and the referee the questions that tests of the rules ask."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import pytest

import arctic_env
from arctic_env.errors import IllegalActionError
from tests.arctic.referee.arctic import Referee, RefusedError
from tests.arctic.scenes import Document


class Board(ABC):
    """A game being played, by the engine or by the referee, with the questions that rule tests ask."""

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
        """The position as a document without `turn` and `known`."""

    @abstractmethod
    def play(self, *texts: str) -> "Board":
        """Plays actions, of whichever seat, and returns itself."""

    @abstractmethod
    def copy(self) -> "Board":
        """The same game, to go on by itself."""

    @abstractmethod
    def refuses(self, text: str) -> bool:
        """True when the action is answered with an error and nothing has changed."""

    @abstractmethod
    def scores(self) -> list[dict[str, Any]]:
        """One dictionary a seat."""

    @abstractmethod
    def winners(self) -> list[int]:
        """Who has won."""

    @abstractmethod
    def known(self, observer: int, card: str) -> set[str]:
        """Where the observer must reckon with the card among the private cards of others."""

    def hand(self, which: int) -> str:
        return " ".join(self.document["seats"][which]["hand"])

    def pile(self, which: int) -> str:
        return " ".join(self.document["seats"][which]["pile"])

    def penalty(self, which: int) -> str:
        return " ".join(self.document["seats"][which]["penalty"])

    def play_turn(self) -> "Board":
        """Plays any actions, without powers as far as possible, until the turn is over."""
        mover = self.seat
        while self.seat == mover:
            self.play("keep" if "keep" in self.legal else self.legal[0])
        return self

    @property
    def stage(self) -> str:
        return str(self.document["stage"])

    @property
    def river(self) -> str:
        return " ".join(self.document["river"])

    @property
    def deck(self) -> str:
        return " ".join(self.document["deck"])

    def holder(self, animal: str) -> int | None:
        holder: int | None = self.document["holders"][animal]
        return holder

    def token(self, animal: str) -> int:
        return int(self.document["tokens"][animal])

    def offers(self, verb: str) -> list[str]:
        """The legal actions that begin with this word."""
        return [text for text in self.legal if text.split()[0] == verb]


class EngineBoard(Board):
    """The board of the project's own engine."""

    def __init__(self, document: Document) -> None:
        self.position = arctic_env.game("arctic").position(document)

    @property
    def seat(self) -> int | None:
        return self.position.seat

    @property
    def legal(self) -> list[str]:
        return self.position.legal()

    @property
    def document(self) -> Document:
        return public_document(self.position.to_dict())

    def play(self, *texts: str) -> Board:
        for text in texts:
            self.position = self.position.play(text)
        return self

    def copy(self) -> Board:
        return copy(self)  # positions never change

    def refuses(self, text: str) -> bool:
        before = self.position.to_dict()
        try:
            self.position.play(text)
        except IllegalActionError:
            return text not in self.position.legal() and self.position.to_dict() == before
        return False

    def scores(self) -> list[dict[str, Any]]:
        return self.position.scores()

    def winners(self) -> list[int]:
        return self.position.winners()

    def known(self, observer: int, card: str) -> set[str]:
        return set(self.position.view(observer).to_dict()["known"].get(card, ()))


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
        return self.referee.to_document()

    def play(self, *texts: str) -> Board:
        for text in texts:
            self.referee.play(text)
        return self

    def copy(self) -> Board:
        twin = copy(self)
        twin.referee = self.referee.copy()
        return twin

    def refuses(self, text: str) -> bool:
        before = self.referee.to_document()
        try:
            self.referee.play(text)
        except RefusedError:
            return self.referee.to_document() == before
        return False

    def scores(self) -> list[dict[str, Any]]:
        return self.referee.scores()

    def winners(self) -> list[int]:
        return self.referee.winners()

    def known(self, observer: int, card: str) -> set[str]:
        return self.referee.known(observer).get(card, set())


def public_document(document: Mapping[str, Any]) -> Document:
    """The document without the two fields that every engine may lay out as it likes."""
    return {name: value for name, value in document.items() if name not in ("turn", "known")}


Start = Callable[[Document], Board]
both = pytest.mark.parametrize("start", [EngineBoard, RefereeBoard], ids=["engine", "referee"])
