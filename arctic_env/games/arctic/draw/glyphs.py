"""The six animal heads, drawn for this project as path data: see `drawing/glyphs.py` for their form.

The silhouettes alone tell the animals apart, without colour and in the narrow strips of a pile.
"""

from collections.abc import Mapping

from arctic_env.drawing.glyphs import BEAR, FOX, Glyph
from arctic_env.drawing.palette import INK, PAPER

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
HEADS: Mapping[str, Glyph] = {
    "fox": FOX,
    "moose": _MOOSE,
    "walrus": _WALRUS,
    "orca": _ORCA,
    "puffin": _PUFFIN,
    "bear": BEAR,
}
