"""Random games for tests."""

import random
from collections.abc import Iterator

import numba

import arctic_env
from arctic_env import Position
from tests.iglu.comparing import CHOOSERS

_ALL_SETTINGS = [
    (players, variant, half) for players in (2, 3, 4) for variant in ("standard", "serious") for half in ("down", "up")
]
# Interpreted kernels and checked indices are slow: every number of players and every value once has to do.
SLOW = bool(numba.config.DISABLE_JIT or numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
SETTINGS = [(2, "standard", "down"), (3, "serious", "up"), (4, "standard", "up")] if SLOW else _ALL_SETTINGS


def walk(seed: int, players: int, variant: str, half: str) -> Iterator[Position]:
    """All positions of a random game, the last one included; kept tiles and attacks come often."""
    chance = random.Random(seed)
    choose = CHOOSERS[seed % len(CHOOSERS)]
    position = arctic_env.game("iglu").deal(seed=seed, num_players=players, variant=variant, half=half)
    yield position
    while position.seat is not None:
        position = position.play(choose(chance, position.legal()))
        yield position
