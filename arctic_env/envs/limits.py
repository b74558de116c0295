"""How long a game in an environment may last."""

from typing import Any

import numpy as np

from arctic_env.core.checks import count

NO_LIMIT = int(np.iinfo(np.int64).max)  # more decisions than any game has


def most_decisions(max_cycles: Any, players: int) -> int:
    """The decisions after which a game is cut short: so many a player on average, NO_LIMIT for None.

    Raises:
        ValueError: max_cycles is neither None nor a whole number of at least 1.
    """
    return NO_LIMIT if max_cycles is None else min(count("max_cycles", max_cycles) * players, NO_LIMIT)
