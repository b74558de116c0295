"""Contents of documents for both pictures, and their words: cards, piles, runs, decisions.

A document is a position document (everything) or a view document (what one seat may know). Nothing here or in the
pictures sees an engine's state, so the pictures cannot show what the document leaves out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from arctic_env.drawing.pages import Document, result, viewer
from arctic_env.games.arctic.material import ANIMALS, LETTERS
from arctic_env.validation import short_repr

FACE_DOWN = "*"
PLACEMENT_WITHOUT_CARD = 1  # 3.2


class Card(NamedTuple):
    """A card whose face is in the document (1.4)."""

    text: str
    main: str
    companion: str
    draw: int
    placement: int


class PileCard(NamedTuple):
    """A card of a pile: None if the face is not in the document, which happens face down only."""

    card: Card | None
    face_down: bool


class Run(NamedTuple):
    """Cards `start` up to `stop` of a pile: one animal face up, and the face-down cards between them.

    Only the scoring decides whether a face-down card counts for its neighbours (4.3); so face-down
    cards at the edge of a run are left out.
    """

    animal: str
    start: int
    stop: int
    wilds: int

    @property
    def length(self) -> int:
        """Number of cards, with the face-down ones between."""
        return self.stop - self.start

    @property
    def label(self) -> str:
        """Length as marked in the pictures: `3`, or `3+1` with a face-down card between."""
        natural = str(self.length - self.wilds)
        return f"{natural}+{self.wilds}" if self.wilds else natural


class Hidden(NamedTuple):
    """Knowledge of the holder of a view about cards that it does not see.

    Attributes:
        certain: Place (`hand 1`) to the cards that must be there.
        perhaps: Seat to the cards that may be among its private cards.
    """

    certain: Mapping[str, Sequence[str]]
    perhaps: Mapping[int, Sequence[str]]


def card(text: str) -> Card:
    """Read a card text such as `FM1`; ValueError if it is not a card."""
    if len(text) != 3 or text[0] not in LETTERS or text[1] not in LETTERS or text[2] not in "12345":
        raise ValueError(f"no card: {short_repr(text)}")
    draw = int(text[2])
    return Card(text, ANIMALS[LETTERS.index(text[0])], ANIMALS[LETTERS.index(text[1])], draw, 6 - draw)


def order(text: str) -> tuple[int, ...]:
    """Return the place of a card in a sorted hand: by main animal, companion, draw; () for what is no card."""
    try:
        shown = card(text)
    except ValueError:
        return ()
    return ANIMALS.index(shown.main), ANIMALS.index(shown.companion), shown.draw


def letter(animal: str) -> str:
    """Return the one-letter name of an animal (1.1)."""
    return LETTERS[ANIMALS.index(animal)]


def pile(texts: Iterable[str]) -> list[PileCard]:
    """Read a pile, bottom first; `*` is a face-down card, `*FM1` one that the document knows."""
    return [_pile_card(text) for text in texts]


def _pile_card(text: str) -> PileCard:
    face = text.removeprefix(FACE_DOWN)
    return PileCard(card(face) if face else None, text.startswith(FACE_DOWN))


def visible(cards: Sequence[PileCard]) -> Card | None:
    """Return the Visible card of a pile, if there is one (3.1)."""
    return None if not cards or cards[-1].face_down else cards[-1].card


def runs(cards: Sequence[PileCard]) -> list[Run]:
    """Return every run of a pile from the bottom, runs of one card included; no two overlap."""
    found: list[Run] = []
    wilds = 0
    for index, (face, face_down) in enumerate(cards):
        if face_down or face is None:
            wilds += 1
            continue
        if found and found[-1].animal == face.main and found[-1].stop + wilds == index:
            last = found[-1]
            found[-1] = last._replace(stop=index + 1, wilds=last.wilds + wilds)
        else:
            found.append(Run(face.main, index, index + 1, 0))
        wilds = 0
    return found


def longest(found: Iterable[Run]) -> set[Run]:
    """Return the longest run of two or more cards of each animal, the lowest in the pile of several."""
    best: dict[str, Run] = {}
    for run in found:
        if run.length > 1 and (run.animal not in best or run.length > best[run.animal].length):
            best[run.animal] = run
    return set(best.values())


def faces(cards: int | Sequence[str]) -> list[Card]:
    """Return the cards of a zone that the document gives as cards; none where it is a number."""
    return [] if isinstance(cards, int) else [card(text) for text in cards]


def hidden(document: Document) -> Hidden:
    """Read `known` of a view; a position document has none, since it shows the cards themselves."""
    certain: dict[str, list[str]] = {}
    perhaps: dict[int, list[str]] = {}
    if "viewer" in document:
        for text, places in sorted(document.get("known", {}).items()):
            others = [place for place in places if int(place.split()[1]) != document["viewer"]]
            if len(places) == 1 and others and not others[0].startswith("pile"):
                certain.setdefault(others[0], []).append(text)
                continue
            for seat in sorted({int(place.split()[1]) for place in others}):
                perhaps.setdefault(seat, []).append(text)
    return Hidden(certain, perhaps)


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

STAGES: Mapping[str, str] = {"play": "play", "finish": "finishing the round", "last": "last turns", "over": "game over"}

PHASES: Mapping[str, str] = {
    **dict.fromkeys(("swap", "place"), "A"),
    **dict.fromkeys(("move", "extra"), "B"),
    **dict.fromkeys(("draw", "discard", "give", "receiver"), "C"),
}
PHASE_NAMES: Mapping[str, str] = {"A": "place", "B": "move", "C": "draw"}


def turn(document: Document) -> Mapping[str, Any]:
    """Return the document's turn; the start of phase A where it is left out."""
    return document.get("turn") or {"decision": "place"}


def phase(document: Document) -> str | None:
    """Return the phase of the next decision, None when the game is over."""
    return None if document["seat"] is None else PHASES[turn(document)["decision"]]


def decision(document: Document) -> str:
    """Return the decision that is due as a phrase without its subject: `places card 2 of 5`."""
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
    """Return remarks on the deciding seat's turn so far, in the order of the rules."""
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
    """Return a headline: whose decision it is and which, or who has won."""
    return result(document) if document["seat"] is None else f"seat {document['seat']} {decision(document)}"


def facts(document: Document) -> list[str]:
    """Return players, edition, packs, stage and the seat of the view: one short text each."""
    shown = [f"{document['players']} players", f"edition {document.get('edition', 'de')}"]
    if document.get("packs"):
        shown.append("packs " + " ".join(str(pack) for pack in document["packs"]))
    return [*shown, STAGES[document.get("stage", "play")], *viewer(document)]
