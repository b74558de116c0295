"""Random games, action by action, for the tests of events and words."""

import random
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

import arctic_env
from arctic_env import Position
from tests.iglu.comparing import CHOOSERS
from tests.north_pole.comparing import STYLES
from tests.north_pole.referee.choosing import Chooser

GAMES = [("arctic", {"edition": "es"}), ("iglu", {}), ("iglu", {"variant": "serious"}), ("north_pole", {})]


def listed_kinds(name: str) -> set[str]:
    """The kinds of events that the game's README lists."""
    page = files(f"arctic_env.games.{name}").joinpath("README.md").read_text(encoding="utf-8")
    table = page.partition("`position.events(action, viewer)`")[2].partition("|---")[2].partition("\n\n")[0]
    return {kind for row in table.splitlines()[1:] for kind in re.findall(r"`([a-z ]+)`", row.split("|")[1])}


class Told(NamedTuple):
    """An action, the position before it and the one after it."""

    before: Position
    action: int
    after: Position

    @property
    def text(self) -> str:
        return self.before.action_text(self.action)


def steps(name: str, seed: int, players: int, most: int = 10_000, **parameters: str | bool) -> Iterator[Told]:
    """All actions of a random game; what is rare comes often."""
    chance, position = random.Random(seed), arctic_env.game(name).deal(seed, players, **parameters)
    chooser = Chooser(chance, STYLES[seed % len(STYLES)])
    for _ in range(most):
        if position.seat is None:
            return
        legal = position.legal()
        if name == "north_pole":
            text = chooser.choose(legal, position.to_dict()["disc"])
        else:
            text = CHOOSERS[seed % len(CHOOSERS)](chance, legal) if name == "iglu" else chance.choice(legal)
        action = position.action_id(text)
        after = position.apply(action)
        yield Told(position, action, after)
        position = after
