"""Positions and views as JSON documents: writing."""

from typing import Any

import numpy as np

from arctic_env.games.arctic.hidden import recall_as_bystander
from arctic_env.games.arctic.material import (
    ANIMALS,
    CARD_TEXTS,
    EDITIONS,
    FACES,
    LANDSCAPE,
    MAX_PLAYERS,
    N_CARDS,
    N_PACKS,
)
from arctic_env.games.arctic.scoring import score_documents
from arctic_env.games.arctic.state import (
    CARD,
    DECISIONS,
    DOWN,
    EXTRA,
    GAME_OVER,
    HAND,
    IN_HAND,
    IN_PENALTY,
    IN_PILE,
    NO_CARD,
    NOBODY,
    OVER,
    PENALTY,
    RIVER,
    STAGES,
)
from arctic_env.model.document import unpacked

POSITION_FORMAT = "arctic/position/1"
VIEW_FORMAT = "arctic/view/1"
DIRECTIONS = {-1: "left", 1: "right"}


def position_document(state: Any) -> dict[str, Any]:
    """The complete document of a state (a record)."""
    s = unpacked(state)
    stack = [CARD_TEXTS[card] for card in s.stack[: s.stack_size]]
    return {
        "format": POSITION_FORMAT,
        **_table(s),
        "deck": stack[s.reserve_size :][::-1],
        "reserve": stack[: s.reserve_size][::-1],
        "seats": [_seat(s, seat) for seat in range(s.players)],
        "turn": _turn(s),
        "known": {
            "public": _places_of_cards(s, s.public),
            "private": [_places_of_cards(s, _told_by_gifts(state, seat)) for seat in range(s.players)],
        },
    }


def view_document(state: Any, seat: int) -> dict[str, Any]:
    """What a seat knows, from its view: unknown cards are counts, "*" or null."""
    s = unpacked(state)
    return {
        "format": VIEW_FORMAT,
        "viewer": seat,
        **_table(s),
        "packs": [pack + 1 for pack in range(N_PACKS) if s.packs >> pack & 1],
        "deck": s.stack_size - s.reserve_size,
        "reserve": s.reserve_size,
        "seats": [_seat(s, other) if other == seat else _other_seat(s, other) for other in range(s.players)],
        "turn": _turn(s),
        "known": _places_of_cards(s, s.memory[seat]),
        "scores": score_documents(state),
    }


def _told_by_gifts(state: Any, seat: int) -> list[int]:
    """Masks of the cards of which the seat knows more than bystanders do."""
    memory = np.empty(N_CARDS, np.uint16)
    recall_as_bystander(state, seat, memory)
    told: list[int] = np.where(state.memory[seat] == memory, 0, state.memory[seat]).tolist()
    return told


def _table(s: Any) -> dict[str, Any]:
    """What lies open."""
    return {
        "players": s.players,
        "edition": EDITIONS[s.edition],
        "stage": STAGES[s.stage],
        "first": s.first,
        "seat": _or_none(s.seat),
        "faces": {animal: FACES[k][s.faces[k]] for k, animal in enumerate(ANIMALS)},
        "holders": {animal: _or_none(s.holders[k]) for k, animal in enumerate(ANIMALS)},
        "tokens": {animal: int(LANDSCAPE[s.tokens[k]]) for k, animal in enumerate(ANIMALS)},
        "river": _cards_in(s, RIVER),
    }


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _cards_in(s: Any, place: int) -> list[str]:
    return [CARD_TEXTS[card] for card in range(N_CARDS) if s.place[card] == place]


def _seat(s: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": _cards_in(s, HAND + seat),
        "pile": [_pile_text(card) for card in s.pile[seat][: s.pile_size[seat]]],
        "penalty": _cards_in(s, PENALTY + seat),
        "totem": _totem(s, seat),
    }


def _other_seat(s: Any, seat: int) -> dict[str, Any]:
    """Another seat in a view: its zones are laid open when the game is over (6.5)."""
    opened = _seat(s, seat)
    opened["hand"] = s.hand_size[seat]
    if s.stage != OVER:
        opened["penalty"] = s.penalty_size[seat]
    return opened


def _totem(s: Any, seat: int) -> str | None:
    return None if s.totems[seat] == NOBODY else ANIMALS[s.totems[seat]]


def _pile_text(card: int) -> str:
    if card == NO_CARD:
        return "*"
    return ("*" if card >= DOWN else "") + CARD_TEXTS[card & CARD]


def _turn(s: Any) -> dict[str, Any] | None:
    """The state inside a turn; null after the end."""
    if s.decision == GAME_OVER:
        return None
    return {
        "decision": DECISIONS[s.decision],
        "value": s.value,
        "count": s.count,
        "swapped": bool(s.swapped),
        "taken_back": bool(s.taken_back),
        "placement": s.placement,
        "tucked": bool(s.tucked),
        "pushed": [DIRECTIONS[direction] for direction in s.pushed] if s.decision >= EXTRA else None,
        "draw": s.draw,
        "card": None if s.held == NO_CARD else CARD_TEXTS[s.held],
    }


def _places_of_cards(s: Any, masks: Any) -> dict[str, list[str]]:
    """The places where each known card may be, for cards of which something is known."""
    return {CARD_TEXTS[card]: _place_texts(s, card, mask) for card, mask in enumerate(masks) if mask}


def _place_texts(s: Any, card: int, mask: int) -> list[str]:
    """The texts of the places in a mask: `hand 1`, `penalty 1`, and `pile 1 4` for a face-down card's index."""
    texts = []
    for seat in range(MAX_PLAYERS):
        texts += [f"hand {seat}"] * (mask >> (IN_HAND + seat) & 1)
        texts += [f"penalty {seat}"] * (mask >> (IN_PENALTY + seat) & 1)
        if mask >> (IN_PILE + seat) & 1:
            possible = down_indices(s, seat)[s.since[card] : s.until[card] or None]
            texts += [f"pile {seat} {index}" for index in possible]
    return texts


def down_indices(s: Any, seat: int) -> list[int]:
    """Where the face-down cards of a pile lie, from the bottom."""
    return [index for index, card in enumerate(s.pile[seat][: s.pile_size[seat]]) if card >= DOWN]
