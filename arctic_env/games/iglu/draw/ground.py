"""One square of the board: sea, ice or land, and all that stands on it."""

from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import SLATE, TINY
from arctic_env.games.iglu.draw import palette, tokens
from arctic_env.games.iglu.draw.reading import GLACIER, LAND, SEA, Square

SIDE = 72.0
EDGE = 2.0  # of sea between tiles
ROOM = SIDE - 6  # across which tokens stand
LOW = SIDE - 5  # where the lower row of tokens ends
HIGH = 5.0  # where the upper row begins
UNDER_FACE = 14.0  # where it begins below the name of a face
SWIMMING = 2  # animals side by side in the sea
LARGEST_ANIMAL = 33.0
LARGEST_PERSON = 27.0


def draw(parent: Element, square: Square, x: float, y: float) -> None:
    """Draws a square whose upper left corner is at (x, y)."""
    group = canvas.group(
        parent, transform=canvas.place(x, y), data_square=square.name, data_ground=square.ground
    )
    canvas.title(group, " ".join([square.name, square.ground, *([square.face] if square.face else [])]))
    _GROUNDS.get(square.ground, _tile)(group)
    if square.face:
        label = canvas.group(group, data_face=square.face)
        canvas.write(label, SIDE / 2, 12, square.face, TINY, SLATE, anchor="middle")
    _animals(group, square)
    _people(group, square)


def _sea(group: Element) -> None:
    canvas.rect(group, 0, 0, SIDE, SIDE, palette.SEA)
    for top, left in ((20, 8), (42, 30), (60, 6)):
        wave = f"M{left} {top} q6 -5 12 0 t12 0"
        canvas.path(
            group, wave, "none", stroke=palette.WAVE, stroke_width=1.3, stroke_linecap="round", opacity=0.55
        )


def _ice(group: Element, fill: str) -> None:
    size = SIDE - 2 * EDGE
    canvas.rect(group, 0, 0, SIDE, SIDE, palette.DEEP)
    canvas.rect(group, EDGE, EDGE + 1.5, size, size - 0.5, palette.TILE_EDGE, rx=7)
    canvas.rect(group, EDGE, EDGE, size, size - 3, fill, rx=7)


def _tile(group: Element) -> None:
    _ice(group, palette.TILE)
    glyphs.snowflake(group, 20, 19, 32, palette.FLAKE)


def _glacier(group: Element) -> None:
    _ice(group, palette.GLACIER)
    canvas.path(group, "M6 60 L22 24 L31 40 L44 14 L66 60 Z", palette.PEAK)
    canvas.path(group, "M22 24 L31 40 L27 60 H16 Z M44 14 L66 60 H46 Z", palette.SHADE)
    canvas.path(
        group, "M22 24 L17.5 34 L22 31 L26 35 L27 33 Z M44 14 L37 27 L43 24 L47 29 L50.5 27 Z", "#ffffff"
    )


def _land(group: Element) -> None:
    canvas.rect(group, 0, 0, SIDE, SIDE, palette.SEA)
    canvas.path(
        group, "M4 14 C14 2 52 0 64 10 C72 24 72 54 62 64 C48 72 16 72 8 62 C0 50 -2 26 4 14 Z", palette.LAND
    )
    canvas.path(group, "M14 52 L26 34 L36 46 L46 30 L58 54 C46 62 24 62 14 52 Z", palette.ROCK)
    canvas.path(group, "M12 22 C22 12 44 10 54 18 C44 24 24 28 12 22 Z", palette.MOSS)


_GROUNDS = {SEA: _sea, GLACIER: _glacier, LAND: _land}


def _animals(group: Element, square: Square) -> None:
    """The animals: in the middle of the sea, two in a row, or in one row at the top of ice, above people."""
    n = len(square.animals)
    if not n:
        return
    columns = min(n, SWIMMING) if square.ground == SEA else n
    rows = -(-n // columns)
    top = UNDER_FACE if square.face else HIGH
    below = LOW - (_person(square) if square.inuit or square.igloo is not None else 0)
    size = min(LARGEST_ANIMAL, ROOM / columns, (below - top) / rows)
    if square.ground == SEA:
        top += (below - top - rows * size) / 2
    left = (SIDE - columns * size) / 2
    for k, (kind, number) in enumerate(square.animals.items()):
        x, y = left + k % columns * size, top + k // columns * size
        tokens.animal(group, kind, number, x, y, size - 1)


def _person(square: Square) -> float:
    """Size of Inuit and igloos on a square, which share the room."""
    n = len(square.inuit) + (square.igloo is not None)
    return min(LARGEST_PERSON, ROOM / n)


def _people(group: Element, square: Square) -> None:
    """Igloo and Inuit in a row at the bottom."""
    n = len(square.inuit) + (square.igloo is not None)
    if not n:
        return
    size = _person(square)
    left = (SIDE - n * size) / 2
    if square.igloo is not None:
        tokens.igloo(group, square.igloo, left, LOW - size, size - 1)
        left += size
    for seat, number in square.inuit.items():
        tokens.inuit(group, seat, number, left, LOW - size, size - 1)
        left += size
