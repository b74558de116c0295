"""What both pictures read from a document: what stands on a square, what a seat has.

A document is a position document (everything) or a view document (what one seat may know). Nothing here or in
the pictures sees an engine's state, so what is not in the document cannot be drawn.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arctic_env.games.iglu.squares import CORNERS, SQUARE_TEXTS

Document = Mapping[str, Any]

SEA, TILE, GLACIER, LAND = "sea", "tile", "glacier", "land"


class Square(NamedTuple):
    """What a document says of a square.

    Attributes:
        name: `a1` to `h8`.
        ground: SEA, TILE (face down), GLACIER or LAND (a corner).
        face: of a face-down tile, None where the document does not say.
        animals: kinds there, such as `fish 2`, with their numbers, the bear first.
        inuit: number of Inuit by seat, of those who have some there.
        igloo: seat whose igloo stands there, None without one.
    """

    name: str
    ground: str
    face: str | None
    animals: Mapping[str, int]
    inuit: Mapping[int, int]
    igloo: int | None


def square(document: Document, name: str) -> Square:
    """Reads what stands on a square."""
    animals = Counter({"bear": 1} if name in document["bears"] else {})
    for field, animal in (("fish", "fish"), ("foxes", "fox")):
        animals.update(f"{animal} {value}" for value in sorted(document[field].get(name, ())))
    seats = document["seats"]
    inuit = {seat: owner["inuit"].count(name) for seat, owner in enumerate(seats) if name in owner["inuit"]}
    igloo = next((seat for seat, owner in enumerate(seats) if name in owner["igloos"]), None)
    return Square(name, _ground(document, name), document["tiles"].get(name), animals, inuit, igloo)


def _ground(document: Document, name: str) -> str:
    if SQUARE_TEXTS.index(name) in CORNERS:
        return LAND
    if name in document["tiles"]:
        return TILE
    return GLACIER if name in document["glaciers"] else SEA


def count(tiles: int | Sequence[object]) -> int:
    """Size of something that the document gives as a list or as a number."""
    return tiles if isinstance(tiles, int) else len(tiles)


def grouped(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Different texts in their order, with how often each comes."""
    return list(Counter(texts).items())


def score(document: Document, seat: int) -> Mapping[str, int] | None:
    """The seat's entry of the document's scores, if it has any."""
    scores = document.get("scores")
    return scores[seat] if scores else None
