"""Log columns of ARCTIC beside scores: sizes, tokens, power cards, totems."""

import numpy as np

from arctic_env.games.arctic.material import ANIMALS, FACES, LANDSCAPE, N_ANIMALS
from arctic_env.games.arctic.state import DECISIONS, STAGES
from arctic_env.model import log_columns as log
from arctic_env.model.log_columns import LogColumn, LogColumns

_SIZES = [
    log.seat_column("hand", "cards in the seat's hand", "hand_size"),
    log.seat_column("pile", "cards in its pile", "pile_size"),
    log.seat_column("face_down", "of them face down", "down_size"),
    log.seat_column("penalty", "cards in its penalty zone", "penalty_size"),
]
_POWERS = log.column_for_each(
    ANIMALS,
    "power_{}",
    "boolean",
    "whether the seat holds the {}'s power card",
    lambda states, seats: states["holders"] == seats[:, None],
)
_TOKENS = log.column_for_each(
    ANIMALS,
    "value_{}",
    "integer",
    "landscape value under the {}'s token",
    lambda states, seats: LANDSCAPE[states["tokens"]],
)
_FACES = [
    LogColumn(
        f"face_{animal}",
        "text",
        f"face of the {animal}'s power card in this game, {' or '.join(FACES[k])}",
        log.entry(lambda states, seats: np.array(FACES)[np.arange(N_ANIMALS), states["faces"]], k),
    )
    for k, animal in enumerate(ANIMALS)
]
_TOTEM = LogColumn(
    "totem",
    "text",
    "animal of the seat's totem",
    lambda states, seats: np.array(ANIMALS)[log.own(states["totems"], seats)],
)

LOG_COLUMNS = LogColumns(
    decisions=[
        log.text_column("stage", "stage of the game: play, finish (reserve in play) or last", STAGES, "stage"),
        log.text_column("asked", "what the seat decides: place, swap, move, extra, ...", DECISIONS, "decision"),
        log.state_column("river", "cards in the river", "river_size"),
        log.state_column("stack", "cards in reserve and deck", "stack_size"),
        *_SIZES,
        *_POWERS,
        *_TOKENS,
    ],
    results=[log.turn_order(), _TOTEM, *_SIZES, *_POWERS, *_TOKENS, *_FACES],
)
