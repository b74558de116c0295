"""Animal cards in four shapes: whole, as a strip of a fanned pile, small in a hand, and as a tag."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import ICE, INK, MEDIUM, NIGHT, PAPER, SLATE, SMALL, TINY
from arctic_env.games.arctic.draw.palette import ANIMAL_COLOURS
from arctic_env.games.arctic.draw.reading import Card, PileCard

WIDTH, HEIGHT = 62.0, 84.0
ROUND = 6.0  # radius of the corners
LABEL_HEIGHT = 31.0  # box with placement and draw value
MINI_WIDTH, MINI_HEIGHT = 34.0, 42.0
TAG_WIDTH, TAG_HEIGHT = 30.0, 14.0
GLYPH = 20.0  # largest glyph of a strip
BACK_STEP = 15.0  # between the backs of a hand, which need not be seen in full


def meaning(card: Card) -> str:
    """A card in words, for readers of the drawing's text."""
    return f"{card.text}: {card.main} with {card.companion}, place {card.placement}, draw {card.draw}"


def whole(parent: Element, card: Card, x: float, y: float) -> None:
    """A card of the river, or the Visible card of a pile: animals, placement and draw value."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(
        group, 0, 0, WIDTH, HEIGHT, ANIMAL_COLOURS[card.main], rx=ROUND, stroke=PAPER, stroke_width=1.5
    )
    glyphs.draw(group, card.main, 3, 9, 34)
    canvas.circle(group, WIDTH - 13, 13, 10, ANIMAL_COLOURS[card.companion], stroke=PAPER, stroke_width=1.2)
    glyphs.draw(group, card.companion, WIDTH - 20, 6, 14)
    canvas.write(group, WIDTH - 5, 47, card.text, TINY, ink_on(card.main), bold=True, anchor="end")
    top = HEIGHT - LABEL_HEIGHT - 3
    canvas.rect(group, 3, top, WIDTH - 6, LABEL_HEIGHT, PAPER, rx=ROUND - 2)
    for line, (word, value) in enumerate((("place", card.placement), ("draw", card.draw))):
        baseline = top + 13 + 14 * line
        canvas.write(group, 7, baseline, word, SMALL, SLATE)
        canvas.write(group, WIDTH - 8, baseline, str(value), MEDIUM, INK, bold=True, anchor="end")


def ink_on(animal: str) -> str:
    """Colour of text on an animal's colour."""
    return PAPER if animal in ("orca", "moose", "puffin") else INK


def back(parent: Element, x: float, y: float, width: float, height: float, text: str = "") -> None:
    """A face-down card; the text is for its owner, who may look at it."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.rect(group, 0, 0, width, height, NIGHT, rx=min(ROUND, width / 4), stroke=PAPER, stroke_width=1)
    size = min(width - 6, height - 6, 22.0)
    glyphs.snowflake(group, (width - size) / 2, (height - size) / 2 - (5 if text else 0), size, ICE)
    if text:
        canvas.write(group, width / 2, height - 6, text, SMALL, ICE, anchor="middle")


def strip(parent: Element, held: PileCard, x: float, y: float, width: float) -> None:
    """What is seen of a card in a fanned pile: the animal's glyph and letter, companion and draw value."""
    if held.face_down or held.card is None:
        _wild_strip(parent, held.card, x, y, width)
        return
    card, size = held.card, min(width, GLYPH)
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(group, 0, 0, width, HEIGHT, ANIMAL_COLOURS[card.main], stroke=PAPER, stroke_width=0.8)
    glyphs.draw(group, card.main, (width - size) / 2, 5, size)
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
    glyphs.snowflake(group, (width - size) / 2, 5, size, ICE)
    for line, letter in enumerate(card.text if card else ""):
        baseline = 38 + 18.5 * line
        canvas.write(group, width / 2, baseline, letter, min(width - 1, SMALL), ICE, anchor="middle")


def mini(parent: Element, card: Card, x: float, y: float) -> None:
    """A small card of a hand."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_card=card.text)
    canvas.title(group, meaning(card))
    canvas.rect(
        group, 0, 0, MINI_WIDTH, MINI_HEIGHT, ANIMAL_COLOURS[card.main], rx=4, stroke=PAPER, stroke_width=1
    )
    glyphs.draw(group, card.main, 4, 4, 20)
    canvas.rect(group, 2, MINI_HEIGHT - 15, MINI_WIDTH - 4, 13, PAPER, rx=2)
    canvas.write(group, 3.5, MINI_HEIGHT - 5, card.text, SMALL - 0.5, INK, bold=True)


def hand(parent: Element, known: Sequence[Card], unknown: int, x: float, y: float, room: float) -> None:
    """Cards side by side, known ones first, backs pushed together, all of them where the room is short."""
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
    """Room that so many tags take at full size."""
    return max(-(-size // rows), 1) * (TAG_WIDTH + 1)


def tags(
    parent: Element, known: Sequence[Card], unknown: int, x: float, y: float, room: float, rows: int
) -> None:
    """Cards as tags in rows, made smaller where the room is short."""
    scale = min(1.0, room / tags_width(len(known) + unknown, rows))
    for index, card in enumerate([*known, *[None] * unknown]):
        left = x + index // rows * (TAG_WIDTH + 1) * scale
        _tag(parent, card, left, y + index % rows * (TAG_HEIGHT + 1), scale)


def _tag(parent: Element, card: Card | None, x: float, y: float, scale: float) -> None:
    known = {"data_card": card.text} if card else {}
    group = canvas.group(parent, transform=canvas.place(x, y, scale), **known)
    canvas.rect(group, 0, 0, TAG_WIDTH, TAG_HEIGHT, ANIMAL_COLOURS[card.main] if card else NIGHT, rx=3)
    if card is None:
        glyphs.snowflake(group, (TAG_WIDTH - 11) / 2, 1.5, 11, ICE)
        return
    canvas.title(group, meaning(card))
    canvas.write(group, TAG_WIDTH / 2, 11, card.text, SMALL, ink_on(card.main), bold=True, anchor="middle")
