"""The engine and the referee side by side: the same actions, and all answers compared.

A difference is an error whose message has the document before it and the actions, which repeat it.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import arctic_env
from tests.iglu.referee.choosing import any_action, any_verb, bears_first
from tests.iglu.referee.deals import deal, random_document
from tests.iglu.referee.iglu import Referee

Document = dict[str, Any]
Choose = Callable[[random.Random, Sequence[str]], str]
CHOOSERS: tuple[Choose, ...] = (any_action, any_verb, bears_first)
VARIANTS = ("standard", "serious")
HALVES = ("down", "up")
SETTINGS = [(players, variant, half) for players in (2, 3, 4) for variant in VARIANTS for half in HALVES]


class DifferenceError(AssertionError):
    """Engine and referee do not agree."""


class Comparison:
    """A game that both play."""

    def __init__(self, document: Document, generator: random.Random, choose: Choose) -> None:
        self.start = document
        self.generator = generator
        self.choose = choose
        self.referee = Referee(document)
        self.position = arctic_env.game("iglu").position(document)
        self.actions: list[str] = []

    def run(self, share: float, most: int = 10_000) -> int:
        """Play to the end, or so many decisions; returns their number.

        Documents and views are compared at this share of the decisions.
        """
        while self.referee.seat is not None and len(self.actions) < most:
            action = self.choose(self.generator, self._compare_choice(share))
            self.actions.append(action)
            self.referee.play(action)
            self.position = self.position.play(action)
        self._compare_choice(1.0)
        self._same("winners", self.position.winners(), self.referee.winners())
        return len(self.actions)

    def _compare_choice(self, share: float) -> list[str]:
        """Compare all that is to be seen before a decision; returns the legal actions."""
        actions = self.referee.legal()
        self._same("seat", self.position.seat, self.referee.seat)
        self._same("legal actions", self.position.legal(), actions)
        if self.generator.random() < share:
            self._same("scores", self.position.scores(), self.referee.scores())
            self._same("document", self.position.to_dict(), self.referee.document())
            for seat in range(self.position.players):
                view, expected = self.position.view(seat).to_dict(), self.referee.view(seat)
                shared = view.keys() & expected.keys() - {"format"}
                self._same("view", {name: view[name] for name in shared}, {k: expected[k] for k in shared})
        return actions

    def _same(self, what: str, engine: object, referee: object) -> None:
        if engine != referee:
            raise DifferenceError(
                f"different {what} after {self.actions} from\n{json.dumps(self.start)}\n"
                f"engine: {engine}\nreferee: {referee}"
            )


def compare_deal(seed: int, players: int, variant: str, half: str, share: float) -> int:
    """A game from a deal of the referee's."""
    generator = random.Random(seed)
    document = deal(generator, players, variant, half)
    return Comparison(document, generator, CHOOSERS[seed % len(CHOOSERS)]).run(share)


def compare_random_position(seed: int, share: float, most: int = 10_000) -> int:
    """A game from a position to which play may never lead, or so many decisions of it."""
    generator = random.Random(seed)
    return Comparison(random_document(generator), generator, CHOOSERS[seed % len(CHOOSERS)]).run(share, most)
