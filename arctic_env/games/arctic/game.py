"""ARCTIC, put together, with the columns of its logs beside scores."""

from functools import partial

import numpy as np

from arctic_env.games.arctic.actions import ACTIONS, action_id, action_text
from arctic_env.games.arctic.draw.picture import svg
from arctic_env.games.arctic.draw.text_board import small_text, text
from arctic_env.games.arctic.encode import encode, observation_table
from arctic_env.games.arctic.events import NARRATION
from arctic_env.games.arctic.hidden import determinize, view
from arctic_env.games.arctic.material import ANIMALS, EDITIONS, FACES, LANDSCAPE, MAX_PLAYERS, N_ANIMALS
from arctic_env.games.arctic.read_document import read_position
from arctic_env.games.arctic.rules import apply, legal
from arctic_env.games.arctic.scoring import ranks, score_documents, scores
from arctic_env.games.arctic.setup import deal
from arctic_env.games.arctic.state import DECISIONS, DTYPE, STAGES
from arctic_env.games.arctic.write_document import position_document, view_document
from arctic_env.model import log_columns as log
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.log_columns import LogColumn, LogColumns
from arctic_env.model.rules import Kernels, Language, Parameter

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

GAME = Game(
    name="arctic",
    title="ARCTIC",
    version=0,
    players=range(2, MAX_PLAYERS + 1),
    parameters={
        "edition": Parameter(
            EDITIONS,
            "Rulebook: de (German), es (Spanish) or it (Italian). In de the fox works with the last card of a turn "
            "only, in the others with any card; in it the walrus moves a token further only the way it has just gone.",
        )
    },
    full_margin=60,
    dtype=DTYPE,
    actions=ACTIONS,
    observation=observation_table,
    kernels=Kernels(deal, legal, apply, scores, ranks, view, determinize, encode),
    language=Language(
        action_text,
        action_id,
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
