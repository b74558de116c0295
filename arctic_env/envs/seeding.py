"""The seed of an environment's first game when it is given none; the others follow by `core.random.next_seed`."""

import secrets

from arctic_env.core.random import MAX_SEED


def fresh_seed() -> int:
    """A seed of 0 to 2**63 - 1 from the operating system."""
    return secrets.randbelow(MAX_SEED + 1)
