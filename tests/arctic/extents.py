"""How far the elements of a drawing reach."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
GLYPH = 24.0  # side of the box that a defined glyph is drawn in
WIDE_LETTER = 0.72  # width of a bold letter in the widest font of the drawing's list, in font sizes

Box = tuple[str, float, float, float, float]


def boxes(element: Element, x: float = 0.0, y: float = 0.0, scale: float = 1.0, own: bool = True) -> Iterator[Box]:
    """Boxes around all that is drawn below an element, in the coordinates of the first element."""
    if element.tag in (f"{SVG}defs", f"{SVG}title", f"{SVG}desc"):
        return
    if own and (move := element.get("transform")):
        found = re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", move)
        assert found, move
        x, y = x + scale * float(found[1]), y + scale * float(found[2])
        scale *= float(found[3] or 1)
    for left, top, right, bottom in _own_box(element):
        yield element.tag, x + scale * left, y + scale * top, x + scale * right, y + scale * bottom
    for child in element:
        yield from boxes(child, x, y, scale)


def _own_box(element: Element) -> Iterator[tuple[float, float, float, float]]:
    def get(name: str) -> float:
        return float(element.attrib[name])

    match element.tag.removeprefix(SVG):
        case "rect":
            yield get("x"), get("y"), get("x") + get("width"), get("y") + get("height")
        case "circle":
            yield get("cx") - get("r"), get("cy") - get("r"), get("cx") + get("r"), get("cy") + get("r")
        case "use":
            yield 0, 0, GLYPH, GLYPH
        case "path":
            across, down = zip(*_points(element.attrib["d"]), strict=True)
            yield min(across), min(down), max(across), max(down)
        case "text":
            size, text = get("font-size"), element.text or ""
            width = len(text) * (size * WIDE_LETTER + float(element.get("letter-spacing", 0)))
            shift = {"middle": width / 2, "end": width}.get(element.get("text-anchor", ""), 0)
            yield get("x") - shift, get("y") - size, get("x") - shift + width, get("y") + size * 0.25


def _points(data: str) -> Iterator[tuple[float, float]]:
    """Points of a path, control points included, which lie around its curves."""
    x = y = 0.0
    for command, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", data):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        base_x, base_y = (x, y) if command.islower() else (0.0, 0.0)
        if command in "Hh":
            pairs = [(base_x + number, y) for number in numbers]
        elif command in "Vv":
            pairs = [(x, base_y + number) for number in numbers]
        else:
            ends = numbers[5:7] if command in "Aa" else numbers  # an arc is small here: its end is enough
            pairs = [(base_x + right, base_y + down) for right, down in zip(ends[::2], ends[1::2], strict=True)]
        yield from pairs
        x, y = pairs[-1] if pairs else (x, y)
