"""IGLU IGLU, put together, with the columns of its logs beside scores."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.actions import ACTIONS
from arctic_env.games.iglu.draw.picture import svg
from arctic_env.games.iglu.draw.text_board import small_text, text
from arctic_env.games.iglu.encode import encode, observation_table
from arctic_env.games.iglu.events import NARRATION
from arctic_env.games.iglu.hidden import determinize, view
from arctic_env.games.iglu.legal import legal
from arctic_env.games.iglu.material import HALVES, KINDS, MAX_PLAYERS, RED_FACES, VARIANTS
from arctic_env.games.iglu.read_document import read_position
from arctic_env.games.iglu.rules import apply
from arctic_env.games.iglu.scoring import ranks, score_documents, scores
from arctic_env.games.iglu.setup import deal
from arctic_env.games.iglu.state import DECISIONS, DTYPE, STAGES
from arctic_env.games.iglu.write_document import position_document, view_document
from arctic_env.model import log_columns as log
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.log_columns import LogColumn, LogColumns
from arctic_env.model.rules import Kernels, Language, Parameter


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

GAME = Game(
    name="iglu",
    title="IGLU IGLU",
    version=0,
    players=range(2, MAX_PLAYERS + 1),
    parameters={
        "variant": Parameter(
            VARIANTS,
            "In serious no Inuit enters a tile with a foreign igloo, and an island of 1 to 6 tiles is worth 1, 3, 6, "
            "10, 15, 21, alone or not.",
        ),
        "half": Parameter(HALVES, "How half of an odd island, which the second strongest tribe scores, is rounded."),
    },
    full_margin=60,
    dtype=DTYPE,
    actions=ACTIONS,
    observation=observation_table,
    kernels=Kernels(deal, legal, apply, scores, ranks, view, determinize, encode),
    language=Language(
        ACTIONS.action_text,
        ACTIONS.action_id,
        read_position,
        position_document,
        view_document,
        score_documents,
        partial(load_schema, __package__),
        text,
        svg,
        small_text,
    ),
    log_columns=LOG_COLUMNS,
    narration=NARRATION,
)
