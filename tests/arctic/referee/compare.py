"""The engine and the referee side by side, decision by decision.

`python -m tests.arctic.referee.compare --games 500 --seed 3` plays random games and random positions until the two
differ, and then prints the position document, the action and both answers.
"""

import argparse
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

import arctic_env
from arctic_env import Position
from tests.arctic.referee.arctic import Referee
from tests.arctic.referee.material import EDITIONS
from tests.arctic.referee.positions import random_document

Document = dict[str, Any]
Choose = Callable[[random.Random, Sequence[str]], str]
PRIVATE_FIELDS = ("turn", "known")  # laid out as the engine likes


class DifferenceError(AssertionError):
    """The engine and the referee do not agree."""


def any_action(generator: random.Random, legal: Sequence[str]) -> str:
    """Every action alike."""
    return generator.choice(legal)


def any_verb(generator: random.Random, legal: Sequence[str]) -> str:
    """Every kind of action alike, so that powers are used more often than chance would."""
    verbs = sorted({_kind(text) for text in legal})
    verb = generator.choice(verbs)
    return generator.choice([text for text in legal if _kind(text) == verb])


def _kind(text: str) -> str:
    return text if text in ("take back", "take deck") else text.split()[0]


class Comparison:
    """One game played by both, with random actions.

    Args:
        start: a position document at the start of a turn.
        generator: chooses the actions, and the decisions at which documents are compared.
        share: the share of decisions at which whole documents and the knowledge of all seats are compared.
    """

    def __init__(self, start: Document, generator: random.Random, share: float = 1.0) -> None:
        self.engine: Position = arctic_env.game("arctic").position(start)
        self.referee = Referee(start)
        self.generator = generator
        self.share = share
        self.before = self.engine
        self.action = "(loading)"

    def run(self, choose: Choose = any_action) -> int:
        """Plays to the end; returns the number of decisions.

        Raises:
            DifferenceError: at the first decision at which the two differ.
        """
        decisions = turns = 0  # that have ended
        self._compare_decision(self._whole())
        while self.referee.seat is not None:
            seat = self.referee.seat
            self.action = choose(self.generator, self.referee.legal())
            self.before, self.engine = self.engine, self.engine.play(self.action)
            self.referee.play(self.action)
            decisions += 1
            turns += self.referee.seat != seat
            if self.referee.seat is None or (self.referee.seat != seat and turns % 3 == 0):
                self._compare("scores", self.engine.scores(), self.referee.scores())
            self._compare_decision(self.referee.stage == "over" or self._whole())
        self._compare("winners", self.engine.winners(), self.referee.winners())
        return decisions

    def _whole(self) -> bool:
        return self.generator.random() < self.share

    def _compare_decision(self, whole: bool) -> None:
        self._compare("seat", self.engine.seat, self.referee.seat)
        self._compare("legal actions", self.engine.legal(), self.referee.legal())
        if whole:
            document = self.engine.to_dict()
            public = {name: value for name, value in document.items() if name not in PRIVATE_FIELDS}
            self._compare("document", public, self.referee.to_document())
            self._compare_knowledge()

    def _compare_knowledge(self) -> None:
        """The engine may exclude more places than the referee, but neither too few nor the true one (6.3)."""
        truth = {card: str(place) for card, place in self.referee.private_places().items()}
        for observer in range(self.referee.players):
            engine = {card: set(places) for card, places in self.engine.view(observer).to_dict()["known"].items()}
            referee = self.referee.known(observer)
            self._compare(f"cards known to seat {observer}", sorted(engine), sorted(referee))
            for card, places in referee.items():
                if not truth[card] in engine[card] <= places:
                    self._fail(f"places of {card} for seat {observer}", engine[card], places, truth[card])

    def _compare(self, what: str, engine: object, referee: object) -> None:
        if engine != referee:
            self._fail(what, engine, referee)

    def _fail(self, what: str, engine: object, referee: object, truth: str = "") -> None:
        lines = [
            f"different {what} after {self.action!r} in",
            json.dumps(self.before.to_dict()),
            f"engine:  {engine}",
            f"referee: {referee}",
        ]
        raise DifferenceError("\n".join([*lines, f"truth: {truth}"] if truth else lines))


def compare_deal(seed: int, players: int, edition: str, share: float = 1.0) -> int:
    """A random game from a deal; every second one uses powers more often. Returns its decisions."""
    position = arctic_env.game("arctic").deal(seed=seed, num_players=players, edition=edition)
    document = position.to_dict()
    start = {name: value for name, value in document.items() if name not in PRIVATE_FIELDS}
    return Comparison(start, random.Random(seed), share).run((any_action, any_verb)[seed % 2])


def compare_random_position(seed: int, share: float = 1.0) -> int:
    """A random game from a random position; returns its decisions."""
    generator = random.Random(seed)
    return Comparison(random_document(generator), generator, share).run((any_action, any_verb)[seed % 2])


def main() -> None:
    """Hunts for a difference."""
    parser = argparse.ArgumentParser(description="Compare engine and referee until they differ.")
    parser.add_argument("--games", type=int, default=1000, help="number of games, and of random positions")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--share", type=float, default=0.1, help="share of decisions with whole documents")
    options = parser.parse_args()
    decisions = 0
    for seed in range(options.seed, options.seed + options.games):
        players, edition = 2 + seed % 3, EDITIONS[seed // 3 % 3]
        print(f"\r{seed - options.seed} of {options.games}, {decisions} decisions", end="", flush=True)
        try:
            decisions += compare_random_position(seed, options.share)
            decisions += compare_deal(seed, players, edition, options.share)
        except DifferenceError as difference:
            raise SystemExit(f"\nseed {seed}, {players} players, edition {edition}: {difference}") from None
    print(f"\rno difference in {options.games} games and positions, {decisions} decisions")


if __name__ == "__main__":
    main()
