"""Positions and views as JSON documents: writing."""

from typing import Any

import numpy as np

from arctic_env.games.arctic import material, state
from arctic_env.games.arctic.hidden import recall_as_bystander
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import unpacked

DIRECTIONS = {-1: "left", 1: "right"}


def position_document(record: Any) -> dict[str, Any]:
    """Return the complete document of a record (a record)."""
    s = unpacked(record)
    stack = [material.CARD_TEXTS[card] for card in s.stack[: s.stack_size]]
    return {
        **_table(s),
        "deck": stack[s.reserve_size :][::-1],
        "reserve": stack[: s.reserve_size][::-1],
        "seats": [_seat(s, seat) for seat in range(s.players)],
        "turn": _turn(s),
        "known": {
            "public": _places_of_cards(s, s.public),
            "private": [_places_of_cards(s, _told_by_gifts(record, seat)) for seat in range(s.players)],
        },
        "history": _history(s),
    }


def view_document(record: Any, seat: int) -> dict[str, Any]:
    """Return the document of a seat's view: unknown cards are counts, "*" or null."""
    s = unpacked(record)
    return {
        **_table(s),
        "packs": [pack + 1 for pack in range(material.N_PACKS) if s.packs >> pack & 1],
        "deck": s.stack_size - s.reserve_size,
        "reserve": s.reserve_size,
        "seats": [_seat(s, other) if other == seat else _other_seat(s, other) for other in range(s.players)],
        "turn": _turn(s),
        "known": _places_of_cards(s, s.memory[seat]),
        "history": _history(s),
    }


def _told_by_gifts(record: Any, seat: int) -> list[int]:
    """Return masks of the cards of which the seat knows more than bystanders do."""
    memory = np.empty(material.N_CARDS, np.uint16)
    recall_as_bystander(record, seat, memory)
    told: list[int] = np.where(record.memory[seat] == memory, 0, record.memory[seat]).tolist()
    return told


def _table(s: Any) -> dict[str, Any]:
    """Return the open parts of the table."""
    return {
        "players": s.players,
        "edition": material.EDITIONS[s.edition],
        "stage": state.STAGES[s.stage],
        "first": s.first,
        "seat": _or_none(s.seat),
        "faces": {animal: material.FACES[k][s.faces[k]] for k, animal in enumerate(material.ANIMALS)},
        "holders": {animal: _or_none(s.holders[k]) for k, animal in enumerate(material.ANIMALS)},
        "tokens": {animal: int(material.LANDSCAPE[s.tokens[k]]) for k, animal in enumerate(material.ANIMALS)},
        "river": _cards_in(s, state.RIVER),
    }


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _cards_in(s: Any, place: int) -> list[str]:
    return [text for text, where in zip(material.CARD_TEXTS, s.place, strict=True) if where == place]


def _seat(s: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": _cards_in(s, state.HAND + seat),
        "pile": [_pile_text(card) for card in s.pile[seat][: s.pile_size[seat]]],
        "penalty": _cards_in(s, state.PENALTY + seat),
        "totem": None if s.totems[seat] == NOBODY else material.ANIMALS[s.totems[seat]],
    }


def _other_seat(s: Any, seat: int) -> dict[str, Any]:
    """Return another seat in a view: its zones are open when the game is over (6.5)."""
    opened = _seat(s, seat)
    opened["hand"] = s.hand_size[seat]
    if s.stage != state.OVER:
        opened["penalty"] = s.penalty_size[seat]
    return opened


def _pile_text(card: int) -> str:
    if card == state.NO_CARD:
        return "*"
    return ("*" if card >= state.DOWN else "") + material.CARD_TEXTS[card & state.CARD]


def _turn(s: Any) -> dict[str, Any] | None:
    """Return the state inside a turn; null after the end."""
    if s.decision == state.GAME_OVER:
        return None
    return {
        "decision": state.DECISIONS[s.decision],
        "value": s.value,
        "count": s.count,
        "swapped": bool(s.swapped),
        "taken_back": bool(s.taken_back),
        "placement": s.placement,
        "tucked": bool(s.tucked),
        "pushed": [DIRECTIONS[direction] for direction in s.pushed] if s.decision >= state.EXTRA else None,
        "draw": s.draw,
        "card": None if s.held == state.NO_CARD else material.CARD_TEXTS[s.held],
    }


def _history(s: Any) -> list[dict[str, dict[str, int]]]:
    """Return what is counted of each seat: for each name of HISTORY the animals that were counted."""
    return [
        {name: counts for row, name in enumerate(state.HISTORY) if (counts := _counts(s.history[seat], row))}
        for seat in range(s.players)
    ]


def _counts(history: list[int], row: int) -> dict[str, int]:
    counts = history[row * material.N_ANIMALS : (row + 1) * material.N_ANIMALS]
    return {animal: count for animal, count in zip(material.ANIMALS, counts, strict=True) if count}


def _places_of_cards(s: Any, masks: Any) -> dict[str, list[str]]:
    """Return the places where each known card may be, for cards of which something is known."""
    return {material.CARD_TEXTS[card]: _place_texts(s, card, mask) for card, mask in enumerate(masks) if mask}


def _place_texts(s: Any, card: int, mask: int) -> list[str]:
    """Return the texts of the places in a mask: `hand 1`, `penalty 1`, and `pile 1 4` for a face-down card's index."""
    texts = []
    for seat in range(material.MAX_PLAYERS):
        texts += [f"hand {seat}"] * (mask >> (state.IN_HAND + seat) & 1)
        texts += [f"penalty {seat}"] * (mask >> (state.IN_PENALTY + seat) & 1)
        if mask >> (state.IN_PILE + seat) & 1:
            possible = down_indices(s, seat)[s.since[card] : s.until[card] or None]
            texts += [f"pile {seat} {index}" for index in possible]
    return texts


def down_indices(s: Any, seat: int) -> list[int]:
    """Return where the face-down cards of a pile lie, from the bottom."""
    return [index for index, card in enumerate(s.pile[seat][: s.pile_size[seat]]) if card >= state.DOWN]
