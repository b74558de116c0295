"""Animal cards in four shapes: whole, as a strip of a fanned pile, small in a hand, and as a tag.

The colours are of Okabe and Ito's palette, made to be told apart with any colour vision. The silhouettes of the heads,
drawn for this project, tell the animals apart without colour and in narrow strips; a letter says the same.
"""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import BEAR, FOX, ICE, INK, MEDIUM, NIGHT, PAPER, SLATE, SMALL, TINY, Glyph
from arctic_env.games.arctic.draw.contents import Card, PileCard

ANIMAL_COLOURS: Mapping[str, str] = {
    "fox": "#e69f00",
    "moose": "#009e73",
    "walrus": "#cc79a7",
    "orca": "#0072b2",
    "puffin": "#d55e00",
    "bear": "#56b4e9",
}

_MOOSE = (
    (
        INK,
        "M9.6 10.4 L8 11.8 L5.6 11.4 L7 9.8 C3.4 9.6 1 7 0.8 2.2 L3.2 4.6 L4 1.2 L6.2 4.8 L7.8 1.8 L8.6 "
        "5.6 L10.8 7.6 H13.2 L15.4 5.6 L16.2 1.8 L17.8 4.8 L20 1.2 L20.8 4.6 L23.2 2.2 C23 7 20.6 9.6 17 "
        "9.8 L18.4 11.4 L16 11.8 L14.4 10.4 L15 15 C17.4 18 16.4 22.8 12 22.8 C7.6 22.8 6.6 18 9 15 Z",
    ),
    (PAPER, "M9.6 18.6 h1.6 v1.6 h-1.6 Z M12.8 18.6 h1.6 v1.6 h-1.6 Z"),
    (PAPER, "M10 11.8 h1.2 v1.4 h-1.2 Z M12.8 11.8 h1.2 v1.4 h-1.2 Z"),
)
_WALRUS = (
    (INK, "M12 1.6 C17 1.6 19.4 5 19.6 9 C22.4 11 21.6 16 17.6 16 H6.4 C2.4 16 1.6 11 4.4 9 C4.6 5 7 1.6 12 1.6 Z"),
    (
        PAPER,
        "M6.6 13.4 H10.4 L9.2 23 C7.6 20.4 6.8 17 6.6 13.4 Z M17.4 13.4 H13.6 L14.8 23 C16.4 20.4 17.2 17 17.4 13.4 Z",
    ),
    (PAPER, "M7.8 6.6 h1.8 v1.8 h-1.8 Z M14.4 6.6 h1.8 v1.8 h-1.8 Z M10.6 10 h2.8 l-1.4 1.8 Z"),
)
_ORCA = (
    (
        INK,
        "M1 15.6 C3 10.6 7 8.4 10.6 8.2 C11.2 5.4 12.6 3 15.4 1.4 C15 4.2 15.4 6.6 16.4 9 C18.6 10 20 "
        "11.6 20.6 13.6 C22 13 23 12.8 23.6 13 C23 14.6 22.4 15.6 21.6 16.4 C22.4 17.6 22.8 19 22.8 20.8 "
        "C20.8 20.4 19.4 19.2 18.8 17.4 C16.8 16.6 14.6 17.2 13.4 17.8 C13.6 19.6 12.8 21.2 11.4 22.4 C10 "
        "21.4 9.2 20.2 9.2 18.8 C6 19.4 2.6 18.2 1 15.6 Z",
    ),
    (PAPER, "M5.4 11.6 C6.6 10.6 8 10.4 9 10.8 C8.4 12.2 6.8 12.8 5.4 11.6 Z"),
    (PAPER, "M2.4 15.8 C6 17 10 16.6 13.6 15 C11 18 5.6 18.8 2.4 15.8 Z"),
)
_PUFFIN = (
    (
        INK,
        "M10 1.4 C14.4 1.4 16.8 3.4 17.4 6 C20.4 6.4 22.8 8.6 23 11.6 L16.4 13.6 C16.4 17 17 19.6 18 22.6 "
        "H2.6 C1.8 17.6 2 13 3 8.6 C3.8 4.4 6.4 1.4 10 1.4 Z",
    ),
    (PAPER, "M7 7.4 C8.4 4.6 13 4.4 14.6 7.2 L14.4 12 C11.6 13.6 6.6 12.2 7 7.4 Z"),
    (
        PAPER,
        "M17.2 7.4 L18.2 7.6 L18.2 11.8 L16.8 12.2 Z M7.6 22.6 C8 18.4 10 15.6 13.4 14.8 C14 17.6 14.6 20 15.4 22.6 Z",
    ),
    (INK, "M11 7.4 a1.3 1.3 0 1 0 0.1 0 Z"),
)
HEADS: Mapping[str, Glyph] = {
    "fox": FOX,
    "moose": _MOOSE,
    "walrus": _WALRUS,
    "orca": _ORCA,
    "puffin": _PUFFIN,
    "bear": BEAR,
}

WIDTH, HEIGHT = 62.0, 84.0
ROUND = 6.0  # radius of the corners
LABEL_HEIGHT = 31.0  # box with placement and draw value
MINI_WIDTH, MINI_HEIGHT = 34.0, 42.0
TAG_WIDTH, TAG_HEIGHT = 30.0, 14.0
GLYPH = 20.0  # largest glyph of a strip
BACK_STEP = 15.0  # between the backs of a hand, which need not be seen in full


def meaning(card: Card) -> str:
    """Return a card in words, for readers of the drawing's text."""
    return f"{card.text}: {card.main} with {card.companion}, place {card.placement}, draw {card.draw}"


def whole(parent: Element, card: Card, x: float, y: float) -> None:
    """Draw a card of the river, or the Visible card of a pile: animals, placement and draw value."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(group, 0, 0, WIDTH, HEIGHT, ANIMAL_COLOURS[card.main], rx=ROUND, stroke=PAPER, stroke_width=1.5)
    canvas.draw_glyph(group, card.main, 3, 9, 34)
    canvas.circle(group, WIDTH - 13, 13, 10, ANIMAL_COLOURS[card.companion], stroke=PAPER, stroke_width=1.2)
    canvas.draw_glyph(group, card.companion, WIDTH - 20, 6, 14)
    canvas.write(group, WIDTH - 5, 47, card.text, TINY, ink_on(card.main), bold=True, anchor="end")
    top = HEIGHT - LABEL_HEIGHT - 3
    canvas.rect(group, 3, top, WIDTH - 6, LABEL_HEIGHT, PAPER, rx=ROUND - 2)
    for line, (word, value) in enumerate((("place", card.placement), ("draw", card.draw))):
        baseline = top + 13 + 14 * line
        canvas.write(group, 7, baseline, word, SMALL, SLATE)
        canvas.write(group, WIDTH - 8, baseline, str(value), MEDIUM, INK, bold=True, anchor="end")


def ink_on(animal: str) -> str:
    """Return the colour of text on an animal's colour."""
    return PAPER if animal in ("orca", "moose", "puffin") else INK


def back(parent: Element, x: float, y: float, width: float, height: float, text: str = "") -> None:
    """Draw a face-down card; the text is for its owner, who may look at it."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.rect(group, 0, 0, width, height, NIGHT, rx=min(ROUND, width / 4), stroke=PAPER, stroke_width=1)
    size = min(width - 6, height - 6, 22.0)
    canvas.snowflake(group, (width - size) / 2, (height - size) / 2 - (5 if text else 0), size, ICE)
    if text:
        canvas.write(group, width / 2, height - 6, text, SMALL, ICE, anchor="middle")


def strip(parent: Element, held: PileCard, x: float, y: float, width: float) -> None:
    """Draw the visible part of a card in a fanned pile: the animal's glyph and letter, companion and draw value."""
    if held.face_down or held.card is None:
        _wild_strip(parent, held.card, x, y, width)
        return
    card, size = held.card, min(width, GLYPH)
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(group, 0, 0, width, HEIGHT, ANIMAL_COLOURS[card.main], stroke=PAPER, stroke_width=0.8)
    canvas.draw_glyph(group, card.main, (width - size) / 2, 5, size)
    letter_size = min(width, MEDIUM)
    ink = ink_on(card.main)
    centre = width / 2
    canvas.write(group, centre, 38, card.text[0], letter_size, ink, bold=True, anchor="middle")
    radius = min(width / 2 - 0.6, 7.0)
    canvas.circle(group, centre, 53, radius, ANIMAL_COLOURS[card.companion], stroke=PAPER, stroke_width=0.8)
    small = min(width - 1, TINY)
    companion = ink_on(card.companion)
    canvas.write(group, centre, 53 + small * 0.36, card.text[1], small, companion, anchor="middle")
    canvas.write(group, centre, 75, card.text[2], small, ink, anchor="middle")


def _wild_strip(parent: Element, card: Card | None, x: float, y: float, width: float) -> None:
    known = {"data_card": card.text} if card else {}
    group = canvas.group(parent, transform=canvas.place(x, y), **known)
    canvas.title(group, f"face down, any animal{': ' + meaning(card) if card else ''}")
    canvas.rect(group, 0, 0, width, HEIGHT, NIGHT, stroke=PAPER, stroke_width=0.8)
    size = min(width, GLYPH)
    canvas.snowflake(group, (width - size) / 2, 5, size, ICE)
    for line, letter in enumerate(card.text if card else ""):
        baseline = 38 + 18.5 * line
        canvas.write(group, width / 2, baseline, letter, min(width - 1, SMALL), ICE, anchor="middle")


def mini(parent: Element, card: Card, x: float, y: float) -> None:
    """Draw a small card of a hand."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(group, 0, 0, MINI_WIDTH, MINI_HEIGHT, ANIMAL_COLOURS[card.main], rx=4, stroke=PAPER, stroke_width=1)
    canvas.draw_glyph(group, card.main, 4, 4, 20)
    canvas.rect(group, 2, MINI_HEIGHT - 15, MINI_WIDTH - 4, 13, PAPER, rx=2)
    canvas.write(group, 3.5, MINI_HEIGHT - 5, card.text, SMALL - 0.5, INK, bold=True)


def hand(parent: Element, known: Sequence[Card], unknown: int, x: float, y: float, room: float) -> None:
    """Draw cards side by side, known ones first, backs pushed together, all of them where the room is short."""
    wanted = len(known) * (MINI_WIDTH + 2) + unknown * BACK_STEP
    last = BACK_STEP if unknown else MINI_WIDTH + 2
    scale = min(1.0, (room - MINI_WIDTH) / max(wanted - last, 1))
    for card in known:
        mini(parent, card, x, y)
        x += (MINI_WIDTH + 2) * scale
    for _ in range(unknown):
        back(parent, x, y, MINI_WIDTH, MINI_HEIGHT)
        x += BACK_STEP * scale


def tags_width(size: int, rows: int) -> float:
    """Return the width of a number of tags at full size."""
    return max(-(-size // rows), 1) * (TAG_WIDTH + 1)


def tags(parent: Element, known: Sequence[Card], unknown: int, x: float, y: float, room: float, rows: int) -> None:
    """Draw cards as tags in rows, made smaller where the room is short."""
    scale = min(1.0, room / tags_width(len(known) + unknown, rows))
    for index, card in enumerate([*known, *[None] * unknown]):
        left = x + index // rows * (TAG_WIDTH + 1) * scale
        _tag(parent, card, left, y + index % rows * (TAG_HEIGHT + 1), scale)


def _tag(parent: Element, card: Card | None, x: float, y: float, scale: float) -> None:
    known = {"data_card": card.text} if card else {}
    group = canvas.group(parent, transform=canvas.place(x, y, scale), **known)
    canvas.rect(group, 0, 0, TAG_WIDTH, TAG_HEIGHT, ANIMAL_COLOURS[card.main] if card else NIGHT, rx=3)
    if card is None:
        canvas.snowflake(group, (TAG_WIDTH - 11) / 2, 1.5, 11, ICE)
        return
    canvas.title(group, meaning(card))
    canvas.write(group, TAG_WIDTH / 2, 11, card.text, SMALL, ink_on(card.main), bold=True, anchor="middle")
