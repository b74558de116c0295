"""What logs tell of ARCTIC beside scores: sizes, tokens, power cards, totems."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import ANIMALS, FACES, LANDSCAPE, N_ANIMALS
from arctic_env.games.arctic.state import DECISIONS, STAGES
from arctic_env.model.log_columns import (
    LogColumn,
    LogColumns,
    Seats,
    States,
    entry,
    own,
    seat_column,
    state_column,
    text_column,
    turn_order,
)


def _sizes() -> Iterator[LogColumn]:
    yield seat_column("hand", "cards in the seat's hand", "hand_size")
    yield seat_column("pile", "cards in its pile", "pile_size")
    yield seat_column("face_down", "of them face down", "down_size")
    yield seat_column("penalty", "cards in its penalty zone", "penalty_size")


def _powers() -> Iterator[LogColumn]:
    for k, animal in enumerate(ANIMALS):
        meaning = f"whether the seat holds the {animal}'s power card"
        yield LogColumn(f"power_{animal}", "boolean", meaning, entry(_held, k))


def _held(states: States, seats: Seats) -> NDArray[Any]:
    return states["holders"] == seats[:, None]  # type: ignore[no-any-return]


def _tokens() -> Iterator[LogColumn]:
    for k, animal in enumerate(ANIMALS):
        yield LogColumn(
            f"value_{animal}", "integer", f"landscape value under the {animal}'s token", entry(_landscape, k)
        )


def _landscape(states: States, seats: Seats) -> NDArray[Any]:
    return LANDSCAPE[states["tokens"]]  # type: ignore[no-any-return]


def _faces() -> Iterator[LogColumn]:
    for k, animal in enumerate(ANIMALS):
        meaning = f"face of the {animal}'s power card in this game, {' or '.join(FACES[k])}"
        yield LogColumn(f"face_{animal}", "text", meaning, entry(_face, k))


def _face(states: States, seats: Seats) -> NDArray[Any]:
    return np.array(FACES)[np.arange(N_ANIMALS), states["faces"]]  # type: ignore[no-any-return]


_TOTEM = LogColumn(
    "totem", "text", "animal of the seat's totem", lambda states, seats: np.array(ANIMALS)[own(states["totems"], seats)]
)

LOG_COLUMNS = LogColumns(
    decisions=[
        text_column("stage", "stage of the game: play, finish (reserve in play) or last", STAGES, "stage"),
        text_column("asked", "what the seat decides: place, swap, move, extra, ...", DECISIONS, "decision"),
        state_column("river", "cards in the river", "river_size"),
        state_column("stack", "cards in reserve and deck", "stack_size"),
        *_sizes(),
        *_powers(),
        *_tokens(),
    ],
    results=[turn_order(), _TOTEM, *_sizes(), *_powers(), *_tokens(), *_faces()],
)
