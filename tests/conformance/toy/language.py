"""Texts and documents of the toy game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.conformance.toy.state import ACTIONS, DECKS, DTYPE, MAX_CARDS, NO_CARD, NOBODY, SHORT_CARDS

_TEXTS = [block.name for block in ACTIONS.blocks]


def action_text(state: Any, action: int) -> str:
    return ACTIONS.block_of(action).name


def action_id(text: str) -> int:
    return {name: number for number, name in enumerate(_TEXTS)}[text]


def position_document(state: Any) -> dict[str, Any]:
    return {**_public(state), "deck": state.deck[: state.deck_size].tolist()}


def view_document(state: Any, seat: int) -> dict[str, Any]:
    return {**_public(state), "deck": int(state.deck_size)}


def _public(state: Any) -> dict[str, Any]:
    return {
        "players": int(state.players),
        "cards": DECKS[int(state.cards > SHORT_CARDS)],
        "seat": None if state.seat == NOBODY else int(state.seat),
        "turns": int(state.turns),
        "hands": [_card(card) for card in state.hand[: state.players]],
        "shown": [bool(shown) for shown in state.shown[: state.players]],
        "drawn": _card(state.drawn),
        "heap": np.flatnonzero(state.heap).tolist(),
    }


def _card(card: int) -> int | str | None:
    if card == NO_CARD:
        return None
    return "?" if card == MAX_CARDS else int(card)


def read_position(document: Any) -> NDArray[Any]:
    """The state of a document; a toy trusts what it is given."""
    states = np.zeros(1, DTYPE)
    s = states[0]
    s.hand[:], s.deck[:] = NO_CARD, NO_CARD
    s.players, s.turns = document["players"], document["turns"]
    s.cards = MAX_CARDS if document["cards"] == "long" else SHORT_CARDS
    s.seat = NOBODY if document["seat"] is None else document["seat"]
    s.hand[: s.players], s.shown[: s.players] = document["hands"], document["shown"]
    s.drawn = NO_CARD if document["drawn"] is None else document["drawn"]
    s.heap[document["heap"]] = 1
    s.deck_size = len(document["deck"])
    s.deck[: s.deck_size] = document["deck"]
    return states


def scores(state: Any) -> list[dict[str, Any]]:
    return [
        {"total": None if card == NO_CARD else 2 * int(card) + int(shown)}
        for card, shown in zip(state.hand[: state.players], state.shown[: state.players], strict=True)
    ]


def schema() -> dict[str, Any]:
    return {"type": "object", "required": ["format"]}


def text(document: Mapping[str, Any]) -> str:
    hands = ["?" if hand is None else str(hand) for hand in document["hands"]]
    return f"seat {document['seat']}, hands {' '.join(hands)}, drawn {document['drawn']}, heap {document['heap']}"


def svg(document: Mapping[str, Any]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text>{text(document)}</text></svg>'
