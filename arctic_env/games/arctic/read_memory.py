"""The field `known` of a position document: what seats may remember of private cards (6.3)."""

from typing import Any

from arctic_env.games.arctic.hidden import is_with, recall_as_bystander
from arctic_env.games.arctic.material import BEAR, CARD_IDS, CARD_TEXTS, GIVE_FACE, MAX_PLAYERS
from arctic_env.games.arctic.state import CARD, HAND, IN_HAND, IN_PENALTY, IN_PILE, PENALTY, PILE
from arctic_env.games.arctic.write_document import down_indices
from arctic_env.model.document import Field
from arctic_env.validation import short_repr

_ZONES = {"hand": IN_HAND, "penalty": IN_PENALTY}
_PENALTIES = ((1 << MAX_PLAYERS) - 1) << IN_PENALTY


def read_known(s: Any, field: Field | None) -> None:
    """Read what is known; without the field nothing is."""
    if field is None:
        return
    fields = field.fields(("public", "private"))
    for card, entry in _entries(fields["public"]):
        s.public[card], s.since[card], s.until[card] = _read_places(s, card, entry)
    for seat, item in enumerate(fields["private"].items(int(s.players), int(s.players))):
        recall_as_bystander(s, seat, s.memory[seat])
        for card, entry in _entries(item):
            _read_private(s, seat, card, entry)


def _read_private(s: Any, seat: int, card: int, entry: Field) -> None:
    """What a gift told a seat beyond what all know."""
    if s.faces[BEAR] != GIVE_FACE:
        entry.refuse("only gifts tell a seat more than others, and the bear does not show give")
    if is_with(s, seat, card):
        entry.refuse(f"{CARD_TEXTS[card]} is with seat {seat} itself")
    mask, since, until = _read_places(s, card, entry)
    known_to_all = int(s.memory[seat, card])
    possible = known_to_all or _PENALTIES ^ (1 << (IN_PENALTY + seat))
    in_pile = mask >> IN_PILE != 0
    if (
        mask & possible != mask
        or mask == known_to_all
        or (in_pile and (since, until) != (s.since[card], s.until[card]))
    ):
        entry.refuse(
            "must be fewer places than all know of and none of its own; of a card unknown to others, penalty zones"
        )
    s.memory[seat, card] = mask


def _entries(field: Field) -> list[tuple[int, Field]]:
    """The cards that an object has as keys, with their places."""
    fields = field.fields((), CARD_TEXTS)
    return [(CARD_IDS[text], entry) for text, entry in fields.items()]


def _read_places(s: Any, card: int, field: Field) -> tuple[int, int, int]:
    """The mask of places, and the face-down cards that can be the card: from which one on, before which one."""
    mask = 0
    down: dict[int, list[int]] = {}
    for number, item in enumerate(field.items(1)):
        zone, seat, index = _read_place(s, item)
        if item.value in field.value[:number]:
            item.refuse(f"{item.value} stands twice")
        if zone == "pile":
            mask |= 1 << (IN_PILE + seat)
            down.setdefault(seat, []).append(index)
        else:
            mask |= 1 << (_ZONES[zone] + seat)
    since, until = _span(s, field, mask, down)
    if not _is_among(s, card, mask, since, until):
        field.refuse(f"{CARD_TEXTS[card]} is not in one of these places")
    return mask, since, until


def _read_place(s: Any, field: Field) -> tuple[str, int, int]:
    """`hand 1`, `penalty 1` or `pile 1 4`: zone, seat, index or -1."""
    text = field.text()
    for seat in range(s.players):
        for zone in _ZONES:
            if text == f"{zone} {seat}":
                return zone, seat, -1
        for index in down_indices(s, seat):
            if text == f"pile {seat} {index}":
                return "pile", seat, index
    field.refuse(
        f"must be hand 1, penalty 1 or the like, or pile 1 4 where a card lies face down, not {short_repr(text)}"
    )


def _span(s: Any, field: Field, mask: int, down: dict[int, list[int]]) -> tuple[int, int]:
    """Which face-down cards of a pile may be the card: from which one on, and before which one, 0 for all later ones.

    While the card may be in the hand all later ones may be it.
    """
    holders = [seat for seat in range(s.players) if mask >> (IN_HAND + seat) & 1] + list(down)
    owners = set(holders)
    if s.faces[BEAR] != GIVE_FACE:
        owners |= {seat for seat in range(s.players) if mask >> (IN_PENALTY + seat) & 1}
    if len(owners) > 1:
        field.refuse(
            "a card that one player took is with that player, but for gifts from zone to zone by the bear"
        )
    if not holders:
        return 0, 0
    indices = down_indices(s, holders[0])
    if not down:
        return len(indices), 0
    listed = sorted(down[holders[0]])
    first, last = indices.index(listed[0]), indices.index(listed[-1]) + 1
    in_hand = mask >> (IN_HAND + holders[0]) & 1
    if listed != indices[first : None if in_hand else last]:
        field.refuse(
            "must hold face-down cards without a gap, and up to the last one while the card may be in the hand"
        )
    return first, 0 if in_hand else last


def _is_among(s: Any, card: int, mask: int, since: int, until: int) -> bool:
    """Whether the places include the one where the card is."""
    place = int(s.place[card])
    if HAND <= place < PENALTY:
        return bool(mask >> (IN_HAND + place - HAND) & 1)
    if PENALTY <= place < PILE:
        return bool(mask >> (IN_PENALTY + place - PENALTY) & 1)
    if place >= PILE:
        seat = place - PILE
        possible = down_indices(s, seat)[since : until or None] if mask >> (IN_PILE + seat) & 1 else []
        return any(s.pile[seat, index] & CARD == card for index in possible)
    return False
