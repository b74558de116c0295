"""Random games for tests."""

import random
from collections.abc import Iterator

import arctic_env
from arctic_env import Position

EDITIONS = ("de", "es", "it")
SETTINGS = [(players, edition) for players in (2, 3, 4) for edition in EDITIONS]


def walk(seed: int, players: int, edition: str) -> Iterator[Position]:
    """All positions of a random game, the last one included."""
    chance = random.Random(seed)
    position = arctic_env.game("arctic").deal(seed=seed, players=players, edition=edition)
    yield position
    while position.seat is not None:
        position = position.play(chance.choice(position.legal()))
        yield position
