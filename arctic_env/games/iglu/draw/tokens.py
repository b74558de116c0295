"""Animals, Inuit and igloos as tokens of any size, with their values and numbers."""

from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import INK, PAPER

VALUE_SIZE = 0.42  # of a value, in token sizes
COUNT_SIZE = 0.38  # of a number of tokens
_FONT = 1.35  # font size of a number, in radii of its disc


def animal(parent: Element, kind: str, n: int, x: float, y: float, size: float) -> None:
    """Draws animals of a kind such as `fish 2` into a square of that size; more than one by their number."""
    name, _, value = kind.partition(" ")
    group = canvas.group(parent, transform=canvas.place(x, y), data_animal=f"{n} {kind}")
    canvas.title(group, f"{n} x {kind}" if n > 1 else kind)
    glyphs.draw(group, f"{name}-{value}" if name == "fish" else name, 0, 0, size)
    if name == "fish":
        middle = size * 0.47
        canvas.write(group, middle, size * 0.68, value, size * VALUE_SIZE, INK, bold=True, anchor="middle")
    elif value:
        _disc(group, size * 0.5, size * 0.83, size * VALUE_SIZE / 2, value, INK, PAPER)
    _number(group, n, size)


def inuit(parent: Element, seat: int, n: int, x: float, y: float, size: float) -> None:
    """Draws Inuit of a seat into a square of that size."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_inuit=f"{n} {seat}")
    canvas.title(group, f"{n} Inuit of seat {seat}")
    glyphs.draw(group, f"inuit-{seat}", 0, 0, size)
    canvas.write(
        group, size / 2, size * 0.86, str(seat), size * VALUE_SIZE, PAPER, bold=True, anchor="middle"
    )
    _number(group, n, size)


def igloo(parent: Element, seat: int, x: float, y: float, size: float) -> None:
    """Draws an igloo of a seat into a square of that size."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_igloo=str(seat))
    canvas.title(group, f"igloo of seat {seat}")
    glyphs.draw(group, f"igloo-{seat}", 0, 0, size)
    canvas.write(group, size / 2, size * 0.84, str(seat), size * 0.3, PAPER, bold=True, anchor="middle")


def _number(group: Element, n: int, size: float) -> None:
    if n > 1:
        radius = size * COUNT_SIZE / 2
        _disc(group, size - radius * 0.7, radius * 0.7, radius, str(n), INK, PAPER)


def _disc(group: Element, x: float, y: float, radius: float, text: str, fill: str, ink: str) -> None:
    canvas.circle(group, x, y, radius, fill, stroke=PAPER, stroke_width=radius * 0.15)
    canvas.write(group, x, y + radius * 0.48, text, radius * _FONT, ink, bold=True, anchor="middle")
