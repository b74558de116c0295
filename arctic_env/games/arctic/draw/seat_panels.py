"""The panel of a seat: its pile with runs bracketed, hand and penalty zone, and its points."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import ALARM, FROST, GOLD, ICE, INK, LARGE, PAPER, SEAT, SLATE, SMALL, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.arctic.draw import cards, contents
from arctic_env.games.arctic.draw.cards import ANIMAL_COLOURS
from arctic_env.games.arctic.draw.contents import Hidden, PileCard, Run
from arctic_env.games.arctic.material import ANIMALS

BRACKET = 18.0  # height above the cards
PILE_HEIGHT = BRACKET + cards.HEIGHT
WIDEST_STRIP = 28.0
PILL_HEIGHT = 14.0
LINE = 9.0  # height of a bracket's line above the cards
FAINT = 0.45  # opacity of the brackets that are not the longest of their animal


def draw_pile(parent: Element, texts: Sequence[str], x: float, y: float, room: float) -> None:
    """Draw a pile, bottom first, into a width, `PILE_HEIGHT` high; its Visible card, if any, is whole."""
    pile = contents.pile(texts)
    top = y + BRACKET
    if not pile:
        _empty(parent, x, top)
        return
    width = min(WIDEST_STRIP, (room - cards.WIDTH) / max(len(pile) - 1, 1))
    for index, held in enumerate(pile[:-1]):
        cards.strip(parent, held, x + index * width, top, width)
    _top(parent, pile[-1], x + (len(pile) - 1) * width, top)
    runs = contents.runs(pile)
    longest = contents.longest(runs)
    for run in runs:
        if run.length > 1:
            right = run.stop * width if run.stop < len(pile) else (len(pile) - 1) * width + cards.WIDTH
            _bracket(parent, run, x + run.start * width, x + right, top, run in longest)


def _empty(parent: Element, x: float, y: float) -> None:
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.rect(group, 0, 0, cards.WIDTH, cards.HEIGHT, FROST, rx=cards.ROUND, stroke=SLATE, stroke_dasharray="4 3")
    canvas.write(group, cards.WIDTH / 2, cards.HEIGHT / 2 - 3, "no card", SMALL, SLATE, anchor="middle")
    value = f"place {contents.PLACEMENT_WITHOUT_CARD}"
    canvas.write(group, cards.WIDTH / 2, cards.HEIGHT / 2 + 12, value, SMALL, SLATE, anchor="middle")


def _top(parent: Element, held: PileCard, x: float, y: float) -> None:
    if held.card is None or held.face_down:
        cards.back(parent, x, y, cards.WIDTH, cards.HEIGHT, held.card.text if held.card else "")
    else:
        cards.whole(parent, held.card, x, y)


def _bracket(parent: Element, run: Run, left: float, right: float, y: float, best: bool) -> None:
    """Mark a run with its length; filled for the longest of its animal, the one that may score (4.2)."""
    colour = ANIMAL_COLOURS[run.animal]
    group = canvas.group(parent, data_run=f"{run.animal} {run.label}")
    canvas.title(group, f"{run.animal} run of {run.label}{', the longest' if best else ''}")
    data = f"M{canvas.number(left + 1)} {canvas.number(y - 2)} V{canvas.number(y - LINE)}"
    data += f" H{canvas.number(right - 1)} V{canvas.number(y - 2)}"
    canvas.path(group, data, "none", stroke=colour, stroke_width=2, opacity=1 if best else FAINT)
    width = min(max(canvas.text_width(run.label, SMALL) + 8, PILL_HEIGHT), right - left)
    middle = (left + right) / 2
    left, top, fill, rounding = (middle - width / 2, y - BRACKET + 1, colour if best else PAPER, PILL_HEIGHT / 2)
    canvas.rect(group, left, top, width, PILL_HEIGHT, fill, rx=rounding, stroke=colour, stroke_width=1.2)
    ink, size = cards.ink_on(run.animal) if best else INK, SMALL if width > PILL_HEIGHT else TINY
    canvas.write(group, middle, top + 11, run.label, size, ink, bold=True, anchor="middle")


WIDTH = 868.0
TAB = 96.0  # coloured left side
NAME = 13  # letters of an agent's name there
SHEET = 118.0  # points, on the right side
PAD = 10.0
ZONE = 54.0  # height of hand and penalty zone
PENALTY = 196.0
HEIGHT = PAD + PILE_HEIGHT + 8 + ZONE + PAD
TAG_ROWS = 3
NAMES = 46.0  # width of the name and count of a hand
PERHAPS = 52.0  # and of the cards that may be in it
LARGEST_SHARE = 0.5  # of the hand's room, for those
PENALTY_NAMES = 60.0
INSET = 5.5  # of cards and tags in their zone
INFERRED = 0.8  # opacity of cards that the viewer does not see but knows
UNKNOWN = "?"


def draw_seat(parent: Element, document: Document, seat: int, hidden: Hidden, x: float, y: float) -> None:
    """Draw the panel of a seat, `WIDTH` by `HEIGHT`, at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_seat=str(seat), data_action=str(seat))
    owner, score = document["seats"][seat], pages.score(document, seat)
    wins = seat in document.get("winners", ())
    due = wins or seat == document["seat"]
    canvas.rect(group, 0, 0, WIDTH, HEIGHT, FROST, rx=10, stroke=GOLD if due else ICE, stroke_width=3 if due else 1.2)
    _tab(group, document, seat, wins)
    left = TAB + 12
    room = WIDTH - left - PAD - (SHEET if score else 0)
    draw_pile(group, owner["pile"], left, PAD, room)
    top = PAD + PILE_HEIGHT + 8
    _hand(group, owner["hand"], seat, hidden, left, top, room - PENALTY - 8)
    _penalty(group, owner["penalty"], seat, hidden, left + room - PENALTY, top)
    if score:
        _sheet(group, owner["totem"], score)


def _tab(group: Element, document: Document, seat: int, wins: bool) -> None:
    colour = SEAT[seat]
    canvas.path(group, f"M{TAB} 0 H10 A10 10 0 0 0 0 10 V{HEIGHT - 10} A10 10 0 0 0 10 {HEIGHT} H{TAB} Z", colour)
    canvas.write(group, 12, 26, f"Seat {seat}", LARGE + 2, PAPER, bold=True)
    notes = [
        ("starts", seat == document["first"]),
        ("to decide", seat == document["seat"]),
        ("viewer", seat == document.get("viewer")),
        ("wins", wins),
    ]
    down = 0
    if document.get("names"):
        down = 14
        canvas.write(group, 12, 41, pages.short(document["names"][seat], NAME), TINY, PAPER)
    for line, text in enumerate(text for text, true in notes if true):
        canvas.rect(
            group, 12, 36 + down + 20 * line, TAB - 24, 16, GOLD if text in ("to decide", "wins") else ICE, rx=8
        )
        canvas.write(group, TAB / 2, 47.5 + down + 20 * line, text, TINY + 0.5, INK, bold=True, anchor="middle")
    _totem(group, document["seats"][seat]["totem"])
    size = len(document["seats"][seat]["pile"])
    canvas.write(group, 12, HEIGHT - 12, f"pile of {size}", SMALL, ICE)


def _totem(group: Element, totem: str | None) -> None:
    spot = canvas.group(group, transform=canvas.place(12, HEIGHT - 76))
    canvas.title(spot, f"totem: {totem or 'hidden'}")
    canvas.rect(spot, 0, 0, 34, 42, ANIMAL_COLOURS[totem] if totem else "none", rx=8, stroke=PAPER, stroke_width=1.4)
    if totem:
        canvas.draw_glyph(spot, totem, 4, 8, 26)
    else:
        canvas.snowflake(spot, 7, 11, 20, ICE)
    canvas.write(spot, 40, 18, "totem", TINY, ICE)
    canvas.write(spot, 40, 32, totem or "hidden", TINY, PAPER, bold=True)


def _hand(group: Element, hand: int | list[str], seat: int, hidden: Hidden, x: float, y: float, room: float) -> None:
    zone = canvas.group(group, transform=canvas.place(x, y), data_zone=f"hand {seat}")
    canvas.rect(zone, 0, 0, room, ZONE, PAPER, rx=8)
    known = _known(hand, hidden, f"hand {seat}")
    size = pages.count(hand)
    _count(zone, "hand", size, INK)
    perhaps = [contents.card(text) for text in hidden.perhaps.get(seat, ())]
    wanted = PERHAPS + cards.tags_width(len(perhaps), TAG_ROWS) + INSET if perhaps else 0
    share = min(wanted, room * LARGEST_SHARE)
    held = canvas.group(zone, opacity=INFERRED if isinstance(hand, int) else 1)
    cards.hand(held, known, size - len(known), NAMES, INSET, room - NAMES - share - INSET)
    if perhaps:
        _perhaps(zone, perhaps, room - share, share - INSET)


def _perhaps(zone: Element, found: list[contents.Card], x: float, room: float) -> None:
    """Draw cards that the viewer knows to be somewhere among the seat's private cards (6.3)."""
    group = canvas.group(zone, data_perhaps=" ".join(card.text for card in found))
    canvas.title(group, "somewhere among the hand, the penalty zone and the face-down cards")
    canvas.write(group, x, 19, "perhaps", SMALL, SLATE)
    cards.tags(group, found, 0, x + PERHAPS, INSET, room - PERHAPS, TAG_ROWS)


def _penalty(group: Element, penalty: int | list[str], seat: int, hidden: Hidden, x: float, y: float) -> None:
    zone = canvas.group(group, transform=canvas.place(x, y), data_zone=f"penalty {seat}")
    canvas.rect(zone, 0, 0, PENALTY, ZONE, PAPER, rx=8, stroke=ALARM, stroke_width=1, stroke_dasharray="4 3")
    known = _known(penalty, hidden, f"penalty {seat}")
    size = pages.count(penalty)
    _count(zone, "penalty", size, ALARM)
    cards.tags(zone, known, size - len(known), PENALTY_NAMES, INSET, PENALTY - PENALTY_NAMES - INSET, TAG_ROWS)


def _known(held: int | list[str], hidden: Hidden, place: str) -> list[contents.Card]:
    return contents.faces(held) or [contents.card(text) for text in hidden.certain.get(place, ())]


def _count(zone: Element, name: str, size: int, colour: str) -> None:
    canvas.write(zone, 8, 19, name, SMALL, colour)
    canvas.write(zone, 8, 39, str(size), LARGE, colour, bold=True)


def _sheet(group: Element, totem: str | None, score: Mapping[str, Any]) -> None:
    """Draw the score of the document, with unknown parts left open."""
    sheet = canvas.group(group, transform=canvas.place(WIDTH - SHEET, PAD))
    canvas.caption(sheet, 4, 9, "points")
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
    canvas.draw_glyph(run, animal, 3, 2, 18)
    ink = cards.ink_on(animal) if points else SLATE
    canvas.write(run, 44, 16, str(points), SMALL + 1, ink, bold=True, anchor="end")


def _value(sheet: Element, y: float, value: int | None, size: float, fill: str = INK) -> None:
    text = UNKNOWN if value is None else str(value)
    canvas.write(sheet, SHEET - PAD - 8, y, text, size, fill, bold=True, anchor="end")
