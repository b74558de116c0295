"""Log columns of IGLU IGLU beside scores: ice, action points, tribes, kept tiles, hunted animals."""

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.material import KINDS, RED_FACES
from arctic_env.games.iglu.state import DECISIONS, STAGES
from arctic_env.model import log_columns as log
from arctic_env.model.log_columns import LogColumn, LogColumns


def _size(squares: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Return the number of squares in each of these sets; as unsigned words, since numpy counts bits of the value."""
    return np.bitwise_count(squares.astype(np.uint64))


_BOARD = [
    LogColumn("tiles", "integer", "face-down tiles on the board", lambda states, seats: _size(states["tiles"])),
    LogColumn("glaciers", "integer", "glaciers on the board", lambda states, seats: _size(states["glaciers"])),
    LogColumn("igloos", "integer", "igloos of the seat", lambda states, seats: _size(log.own(states["igloos"], seats))),
    LogColumn(
        "inuit",
        "integer",
        "Inuit of the seat on the board and its corners",
        lambda states, seats: log.own(states["inuit"], seats).sum(axis=1),
    ),
]
_KEPT = log.column_for_each(
    RED_FACES,
    "kept_{}",
    "integer",
    "kept tiles of the face {}, not played",
    lambda states, seats: log.own(states["kept"], seats),
)
_HUNTED = log.column_for_each(
    KINDS,
    "hunted_{}",
    "integer",
    "animals hunted of the kind {}",
    lambda states, seats: log.own(states["hunted"], seats),
)

LOG_COLUMNS = LogColumns(
    decisions=[
        log.text_column("stage", "stage of the game: setup or play", STAGES, "stage"),
        log.text_column("asked", "what the seat decides: place, turn, drift, step, act, ...", DECISIONS, "decision"),
        log.state_column("action_points", "action points that the player to move has left", "points"),
        log.state_column("steps", "steps of animals that are left", "steps"),
        log.seat_column("kept", "tiles that the seat keeps", "kept_size"),
        *_BOARD,
    ],
    results=[log.turn_order(), *_BOARD, *_KEPT, *_HUNTED],
)
