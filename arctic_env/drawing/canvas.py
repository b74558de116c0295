"""SVG drawings: elements, glyphs, the colours and type that all games share, and pixels for `rgb_array` rendering.

The only transformations are a move and a uniform scale, so that every coordinate can be checked. Seats have dark
colours, and a number.
"""

import io
from collections.abc import Callable, Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

import numpy as np
from numpy.typing import NDArray

INK = "#0b2239"
PAPER = "#ffffff"
SNOW = "#f8fbfd"  # the page
FROST = "#eef5fa"  # panels
ICE = "#d5e6f1"  # lines and quiet fills
NIGHT = "#27496b"  # backs of cards and tiles
SLATE = "#4a6378"  # quiet text
GOLD = "#ffd166"  # whose decision is due
ALARM = "#a3243b"  # penalties and danger

SEAT = ("#1d3557", "#6a2c5b", "#14532d", "#6b3e12")

FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
TITLE, LARGE, MEDIUM, SMALL, TINY = 24.0, 16.0, 12.5, 11.0, 9.5  # font sizes


# --------------------------------------------------------------------------------------- SVG elements


NAMESPACE = "http://www.w3.org/2000/svg"
GLYPH_WIDTH = 0.6  # width of a character in font sizes, a little more than the average of the fonts used

Attribute = str | float


def drawing(width: float, height: float) -> Element:
    """Return the root element of a drawing, in pixels."""
    box = f"0 0 {number(width)} {number(height)}"
    attributes: dict[str, Attribute] = {"xmlns": NAMESPACE, "viewBox": box, "width": width, "height": height}
    return Element("svg", _attributes(attributes | {"font_family": FONTS, "role": "img"}))


def render(root: Element) -> str:
    """Return the drawing as text; without namespaces this takes a third of the time of ElementTree's own."""
    parts: list[str] = []
    _write_element(root, parts.append)
    return "".join(parts)


def _write_element(element: Element, put: Callable[[str], None]) -> None:
    put(f"<{element.tag}")
    for name, value in element.items():
        put(f' {name}="{_escaped(value)}"')
    if element.text or len(element):
        put(f">{_escaped(element.text or '')}")
        for child in element:
            _write_element(child, put)
        put(f"</{element.tag}>")
    else:
        put("/>")


_escaped = lru_cache(maxsize=4096)(escape)


def number(value: Attribute) -> str:
    """Return a number with at most two decimals, without an empty fraction; a text as it is."""
    return value if isinstance(value, str) else _decimals(value)


@lru_cache(maxsize=4096)
def _decimals(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def place(x: float, y: float, scale: float = 1.0) -> str:
    """Return a transformation that puts the origin at (x, y) and scales drawings there."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1.0 else f"{moved} scale({scale:.4f})"


def group(parent: Element, **attributes: Attribute) -> Element:
    """Add a group of elements."""
    return SubElement(parent, "g", _attributes(attributes))


def rect(
    parent: Element, x: float, y: float, width: float, height: float, fill: str, **attributes: Attribute
) -> Element:
    """Add a rectangle, by its upper left corner; `rx` rounds it."""
    box: dict[str, Attribute] = {"x": x, "y": y, "width": width, "height": height, "fill": fill}
    return SubElement(parent, "rect", _attributes(box | attributes))


def circle(parent: Element, x: float, y: float, radius: float, fill: str, **attributes: Attribute) -> Element:
    """Add a circle, by its centre."""
    box: dict[str, Attribute] = {"cx": x, "cy": y, "r": radius, "fill": fill}
    return SubElement(parent, "circle", _attributes(box | attributes))


def path(parent: Element, data: str, fill: str, **attributes: Attribute) -> Element:
    """Add a path, by its data."""
    return SubElement(parent, "path", _attributes({"d": data, "fill": fill, **attributes}))


def use(parent: Element, name: str, x: float, y: float, scale: float) -> Element:
    """Add a defined element, drawn at (x, y)."""
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
    """Add a line of text, by its baseline; the anchor says which end of it, or its middle, is at x."""
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


def caption(parent: Element, x: float, y: float, text: str) -> None:
    """Draw a quiet heading."""
    write(parent, x, y, text.upper(), TINY, SLATE, bold=True, spacing=1)


def title(parent: Element, text: str) -> None:
    """Add a title for screen readers and pointers."""
    SubElement(parent, "title").text = text


def text_width(text: str, size: float) -> float:
    """Return the approximate width of a line of text; fonts differ, so leave room."""
    return GLYPH_WIDTH * size * len(text)


def _attributes(attributes: dict[str, Attribute]) -> dict[str, str]:
    return {_hyphens(name): number(value) for name, value in attributes.items()}


@lru_cache(maxsize=256)
def _hyphens(name: str) -> str:
    return name.replace("_", "-")


# --------------------------------------------------------------------------------------------- glyphs


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
    (ICE, "M12 12.8 C15.2 12.8 17 14.6 17 17 C17 19.4 15 20.8 12 20.8 C9 20.8 7 19.4 7 17 C7 14.6 8.8 12.8 12 12.8 Z"),
    (INK, "M7.4 9.2 h2.2 v2.2 h-2.2 Z M14.4 9.2 h2.2 v2.2 h-2.2 Z M9.6 14.2 H14.4 L12 17.6 Z"),
)
SNOWFLAKE = (
    "M12 2 V22 M3.3 7 L20.7 17 M3.3 17 L20.7 7 M9.6 3.6 L12 6 L14.4 3.6 M9.6 20.4 L12 18 L14.4 20.4 "
    "M3.5 10.2 L6.8 9.1 L6 5.6 M20.5 13.8 L17.2 14.9 L18 18.4 "
    "M3.5 13.8 L6.8 14.9 L6 18.4 M20.5 10.2 L17.2 9.1 L18 5.6"
)


def define_glyphs(parent: Element, glyphs: Mapping[str, Glyph]) -> None:
    """Add glyphs to the definitions of a drawing, by name."""
    for name, paths in glyphs.items():
        drawn = group(parent, id=_id(name))
        (body, silhouette), *markings = paths
        edge = PAPER if body == INK else INK
        path(drawn, silhouette, body, stroke=edge, stroke_width=EDGE, paint_order="stroke")
        for colour, data in markings:
            path(drawn, data, colour)


def draw_glyph(parent: Element, name: str, x: float, y: float, size: float) -> None:
    """Draw a defined glyph into the square whose upper left corner is at (x, y)."""
    use(parent, _id(name), x, y, size / BOX)


def snowflake(parent: Element, x: float, y: float, size: float, colour: str) -> None:
    """Draw the mark of hidden things into the square whose upper left corner is at (x, y)."""
    drawn = group(parent, transform=place(x, y, size / BOX))
    path(drawn, SNOWFLAKE, "none", stroke=colour, stroke_width=1.8, stroke_linecap="round")


def _id(name: str) -> str:
    return f"arctic-{name}"


# --------------------------------------------------------------------------------------------- pixels


# resvg, a wheel without system libraries, draws with the fonts of this package alone: pixels do not depend on those of
# the machine, which may have none.
INSTALL = 'drawing pixels needs more packages: pip install "arctic-env[render]"'
FONT_FOLDER = Path(__file__).with_name("fonts")
FAMILY = "Inter"
BACKGROUND = "white"


def svg_to_png(svg: str, width: int | None = None) -> bytes:
    """Render a drawing as a PNG image, on white where it is transparent.

    Args:
        svg: A whole SVG document.
        width: Width in pixels, the height follows; None for the drawing's own size.

    Raises:
        ImportError: A package of the extra `render` is missing.
        ValueError: The text is not an SVG document.
    """
    try:
        import resvg_py
    except ImportError as missing:
        raise ImportError(INSTALL) from missing
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background=BACKGROUND,
            skip_system_fonts=True,
            font_dirs=[str(FONT_FOLDER)],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def svg_to_rgb(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """Render a drawing as pixels, uint8[height, width, 3]; arguments and errors are those of `svg_to_png`."""
    png = svg_to_png(svg, width)
    try:
        from PIL import Image
    except ImportError as missing:
        raise ImportError(INSTALL) from missing
    with Image.open(io.BytesIO(png)) as image:
        return np.array(image.convert("RGB"), np.uint8)
