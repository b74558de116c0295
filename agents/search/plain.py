"""The guide of games that have none: it suggests anything, and foresees nothing."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.search.guide import Guide
from arctic_env.core.choosing import choose
from arctic_env.core.game import Game
from arctic_env.core.jit import njit


class Kit(NamedTuple):
    """Nothing, as one number."""

    nothing: NDArray[np.int64]


def make_kit(game: Game, players: int) -> Kit:
    """A kit."""
    return Kit(np.zeros(1, np.int64))


@njit
def suggest(states: NDArray[Any], i: int, mask: NDArray[np.int8], stream: NDArray[np.int64], kit: Kit) -> int:
    """Any legal action."""
    return choose(mask, stream)


@njit
def estimate(states: NDArray[Any], i: int, kit: Kit, out: NDArray[np.float64]) -> None:
    """Write 0 for each seat, float64[players]."""
    out[:] = 0.0


@njit
def label(states: NDArray[Any], i: int, observer: int, action: int) -> int:
    """The action: all are seen."""
    return action


GUIDE = Guide(
    suggest=suggest, estimate=estimate, label=label, conceals=False, make_kit=make_kit, horizon="end"
)
