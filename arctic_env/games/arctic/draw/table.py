"""What lies on the table beside the landscape: powers, river, deck, reserve, and the decision that is due."""

import textwrap
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import FROST, GOLD, ICE, INK, LARGE, MEDIUM, PAPER, SEAT, SLATE, SMALL, TINY
from arctic_env.games.arctic.draw import cards, reading, words
from arctic_env.games.arctic.draw.palette import ANIMAL_COLOURS
from arctic_env.games.arctic.draw.reading import Document
from arctic_env.games.arctic.material import ANIMALS, RIVER_SIZE

WIDTH = 868.0
GAP = 8.0
POWER_WIDTH, POWER_HEIGHT = (WIDTH - 5 * GAP) / 6, 98.0
BAND = 36.0  # coloured head of a power card
HOLDER = 20.0
STOCK_HEIGHT = cards.HEIGHT + 18
STEP = cards.WIDTH + 5
DECK = RIVER_SIZE * STEP + 10
TURN = DECK + 2 * STEP + 12
LINE_LENGTH = 20  # characters of a line on a power card
HEADLINE_LENGTH, REMARK_LENGTH = 30, 42  # and of the lines beside deck and reserve


def powers(parent: Element, document: Document, x: float, y: float) -> None:
    """Draws the six power cards, `WIDTH` by `POWER_HEIGHT`, at (x, y)."""
    for index, animal in enumerate(ANIMALS):
        left = x + index * (POWER_WIDTH + GAP)
        _power(parent, animal, document["faces"][animal], document.get("holders", {}).get(animal), left, y)


def _power(parent: Element, animal: str, face: str, holder: int | None, x: float, y: float) -> None:
    phase, effect = words.POWERS[animal, face]
    group = canvas.group(parent, transform=canvas.place(x, y), data_power=f"{animal} {face}")
    held = "on the table" if holder is None else f"held by seat {holder}"
    canvas.title(group, f"{animal} power, {face}: phase {phase}, {effect}; {held}")
    canvas.rect(group, 0, 0, POWER_WIDTH, POWER_HEIGHT, PAPER, rx=8, stroke=ICE, stroke_width=1.2)
    band = f"M0 8 a8 8 0 0 1 8 -8 H{POWER_WIDTH - 8} a8 8 0 0 1 8 8 V{BAND} H0 Z"
    canvas.path(group, band, ANIMAL_COLOURS[animal])
    glyphs.draw(group, animal, 4, 4.5, 27)
    ink = cards.ink_on(animal)
    canvas.write(group, 35, 15, animal, SMALL, ink)
    canvas.write(group, 35, 29, face, MEDIUM, ink, bold=True)
    canvas.circle(group, POWER_WIDTH - 13, BAND / 2, 9, PAPER)
    canvas.write(group, POWER_WIDTH - 13, BAND / 2 + 4.5, phase, MEDIUM, INK, bold=True, anchor="middle")
    for line, part in enumerate(wrap(effect, LINE_LENGTH)):
        canvas.write(group, 8, BAND + 15 + 14 * line, part, SMALL, INK)
    _holder(group, holder)


def wrap(text: str, length: int) -> list[str]:
    """Breaks a text into lines of at most so many characters."""
    return textwrap.wrap(text, length, break_on_hyphens=False)


def _holder(group: Element, holder: int | None) -> None:
    top = POWER_HEIGHT - HOLDER - 4
    fill = FROST if holder is None else SEAT[holder]
    ink = SLATE if holder is None else PAPER
    text = "on the table" if holder is None else f"seat {holder}"
    canvas.rect(group, 6, top, POWER_WIDTH - 12, HOLDER, fill, rx=HOLDER / 2)
    canvas.write(group, POWER_WIDTH / 2, top + 14, text, SMALL, ink, bold=holder is not None, anchor="middle")


def stock(parent: Element, document: Document, x: float, y: float) -> None:
    """Draws river, deck, reserve and the decision, `WIDTH` by `STOCK_HEIGHT`, at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    caption(group, 0, 11, "river")
    for index in range(RIVER_SIZE):
        left = index * STEP
        if index < len(document["river"]):
            cards.whole(group, reading.card(document["river"][index]), left, 18)
        else:
            _gap(group, left)
    for index, zone in enumerate(("deck", "reserve")):
        caption(group, DECK + index * STEP, 11, zone)
        _stack(group, reading.count(document[zone]), DECK + index * STEP)
    _turn(group, document)


def caption(parent: Element, x: float, y: float, text: str) -> None:
    """A quiet heading."""
    canvas.write(parent, x, y, text.upper(), TINY, SLATE, bold=True, spacing=1)


def _gap(group: Element, x: float) -> None:
    canvas.rect(
        group,
        x + 1,
        19,
        cards.WIDTH - 2,
        cards.HEIGHT - 2,
        "none",
        rx=cards.ROUND,
        stroke=ICE,
        stroke_width=1.5,
        stroke_dasharray="5 4",
    )


def _stack(group: Element, size: int, x: float) -> None:
    """A stack of cards with its size; the more cards, the higher it looks."""
    if not size:
        _gap(group, x)
        canvas.write(group, x + cards.WIDTH / 2, 65, "0", LARGE, SLATE, anchor="middle")
        return
    for layer in reversed(range(min(3, 1 + size // 15))):
        cards.back(group, x + layer * 1.5, 18 - layer * 1.5, cards.WIDTH - 3, cards.HEIGHT)
    canvas.rect(group, x + 11, 69, cards.WIDTH - 25, 24, PAPER, rx=12)
    middle = x + (cards.WIDTH - 3) / 2
    canvas.write(group, middle, 87, str(size), LARGE, INK, bold=True, anchor="middle")


def _turn(group: Element, document: Document) -> None:
    """Phase, decision and what has been done so far, in the colour of the seat to decide."""
    seat = document["seat"]
    box = canvas.group(group, transform=canvas.place(TURN, 0))
    width = WIDTH - TURN
    colour = INK if seat is None else SEAT[seat]
    canvas.rect(box, 0, 0, width, STOCK_HEIGHT, colour, rx=10)
    phase = words.phase(document)
    for index, (letter, name) in enumerate(words.PHASE_NAMES.items()):
        _phase(box, letter, name, 12 + index * (width - 24) / 3, letter == phase)
    for line, part in enumerate(wrap(words.headline(document), HEADLINE_LENGTH)):
        canvas.write(box, 14, 52 + 17 * line, part, MEDIUM + 1.5, PAPER, bold=True)
    done = wrap(", ".join(words.remarks(document)), REMARK_LENGTH) if seat is not None else []
    for line, part in enumerate(reversed(done)):
        canvas.write(box, 14, STOCK_HEIGHT - 8 - 12 * line, part, TINY, ICE)


def _phase(box: Element, letter: str, name: str, x: float, due: bool) -> None:
    canvas.circle(box, x + 9, 19, 9, GOLD if due else "none", stroke=GOLD if due else ICE, stroke_width=1.2)
    ink = INK if due else ICE
    canvas.write(box, x + 9, 23, letter, SMALL, ink, bold=True, anchor="middle")
    canvas.write(box, x + 23, 23, name, SMALL, GOLD if due else ICE, bold=due)
