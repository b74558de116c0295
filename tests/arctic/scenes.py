"""Positions made by hand for the tests of the rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.arctic.referee.material import (
    ANIMALS,
    FACES,
    PACK,
    PACKS,
    RESERVE_PER_OPPONENT,
    RIVER_SIZE,
    by_id,
    cards_of_pack,
)

Document = dict[str, Any]
Powers = dict[str, Any]
SPARE_HAND = 3  # cards in the hand of a seat that a scene says nothing about


def seat(hand: str | None = None, pile: str | None = None, penalty: str = "", totem: str | None = None) -> Document:
    """One seat; cards as in `"FM1 *OB3"`, piles from the bottom. What is None is filled with spare cards."""
    return {"hand": hand, "pile": pile, "penalty": penalty, "totem": totem}


def held(by: int = 0, **faces: str) -> Powers:
    """Power cards with these faces up, all held by one seat: arguments for `scene`."""
    return {"faces": faces, "holders": dict.fromkeys(faces, by)}


def scene(
    *seats: Document,
    players: int = 2,
    river: str | None = None,
    deck: str = "",
    deck_size: int | None = None,
    reserve: str | None = None,
    stage: str = "play",
    edition: str = "de",
    first: int = 0,
    mover: int = 0,
    faces: Mapping[str, str] | None = None,
    holders: Mapping[str, int] | None = None,
    tokens: Mapping[str, int] | None = None,
) -> Document:
    """A position document at the start of the turn of seat `mover`.

    Everything that is not given is filled with cards of the packs in play: seats with a hand and a pile, the
    river with six cards, the reserve, and the deck with the rest below the cards that are given for its top.
    With `deck_size` the deck has so many cards, and those left over lie at the bottom of the last pile.
    """
    places = [dict(each) for each in seats] + [seat() for _ in range(players - len(seats))]
    named = [card for each in places for card in _named(each)] + _cards(f"{river or ''} {deck} {reserve or ''}")
    spare = _spare(named, players)
    for each in places:
        _fill_seat(each, spare)
    full_river = by_id(_take(spare, RIVER_SIZE) if river is None else _cards(river))
    reserve_size = RESERVE_PER_OPPONENT * (players - 1) if stage == "play" else 0
    full_reserve = _take(spare, reserve_size) if reserve is None else _cards(reserve)
    top = _cards(deck)
    rest = spare if deck_size is None else _take(spare, deck_size - len(top))
    if deck_size is not None:
        places[-1]["pile"] = spare + places[-1]["pile"]
    _deal_totems(places)
    return {
        "format": "arctic/position/1",
        "players": players,
        "edition": edition,
        "faces": {animal: FACES[animal][0] for animal in ANIMALS} | dict(faces or {}),
        "holders": dict.fromkeys(ANIMALS) | dict(holders or {}),
        "tokens": dict.fromkeys(ANIMALS, 3) | dict(tokens or {}),
        "deck": top + rest,
        "reserve": full_reserve,
        "river": full_river,
        "first": first,
        "seat": mover,
        "seats": places,
        "stage": stage,
    }


def _cards(text: str) -> list[str]:
    return text.split()


def _named(place: Document) -> list[str]:
    texts = (place["hand"], place["pile"], place["penalty"])
    return [card.removeprefix("*") for text in texts if text is not None for card in _cards(text)]


def _spare(named: Sequence[str], players: int) -> list[str]:
    """The cards of the packs in play that a scene does not name; packs of named cards come first."""
    needed = {PACK[card] for card in named}
    others = [pack for pack in PACKS if pack not in needed]
    packs = sorted(needed) + others[: players - len(needed)]
    if len(packs) != players or len(set(named)) != len(named):
        raise ValueError(f"the cards {named} do not fit a game of {players} players")
    return [card for pack in packs for card in cards_of_pack(pack) if card not in named]


def _take(spare: list[str], count: int) -> list[str]:
    if count > len(spare):
        raise ValueError("the scene needs more cards than its packs have")
    taken = spare[:count]
    del spare[:count]
    return taken


def _fill_seat(place: Document, spare: list[str]) -> None:
    place["hand"] = by_id(_take(spare, SPARE_HAND) if place["hand"] is None else _cards(place["hand"]))
    place["pile"] = _take(spare, 1) if place["pile"] is None else _cards(place["pile"])
    place["penalty"] = by_id(_cards(place["penalty"]))


def _deal_totems(places: list[Document]) -> None:
    free = [animal for animal in ANIMALS if animal not in {each["totem"] for each in places}]
    for each in places:
        each["totem"] = each["totem"] or free.pop(0)


def pile_of(letters: str) -> str:
    """A pile with these main animals from bottom to top, a star for a face-down card, from packs 1 and 2."""
    spare = cards_of_pack(1) + cards_of_pack(2)
    pile = list(letters)
    for letter in "FMWOPB*":  # face-down cards last: they can be any that are left
        for place in (place for place, each in enumerate(letters) if each == letter):
            card = spare[0] if letter == "*" else next(each for each in spare if each[0] == letter)
            spare.remove(card)
            pile[place] = f"*{card}" if letter == "*" else card
    return " ".join(pile)
