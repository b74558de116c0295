"""The drawing as a file and as pixels: well-formed, alone, everything inside its frame."""

import copy
import re
import sys

import numpy as np
import pytest

from arctic_env.drawing.canvas import svg_to_rgb
from arctic_env.games.arctic.draw import picture
from tests.arctic.extents import SVG, boxes
from tests.arctic.pictures import DOCUMENTS, EVERY, Document, document, parsed


def test_drawing_is_deterministic_and_alone() -> None:
    shown = DOCUMENTS["four"]
    drawn = picture.svg(shown)
    assert drawn == picture.svg(copy.deepcopy(shown))
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    assert set(re.findall(r'(?:href="|url\()(.)', drawn)) == {"#"}
    used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', drawn))
    assert {name for pair in used for name in pair if name} <= set(re.findall(r' id="([^"]+)"', drawn))


def test_text_is_escaped() -> None:
    shown = document([1, 1]) | {"edition": "<&>"}
    assert any("edition <&>" in (element.text or "") for element in parsed(shown).iter(f"{SVG}text"))


def test_drawing_says_what_it_shows() -> None:
    root = parsed(document([3, 4]))
    assert root.findtext(f"{SVG}title") == "ARCTIC: seat 0 places cards"
    assert "seat 1: pile of 4, Visible card" in (root.findtext(f"{SVG}desc") or "")


@EVERY
def test_nothing_lies_outside_the_drawing(shown: Document) -> None:
    root = parsed(shown)
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    found = list(boxes(root))
    assert len(found) > 100
    for name, left, top, right, bottom in found:
        assert left >= 0, name
        assert top >= 0, name
        assert right <= width, name
        assert bottom <= height, name


@EVERY
def test_zones_of_a_seat_hold_their_cards(shown: Document) -> None:
    for zone in (part for part in parsed(shown).iter() if part.get("data-zone")):
        frame = next(zone.iter(f"{SVG}rect"))
        width, height = float(frame.attrib["width"]), float(frame.attrib["height"])
        for name, _, _, right, bottom in boxes(zone, own=False):
            assert right <= width, (zone.get("data-zone"), name)
            assert bottom <= height, (zone.get("data-zone"), name)


def test_pixels_are_those_of_the_drawing() -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("PIL")
    drawn = picture.svg(DOCUMENTS["two"])
    pixels = svg_to_rgb(drawn)
    assert pixels.dtype == np.uint8
    assert pixels.shape == (849, 900, 3)
    assert svg_to_rgb(drawn, width=300).shape == (283, 300, 3)
    without_text = re.sub(r"<text.*?</text>", "", drawn)
    assert (pixels != svg_to_rgb(without_text)).any(axis=2).sum() > 5_000  # letters come without any system font


def test_missing_renderer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "arctic-env\[render\]"'):
        svg_to_rgb("<svg/>")
