"""A seat's panel: who it is, its pile, hand and penalty zone, and the points so far."""

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import ALARM, FROST, GOLD, ICE, INK, LARGE, PAPER, SEAT, SLATE, SMALL, TINY
from arctic_env.games.arctic.draw import cards, piles, reading, table
from arctic_env.games.arctic.draw.palette import ANIMAL_COLOURS
from arctic_env.games.arctic.draw.reading import Document, Hidden
from arctic_env.games.arctic.material import ANIMALS

WIDTH = 868.0
TAB = 96.0  # coloured left side
SHEET = 118.0  # points, on the right side
PAD = 10.0
ZONE = 54.0  # height of hand and penalty zone
PENALTY = 196.0
HEIGHT = PAD + piles.HEIGHT + 8 + ZONE + PAD
TAG_ROWS = 3
NAMES = 46.0  # width of the name and count of a hand
PERHAPS = 52.0  # and of the cards that may be in it
LARGEST_SHARE = 0.5  # of the hand's room, for those
PENALTY_NAMES = 60.0
INSET = 5.5  # of cards and tags in their zone
INFERRED = 0.8  # opacity of cards that the viewer does not see but knows
UNKNOWN = "?"


def draw(parent: Element, document: Document, seat: int, hidden: Hidden, x: float, y: float) -> None:
    """Draws the panel of a seat, `WIDTH` by `HEIGHT`, at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_seat=str(seat))
    owner, score = document["seats"][seat], reading.score(document, seat)
    due = seat == (reading.winner(document) if document["seat"] is None else document["seat"])
    canvas.rect(
        group, 0, 0, WIDTH, HEIGHT, FROST, rx=10, stroke=GOLD if due else ICE, stroke_width=3 if due else 1.2
    )
    _tab(group, document, seat)
    left = TAB + 12
    room = WIDTH - left - PAD - (SHEET if score else 0)
    piles.draw(group, owner["pile"], left, PAD, room)
    top = PAD + piles.HEIGHT + 8
    _hand(group, owner["hand"], seat, hidden, left, top, room - PENALTY - 8)
    _penalty(group, owner["penalty"], seat, hidden, left + room - PENALTY, top)
    if score:
        _sheet(group, owner["totem"], score)


def _tab(group: Element, document: Document, seat: int) -> None:
    colour = SEAT[seat]
    canvas.path(
        group, f"M{TAB} 0 H10 A10 10 0 0 0 0 10 V{HEIGHT - 10} A10 10 0 0 0 10 {HEIGHT} H{TAB} Z", colour
    )
    canvas.write(group, 12, 26, f"Seat {seat}", LARGE + 2, PAPER, bold=True)
    notes = [
        ("starts", seat == document["first"]),
        ("to decide", seat == document["seat"]),
        ("viewer", seat == document.get("viewer")),
        ("wins", document["seat"] is None and seat == reading.winner(document)),
    ]
    for line, text in enumerate(text for text, true in notes if true):
        canvas.rect(
            group, 12, 36 + 20 * line, TAB - 24, 16, GOLD if text in ("to decide", "wins") else ICE, rx=8
        )
        canvas.write(group, TAB / 2, 47.5 + 20 * line, text, TINY + 0.5, INK, bold=True, anchor="middle")
    _totem(group, document["seats"][seat]["totem"])
    size = len(document["seats"][seat]["pile"])
    canvas.write(group, 12, HEIGHT - 12, f"pile of {size}", SMALL, ICE)


def _totem(group: Element, totem: str | None) -> None:
    spot = canvas.group(group, transform=canvas.place(12, HEIGHT - 76))
    canvas.title(spot, f"totem: {totem or 'hidden'}")
    canvas.rect(
        spot, 0, 0, 34, 42, ANIMAL_COLOURS[totem] if totem else "none", rx=8, stroke=PAPER, stroke_width=1.4
    )
    if totem:
        glyphs.draw(spot, totem, 4, 8, 26)
    else:
        glyphs.snowflake(spot, 7, 11, 20, ICE)
    canvas.write(spot, 40, 18, "totem", TINY, ICE)
    canvas.write(spot, 40, 32, totem or "hidden", TINY, PAPER, bold=True)


def _hand(
    group: Element, hand: int | list[str], seat: int, hidden: Hidden, x: float, y: float, room: float
) -> None:
    zone = canvas.group(group, transform=canvas.place(x, y), data_zone=f"hand {seat}")
    canvas.rect(zone, 0, 0, room, ZONE, PAPER, rx=8)
    known = _known(hand, hidden, f"hand {seat}")
    size = reading.count(hand)
    _count(zone, "hand", size, INK)
    perhaps = [reading.card(text) for text in hidden.perhaps.get(seat, ())]
    wanted = PERHAPS + cards.tags_width(len(perhaps), TAG_ROWS) + INSET if perhaps else 0
    share = min(wanted, room * LARGEST_SHARE)
    held = canvas.group(zone, opacity=INFERRED if isinstance(hand, int) else 1)
    cards.hand(held, known, size - len(known), NAMES, INSET, room - NAMES - share - INSET)
    if perhaps:
        _perhaps(zone, perhaps, room - share, share - INSET)


def _perhaps(zone: Element, found: list[reading.Card], x: float, room: float) -> None:
    """Cards that the viewer knows to be somewhere among the seat's private cards (6.3)."""
    group = canvas.group(zone, data_perhaps=" ".join(card.text for card in found))
    canvas.title(group, "somewhere among the hand, the penalty zone and the face-down cards")
    canvas.write(group, x, 19, "perhaps", SMALL, SLATE)
    cards.tags(group, found, 0, x + PERHAPS, INSET, room - PERHAPS, TAG_ROWS)


def _penalty(group: Element, penalty: int | list[str], seat: int, hidden: Hidden, x: float, y: float) -> None:
    zone = canvas.group(group, transform=canvas.place(x, y), data_zone=f"penalty {seat}")
    canvas.rect(zone, 0, 0, PENALTY, ZONE, PAPER, rx=8, stroke=ALARM, stroke_width=1, stroke_dasharray="4 3")
    known = _known(penalty, hidden, f"penalty {seat}")
    size = reading.count(penalty)
    _count(zone, "penalty", size, ALARM)
    cards.tags(
        zone, known, size - len(known), PENALTY_NAMES, INSET, PENALTY - PENALTY_NAMES - INSET, TAG_ROWS
    )


def _known(held: int | list[str], hidden: Hidden, place: str) -> list[reading.Card]:
    return reading.faces(held) or [reading.card(text) for text in hidden.certain.get(place, ())]


def _count(zone: Element, name: str, size: int, colour: str) -> None:
    canvas.write(zone, 8, 19, name, SMALL, colour)
    canvas.write(zone, 8, 39, str(size), LARGE, colour, bold=True)


def _sheet(group: Element, totem: str | None, score: Mapping[str, Any]) -> None:
    """The score as the document gives it, with what is unknown left open."""
    sheet = canvas.group(group, transform=canvas.place(WIDTH - SHEET, PAD))
    table.caption(sheet, 4, 9, "points")
    for index, animal in enumerate(ANIMALS):
        _run_points(sheet, animal, score["runs"][animal], 4 + index % 2 * 54, 15 + index // 2 * 25)
    rows = (
        ("diversity", score["diversity"]),
        (f"totem {totem or ''}".strip(), score["totem"]),
        ("penalties", score["penalty"]),
    )
    for line, (name, value) in enumerate(rows):
        canvas.write(sheet, 4, 104 + 15 * line, name, SMALL, SLATE)
        _value(sheet, 104 + 15 * line, value, SMALL)
    canvas.rect(sheet, 0, 140, SHEET - PAD, 28, SEAT[0], rx=8)
    canvas.write(sheet, 8, 158.5, "total", SMALL, PAPER)
    _value(sheet, 160, score["total"], LARGE, PAPER)


def _run_points(sheet: Element, animal: str, points: int, x: float, y: float) -> None:
    run = canvas.group(sheet, transform=canvas.place(x, y), data_points=f"{animal} {points}")
    canvas.title(run, f"{animal} run: {points} points")
    canvas.rect(run, 0, 0, 50, 22, ANIMAL_COLOURS[animal] if points else ICE, rx=6)
    glyphs.draw(run, animal, 3, 2, 18)
    ink = cards.ink_on(animal) if points else SLATE
    canvas.write(run, 44, 16, str(points), SMALL + 1, ink, bold=True, anchor="end")


def _value(sheet: Element, y: float, value: int | None, size: float, fill: str = INK) -> None:
    text = UNKNOWN if value is None else str(value)
    canvas.write(sheet, SHEET - PAD - 8, y, text, size, fill, bold=True, anchor="end")
