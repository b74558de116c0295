"""A pile, fanned from its bottom at the left to its top, with its runs bracketed above."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.palette import FROST, INK, PAPER, SLATE, SMALL, TINY
from arctic_env.games.arctic.draw import cards, reading
from arctic_env.games.arctic.draw.palette import ANIMAL_COLOURS
from arctic_env.games.arctic.draw.reading import PileCard, Run

BRACKET = 18.0  # height above the cards
HEIGHT = BRACKET + cards.HEIGHT
WIDEST_STRIP = 28.0
PILL_HEIGHT = 14.0
LINE = 9.0  # height of a bracket's line above the cards
FAINT = 0.45  # opacity of the brackets that are not the longest of their animal


def draw(parent: Element, texts: Sequence[str], x: float, y: float, room: float) -> None:
    """Draws a pile of any size into the room given; its Visible card, if any, is whole.

    Args:
        parent: Element to add to.
        texts: The pile as the document gives it, bottom first.
        x: Left edge.
        y: Upper edge; the drawing is `HEIGHT` high.
        room: Width that it may take.
    """
    pile = reading.pile(texts)
    top = y + BRACKET
    if not pile:
        _empty(parent, x, top)
        return
    width = min(WIDEST_STRIP, (room - cards.WIDTH) / max(len(pile) - 1, 1))
    for index, held in enumerate(pile[:-1]):
        cards.strip(parent, held, x + index * width, top, width)
    _top(parent, pile[-1], x + (len(pile) - 1) * width, top)
    runs = reading.runs(pile)
    longest = reading.longest(runs)
    for run in runs:
        if run.length > 1:
            right = run.stop * width if run.stop < len(pile) else (len(pile) - 1) * width + cards.WIDTH
            _bracket(parent, run, x + run.start * width, x + right, top, run in longest)


def _empty(parent: Element, x: float, y: float) -> None:
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.rect(
        group, 0, 0, cards.WIDTH, cards.HEIGHT, FROST, rx=cards.ROUND, stroke=SLATE, stroke_dasharray="4 3"
    )
    canvas.write(group, cards.WIDTH / 2, cards.HEIGHT / 2 - 3, "no card", SMALL, SLATE, anchor="middle")
    value = f"place {reading.PLACEMENT_WITHOUT_CARD}"
    canvas.write(group, cards.WIDTH / 2, cards.HEIGHT / 2 + 12, value, SMALL, SLATE, anchor="middle")


def _top(parent: Element, held: PileCard, x: float, y: float) -> None:
    if held.card is None or held.face_down:
        cards.back(parent, x, y, cards.WIDTH, cards.HEIGHT, held.card.text if held.card else "")
    else:
        cards.whole(parent, held.card, x, y)


def _bracket(parent: Element, run: Run, left: float, right: float, y: float, best: bool) -> None:
    """Marks a run with its length; filled for the longest of its animal, the one that may score (4.2)."""
    colour = ANIMAL_COLOURS[run.animal]
    group = canvas.group(parent, data_run=f"{run.animal} {run.label}")
    canvas.title(group, f"{run.animal} run of {run.label}{', the longest' if best else ''}")
    data = f"M{canvas.number(left + 1)} {canvas.number(y - 2)} V{canvas.number(y - LINE)}"
    data += f" H{canvas.number(right - 1)} V{canvas.number(y - 2)}"
    canvas.path(group, data, "none", stroke=colour, stroke_width=2, opacity=1 if best else FAINT)
    width = min(max(canvas.text_width(run.label, SMALL) + 8, PILL_HEIGHT), right - left)
    middle = (left + right) / 2
    canvas.rect(
        group,
        middle - width / 2,
        y - BRACKET + 1,
        width,
        PILL_HEIGHT,
        colour if best else PAPER,
        rx=PILL_HEIGHT / 2,
        stroke=colour,
        stroke_width=1.2,
    )
    ink = cards.ink_on(run.animal) if best else INK
    canvas.write(
        group,
        middle,
        y - BRACKET + 12,
        run.label,
        SMALL if width > PILL_HEIGHT else TINY,
        ink,
        bold=True,
        anchor="middle",
    )
