"""Six animal heads and a snowflake, drawn for this project as path data in a box of 24 by 24.

Each glyph is a silhouette in ink edged in white, or the other way round, so that it stands out on any colour,
and markings. The silhouettes alone tell the animals apart, without colour and in the narrow strips of a pile.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from arctic_env.games.arctic.draw import canvas
from arctic_env.games.arctic.draw.palette import ICE, INK, PAPER

BOX = 24.0
EDGE = 1.8  # width of the white edge, half of it outside the silhouette

_FOX = (
    (INK, "M1.8 1.6 L9.2 6.6 H14.8 L22.2 1.6 L21.6 12.6 L16.6 16.6 L12 22.4 L7.4 16.6 L2.4 12.6 Z"),
    (PAPER, "M3.8 12.4 L9.6 13.4 L11.3 19.2 L8.2 15.6 Z M20.2 12.4 L14.4 13.4 L12.7 19.2 L15.8 15.6 Z"),
    (PAPER, "M4 4.8 L7 7 L4.4 9.6 Z M20 4.8 L17 7 L19.6 9.6 Z"),
)
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
    (
        INK,
        "M12 1.6 C17 1.6 19.4 5 19.6 9 C22.4 11 21.6 16 17.6 16 H6.4 C2.4 16 1.6 11 4.4 9 C4.6 5 7 1.6 12 "
        "1.6 Z",
    ),
    (
        PAPER,
        "M6.6 13.4 H10.4 L9.2 23 C7.6 20.4 6.8 17 6.6 13.4 Z M17.4 13.4 H13.6 L14.8 23 C16.4 20.4 17.2 17 "
        "17.4 13.4 Z",
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
        "M17.2 7.4 L18.2 7.6 L18.2 11.8 L16.8 12.2 Z M7.6 22.6 C8 18.4 10 15.6 13.4 14.8 C14 17.6 14.6 20 "
        "15.4 22.6 Z",
    ),
    (INK, "M11 7.4 a1.3 1.3 0 1 0 0.1 0 Z"),
)
_BEAR = (
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
PATHS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "fox": _FOX,
    "moose": _MOOSE,
    "walrus": _WALRUS,
    "orca": _ORCA,
    "puffin": _PUFFIN,
    "bear": _BEAR,
}
SNOWFLAKE = (
    "M12 2 V22 M3.3 7 L20.7 17 M3.3 17 L20.7 7 M9.6 3.6 L12 6 L14.4 3.6 M9.6 20.4 L12 18 L14.4 20.4 "
    "M3.5 10.2 L6.8 9.1 L6 5.6 M20.5 13.8 L17.2 14.9 L18 18.4 "
    "M3.5 13.8 L6.8 14.9 L6 18.4 M20.5 10.2 L17.2 9.1 L18 5.6"
)


def define(parent: Element) -> None:
    """Adds every glyph to the definitions of a drawing."""
    for animal, paths in PATHS.items():
        group = canvas.group(parent, id=_name(animal))
        (body, silhouette), *markings = paths
        edge = PAPER if body == INK else INK
        canvas.path(group, silhouette, body, stroke=edge, stroke_width=EDGE, paint_order="stroke")
        for colour, data in markings:
            canvas.path(group, data, colour)


def draw(parent: Element, animal: str, x: float, y: float, size: float) -> None:
    """Draws an animal into the square whose upper left corner is at (x, y)."""
    canvas.use(parent, _name(animal), x, y, size / BOX)


def snowflake(parent: Element, x: float, y: float, size: float, colour: str) -> None:
    """Draws the mark of a hidden card into the square whose upper left corner is at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y, size / BOX))
    canvas.path(group, SNOWFLAKE, "none", stroke=colour, stroke_width=1.8, stroke_linecap="round")


def _name(animal: str) -> str:
    return f"arctic-{animal}"
