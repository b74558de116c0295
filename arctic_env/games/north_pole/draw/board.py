"""The upper board as it lies: squares, camps, windows with cracks under them, the Pole, and what stands there."""

import math
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import ALARM, GOLD, INK, PAPER, SLATE, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.north_pole.draw import contents, tokens
from arctic_env.games.north_pole.draw.contents import CAMP, CENTRE, HOLE, Square
from arctic_env.games.north_pole.squares import SIDE

SQUARE = 54.0
BORDER = 10.0
SIZE = SIDE * SQUARE + 2 * BORDER
NAME_HEIGHT = 12.0  # of a square, above the tokens
ROOM = SQUARE - 4  # across which tokens stand
LARGEST = 38.0  # token
MOST_FIGURES = 2  # kinds of pawns and bears on a square that are drawn as figures
AWAY = 5.0  # how far tokens stand off the disc
DISC = 21.0  # radius of the Pole disc
PANE, PANE_HALF_WIDTH = 28.0, 5.0  # length of a window, between the names of squares

_FILLS = {CAMP: (tokens.CAMP, tokens.CAMP_EDGE), CENTRE: (tokens.THIN_ICE, tokens.SNOW_EDGE)}

# A crack through a window: how far along, from -1 to 1, and how far aside.
_ZIGZAG = ((-1.1, 0.0), (-0.65, 2.8), (-0.3, -2.8), (0.05, 2.8), (0.4, -2.8), (0.7, 2.4), (1.1, -0.4))


def draw_board(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw the board with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.rect(group, 0, 0, SIZE, SIZE, tokens.FRAME, rx=10)
    rows = contents.rows(document)
    cells = [
        (contents.square(document, name), row, column)
        for row, names in enumerate(rows)
        for column, name in enumerate(names)
    ]
    for square, row, column in cells:
        _ground(group, square, row, column)
    _windows(group, document, rows)
    _pole(group, document, rows)
    for square, row, column in cells:
        _tokens(group, square, row, column)


def _corner(row: int, column: int) -> str:
    """Return the transformation to the upper left corner of a square."""
    return canvas.place(BORDER + column * SQUARE, BORDER + row * SQUARE)


def _ground(parent: Element, square: Square, row: int, column: int) -> None:
    place = _corner(row, column)
    group = canvas.group(parent, transform=place, data_square=square.name, data_ground=square.ground)
    canvas.title(group, f"{square.name} {square.ground}")
    fill, edge = _FILLS.get(square.ground, (tokens.SNOW_FIELD, tokens.SNOW_EDGE))
    canvas.rect(group, 0.5, 0.5, SQUARE - 1, SQUARE - 1, fill, stroke=edge)
    if square.ground == CAMP:
        for left, top in ((15, 27), (29, 17)):
            _footprint(group, left, top)
    if square.ground == HOLE:
        _hole(group, row, column)
    if _is_centre(row, column) and column >= SIDE / 2:  # the disc lies on one of the left corners
        canvas.write(group, SQUARE - 4, 11, square.name, TINY, SLATE, anchor="end")
    else:
        canvas.write(group, 4, 11, square.name, TINY, SLATE)


def _hole(group: Element, row: int, column: int) -> None:
    size = SQUARE - 10
    left, top = 5.0, 9.0
    if _is_centre(row, column):
        size = SQUARE - 22
        right, down = _outwards(row, column)
        left, top = (SQUARE - size) / 2 + AWAY * right, (SQUARE - size) / 2 + AWAY * down
    canvas.draw_glyph(group, "hole", left, top, size)


def _is_centre(row: int, column: int) -> bool:
    return {row, column} <= {SIDE // 2 - 1, SIDE // 2}


def _outwards(row: int, column: int) -> tuple[int, int]:
    """Return whether the middle of the board is left (1) or right (-1) of a square, and above or below."""
    return 1 if column >= SIDE / 2 else -1, 1 if row >= SIDE / 2 else -1


def _footprint(group: Element, x: float, y: float) -> None:
    sole = f"M{x:g} {y:g} c4 -3 8 -1 8 5 c0 4 -2 6 -2 10 h-6 c0 -4 -2 -6 -2 -10 c0 -2 1 -4 2 -5 Z"
    canvas.path(group, sole, tokens.FOOTPRINT)
    canvas.path(group, f"M{x:g} {y + 17:g} h6 c1 5 0 7 -3 7 c-3 0 -4 -2 -3 -7 Z", tokens.FOOTPRINT)


def _windows(group: Element, document: Document, rows: list[list[str]]) -> None:
    """Draw the windows between squares, and the cracks that are seen through them."""
    for row, names in enumerate(rows):
        for column, name in enumerate(names):
            x, y = BORDER + column * SQUARE, BORDER + row * SQUARE
            if column + 1 < SIDE:
                _window(group, document, name, names[column + 1], x + SQUARE, y + SQUARE / 2)
            if row + 1 < SIDE:
                _window(group, document, name, rows[row + 1][column], x + SQUARE / 2, y + SQUARE)


def _window(parent: Element, document: Document, one: str, other: str, x: float, y: float) -> None:
    """Draw the window about (x, y) on the edge between two squares, if there is one."""
    cracked = contents.is_cracked(document, one, other)
    if cracked is None:
        return
    group = canvas.group(parent, transform=canvas.place(x, y), data_window="cracked" if cracked else "whole")
    canvas.title(group, f"window {one} {other}, {'cracked' if cracked else 'whole'}")
    upright = y % SQUARE != BORDER % SQUARE  # between squares side by side
    draw_window(group, PANE / 2, cracked, upright)


def draw_window(group: Element, half: float, cracked: bool, upright: bool) -> None:
    """Draw a window about the origin, `half` of its length to each side."""
    wide, high = (PANE_HALF_WIDTH, half) if upright else (half, PANE_HALF_WIDTH)
    canvas.rect(group, -wide, -high, 2 * wide, 2 * high, tokens.GLASS, rx=4, stroke=PAPER, stroke_width=1.5)
    if cracked:
        steps = [(half * away, aside) for away, aside in _ZIGZAG]
        points = [(aside, away) if upright else (away, aside) for away, aside in steps]
        data = "M" + " L".join(f"{canvas.number(right)} {canvas.number(down)}" for right, down in points)
        canvas.path(group, data, "none", stroke=tokens.CRACK, stroke_width=3.2, stroke_linejoin="round")


def _pole(parent: Element, document: Document, rows: list[list[str]]) -> None:
    """Draw the disc, closed all round but for the arrows to where it is open."""
    centre = SIZE / 2
    open_squares = contents.open_squares(document)
    group = canvas.group(parent, transform=canvas.place(centre, centre), data_disc=" ".join(open_squares))
    canvas.title(group, f"the Pole, open to {' and '.join(open_squares)}")
    canvas.circle(group, 0, 0, DISC, PAPER, stroke=ALARM, stroke_width=6)
    for name in open_squares:
        row, column = next((row, names.index(name)) for row, names in enumerate(rows) if name in names)
        _opening(group, *_outwards(row, column))
    canvas.path(group, "M-1.5 -13 h3 v24 h-3 Z", INK)
    canvas.path(group, "M1.5 -13 L13 -8.5 L1.5 -4 Z", ALARM)
    canvas.circle(group, 0, 11, 3.4, INK)


def _opening(group: Element, right: int, down: int) -> None:
    """Draw an arrow from a corner square through the rim into the disc."""
    slant = 1 / math.sqrt(2)

    def point(away: float, off: float) -> str:
        x, y = (away * right - off * down) * slant, (away * down + off * right) * slant
        return f"{canvas.number(x)} {canvas.number(y)}"

    gap = ((-6, -9), (6, -11), (6, 11), (-6, 9))
    arrow = ((14, -4.5), (5, -4.5), (5, -9), (-5, 0), (5, 9), (5, 4.5), (14, 4.5))
    outlines = ["M" + " L".join(point(DISC + away, off) for away, off in shape) + " Z" for shape in (gap, arrow)]
    canvas.path(group, outlines[0], PAPER)
    canvas.path(group, outlines[1], GOLD, stroke=INK, stroke_width=1.2)


def _tokens(parent: Element, square: Square, row: int, column: int) -> None:
    """Draw what stands and lies on a square, below its name; on the centre away from the disc."""
    group = canvas.group(parent, transform=_corner(row, column), data_tokens=square.name)
    if square.mask is not None:
        tokens.mask(group, square.mask, 11, 15, 32)
    kinds = [*square.pawns.items(), *([(tokens.BEARS, square.bears)] if square.bears else [])]
    if square.igloo is not None:
        tokens.igloo(group, square.igloo, 2, 3, SQUARE - 4)
    if len(kinds) > MOST_FIGURES:
        _chips(group, kinds, row, column)
    elif kinds:
        _figures(group, square, kinds, row, column)


def _figures(group: Element, square: Square, kinds: list[tuple[int, int]], row: int, column: int) -> None:
    """Draw one or two kinds of pawns and bears side by side."""
    n, largest = len(kinds), LARGEST
    left, top = SQUARE / 2, (SQUARE + NAME_HEIGHT) / 2 - 1  # of the middle
    if square.ground == CENTRE:
        right, down = _outwards(row, column)
        left, top, largest = left + AWAY * right, top + AWAY * down, LARGEST - 6
    elif square.igloo is not None:
        largest = LARGEST - 6
    size = min(largest, (ROOM - 2 * AWAY * (square.ground == CENTRE)) / n)
    if square.igloo is not None:
        top = SQUARE - 3 - size / 2
    for k, (kind, number) in enumerate(kinds):
        tokens.figures(group, kind, number, left + (k - n / 2) * size, top - size / 2, size - 1)


def _chips(group: Element, kinds: list[tuple[int, int]], row: int, column: int) -> None:
    """Draw many kinds of pawns and bears as small labels, two in a line, from the side that is farther off the disc."""
    right, down = _outwards(row, column)
    for k, (kind, number) in enumerate(kinds):
        across, along = k % 2 * (tokens.CHIP_WIDTH + 1), k // 2 * (tokens.CHIP_HEIGHT + 1)
        x = 2.5 + across if right < 0 else SQUARE - 2.5 - tokens.CHIP_WIDTH - across
        y = NAME_HEIGHT + 1 + along if down < 0 else SQUARE - 2 - tokens.CHIP_HEIGHT - along
        tokens.chip(group, kind, number, x, y)
