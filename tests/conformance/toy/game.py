"""The toy game, put together."""

from arctic_env.model.game import Game
from arctic_env.model.rules import Kernels, Language, Parameter
from tests.conformance.toy.hidden import determinize, encode, view
from tests.conformance.toy.language import (
    action_id,
    action_text,
    position_document,
    read_position,
    schema,
    svg,
    text,
    view_document,
)
from tests.conformance.toy.language import scores as score_documents
from tests.conformance.toy.rules import apply, deal, legal, ranks, scores
from tests.conformance.toy.state import ACTIONS, DECKS, DTYPE, MAX_PLAYERS, observation_table

GAME = Game(
    name="toy",
    title="Toy",
    version=0,
    players=range(2, MAX_PLAYERS + 1),
    parameters={"deck": Parameter(DECKS, "Whether 8 or 12 cards are played with.")},
    full_margin=10,
    dtype=DTYPE,
    actions=ACTIONS,
    observation=observation_table,
    kernels=Kernels(deal, legal, apply, scores, ranks, view, determinize, encode),
    language=Language(
        action_text=action_text,
        action_id=action_id,
        read_position=read_position,
        position_document=position_document,
        view_document=view_document,
        scores=score_documents,
        schema=schema,
        text=text,
        svg=svg,
    ),
)
