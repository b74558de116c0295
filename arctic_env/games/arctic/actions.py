"""The action table of ARCTIC: ids do not depend on the position; one block serves every "act on this card"."""

from typing import Any

from arctic_env.games.arctic import state
from arctic_env.games.arctic.material import ANIMALS, CARD_IDS, CARD_TEXTS, MAX_PLAYERS
from arctic_env.model.tables import ActionTable

ACTIONS = ActionTable(
    [
        ("card", "place, for, take, recover, discard or give that card, as the decision and its place say", CARD_TEXTS),
        ("tuck", "fox: place that card under the Visible card or beneath the pile", CARD_TEXTS),
        ("swap", "puffin: offer that hand card, then name the river card", CARD_TEXTS),
        ("take back", "puffin: the Visible card into the hand", ("",)),
        ("placement", "moose: placement value one more or less", ("+1", "-1")),
        ("done", "end placing or drawing", ("",)),
        ("right", "that animal's token goes right, its partner left", ANIMALS),
        ("extra", "walrus: one space more", ("left", "right")),
        ("stay", "walrus: no space more", ("",)),
        ("draw", "moose: draw value one more or less", ("+1", "-1")),
        ("take deck", "orca: the top card of the deck", ("",)),
        ("keep", "bear: give nothing", ("",)),
        ("to", "bear: the receiver's seat", tuple(str(seat) for seat in range(MAX_PLAYERS))),
    ]
)

# First ids of the blocks, as constants for the kernels.
(
    CARD_ACTION, TUCK_ACTION, SWAP_ACTION, TAKE_BACK_ACTION, PLACEMENT_UP, DONE_ACTION, RIGHT_ACTION, EXTRA_LEFT,
    STAY_ACTION, DRAW_UP, TAKE_DECK_ACTION, KEEP_ACTION, TO_ACTION,
) = [block.start for block in ACTIONS.blocks]  # fmt: skip
PLACEMENT_DOWN, EXTRA_RIGHT, DRAW_DOWN = PLACEMENT_UP + 1, EXTRA_LEFT + 1, DRAW_UP + 1

_VERBS = {
    state.PLACING: "place",
    state.SWAPPING: "for",
    state.DRAWING: "take",
    state.DISCARDING: "discard",
    state.GIVING: "give",
    state.RECEIVER: "give",
}
_CARD_VERBS = {*_VERBS.values(), "recover"}


_CARDS = {f"{verb} {text}": CARD_ACTION + card for verb in _CARD_VERBS for text, card in CARD_IDS.items()}
_IDS = {text: action for action, text in enumerate(ACTIONS.texts) if action >= TUCK_ACTION} | _CARDS


def action_text(record: Any, action: int) -> str:
    """Return the text of an action id in that state (a record); IndexError when there is no such id."""
    card = action - CARD_ACTION
    if 0 <= card < len(CARD_TEXTS):
        return f"{card_verb(record, card)} {CARD_TEXTS[card]}"
    return ACTIONS.action_text(record, action)


def card_verb(record: Any, card: int) -> str:
    """Return the verb of an action on a card at this decision."""
    decision = int(record.decision)
    zone = state.PENALTY <= record.place[card] < state.PILE or record.place[card] == state.UNKNOWN  # to other seats
    if decision == state.DRAWING and zone:
        return "recover"
    return _VERBS.get(decision, "place")


def action_id(text: str) -> int:
    """Return the id of an action's text, whatever the position; KeyError when no position knows it."""
    return _IDS[text]
