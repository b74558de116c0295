"""How long a game in an environment may last."""

from typing import Any

import numpy as np

from arctic_env.validation import check_integer

NO_LIMIT = int(np.iinfo(np.int64).max)  # more decisions than any game has


def most_decisions(name: str, limit: Any, players: int = 1) -> int:
    """The decisions after which a game is cut short: so many a player on average, NO_LIMIT for None.

    Raises:
        ValueError: the limit is neither None nor an integer of at least 1; the message calls it by the name.
    """
    return NO_LIMIT if limit is None else min(check_integer(name, limit) * players, NO_LIMIT)
