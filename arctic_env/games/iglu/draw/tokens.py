"""Animals, Inuit and igloos as tokens of any size, with their values and numbers; colours of board and tribes."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import BEAR, FOX, INK, PAPER, Glyph

SEA = "#2f6f9f"
DEEP = "#28618d"  # the shade of the sea
WAVE = "#7fb2d6"
TILE = "#e4f1f8"
TILE_EDGE = "#b4d2e4"
FLAKE = "#c3dcea"  # snowflakes of face-down tiles
GLACIER = "#cfe3f0"
PEAK = "#9dbfd6"
SHADE = "#7ea6c2"
LAND = "#8a8272"
ROCK = "#6f6858"
MOSS = "#8c9a5b"
GRID = "#1f4e74"
FRAME = "#d0343f"  # of tiles that are kept

TRIBE = ("#c8323c", "#2464b4", "#e0a800", "#2e8b57")  # red, blue, yellow, green, as in the box
FISH = ("#b9d7e8", "#f2b37e", "#e9785f")  # by value

_FISH = "M1.5 12.5 C4 6.4 12.5 5 17 10.2 L22.6 6 C21.4 9.6 21.4 14.6 22.6 18.6 L17 14.6 C12.5 19.6 4 18.6 1.5 12.5 Z"
_EYE = "M5.2 10.2 h1.7 v1.7 h-1.7 Z"
_INUIT = (
    "M12 1.5 C16 1.5 18.2 4.4 18.2 7.8 C18.2 9.6 17.6 11 16.8 11.9 C20 13.2 21.4 17 21.4 22.6 H2.6 C2.6 17 4 13.2 7.2 "
    "11.9 C6.4 11 5.8 9.6 5.8 7.8 C5.8 4.4 8 1.5 12 1.5 Z"
)
_FACE = "M12 4 C14.4 4 15.6 5.8 15.6 7.8 C15.6 10 14 11.4 12 11.4 C10 11.4 8.4 10 8.4 7.8 C8.4 5.8 9.6 4 12 4 Z"
_EYES = "M10 7 h1.2 v1.4 h-1.2 Z M12.8 7 h1.2 v1.4 h-1.2 Z"
_IGLOO = "M1.4 21 C1.4 10.4 6 4 12 4 C18 4 22.6 10.4 22.6 21 Z"
_BLOCKS = (
    "M3 14.4 H21 V15.6 H3 Z M5.6 9.4 H18.4 V10.6 H5.6 Z M11.4 4.4 h1.2 v5 h-1.2 Z M7 10.4 h1.2 v4 h-1.2 Z "
    "M15.8 10.4 h1.2 v4 h-1.2 Z"
)
_DOOR = "M8.2 21 V17.4 C8.2 15 10 13.4 12 13.4 C14 13.4 15.8 15 15.8 17.4 V21 Z"


GLYPHS: Mapping[str, Glyph] = {
    "bear": BEAR,
    "fox": FOX,
    **{f"fish-{value + 1}": ((colour, _FISH), (INK, _EYE)) for value, colour in enumerate(FISH)},
    **{f"inuit-{seat}": ((colour, _INUIT), (PAPER, _FACE), (INK, _EYES)) for seat, colour in enumerate(TRIBE)},
    **{f"igloo-{seat}": ((PAPER, _IGLOO), (colour, _BLOCKS), (colour, _DOOR)) for seat, colour in enumerate(TRIBE)},
}

VALUE_SIZE = 0.42  # of a value, in token sizes
COUNT_SIZE = 0.38  # of a number of tokens
_FONT = 1.35  # font size of a number, in radii of its disc


def animal(parent: Element, kind: str, n: int, x: float, y: float, size: float) -> None:
    """Draw animals of a kind such as `fish 2` into a square of that size; more than one by their number."""
    name, _, value = kind.partition(" ")
    group = canvas.group(parent, transform=canvas.place(x, y), data_animal=f"{n} {kind}")
    canvas.title(group, f"{n} x {kind}" if n > 1 else kind)
    canvas.draw_glyph(group, f"{name}-{value}" if name == "fish" else name, 0, 0, size)
    if name == "fish":
        middle = size * 0.47
        canvas.write(group, middle, size * 0.68, value, size * VALUE_SIZE, INK, bold=True, anchor="middle")
    elif value:
        _disc(group, size * 0.5, size * 0.83, size * VALUE_SIZE / 2, value, INK, PAPER)
    _number(group, n, size)


def inuit(parent: Element, seat: int, n: int, x: float, y: float, size: float) -> None:
    """Draw Inuit of a seat into a square of that size."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_inuit=f"{n} {seat}")
    canvas.title(group, f"{n} Inuit of seat {seat}")
    canvas.draw_glyph(group, f"inuit-{seat}", 0, 0, size)
    canvas.write(group, size / 2, size * 0.86, str(seat), size * VALUE_SIZE, PAPER, bold=True, anchor="middle")
    _number(group, n, size)


def igloo(parent: Element, seat: int, x: float, y: float, size: float) -> None:
    """Draw an igloo of a seat into a square of that size."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_igloo=str(seat))
    canvas.title(group, f"igloo of seat {seat}")
    canvas.draw_glyph(group, f"igloo-{seat}", 0, 0, size)
    canvas.write(group, size / 2, size * 0.84, str(seat), size * 0.3, PAPER, bold=True, anchor="middle")


def _number(group: Element, n: int, size: float) -> None:
    if n > 1:
        radius = size * COUNT_SIZE / 2
        _disc(group, size - radius * 0.7, radius * 0.7, radius, str(n), INK, PAPER)


def _disc(group: Element, x: float, y: float, radius: float, text: str, fill: str, ink: str) -> None:
    canvas.circle(group, x, y, radius, fill, stroke=PAPER, stroke_width=radius * 0.15)
    canvas.write(group, x, y + radius * 0.48, text, radius * _FONT, ink, bold=True, anchor="middle")
