"""The state inside a turn as a document: reading the field `turn` (rule 7)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.actions import ACTIONS, N_TAKEN, PLAY_ACTION, STEAL_ACTION
from arctic_env.games.north_pole.legal import legal
from arctic_env.games.north_pole.write_document import OWN_SLOTS, TAKEN_SLOTS
from arctic_env.model.document import Document, refuse


def read_turn(states: NDArray[Any], turn: Document | None) -> None:
    """Read the turn of a state whose other fields are read; null is the start of a turn.

    Raises:
        PositionError: No turn comes to this state; the error names the field.
    """
    s = states[0]
    s.decision = state.CAMP
    if turn is None:
        return
    _check_order(turn)
    if turn["packed"] and s.pack[s.seat] == state.NO_CARD:
        refuse("turn.packed", f"must be false: the backpack of seat {s.seat} is not filled")
    huskies = int(material.ALL_MASKS[material.HUSKY])
    if turn["extra"] > huskies + s.spent[material.HUSKY]:  # those not spent yet may add to it
        refuse("turn.extra", f"must be at most {huskies + s.spent[material.HUSKY]}, not {turn['extra']}")
    for name in ("new_cards", "discarded", "played", "extra", "packed"):
        s[name] = turn[name]
    for piece in turn["declared"]:
        s[piece] = 1
    s.decision = state.CARD
    if turn["decision"] == "aim":
        _read_card(states, turn)
    elif turn["declared"] and not _legal(states).any():
        refuse("turn.declared", "no card can be played with exactly that")
    s.decision = state.DECISIONS.index(turn["decision"])


def _check_order(turn: Document) -> None:
    """Refuse fields that do not go together, whatever the position (3.2, 3.7, 6.2)."""
    decision, played, extra = turn["decision"], turn["played"], turn["extra"]
    names_cards = decision in ("card", "aim")
    waits_for_discard = turn["new_cards"] and not turn["discarded"]
    refusals = (
        ("turn.card", "must be null but at aim", turn["card"] is not None and decision != "aim"),
        ("turn.card", "must be the slot of a card at aim, not null", turn["card"] is None and decision == "aim"),
        ("turn.taken", "must be null but at aim", turn["taken"] is not None and decision != "aim"),
        ("turn.declared", "must be empty but at card and aim", turn["declared"] and not names_cards),
        ("turn.discarded", "must be false without new cards", turn["discarded"] and not turn["new_cards"]),
        ("turn.extra", "must be 0 before a card has been played", extra and not played),
        ("turn.extra", "must be 0 at end", extra and decision == "end"),
        ("turn.played", f"must be true at {decision}", not played and decision in ("room", "end")),
        ("turn.played", f"must be false at {decision} without an extra card", played and not extra and names_cards),
        ("turn.discarded", "must be true where a card has been played after new cards", played and waits_for_discard),
        ("turn.discarded", "must be true for playing on after new cards", waits_for_discard and decision == "aim"),
        ("turn.declared", "must be empty until a piece has been discarded", waits_for_discard and turn["declared"]),
        ("turn.decision", "camp comes before all else in a turn", decision == "camp" and _has_begun(turn)),
    )
    for field, reason, wrong in refusals:
        if wrong:
            refuse(field, reason)


def _has_begun(turn: Document) -> bool:
    return any(value for name, value in turn.items() if name != "decision")


def _legal(states: NDArray[Any]) -> NDArray[np.int8]:
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(states, 0, mask)
    return mask


def _read_card(states: NDArray[Any], turn: Document) -> None:
    """Read the card that was named, which must be one that can be named here."""
    own = OWN_SLOTS.index(turn["card"])
    taken = state.NOT_TAKEN if turn["taken"] is None else TAKEN_SLOTS.index(turn["taken"])
    action = PLAY_ACTION + own if taken == state.NOT_TAKEN else STEAL_ACTION + own * N_TAKEN + taken
    if not _legal(states)[action]:
        field = "turn.card" if taken == state.NOT_TAKEN else "turn.taken"
        refuse(field, f"`{ACTIONS.texts[action]}` is not legal here with what is declared")
    states[0].card, states[0].taken = own, taken
