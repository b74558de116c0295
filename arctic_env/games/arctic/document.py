"""Positions and views as JSON documents: writing."""

from typing import Any

from arctic_env.games.arctic.hidden import may_be_in
from arctic_env.games.arctic.material import ANIMALS, CARD_TEXTS, EDITIONS, FACES, LANDSCAPE, MAX_PLAYERS, N_CARDS, N_PACKS
from arctic_env.games.arctic.scoresheet import scores
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
    UNKNOWN,
)

POSITION_FORMAT = "arctic/position/1"
VIEW_FORMAT = "arctic/view/1"
DIRECTIONS = {-1: "left", 1: "right"}


def position_document(s: Any) -> dict[str, Any]:
    """The complete document of a state (a record)."""
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
            "given": [_places_of_cards(s, s.given[seat]) for seat in range(s.players)],
        },
    }


def view_document(s: Any, seat: int) -> dict[str, Any]:
    """What a seat knows, from its view: unknown cards are counts, "*" or null."""
    masks = [may_be_in(s, seat, card) if s.place[card] == UNKNOWN else 0 for card in range(N_CARDS)]
    return {
        "format": VIEW_FORMAT,
        "viewer": seat,
        **_table(s),
        "packs": [pack + 1 for pack in range(N_PACKS) if s.packs >> pack & 1],
        "deck": int(s.stack_size) - int(s.reserve_size),
        "reserve": int(s.reserve_size),
        "seats": [_seat(s, other) if other == seat else _other_seat(s, other) for other in range(s.players)],
        "turn": _turn(s),
        "known": _places_of_cards(s, masks),
        "scores": scores(s),
    }


def _table(s: Any) -> dict[str, Any]:
    """What lies open."""
    return {
        "players": int(s.players),
        "edition": EDITIONS[s.edition],
        "stage": STAGES[s.stage],
        "first": int(s.first),
        "seat": _or_none(s.seat),
        "faces": {animal: FACES[k][s.faces[k]] for k, animal in enumerate(ANIMALS)},
        "holders": {animal: _or_none(s.holders[k]) for k, animal in enumerate(ANIMALS)},
        "tokens": {animal: int(LANDSCAPE[s.tokens[k]]) for k, animal in enumerate(ANIMALS)},
        "river": _cards_in(s, RIVER),
    }


def _or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def _cards_in(s: Any, place: int) -> list[str]:
    return [CARD_TEXTS[card] for card in range(N_CARDS) if s.place[card] == place]


def _seat(s: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": _cards_in(s, HAND + seat),
        "pile": [_pile_text(card) for card in s.pile[seat, : s.pile_size[seat]]],
        "penalty": _cards_in(s, PENALTY + seat),
        "totem": _totem(s, seat),
    }


def _other_seat(s: Any, seat: int) -> dict[str, Any]:
    """Another seat in a view: its zones are laid open when the game is over (6.5)."""
    opened = _seat(s, seat)
    opened["hand"] = int(s.hand_size[seat])
    if s.stage != OVER:
        opened["penalty"] = int(s.penalty_size[seat])
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
        "value": int(s.value),
        "count": int(s.count),
        "swapped": bool(s.swapped),
        "taken_back": bool(s.taken_back),
        "placement": int(s.placement),
        "tucked": bool(s.tucked),
        "pushed": [DIRECTIONS[int(d)] for d in s.pushed] if s.decision >= EXTRA else None,
        "draw": int(s.draw),
        "card": None if s.held == NO_CARD else CARD_TEXTS[s.held],
    }


def _places_of_cards(s: Any, masks: Any) -> dict[str, list[str]]:
    """The places where each known card may be, for cards of which something is known."""
    return {CARD_TEXTS[card]: place_texts(s, card, int(masks[card])) for card in range(N_CARDS) if masks[card]}


def place_texts(s: Any, card: int, mask: int) -> list[str]:
    """The texts of the places in a mask: `hand 1`, `penalty 1`, and `pile 1 4` for a face-down card's index."""
    texts = []
    for seat in range(MAX_PLAYERS):
        texts += [f"hand {seat}"] * (mask >> (IN_HAND + seat) & 1)
        texts += [f"penalty {seat}"] * (mask >> (IN_PENALTY + seat) & 1)
        if mask >> (IN_PILE + seat) & 1:
            texts += [f"pile {seat} {index}" for index in down_indices(s, seat)[s.since[card] :]]
    return texts


def down_indices(s: Any, seat: int) -> list[int]:
    """Where the face-down cards of a pile lie, from the bottom."""
    return [index for index in range(s.pile_size[seat]) if s.pile[seat, index] >= DOWN]
