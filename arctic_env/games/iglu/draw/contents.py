"""Contents of documents for both pictures, and their words: squares, seats, decisions.

A document is a position document (everything) or a view document (what one seat may know). Nothing here or in the
pictures sees an engine's state, so the pictures cannot show what the document leaves out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from arctic_env.drawing.pages import Document, count, result
from arctic_env.games.iglu.squares import CORNERS, SQUARE_TEXTS

SEA, TILE, GLACIER, LAND = "sea", "tile", "glacier", "land"


class Square(NamedTuple):
    """The contents of a square in a document.

    Attributes:
        name: `a1` to `h8`.
        ground: SEA, TILE (face down), GLACIER or LAND (a corner).
        face: Of a face-down tile, None if the document does not say.
        animals: Number of each kind there, such as `fish 2`, the bear first.
        inuit: Number of Inuit by seat, without zeros.
        igloo: Seat of the igloo there, None without one.
    """

    name: str
    ground: str
    face: str | None
    animals: Mapping[str, int]
    inuit: Mapping[int, int]
    igloo: int | None


def square(document: Document, name: str) -> Square:
    """Read the contents of a square."""
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


def grouped(texts: Sequence[str]) -> list[tuple[str, int]]:
    """Return the distinct texts in their order, with their counts."""
    return list(Counter(texts).items())


# ----------------------------------------------------------------------------- words of both pictures


STAGES: Mapping[str, str] = {"setup": "setup", "play": "play", "over": "game over"}


def decision(document: Document) -> str:
    """Return the decision that is due as a phrase without its subject: `turns a tile`."""
    if document["stage"] == "setup":
        return "places an Inuit on the ring"
    turn = document.get("turn") or {}
    if turn.get("asked"):
        return f"may play a harpoon on {turn['square']}"
    if turn.get("waiting"):
        return f"chooses a corner for an Inuit of seat {turn['waiting'][0]} on {turn['square']}"
    if turn.get("drift"):
        return "lets ice drift"
    if turn.get("push"):
        return f"makes room for the push {turn['push']}"
    if turn.get("steps"):
        return f"moves animals, {_number(turn['steps'], 'step')} left"
    if turn.get("turned"):
        return f"has {_number(turn['points'], 'action point')} left"
    return "turns a tile"


def _number(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def headline(document: Document) -> str:
    """Return a headline: whose decision it is and which, or who has won."""
    if document["seat"] is not None:
        return f"seat {document['seat']} {decision(document)}"
    return result(document)


def remarks(document: Document) -> str:
    """Return remarks on the tiles that the mover has played this turn; empty if none."""
    turn: Mapping[str, Any] = document.get("turn") or {}
    played = turn.get("played")
    return f"played this turn: {', '.join(played)}" if played else ""


def facts(document: Document) -> list[str]:
    """Return players, rules, stage and the seat of the view: one short text each."""
    shown = [f"{document['players']} players", f"variant {document['variant']}", f"half {document['half']}"]
    shown.append(STAGES[document["stage"]])
    if "viewer" in document:
        shown.append(f"seen by seat {document['viewer']}")
    return shown


def supplies(document: Document) -> list[str]:
    """Return texts on the supplies beside the board and on tokens out of the game."""
    supply = document["supply"]
    shown = [f"{name} {count(supply[name])}" for name in ("fish", "foxes", "bears")]
    shown.append(f"face-down tiles {len(document['tiles'])}")
    return [*shown, f"melted unseen {count(document['melted'])}", f"animals gone {len(document['gone'])}"]
