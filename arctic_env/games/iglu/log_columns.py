"""What logs tell of IGLU IGLU beside scores: ice, action points, tribes, kept tiles, hunted animals."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.material import KINDS, RED_FACES
from arctic_env.games.iglu.state import DECISIONS, STAGES
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


def _size(squares: NDArray[np.int64]) -> NDArray[np.uint8]:
    """How many squares there are in each of these sets; as unsigned words, since numpy counts bits of the value."""
    return np.bitwise_count(squares.astype(np.uint64))


def _squares(name: str, meaning: str, field: str) -> LogColumn:
    return LogColumn(name, "integer", meaning, lambda states, seats: _size(states[field]))


def _ice() -> Iterator[LogColumn]:
    yield _squares("tiles", "face-down tiles on the board", "tiles")
    yield _squares("glaciers", "glaciers on the board", "glaciers")


def _tribe() -> Iterator[LogColumn]:
    yield LogColumn(
        "igloos", "integer", "igloos of the seat", lambda states, seats: _size(own(states["igloos"], seats))
    )
    yield LogColumn(
        "inuit",
        "integer",
        "Inuit of the seat on the board and its corners",
        lambda states, seats: own(states["inuit"], seats).sum(axis=1),
    )


def _kept() -> Iterator[LogColumn]:
    for k, face in enumerate(RED_FACES):
        meaning = f"kept tiles of the face {face}, not played"
        yield LogColumn(f"kept_{face.replace(' ', '_')}", "integer", meaning, entry(_own_tiles, k))


def _own_tiles(states: States, seats: Seats) -> NDArray[Any]:
    return own(states["kept"], seats)


def _hunted() -> Iterator[LogColumn]:
    for k, kind in enumerate(KINDS):
        meaning = f"animals hunted of the kind {kind}"
        yield LogColumn(f"hunted_{kind.replace(' ', '_')}", "integer", meaning, entry(_own_animals, k))


def _own_animals(states: States, seats: Seats) -> NDArray[Any]:
    return own(states["hunted"], seats)


LOG_COLUMNS = LogColumns(
    decisions=[
        text_column("stage", "stage of the game: setup or play", STAGES, "stage"),
        text_column("asked", "what the seat decides: place, turn, drift, step, act, ...", DECISIONS, "decision"),
        state_column("action_points", "action points that the player to move has left", "points"),
        state_column("steps", "steps of animals that are left", "steps"),
        seat_column("kept", "tiles that the seat keeps", "kept_size"),
        *_ice(),
        *_tribe(),
    ],
    results=[turn_order(), *_ice(), *_tribe(), *_kept(), *_hunted()],
)
