"""Seeds of environments.

A game is dealt from its seed, and the seeds of an environment's games follow each other by `kernels.random.next_seed`.
Everything else that is drawn for a game comes from its seed, too: which seat the learner has, and the randomness of its
opponents. Agents get one-way hashes of it, so they cannot find the deal.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.random import MAX_SEED, check_seed, one_way_seed

_OF_LEARNER, _OF_OPPONENT = range(2)  # keep what is drawn apart


def fresh_seed() -> int:
    """Return a seed of 0 to 2**63 - 1 from the operating system."""
    return secrets.randbelow(MAX_SEED + 1)


def learner_seat(dealt: int, players: int) -> int:
    """Return a random seat for the learner in the game of that seed."""
    return one_way_seed(dealt, _OF_LEARNER) % players


def opponent_seed(dealt: int, seat: int) -> int:
    """Return the seed of an opponent's player in the game of that seed."""
    return one_way_seed(dealt, _OF_OPPONENT, seat)


def spread_seeds(seed: Any, n: int) -> NDArray[np.int64]:
    """Return the seeds of n games, int64[n]: n given ones, or s, s + 1 and so on for a single s; None for fresh ones.

    Raises:
        ValueError: They are not n seeds, or one is invalid.
    """
    if seed is None:
        seed = secrets.randbelow(MAX_SEED - n)
    if isinstance(seed, np.ndarray) and seed.ndim == 1:
        seed = seed.tolist() if seed.dtype.kind in "iu" else list(seed)
    if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
        if len(seed) != n:
            raise ValueError(f"there must be {n} seeds, one for each game, not {len(seed)}")
        return np.array([check_seed(each) for each in seed], np.int64)
    first = check_seed(seed)
    check_seed(first + n - 1)
    return first + np.arange(n, dtype=np.int64)
