"""Scores as documents."""

from typing import Any

import numpy as np

from arctic_env.games.arctic.material import ANIMALS, DIVERSITY
from arctic_env.games.arctic.scoring import N_PARTS, SCORE_PENALTY, TOTAL, TOTEM, score_parts
from arctic_env.games.arctic.state import NOBODY


def scores(state: Any) -> list[dict[str, Any]]:
    """One entry a seat: points of runs, diversity, totem, penalty, total; null where a view does not know the totem."""
    return [_entry(state, seat) for seat in range(state.players)]


def _entry(state: Any, seat: int) -> dict[str, Any]:
    parts = np.empty(N_PARTS, np.int64)
    score_parts(state, seat, parts)
    known = state.totems[seat] != NOBODY
    return {
        "runs": {animal: int(parts[k]) for k, animal in enumerate(ANIMALS)},
        "diversity": int(parts[DIVERSITY]),
        "totem": int(parts[TOTEM]) if known else None,
        "penalty": int(parts[SCORE_PENALTY]),
        "total": int(parts[TOTAL]) if known else None,
    }
