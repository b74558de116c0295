"""Where the chance of an environment comes from.

A game is dealt from its seed, and the seeds of an environment's games follow each other by `core.random.next_seed`.
Everything else that is drawn for a game comes from its seed, too: which seat the learner has, and the chance of its
opponents. What agents get of it is one-way: they cannot find the deal from it.
"""

import secrets

from arctic_env.arena.seeds import one_way_seed
from arctic_env.core.random import MAX_SEED

_OF_LEARNER, _OF_OPPONENT = range(2)  # keep what is drawn apart


def fresh_seed() -> int:
    """A seed of 0 to 2**63 - 1 from the operating system."""
    return secrets.randbelow(MAX_SEED + 1)


def learner_seat(dealt: int, players: int) -> int:
    """A random seat for the learner in the game of that seed."""
    return one_way_seed(dealt, _OF_LEARNER) % players


def opponent_seed(dealt: int, seat: int) -> int:
    """The seed of an opponent's player in the game of that seed."""
    return one_way_seed(dealt, _OF_OPPONENT, seat)
