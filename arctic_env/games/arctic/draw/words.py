"""The words of both pictures: what a power does, whose decision is due and which one."""

from collections.abc import Mapping
from typing import Any

from arctic_env.games.arctic.draw.reading import Document, winner

# Face of a power card to its phase and its effect (3.5), short enough for a power card in the drawing.
POWERS: Mapping[tuple[str, str], tuple[str, str]] = {
    ("fox", "under"): ("A", "slip one card beneath your pile"),
    ("fox", "wild"): ("A", "hide one card as a wild animal"),
    ("moose", "placement"): ("A", "place one card more or fewer"),
    ("moose", "draw"): ("C", "draw one card more or fewer"),
    ("walrus", "main"): ("B", "main animal walks once more"),
    ("walrus", "companion"): ("B", "companion walks once more"),
    ("orca", "refill"): ("C", "river refills after each take"),
    ("orca", "deck"): ("C", "draw blind from the deck too"),
    ("puffin", "swap"): ("A", "trade a hand card with the river"),
    ("puffin", "takeback"): ("A", "pick your Visible card up"),
    ("bear", "recover"): ("C", "draw from your own penalties"),
    ("bear", "give"): ("C", "hand a penalty card to a rival"),
}

STAGES: Mapping[str, str] = {
    "play": "play",
    "finish": "finishing the round",
    "last": "last turns",
    "over": "game over",
}

PHASES: Mapping[str, str] = {
    "swap": "A",
    "place": "A",
    "move": "B",
    "extra": "B",
    "draw": "C",
    "discard": "C",
    "give": "C",
    "receiver": "C",
}
PHASE_NAMES: Mapping[str, str] = {"A": "place", "B": "move", "C": "draw"}


def turn(document: Document) -> Mapping[str, Any]:
    """The document's turn; the start of phase A where it is left out."""
    return document.get("turn") or {"decision": "place"}


def phase(document: Document) -> str | None:
    """Phase of the decision that is due, None when the game is over."""
    return None if document["seat"] is None else PHASES[turn(document)["decision"]]


def decision(document: Document) -> str:
    """The decision that is due as a phrase without its subject: `places card 2 of 5`."""
    now = turn(document)
    held = now.get("card") or "a card"
    return {
        "place": f"places {_progress(now)}",
        "swap": f"swaps {held} for a river card",
        "move": "chooses which token goes right",
        "extra": "may move a token once more",
        "draw": f"draws {_progress(now)}",
        "discard": "discards down to seven",
        "give": "may give a penalty card away",
        "receiver": f"chooses who receives {held}",
    }[now["decision"]]


def _progress(now: Mapping[str, Any]) -> str:
    if now.get("value") is None:
        return "cards"
    return f"card {now.get('count', 0) + 1} of {now['value']}" if now["value"] else "no card"


def remarks(document: Document) -> list[str]:
    """What the seat to decide has already done this turn, in the order of the rules."""
    now = turn(document)
    done = [
        ("swapped with the river", now.get("swapped")),
        ("took the Visible card back", now.get("taken_back")),
        (f"placement {now.get('placement', 0):+d}", now.get("placement")),
        ("slipped a card away", now.get("tucked")),
        (f"draw {now.get('draw', 0):+d}", now.get("draw")),
    ]
    return [text for text, happened in done if happened]


def headline(document: Document) -> str:
    """Whose decision is due and which, or who has won."""
    if document["seat"] is not None:
        return f"seat {document['seat']} {decision(document)}"
    first = winner(document)
    return "game over" if first is None else f"game over, seat {first} wins"


def facts(document: Document) -> list[str]:
    """Players, edition, packs and stage, and whose view it is: one short text each."""
    shown = [f"{document['players']} players", f"edition {document.get('edition', 'de')}"]
    if document.get("packs"):
        shown.append("packs " + " ".join(str(pack) for pack in document["packs"]))
    shown.append(STAGES[document.get("stage", "play")])
    if "viewer" in document:
        shown.append(f"seen by seat {document['viewer']}")
    return shown
