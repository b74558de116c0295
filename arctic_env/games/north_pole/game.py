"""RACE TO THE NORTH POLE, put together."""

from functools import partial

from arctic_env.games.north_pole.actions import ACTIONS
from arctic_env.games.north_pole.draw import small_text, svg, text
from arctic_env.games.north_pole.encode import encode, observation_table
from arctic_env.games.north_pole.events import NARRATION
from arctic_env.games.north_pole.hidden import determinize, view
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.log_columns import LOG_COLUMNS
from arctic_env.games.north_pole.material import MAX_PAWNS, MAX_PLAYERS, TEAM_PLAYERS
from arctic_env.games.north_pole.progress import progress
from arctic_env.games.north_pole.read_document import read_position
from arctic_env.games.north_pole.rules import apply
from arctic_env.games.north_pole.scoring import ranks, score_documents, scores, teams
from arctic_env.games.north_pole.setup import deal
from arctic_env.games.north_pole.state import DTYPE
from arctic_env.games.north_pole.write_document import position_document, view_document
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.rules import Kernels, Language, Parameter

_SCHEMA = partial(load_schema, __package__)

GAME = Game(
    name="north_pole",
    title="RACE TO THE NORTH POLE",
    version=0,
    players=range(2, MAX_PLAYERS + 1),
    parameters={
        "teams": Parameter(
            (False, True),
            "In true seats 0 and 2 play against 1 and 3 with three pawns each, and the Pole has two open sides.",
            {True: (TEAM_PLAYERS,)},
        )
    },
    full_margin=MAX_PAWNS,
    dtype=DTYPE,
    actions=ACTIONS,
    observation=observation_table,
    kernels=Kernels(deal, legal, apply, scores, ranks, view, determinize, encode, teams, progress),
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
