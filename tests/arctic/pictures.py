"""Documents made by hand for the tests of the pictures, and what is read off a drawing."""

import copy
import itertools
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from arctic_env.games.arctic.draw import picture
from arctic_env.games.arctic.material import ANIMALS, CARD_TEXTS, FACES, LANDSCAPE

Document = dict[str, Any]
LONG = 60


def document(piles: list[int], hand: int = 5, penalty: int = 2, seat: int | None = 0) -> Document:
    """A position drawn by hand, for as many seats as piles are given; the cards are dealt in id order."""
    cards = iter(CARD_TEXTS)
    players = len(piles)

    def take(size: int) -> list[str]:
        return list(itertools.islice(cards, size))

    seats = [
        {"hand": take(hand), "pile": take(pile), "penalty": take(penalty), "totem": totem}
        for pile, totem in zip(piles, ANIMALS, strict=False)
    ]
    return {
        "format": "arctic/position/1",
        "players": players,
        "edition": "it",
        "faces": {animal: faces[0] for animal, faces in zip(ANIMALS, FACES, strict=True)},
        "holders": dict.fromkeys(ANIMALS) | {"orca": players - 1},
        "tokens": {animal: int(LANDSCAPE[index]) for index, animal in enumerate(ANIMALS)},
        "river": take(6),
        "reserve": take(2),
        "deck": list(cards),
        "first": 1,
        "seat": seat,
        "seats": seats,
        "stage": "play" if seat is not None else "over",
    }


def view(position: Document, viewer: int) -> Document:
    """What a seat sees of a document made here, where nothing has been shown that is hidden again."""
    seen = copy.deepcopy(position) | {"format": "arctic/view/1", "viewer": viewer, "known": {}}
    for zone in ("deck", "reserve"):
        seen[zone] = len(position[zone])
    for seat, owner in enumerate(seen["seats"]):
        if seat != viewer:
            owner |= {"hand": len(owner["hand"]), "penalty": len(owner["penalty"]), "totem": None}
            owner["pile"] = ["*" if text.startswith("*") else text for text in owner["pile"]]
    return seen


DOCUMENTS = {
    "start": document([0, 0]),
    "two": document([30, 8]),
    "three": document([9, 1, 24], hand=7),
    "four": document([11, 12, 9, 14], penalty=7),
    "long": document([LONG, 3, 2], hand=13, penalty=3),
    "many penalties": document([4, 3], hand=1, penalty=40),
    "stacked": document([3, 3]) | {"tokens": dict.fromkeys(ANIMALS, 15)},
    "over": document([9, 9, 9, 9], seat=None),
}
VIEWS = {f"{name}, seat 1": view(position, 1) for name, position in DOCUMENTS.items()}
EVERY = pytest.mark.parametrize("shown", [*DOCUMENTS.values(), *VIEWS.values()], ids=[*DOCUMENTS, *VIEWS])


def parsed(shown: Document) -> Element:
    return ElementTree.fromstring(picture.svg(shown))


def marks(shown: Document, name: str) -> list[str]:
    """Values of a data attribute in the drawing, sorted."""
    return sorted(value for element in parsed(shown).iter() if (value := element.get(f"data-{name}")) is not None)


def in_sight(shown: Document) -> list[str]:
    """Cards that a picture of the document must show, sorted: all but those of deck and reserve."""
    found = list(shown["river"])
    for owner in shown["seats"]:
        for zone in ("hand", "pile", "penalty"):
            found += [] if isinstance(owner[zone], int) else [text.removeprefix("*") for text in owner[zone]]
    return sorted(text for text in found if text)
