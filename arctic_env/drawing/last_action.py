"""The last action in a drawing: its words in a line, dashed outlines around what it touched, arrows along its moves.

The document names what to mark as it is named in the drawing: `square d3` outlines the element with
`data-square="d3"`, and `arrow c1 c2` leads from one square to the other.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import INK, MEDIUM, PAPER

HEIGHT = 24.0  # of the line of words
_WORDS_LEFT = 24.0
_WIDE_LETTER = 0.72  # in font sizes
_HALO, _LINE, _DASHES = 4.0, 2.2, "6 3.5"
_HEAD = 11.0  # length of an arrow's head
_SHORT_OF = 14.0  # how far from the middle of a square an arrow ends
_ARROW, _SQUARE = "arrow", "square"


def height(document: Mapping[str, Any]) -> float:
    """Return the height that the line needs, 0 without a last action."""
    return HEIGHT if document.get("last") else 0.0


def begin(root: Element, document: Mapping[str, Any], x: float, y: float) -> Element:
    """Write the line at (x, y), and return the group for all that stands below it."""
    last = document.get("last")
    if not last:
        return root
    line = canvas.group(root, transform=canvas.place(x, y), data_last=last["words"])
    _outline(line, 0, 3, 15, 15, 3)
    name = f" ({pages.short(document['names'][last['seat']])})" if document.get("names") else ""
    text = f"last action, seat {last['seat']}{name}: {last['words']}"
    room = float(root.attrib["viewBox"].split()[2]) - 2 * x - _WORDS_LEFT
    canvas.write(line, _WORDS_LEFT, 15, text, min(MEDIUM, room / (_WIDE_LETTER * len(text))), INK)
    return canvas.group(root, transform=canvas.place(0, HEIGHT))


def mark(body: Element, document: Mapping[str, Any], inset: float = 0.0) -> None:
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


def describe(document: Mapping[str, Any]) -> list[str]:
    """Return the last action and what it caused as sentences, for a reader who does not see the drawing."""
    last = document.get("last")
    return [f"last action, seat {last['seat']}: {last['words']}", *last["events"]] if last else []


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
