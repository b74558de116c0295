"""Elements of an SVG drawing, made with the standard library: well-formed, escaped, in order.

The only transformations are a move and a uniform scale, so that every coordinate can be checked.
"""

from xml.etree.ElementTree import Element, SubElement, tostring

from arctic_env.drawing.palette import FONTS, INK

NAMESPACE = "http://www.w3.org/2000/svg"
GLYPH_WIDTH = 0.6  # width of a character in font sizes, a little more than the average of the fonts used

Attribute = str | float


def drawing(view_width: float, view_height: float, width: float) -> Element:
    """The root element: a box in drawing units, shown at a width in pixels."""
    height = width * view_height / view_width
    box = f"0 0 {number(view_width)} {number(view_height)}"
    attributes: dict[str, Attribute] = {"xmlns": NAMESPACE, "viewBox": box, "width": width, "height": height}
    return Element("svg", _attributes(attributes | {"font_family": FONTS, "role": "img"}))


def render(root: Element) -> str:
    """The drawing as text."""
    return tostring(root, encoding="unicode")


def number(value: Attribute) -> str:
    """A number with at most two decimals, without an empty fraction; a text as it is."""
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")


def place(x: float, y: float, scale: float = 1.0) -> str:
    """A transformation that puts the origin at (x, y) and scales what is drawn there."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1.0 else f"{moved} scale({scale:.4f})"


def group(parent: Element, **attributes: Attribute) -> Element:
    """A group of elements."""
    return SubElement(parent, "g", _attributes(attributes))


def rect(
    parent: Element, x: float, y: float, width: float, height: float, fill: str, **attributes: Attribute
) -> Element:
    """A rectangle, by its upper left corner; `rx` rounds it."""
    box: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height, "fill": fill}
    return SubElement(parent, "rect", _attributes(box | attributes))


def circle(parent: Element, x: float, y: float, radius: float, fill: str, **attributes: Attribute) -> Element:
    """A circle, by its centre."""
    box: dict[str, Attribute] = {"cx": x, "cy": y, "r": radius, "fill": fill}
    return SubElement(parent, "circle", _attributes(box | attributes))


def path(parent: Element, data: str, fill: str, **attributes: Attribute) -> Element:
    """A path, by its data."""
    return SubElement(parent, "path", _attributes({"d": data, "fill": fill, **attributes}))


def use(parent: Element, name: str, x: float, y: float, scale: float) -> Element:
    """A defined element, drawn at (x, y)."""
    return SubElement(parent, "use", {"href": f"#{name}", "transform": place(x, y, scale)})


def write(
    parent: Element,
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str = INK,
    *,
    bold: bool = False,
    anchor: str = "start",
    spacing: float = 0,
) -> Element:
    """A line of text, by its baseline; the anchor says which end of it, or its middle, is at x."""
    attributes: dict[str, Attribute] = {"x": x, "y": y, "font_size": size, "fill": fill}
    if bold:
        attributes["font_weight"] = "bold"
    if anchor != "start":
        attributes["text_anchor"] = anchor
    if spacing:
        attributes["letter_spacing"] = spacing
    element = SubElement(parent, "text", _attributes(attributes))
    element.text = text
    return element


def title(parent: Element, text: str) -> None:
    """What a reader of the element is told, and a pointer over it."""
    SubElement(parent, "title").text = text


def text_width(text: str, size: float) -> float:
    """About the width of a line of text; fonts differ, so leave room."""
    return GLYPH_WIDTH * size * len(text)


def _attributes(attributes: dict[str, Attribute]) -> dict[str, str]:
    return {name.replace("_", "-"): number(value) for name, value in attributes.items()}
