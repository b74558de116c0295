"""Scores as documents."""

from typing import Any

import numpy as np

from arctic_env.games.iglu.material import MAX_PLAYERS
from arctic_env.games.iglu.scoring import animal_points, island_points


def scores(state: Any) -> list[dict[str, Any]]:
    """One entry a seat: points of animals and of islands, and their sum; nothing of it is hidden."""
    islands = np.zeros(MAX_PLAYERS, np.int32)
    island_points(state, islands)
    return [
        {"animals": hunted, "islands": int(islands[seat]), "total": hunted + int(islands[seat])}
        for seat in range(state.players)
        for hunted in [animal_points(state, seat)]
    ]
