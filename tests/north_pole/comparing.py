"""The engine and the referee side by side: the same actions, and all answers compared.

A difference is an error whose message has the document before it and the actions, which repeat it.
"""

import json
import random
from typing import Any

import arctic_env
from tests.north_pole.referee.choosing import Chooser
from tests.north_pole.referee.deals import SETTINGS as SETTINGS
from tests.north_pole.referee.deals import deal, random_document
from tests.north_pole.referee.north_pole import Referee

Document = dict[str, Any]
STYLES = ("race", "rare", "uniform")


class DifferenceError(AssertionError):
    """Engine and referee do not agree."""


class Comparison:
    """A game that both play."""

    def __init__(self, document: Document, generator: random.Random, style: str) -> None:
        self.start = document
        self.generator = generator
        self.chooser = Chooser(generator, style)
        self.referee = Referee(document)
        self.position = arctic_env.game("north_pole").position(document)
        self.actions: list[str] = []

    def run(self, share: float, most: int = 10_000) -> int:
        """Play on; documents and views are compared at this share of the decisions. Returns their number."""
        while self.referee.seat is not None and len(self.actions) < most:
            action = self.chooser.choose(self._compare_choice(share), self.referee.table.disc)
            self.actions.append(action)
            self.referee.play(action)
            self.position = self.position.play(action)
        self._compare_choice(1.0)
        self._same("winners", self.position.winners(), self.referee.winners())
        self._same("truncation", self.position.truncated, self.referee.is_truncated())
        return len(self.actions)

    def _compare_choice(self, share: float) -> list[str]:
        """Compare all that is to be seen before a decision; returns the legal actions."""
        actions, legal = self.referee.legal(), self.position.legal()
        self._same("seat", self.position.seat, self.referee.seat)
        self._same("legal actions", sorted(legal), sorted(actions))
        if self.generator.random() < share:
            self._same("scores", self.position.scores(), self.referee.scores())
            self._same("document", self.position.to_dict(), self.referee.document())
            for seat in range(self.position.players):
                view, expected = self.position.view(seat).to_dict(), self.referee.view(seat)
                self._same("mask on the scoreboard", bool(view["score"]), bool(expected["score"]))
                shared = view.keys() & expected.keys() - {
                    "format",
                    "score",
                }  # which say in other words that one lies there
                self._same("view", {name: view[name] for name in shared}, {k: expected[k] for k in shared})
        return actions

    def _same(self, what: str, engine: object, referee: object) -> None:
        if engine != referee:
            raise DifferenceError(
                f"different {what} after {self.actions} from\n{json.dumps(self.start)}\n"
                f"engine: {engine}\nreferee: {referee}"
            )


def compare_deal(seed: int, players: int, teams: bool, share: float, most: int = 10_000) -> int:
    """A game from a deal of the referee's, or so many decisions of it."""
    generator = random.Random(seed)
    document = deal(generator, players, teams)
    return Comparison(document, generator, STYLES[seed % len(STYLES)]).run(share, most)


def compare_random_position(seed: int, share: float, most: int = 60) -> int:
    """A few turns from a position to which play may never lead."""
    generator = random.Random(seed)
    return Comparison(random_document(generator), generator, STYLES[seed % len(STYLES)]).run(share, most)
