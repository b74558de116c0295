"""Islands on the board: an outline in the colour of the strongest tribe, and a label with its seat and its points."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import INK, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.iglu.draw import tokens
from arctic_env.games.iglu.draw.contents import square
from arctic_env.games.iglu.islands import Island, islands
from arctic_env.games.iglu.squares import NEIGHBOUR, SQUARE_IDS, SQUARE_TEXTS

LABEL_HEIGHT = 16.0
WIDTH = 5.0  # of an outline, from the edge of a square inwards
_INSET = 1.5  # of the outline in its tiles
_CASING, _OUTLINE, _THIN = 6.0, 3.6, 1.5
_MIDDLE = 27.0  # where a label begins on an empty tile
_TOP_RANK = 8

Corner = Callable[[str], tuple[float, float]]
"""From the name of a square to its upper left corner."""


def draw_islands(parent: Element, document: Document, corner: Corner, size: float) -> None:
    """Draw the outlines and labels of all islands; squares have that size."""
    for island in islands(document):
        group = canvas.group(parent, data_island=f"{island.squares[0]} {len(island.squares)}")
        canvas.title(group, f"{island.text}: {island.ownership}")
        _outline(group, island, corner, size)
        if island.owners:
            x, y = _place_of_label(document, island, corner)
            draw_label(group, label(island), x + size / 2, y, _colour(island))


def label(island: Island) -> str:
    """Return the strongest seats and the points of each: `1: 9` or `0+2: 4`."""
    return f"{'+'.join(map(str, island.owners))}: {island.points[island.owners[0]]}"


def draw_label(parent: Element, text: str, middle: float, y: float, colour: str) -> None:
    """Draw a label, with its upper edge at y."""
    width = canvas.text_width(text, SMALL) + 12
    canvas.rect(parent, middle - width / 2, y, width, LABEL_HEIGHT, PAPER, rx=8, stroke=colour, stroke_width=2)
    canvas.write(parent, middle, y + 12, text, SMALL, INK, bold=True, anchor="middle")


def _colour(island: Island) -> str:
    """Return the colour of the owner, ink where several share the island."""
    owners = island.owners
    return tokens.TRIBE[owners[0]] if len(owners) == 1 else INK


def _outline(group: Element, island: Island, corner: Corner, size: float) -> None:
    data = " ".join(_edges(island, corner, size))
    if not island.owners:
        canvas.path(group, data, "none", stroke=SLATE, stroke_width=_THIN)
        return
    for width, colour in ((_CASING, PAPER), (_OUTLINE, _colour(island))):
        canvas.path(group, data, "none", stroke=colour, stroke_width=width, stroke_linecap="square")


def _edges(island: Island, corner: Corner, size: float) -> list[str]:
    """Return the edges between the island and what surrounds it, as pieces of a path."""
    near, far = _INSET, size - _INSET
    sides = (
        ((near, near), (far, near)),
        ((far, near), (far, far)),
        ((near, far), (far, far)),
        ((near, near), (near, far)),
    )
    edges = []
    for name in island.squares:
        x, y = corner(name)
        for neighbour, ends in zip(NEIGHBOUR[SQUARE_IDS[name]].tolist(), sides, strict=True):
            if neighbour < 0 or SQUARE_TEXTS[neighbour] not in island.squares:
                points = (f"{canvas.number(x + right)} {canvas.number(y + down)}" for right, down in ends)
                edges.append("M" + " L".join(points))
    return edges


def _place_of_label(document: Document, island: Island, corner: Corner) -> tuple[float, float]:
    """Return left and upper edge for the label: on a tile where nothing is, else on the coast of the highest tile."""
    for name in island.squares:
        there = square(document, name)
        if not there.animals and not there.inuit and there.igloo is None:
            x, y = corner(name)
            return x, y + _MIDDLE
    highest = max(island.squares, key=lambda name: int(name[1]))
    x, y = corner(highest)
    return x, y - (0 if int(highest[1]) == _TOP_RANK else LABEL_HEIGHT / 2)


def draw_key(parent: Element, x: float, y: float) -> None:
    """Draw the key to the signs of the drawing in one line that begins at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    draw_label(group, "1: 9", 22, 0, tokens.TRIBE[1])
    words = "strongest seats of an island, and the points of each"
    canvas.write(group, 50, 12, words, SMALL, SLATE)
    left = 50 + canvas.text_width(words, TINY) + 44
    canvas.rect(group, left, 0, 24, 16, PAPER, rx=3, stroke=tokens.FRAME, stroke_width=1.5)
    canvas.write(group, left + 32, 12, "a tile kept in secret", SMALL, SLATE)
    left += 180
    tokens.animal(group, "fox 2", 1, left, -3, 22)
    canvas.write(group, left + 30, 12, "a fox worth 2", SMALL, SLATE)
    tokens.animal(group, "fish 3", 2, left + 130, -3, 22)
    canvas.write(group, left + 160, 12, "two fish worth 3 each", SMALL, SLATE)
