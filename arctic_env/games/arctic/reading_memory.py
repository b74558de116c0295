"""The field `known` of a position document: what seats may remember of private cards (6.3)."""

from typing import Any

from arctic_env.core.document import Field
from arctic_env.games.arctic.document import down_indices
from arctic_env.games.arctic.material import BEAR, CARD_IDS, CARD_TEXTS, GIVE_FACE
from arctic_env.games.arctic.state import CARD, HAND, IN_HAND, IN_PENALTY, IN_PILE, PENALTY, PILE

_ZONES = {"hand": IN_HAND, "penalty": IN_PENALTY}


def read_known(s: Any, field: Field | None) -> None:
    """Read what is known; without the field nothing is."""
    if field is None:
        return
    fields = field.object(("public", "given"))
    for card, entry in _entries(fields["public"]):
        s.public[card], s.since[card] = _read_places(s, card, entry, {*_ZONES, "pile"})
    for seat, item in enumerate(fields["given"].items(int(s.players), int(s.players))):
        for card, entry in _entries(item):
            if s.faces[BEAR] != GIVE_FACE:
                entry.refuse("cards are given only where the bear shows give")
            if s.place[card] == PENALTY + seat:
                entry.refuse("lies in the own penalty zone again")
            s.given[seat, card], _ = _read_places(s, card, entry, {"penalty"})


def _entries(field: Field) -> list[tuple[int, Field]]:
    """The cards that an object has as keys, with their places."""
    fields = field.object((), CARD_TEXTS)
    return [(CARD_IDS[text], entry) for text, entry in fields.items()]


def _read_places(s: Any, card: int, field: Field, zones: set[str]) -> tuple[int, int]:
    """The mask of places, and the number of face-down cards that are too old to be the card."""
    mask = 0
    down: dict[int, list[int]] = {}
    for item in field.items(1):
        zone, seat, index = _read_place(s, item, zones)
        if zone == "pile":
            mask |= 1 << (IN_PILE + seat)
            down.setdefault(seat, []).append(index)
        else:
            mask |= 1 << (_ZONES[zone] + seat)
    since = _since(s, field, mask, down)
    if not _is_among(s, card, mask, since):
        field.refuse(f"{CARD_TEXTS[card]} is not in one of these places")
    return mask, since


def _read_place(s: Any, field: Field, zones: set[str]) -> tuple[str, int, int]:
    """`hand 1`, `penalty 1` or `pile 1 4`: zone, seat, index or -1."""
    words = field.text().split(" ")
    numbers = [int(word) if word.isascii() and word.isdecimal() else -1 for word in words[1:]]
    wanted = 2 if words[0] == "pile" else 1
    if words[0] not in zones or len(numbers) != wanted or not 0 <= numbers[0] < s.players:
        field.refuse(f"must be a place such as {' or '.join(f'{zone} 1' for zone in sorted(zones))}, not {field.value!r}")
    if words[0] != "pile":
        return words[0], numbers[0], -1
    if numbers[1] not in down_indices(s, numbers[0]):
        field.refuse(f"no card lies face down there, {numbers[1]} from the bottom of the pile of seat {numbers[0]}")
    return "pile", numbers[0], numbers[1]


def _since(s: Any, field: Field, mask: int, down: dict[int, list[int]]) -> int:
    """How many face-down cards are older than the card's arrival: those before the first that it may be."""
    holders = [seat for seat in range(s.players) if mask >> (IN_HAND + seat) & 1] + list(down)
    if len(set(holders)) > 1:
        field.refuse("a card that one player took cannot be in another one's hand or pile")
    if not holders:
        return 0
    indices = down_indices(s, holders[0])
    if not down:
        return len(indices)
    first = indices.index(min(down[holders[0]]))
    if sorted(down[holders[0]]) != indices[first:]:
        field.refuse("must hold every face-down card of that pile from the first one on")
    return first


def _is_among(s: Any, card: int, mask: int, since: int) -> bool:
    """Whether the places include the one where the card is."""
    place = int(s.place[card])
    if HAND <= place < PENALTY:
        return bool(mask >> (IN_HAND + place - HAND) & 1)
    if PENALTY <= place < PILE:
        return bool(mask >> (IN_PENALTY + place - PENALTY) & 1)
    if PILE <= place:
        seat = place - PILE
        possible = down_indices(s, seat)[since:] if mask >> (IN_PILE + seat) & 1 else []
        return any(s.pile[seat, index] & CARD == card for index in possible)
    return False
