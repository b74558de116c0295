"""Log columns of RACE TO THE NORTH POLE beside scores: the board, the weather, pawns, cards and equipment."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole.material import EQUIPMENT
from arctic_env.games.north_pole.state import DECISIONS, NO_CARD, NOWHERE
from arctic_env.model import log_columns as log
from arctic_env.model.log_columns import LogColumn, LogColumns, Seats, States


def _bears(states: States, seats: Seats) -> NDArray[Any]:
    return cast(NDArray[Any], (states["bears"] != NOWHERE).sum(axis=1))


def _on_board(states: States, seats: Seats) -> NDArray[Any]:
    return cast(NDArray[Any], (log.own(states["pawns"], seats) != NOWHERE).sum(axis=1))


def _packed(states: States, seats: Seats) -> NDArray[Any]:
    return np.asarray(log.own(states["pack"], seats) != NO_CARD)


_BOARD = [
    log.state_column("turns", "turns ended so far", "turns"),
    log.state_column("masks", "ice masks in the stack", "masks_size"),
    LogColumn("bears", "integer", "bears on the board", _bears),
    log.seat_column("pawns_at_pole", "own pawns at the Pole", "home"),
    log.seat_column("pawns_on_ship", "own pawns on the ship", "ship"),
    LogColumn("pawns_on_board", "integer", "own pawns on the board", _on_board),
    LogColumn("packed", "boolean", "whether the own backpack holds a card", _packed),
]
_EQUIPMENT = log.column_for_each(
    EQUIPMENT,
    "{}",
    "integer",
    "own pieces of equipment of the kind {}",
    lambda states, seats: log.own(states["equipment"], seats),
)

LOG_COLUMNS = LogColumns(
    decisions=[
        log.text_column("asked", "what the seat decides: camp, card, aim, room, end", DECISIONS, "decision"),
        log.state_column("storm_points", "points of the storm pile", "storm_points"),
        log.state_column("turned", "quarter turns of the upper board, clockwise", "turned"),
        *_BOARD,
        *_EQUIPMENT,
    ],
    results=[log.turn_order(), *_BOARD, *_EQUIPMENT],
)
