"""Common parts of all games' pictures: words, lines of text boards, the page of a drawing, and its last action.

The last action stands in a line of its own, with dashed outlines around what it touched and arrows along its moves. The
document names what to mark as it is named in the drawing: `square d3` outlines the element with `data-square="d3"`, and
`arrow c1 c2` leads from one square to the other.
"""

import math
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import INK, MEDIUM, PAPER, SLATE, SMALL

Document = Mapping[str, Any]

COLUMNS = 80  # of a text board
MARGIN = 16.0  # of a drawing


def count(things: int | Sequence[object]) -> int:
    """Return the size of something that the document gives as a list or as a number."""
    return things if isinstance(things, int) else len(things)


def score(document: Document, seat: int) -> Mapping[str, Any] | None:
    """Return the seat's entry of the document's scores, if it has any."""
    scores = document.get("scores")
    return scores[seat] if scores else None


def short(name: str, most: int = 24) -> str:
    """Return the name of an agent, cut to so many letters."""
    return name if len(name) <= most else f"{name[: most - 3]}..."


def seat_name(document: Document, seat: int, most: int = 24) -> str:
    """Return the seat with the name of its agent, if the document has it: `seat 1 · greedy`."""
    names = document.get("names")
    return f"seat {seat} · {short(names[seat], most)}" if names else f"seat {seat}"


def viewer(document: Document) -> list[str]:
    """Return whose view the document is, if it is one."""
    return [f"seen by seat {document['viewer']}"] if "viewer" in document else []


def numbered(counts: Mapping[str, int]) -> str:
    """Return counted things as a list: `husky, 2 x igloo`."""
    return ", ".join(f"{n} x {text}" if n > 1 else text for text, n in counts.items())


def result(document: Document) -> str:
    """Return the winners, if the document names them."""
    winners = [str(seat) for seat in document.get("winners", ())]
    if len(winners) > 1:
        return f"game over, seats {', '.join(winners[:-1])} and {winners[-1]} share the win"
    return f"game over, seat {winners[0]} wins" if winners else "game over"


def wrap(text: str, length: int) -> list[str]:
    """Break a text into lines of at most this many characters."""
    return textwrap.wrap(text, length, break_on_hyphens=False)


def line(label: str, content: str, width: int) -> list[str]:
    """Return a line of a text board behind a label of that width, wrapped under itself where it is too long."""
    return [
        f"{'' if index else label:<{width}}{part}" for index, part in enumerate(wrap(content, COLUMNS - width) or [""])
    ]


# --------------------------------------------------------------------------------------------- pages


def begin(
    name: str,
    document: Document,
    size: tuple[float, float],
    header: float,
    glyphs: Mapping[str, canvas.Glyph],
    *,
    headline: str,
    facts: Sequence[str],
    description: Sequence[str],
    remarks: str | None = None,
) -> tuple[Element, Element]:
    """Begin a drawing with its head; return its root, and the group for all that stands below the head.

    Args:
        name: The name of the game.
        document: The document of the drawing, which may have a `last` action: a line more.
        size: Width and height without that line.
        header: Height of the head.
        glyphs: Glyphs to define, by name.
        headline: The decision that is due.
        facts: Written on the right.
        description: The position in a few sentences, for a reader who does not see the drawing.
        remarks: To write the headline into a second line of the head, with these remarks; None for one line.
    """
    width, height = size[0], size[1] + last_height(document)
    root = canvas.drawing(width, height)
    canvas.title(root, f"{name}: {headline}")
    last = document.get("last")
    told = [f"last action, seat {last['seat']}: {last['words']}", *last["events"]] if last else []
    SubElement(root, "desc").text = ". ".join([*description, *told]) + "."
    canvas.define_glyphs(SubElement(root, "defs"), glyphs)
    canvas.rect(root, 0, 0, width, height, canvas.SNOW)
    baseline = header - (15 if remarks is None else 38)
    canvas.write(root, MARGIN, baseline, name, canvas.TITLE, bold=True, spacing=5)
    canvas.write(root, width - MARGIN, baseline, "  ·  ".join(facts), SMALL + 1, SLATE, anchor="end")
    if remarks is not None:
        canvas.write(root, MARGIN, header - 14, headline, canvas.LARGE - 1, INK)
        canvas.write(root, width - MARGIN, header - 14, remarks, SMALL + 1, SLATE, anchor="end")
    return root, _begin_body(root, document, header - 4)


def panel(parent: Element, document: Document, seat: int, x: float, y: float, size: tuple[float, float]) -> Element:
    """Return the group of a seat's panel, with its upper left corner at (x, y); the frame tells who decides."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_seat=str(seat))
    stroke, width = (canvas.GOLD, 3) if seat == document["seat"] else (canvas.ICE, 1)
    canvas.rect(group, 0, 0, *size, canvas.FROST, rx=8, stroke=stroke, stroke_width=width)
    return group


# --------------------------------------------------------------------------------------------- the last action


LAST_HEIGHT = 24.0  # of the line of words
_WORDS_LEFT = 24.0
_WIDE_LETTER = 0.72  # in font sizes
_HALO, _LINE, _DASHES = 4.0, 2.2, "6 3.5"
_HEAD = 11.0  # length of an arrow's head
_SHORT_OF = 14.0  # how far from the middle of a square an arrow ends
_ARROW, _SQUARE = "arrow", "square"


def last_height(document: Document) -> float:
    """Return the height that the line needs, 0 without a last action."""
    return LAST_HEIGHT if document.get("last") else 0.0


def _begin_body(root: Element, document: Document, y: float) -> Element:
    """Write the line at a height, and return the group for all that stands below it."""
    last = document.get("last")
    if not last:
        return root
    line = canvas.group(root, transform=canvas.place(MARGIN, y), data_last=last["words"])
    _outline(line, 0, 3, 15, 15, 3)
    name = f" ({short(document['names'][last['seat']])})" if document.get("names") else ""
    text = f"last action, seat {last['seat']}{name}: {last['words']}"
    room = float(root.attrib["viewBox"].split()[2]) - 2 * MARGIN - _WORDS_LEFT
    canvas.write(line, _WORDS_LEFT, 15, text, min(MEDIUM, room / (_WIDE_LETTER * len(text))), INK)
    return canvas.group(root, transform=canvas.place(0, LAST_HEIGHT))


def mark_last(body: Element, document: Document, inset: float = 0.0) -> None:
    """Mark in a finished drawing what the last action touched.

    Args:
        body: The group that `begin` has returned.
        document: The document of the drawing.
        inset: How far inside of their edges squares are outlined, where edges have a meaning of their own.
    """
    marks = document["last"]["marks"] if document.get("last") else []
    found = [named for child in body for named in _named(child, 0, 0)] if marks else []
    for kind, _, name in (text.partition(" ") for text in marks):
        if kind == _ARROW:
            ends = [_middle(found, square) for square in name.split()]
            _arrow(body, *ends)
        for element, _, _ in found:
            value = element.get(f"data-{kind}", "")
            if value == name or value.startswith(f"{name} "):
                _outline_element(element, inset if kind == _SQUARE else 0.0)


def _named(element: Element, x: float, y: float) -> Iterator[tuple[Element, float, float]]:
    """Return groups with data and where they stand."""
    if element.tag != "g":
        return
    moved = element.get("transform", "")
    if moved.startswith("translate("):
        right, down = moved.removeprefix("translate(").partition(")")[0].split()
        x, y = x + float(right), y + float(down)
    if any(name.startswith("data-") for name in element.keys()):  # noqa: SIM118 - an element is no mapping
        yield element, x, y
    for child in element:
        yield from _named(child, x, y)


def _box(element: Element) -> list[float]:
    """Return left, top, width and height of the first rectangle of an element; nothing without one."""
    body = next(element.iter("rect"), None)
    return [] if body is None else [float(body.get(name, 0)) for name in ("x", "y", "width", "height")]


def _outline_element(element: Element, inset: float) -> None:
    if box := _box(element):
        left, top, width, high = box
        _outline(element, left + inset, top + inset, width - 2 * inset, high - 2 * inset, 7)


def _outline(parent: Element, x: float, y: float, width: float, high: float, rounding: float) -> None:
    """Draw a dashed outline that shows on light and on dark ground."""
    group = canvas.group(parent, data_mark="last")
    canvas.rect(group, x, y, width, high, "none", rx=rounding, stroke=PAPER, stroke_width=_HALO)
    canvas.rect(group, x, y, width, high, "none", rx=rounding, stroke=INK, stroke_width=_LINE, stroke_dasharray=_DASHES)


def _middle(found: list[tuple[Element, float, float]], square: str) -> tuple[float, float]:
    """Return the middle of a square."""
    element, x, y = next(each for each in found if each[0].get("data-square") == square)
    left, top, width, high = _box(element)
    return x + left + width / 2, y + top + high / 2


def _arrow(body: Element, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Draw an arrow that ends a little before the middle of its goal."""
    length = math.dist(start, goal) - _SHORT_OF
    right, down = ((b - a) / math.dist(start, goal) for a, b in zip(start, goal, strict=True))

    def point(ahead: float, aside: float) -> str:
        x, y = start[0] + ahead * right - aside * down, start[1] + ahead * down + aside * right
        return f"{canvas.number(x)} {canvas.number(y)}"

    neck = length - _HEAD
    corners = ((0, -2), (neck, -2), (neck, -6.5), (length, 0), (neck, 6.5), (neck, 2), (0, 2))
    data = "M" + " L".join(point(*corner) for corner in corners) + " Z"
    canvas.path(
        canvas.group(body, data_arrow="last"),
        data,
        INK,
        stroke=PAPER,
        stroke_width=1.6,
        paint_order="stroke",
        opacity=0.9,
    )
