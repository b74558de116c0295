"""Texts of actions (rules 1.4 and 7)."""

from typing import Any

from arctic_env.games.arctic import actions as act
from arctic_env.games.arctic.actions import ACTIONS
from arctic_env.games.arctic.material import CARD_IDS, CARD_TEXTS
from arctic_env.games.arctic.state import (
    DISCARDING,
    DRAWING,
    GIVING,
    PENALTY,
    PILE,
    PLACING,
    RECEIVER,
    SWAPPING,
)

_VERBS = {
    PLACING: "place",
    SWAPPING: "for",
    DRAWING: "take",
    DISCARDING: "discard",
    GIVING: "give",
    RECEIVER: "give",
}
_CARD_VERBS = {*_VERBS.values(), "recover"}


def _text(block: str, argument: str) -> str:
    return f"{block} {argument}".rstrip()


_IDS = {
    _text(block.name, argument): block.start + k
    for block in ACTIONS.blocks
    if block.name != "card"
    for k, argument in enumerate(block.arguments)
} | {f"{verb} {text}": act.CARD_ACTION + card for verb in _CARD_VERBS for text, card in CARD_IDS.items()}


def action_text(state: Any, action: int) -> str:
    """The text of an action id in that state (a record); IndexError when there is no such id."""
    block = ACTIONS.block_of(action)
    if block.name == "card":
        return f"{card_verb(state, action - block.start)} {CARD_TEXTS[action - block.start]}"
    return _text(block.name, block.arguments[action - block.start])


def card_verb(state: Any, card: int) -> str:
    """What acting on a card means at this decision."""
    if state.decision == DRAWING and PENALTY <= state.place[card] < PILE:
        return "recover"
    return _VERBS.get(int(state.decision), "place")


def action_id(text: str) -> int:
    """The id of an action's text, whatever the position; KeyError when no position knows it."""
    return _IDS[text]
