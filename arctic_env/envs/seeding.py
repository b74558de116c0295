"""The seeds of the games that an environment deals without being given one."""

import numpy as np


def fresh_seed() -> int:
    """A seed of 0 to 2**63 - 1 from the operating system."""
    return _seed_of(np.random.SeedSequence())


def next_seed(seed: int) -> int:
    """The seed after this one: an environment's own stream of games is one number, which is quick to copy."""
    return _seed_of(np.random.SeedSequence(seed))


def _seed_of(sequence: np.random.SeedSequence) -> int:
    return int(sequence.generate_state(1, np.uint64)[0] >> np.uint64(1))
