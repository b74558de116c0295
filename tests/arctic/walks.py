"""Random games for tests."""

import random
from collections.abc import Iterator

import numba

import arctic_env
from arctic_env import Position

EDITIONS = ("de", "es", "it")
_ALL_SETTINGS = [(players, edition) for players in (2, 3, 4) for edition in EDITIONS]
# Interpreted kernels and checked indices are slow: every number of players and every edition once has to do.
SLOW = bool(numba.config.DISABLE_JIT or numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
SETTINGS = list(zip((2, 3, 4), EDITIONS, strict=True)) if SLOW else _ALL_SETTINGS
STRIDE = 8 if SLOW else 1  # of the positions of a walk that are looked at


def walk(seed: int, players: int, edition: str) -> Iterator[Position]:
    """All positions of a random game, the last one included."""
    chance = random.Random(seed)
    position = arctic_env.game("arctic").deal(seed=seed, num_players=players, edition=edition)
    yield position
    while position.seat is not None:
        position = position.play(chance.choice(position.legal()))
        yield position
