"""RACE TO THE NORTH POLE, put together, with the columns of its logs beside scores."""

from functools import partial

from arctic_env.games.north_pole.actions import ACTIONS
from arctic_env.games.north_pole.draw.picture import svg
from arctic_env.games.north_pole.draw.text_board import small_text, text
from arctic_env.games.north_pole.encode import encode, observation_table
from arctic_env.games.north_pole.events import NARRATION
from arctic_env.games.north_pole.hidden import determinize, view
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.material import EQUIPMENT, MAX_PAWNS, MAX_PLAYERS, TEAM_PLAYERS
from arctic_env.games.north_pole.read_document import read_position
from arctic_env.games.north_pole.rules import apply
from arctic_env.games.north_pole.scoring import progress, ranks, score_documents, scores, teams
from arctic_env.games.north_pole.setup import deal
from arctic_env.games.north_pole.state import DECISIONS, DTYPE, NO_CARD, NOWHERE
from arctic_env.games.north_pole.write_document import position_document, view_document
from arctic_env.model import log_columns as log
from arctic_env.model.document import load_schema
from arctic_env.model.game import Game
from arctic_env.model.log_columns import LogColumn, LogColumns
from arctic_env.model.rules import Kernels, Language, Parameter

_BOARD = [
    log.state_column("turns", "turns ended so far", "turns"),
    log.state_column("masks", "ice masks in the stack", "masks_size"),
    LogColumn("bears", "integer", "bears on the board", lambda states, seats: (states["bears"] != NOWHERE).sum(axis=1)),
    log.seat_column("pawns_at_pole", "own pawns at the Pole", "home"),
    log.seat_column("pawns_on_ship", "own pawns on the ship", "ship"),
    LogColumn(
        "pawns_on_board",
        "integer",
        "own pawns on the board",
        lambda states, seats: (log.own(states["pawns"], seats) != NOWHERE).sum(axis=1),
    ),
    LogColumn(
        "packed",
        "boolean",
        "whether the own backpack holds a card",
        lambda states, seats: log.own(states["pack"], seats) != NO_CARD,
    ),
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
        partial(load_schema, __package__),
        text,
        svg,
        small_text,
    ),
    log_columns=LOG_COLUMNS,
    narration=NARRATION,
)
