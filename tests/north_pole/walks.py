"""Random games for tests."""

import random
from collections.abc import Iterator

import numba

import arctic_env
from arctic_env import Position
from tests.north_pole.comparing import SETTINGS as SETTINGS
from tests.north_pole.comparing import STYLES
from tests.north_pole.referee.choosing import Chooser

# Interpreted kernels and checked indices are slow.
SLOW = bool(numba.config.DISABLE_JIT or numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
MOST = 150 if SLOW else 10_000


def walk(seed: int, players: int, teams: bool, most: int = MOST) -> Iterator[Position]:
    """All positions of a random game, or its first decisions; every third seed is a race, in which games end."""
    chooser = Chooser(random.Random(seed), STYLES[seed % len(STYLES)])
    position = arctic_env.game("north_pole").deal(seed=seed, num_players=players, teams=teams)
    yield position
    for _ in range(most):
        if position.seat is None:
            return
        position = position.play(chooser.choose(position.legal(), position.to_dict()["disc"]))
        yield position
