"""ARCTIC, put together."""

from functools import partial

from arctic_env.games.arctic.actions import ACTIONS, action_id, action_text
from arctic_env.games.arctic.draw import small_text, svg, text
from arctic_env.games.arctic.encode import encode, observation_table
from arctic_env.games.arctic.events import NARRATION
from arctic_env.games.arctic.hidden import determinize, view
from arctic_env.games.arctic.log_columns import LOG_COLUMNS
from arctic_env.games.arctic.material import EDITIONS, MAX_PLAYERS
from arctic_env.games.arctic.read_document import read_position
from arctic_env.games.arctic.rules import apply, legal
from arctic_env.games.arctic.scoring import ranks, score_documents, scores
from arctic_env.games.arctic.setup import deal
from arctic_env.games.arctic.state import DTYPE
from arctic_env.games.arctic.write_document import position_document, view_document
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.rules import Kernels, Language, Parameter

_SCHEMA = partial(load_schema, __package__)

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
        _SCHEMA,
        text,
        svg,
        small_text,
    ),
    log_columns=LOG_COLUMNS,
    narration=NARRATION,
)
