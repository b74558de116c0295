"""IGLU IGLU, put together."""

from functools import partial

from arctic_env.games.iglu.actions import ACTIONS
from arctic_env.games.iglu.draw import small_text, svg, text
from arctic_env.games.iglu.encode import encode, observation_table
from arctic_env.games.iglu.events import NARRATION
from arctic_env.games.iglu.hidden import determinize, view
from arctic_env.games.iglu.legal import legal
from arctic_env.games.iglu.log_columns import LOG_COLUMNS
from arctic_env.games.iglu.material import HALVES, MAX_PLAYERS, VARIANTS
from arctic_env.games.iglu.read_document import read_position
from arctic_env.games.iglu.rules import apply
from arctic_env.games.iglu.scoring import ranks, score_documents, scores
from arctic_env.games.iglu.setup import deal
from arctic_env.games.iglu.state import DTYPE
from arctic_env.games.iglu.write_document import position_document, view_document
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.rules import Kernels, Language, Parameter

_SCHEMA = partial(load_schema, __package__)

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
        _SCHEMA,
        text,
        svg,
        small_text,
    ),
    log_columns=LOG_COLUMNS,
    narration=NARRATION,
)
