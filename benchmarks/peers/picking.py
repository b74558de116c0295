"""A random legal action for one game at a time, the cheapest way in Python."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

_random = random.Random(0).random


def pick(actions: Sequence[Any]) -> Any:
    """One of them, all equally likely."""
    return actions[int(_random() * len(actions))]


def pick_masked(env: Any, agent: str, mask: NDArray[np.int8]) -> int:
    """A legal action of a mask, for `play_game`."""
    return int(pick(np.flatnonzero(mask)))  # type: ignore[arg-type]
