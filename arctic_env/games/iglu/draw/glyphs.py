"""Glyphs of the game, drawn for this project as path data: fish, Inuit, igloos; form as in `drawing/glyphs.py`."""

from collections.abc import Mapping

from arctic_env.drawing.glyphs import BEAR, FOX, Glyph
from arctic_env.drawing.palette import INK, PAPER
from arctic_env.games.iglu.draw.palette import FISH, TRIBE

_FISH = "M1.5 12.5 C4 6.4 12.5 5 17 10.2 L22.6 6 C21.4 9.6 21.4 14.6 22.6 18.6 L17 14.6 C12.5 19.6 4 18.6 1.5 12.5 Z"
_EYE = "M5.2 10.2 h1.7 v1.7 h-1.7 Z"
_INUIT = (
    "M12 1.5 C16 1.5 18.2 4.4 18.2 7.8 C18.2 9.6 17.6 11 16.8 11.9 C20 13.2 21.4 17 21.4 22.6 H2.6 C2.6 17 4 13.2 7.2 "
    "11.9 C6.4 11 5.8 9.6 5.8 7.8 C5.8 4.4 8 1.5 12 1.5 Z"
)
_FACE = (
    "M12 4 C14.4 4 15.6 5.8 15.6 7.8 C15.6 10 14 11.4 12 11.4 C10 11.4 8.4 10 8.4 7.8 C8.4 5.8 9.6 4 12 4 Z"
)
_EYES = "M10 7 h1.2 v1.4 h-1.2 Z M12.8 7 h1.2 v1.4 h-1.2 Z"
_IGLOO = "M1.4 21 C1.4 10.4 6 4 12 4 C18 4 22.6 10.4 22.6 21 Z"
_BLOCKS = (
    "M3 14.4 H21 V15.6 H3 Z M5.6 9.4 H18.4 V10.6 H5.6 Z M11.4 4.4 h1.2 v5 h-1.2 Z M7 10.4 h1.2 v4 h-1.2 Z "
    "M15.8 10.4 h1.2 v4 h-1.2 Z"
)
_DOOR = "M8.2 21 V17.4 C8.2 15 10 13.4 12 13.4 C14 13.4 15.8 15 15.8 17.4 V21 Z"


def _fish(colour: str) -> Glyph:
    return (colour, _FISH), (INK, _EYE)


def _inuit(colour: str) -> Glyph:
    return (colour, _INUIT), (PAPER, _FACE), (INK, _EYES)


def _igloo(colour: str) -> Glyph:
    return (PAPER, _IGLOO), (colour, _BLOCKS), (colour, _DOOR)


GLYPHS: Mapping[str, Glyph] = {
    "bear": BEAR,
    "fox": FOX,
    **{f"fish-{value + 1}": _fish(colour) for value, colour in enumerate(FISH)},
    **{f"inuit-{seat}": _inuit(colour) for seat, colour in enumerate(TRIBE)},
    **{f"igloo-{seat}": _igloo(colour) for seat, colour in enumerate(TRIBE)},
}
