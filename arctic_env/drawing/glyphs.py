"""Glyphs that the drawings share: a fox's and a bear's head and a snowflake, in a box of 24 by 24.

A glyph is a silhouette in ink edged in white, or the other way round, so that it stands out on any colour, and
markings: (colour, path data) each.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.palette import ICE, INK, PAPER

Glyph = tuple[tuple[str, str], ...]

BOX = 24.0
EDGE = 1.8  # width of the white edge, half of it outside the silhouette

FOX: Glyph = (
    (INK, "M1.8 1.6 L9.2 6.6 H14.8 L22.2 1.6 L21.6 12.6 L16.6 16.6 L12 22.4 L7.4 16.6 L2.4 12.6 Z"),
    (PAPER, "M3.8 12.4 L9.6 13.4 L11.3 19.2 L8.2 15.6 Z M20.2 12.4 L14.4 13.4 L12.7 19.2 L15.8 15.6 Z"),
    (PAPER, "M4 4.8 L7 7 L4.4 9.6 Z M20 4.8 L17 7 L19.6 9.6 Z"),
)
BEAR: Glyph = (
    (
        PAPER,
        "M6 1.6 C8 1.6 9.4 2.8 9.8 4.4 C11.2 4 12.8 4 14.2 4.4 C14.6 2.8 16 1.6 18 1.6 C20.6 1.6 22.2 3.6 "
        "22.2 5.8 C22.2 7.6 21.2 8.8 20.2 9.6 C21 11.2 21.4 12.8 21.4 14.4 C21.4 19.4 17.4 22.6 12 22.6 "
        "C6.6 22.6 2.6 19.4 2.6 14.4 C2.6 12.8 3 11.2 3.8 9.6 C2.8 8.8 1.8 7.6 1.8 5.8 C1.8 3.6 3.4 1.6 6 "
        "1.6 Z",
    ),
    (
        ICE,
        "M12 12.8 C15.2 12.8 17 14.6 17 17 C17 19.4 15 20.8 12 20.8 C9 20.8 7 19.4 7 17 C7 14.6 8.8 12.8 "
        "12 12.8 Z",
    ),
    (INK, "M7.4 9.2 h2.2 v2.2 h-2.2 Z M14.4 9.2 h2.2 v2.2 h-2.2 Z M9.6 14.2 H14.4 L12 17.6 Z"),
)
SNOWFLAKE = (
    "M12 2 V22 M3.3 7 L20.7 17 M3.3 17 L20.7 7 M9.6 3.6 L12 6 L14.4 3.6 M9.6 20.4 L12 18 L14.4 20.4 "
    "M3.5 10.2 L6.8 9.1 L6 5.6 M20.5 13.8 L17.2 14.9 L18 18.4 "
    "M3.5 13.8 L6.8 14.9 L6 18.4 M20.5 10.2 L17.2 9.1 L18 5.6"
)


def define(parent: Element, glyphs: Mapping[str, Glyph]) -> None:
    """Adds glyphs to the definitions of a drawing, by name."""
    for name, paths in glyphs.items():
        group = canvas.group(parent, id=_id(name))
        (body, silhouette), *markings = paths
        edge = PAPER if body == INK else INK
        canvas.path(group, silhouette, body, stroke=edge, stroke_width=EDGE, paint_order="stroke")
        for colour, data in markings:
            canvas.path(group, data, colour)


def draw(parent: Element, name: str, x: float, y: float, size: float) -> None:
    """Draws a defined glyph into the square whose upper left corner is at (x, y)."""
    canvas.use(parent, _id(name), x, y, size / BOX)


def snowflake(parent: Element, x: float, y: float, size: float, colour: str) -> None:
    """Draws the mark of what is hidden into the square whose upper left corner is at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y, size / BOX))
    canvas.path(group, SNOWFLAKE, "none", stroke=colour, stroke_width=1.8, stroke_linecap="round")


def _id(name: str) -> str:
    return f"arctic-{name}"
