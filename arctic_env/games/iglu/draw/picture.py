"""The vector drawing of a document: the board, and beside it one panel a seat."""

from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, last_action, pages
from arctic_env.drawing.canvas import ALARM, GOLD, INK, LARGE, MEDIUM, SLATE, SMALL, TINY
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.iglu.draw import coasts, contents, seat_panels, tokens
from arctic_env.games.iglu.draw.contents import GLACIER, LAND, SEA, Square
from arctic_env.games.iglu.draw.tokens import GLYPHS
from arctic_env.games.iglu.squares import SIDE, SQUARE_TEXTS

SQUARE = 72.0
EDGE = 2.0  # of sea between tiles
ROOM = SQUARE - 6  # across which tokens stand
LOW = SQUARE - 5  # where the lower row of tokens ends
HIGH = 5.0  # where the upper row begins
UNDER_FACE = 14.0  # where it begins below the name of a face
SWIMMING = 2  # animals side by side in the sea
LARGEST_ANIMAL = 33.0
LARGEST_PERSON = 27.0


def draw_square(parent: Element, square: Square, x: float, y: float) -> None:
    """Draw a square whose upper left corner is at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_square=square.name, data_ground=square.ground)
    canvas.title(group, " ".join([square.name, square.ground, *([square.face] if square.face else [])]))
    _GROUNDS.get(square.ground, _tile)(group)
    if square.face:
        label = canvas.group(group, data_face=square.face)
        canvas.write(label, SQUARE / 2, 12, square.face, TINY, SLATE, anchor="middle")
    _animals(group, square)
    _people(group, square)


def _sea(group: Element) -> None:
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.SEA)
    for top, left in ((20, 8), (42, 30), (60, 6)):
        wave = f"M{left} {top} q6 -5 12 0 t12 0"
        canvas.path(group, wave, "none", stroke=tokens.WAVE, stroke_width=1.3, stroke_linecap="round", opacity=0.55)


def _ice(group: Element, fill: str) -> None:
    size = SQUARE - 2 * EDGE
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.DEEP)
    canvas.rect(group, EDGE, EDGE + 1.5, size, size - 0.5, tokens.TILE_EDGE, rx=7)
    canvas.rect(group, EDGE, EDGE, size, size - 3, fill, rx=7)


def _tile(group: Element) -> None:
    _ice(group, tokens.TILE)
    canvas.snowflake(group, 20, 19, 32, tokens.FLAKE)


def _glacier(group: Element) -> None:
    _ice(group, tokens.GLACIER)
    canvas.path(group, "M6 60 L22 24 L31 40 L44 14 L66 60 Z", tokens.PEAK)
    canvas.path(group, "M22 24 L31 40 L27 60 H16 Z M44 14 L66 60 H46 Z", tokens.SHADE)
    canvas.path(group, "M22 24 L17.5 34 L22 31 L26 35 L27 33 Z M44 14 L37 27 L43 24 L47 29 L50.5 27 Z", "#ffffff")


def _land(group: Element) -> None:
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.SEA)
    canvas.path(group, "M4 14 C14 2 52 0 64 10 C72 24 72 54 62 64 C48 72 16 72 8 62 C0 50 -2 26 4 14 Z", tokens.LAND)
    canvas.path(group, "M14 52 L26 34 L36 46 L46 30 L58 54 C46 62 24 62 14 52 Z", tokens.ROCK)
    canvas.path(group, "M12 22 C22 12 44 10 54 18 C44 24 24 28 12 22 Z", tokens.MOSS)


_GROUNDS = {SEA: _sea, GLACIER: _glacier, LAND: _land}


def _animals(group: Element, square: Square) -> None:
    """Draw the animals: in the middle of the sea, two in a row, or in one row at the top of ice, above people."""
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
    left = (SQUARE - columns * size) / 2
    for k, (kind, number) in enumerate(square.animals.items()):
        x, y = left + k % columns * size, top + k // columns * size
        tokens.animal(group, kind, number, x, y, size - 1)


def _person(square: Square) -> float:
    """Return the size of Inuit and igloos on a square, which share the room."""
    n = len(square.inuit) + (square.igloo is not None)
    return min(LARGEST_PERSON, ROOM / n)


def _people(group: Element, square: Square) -> None:
    """Draw the igloo and Inuit in a row at the bottom."""
    n = len(square.inuit) + (square.igloo is not None)
    if not n:
        return
    size = _person(square)
    left = (SQUARE - n * size) / 2
    if square.igloo is not None:
        tokens.igloo(group, square.igloo, left, LOW - size, size - 1)
        left += size
    for seat, number in square.inuit.items():
        tokens.inuit(group, seat, number, left, LOW - size, size - 1)
        left += size


# ---------------------------------------------------------------------------------- the whole drawing


VIEW_WIDTH = 924.0
HEADER = 72.0
BASELINE, SECOND_BASELINE = 34.0, 58.0
FRAME = 18.0  # around the squares, with the names of files and ranks
BOARD = SIDE * SQUARE
BOARD_LEFT, BOARD_TOP = MARGIN + FRAME, HEADER + FRAME
PANEL_LEFT = BOARD_LEFT + BOARD + FRAME + MARGIN
PANEL_GAP = (BOARD + 2 * FRAME - 4 * seat_panels.HEIGHT) / 3
SUPPLY_TOP = HEADER + BOARD + 2 * FRAME + 10
KEY_TOP = SUPPLY_TOP + 36
VIEW_HEIGHT = KEY_TOP + 28
ARROWS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SUPPLY_SIGNS = {"fish": "fish 2", "foxes": "fox", "bears": "bear"}


def svg(document: Document, *, width: float = VIEW_WIDTH) -> str:
    """Draw a position or view document.

    Args:
        document: A position or view document, with `scores` to show points.
        width: Width in pixels; the height follows.

    Returns:
        An SVG document without outside resources, the same for the same document.
    """
    size, headline = (VIEW_WIDTH, VIEW_HEIGHT + last_action.height(document)), contents.headline(document)
    root, definitions = pages.begin("IGLU IGLU", size, width, headline, _description(document))
    canvas.define_glyphs(definitions, GLYPHS)
    pages.draw_head(root, "IGLU IGLU", size, BASELINE, contents.facts(document))
    canvas.write(root, MARGIN, SECOND_BASELINE, headline, LARGE - 1, INK)
    remarks = contents.remarks(document)
    canvas.write(root, VIEW_WIDTH - MARGIN, SECOND_BASELINE, remarks, SMALL + 1, SLATE, anchor="end")
    body = last_action.begin(root, document, MARGIN, HEADER - 4)
    _board(body, document)
    _marks(body, document)
    for seat in range(document["players"]):
        seat_panels.draw_seat(body, document, seat, PANEL_LEFT, HEADER + seat * (seat_panels.HEIGHT + PANEL_GAP))
    _supply(body, document)
    coasts.draw_key(body, MARGIN + 4, KEY_TOP)
    last_action.mark(body, document, inset=coasts.WIDTH)
    return canvas.render(root)


def _board(root: Element, document: Document) -> None:
    size = BOARD + 2 * FRAME
    canvas.rect(root, MARGIN, HEADER, size, size, tokens.GRID, rx=10)
    for name in SQUARE_TEXTS:
        x, y = _corner(name)
        draw_square(root, contents.square(document, name), x, y)
    coasts.draw_islands(root, document, _corner, SQUARE)
    for k, file in enumerate("abcdefgh"):
        middle = (k + 0.5) * SQUARE
        for y in (HEADER + 13, BOARD_TOP + BOARD + 13):
            canvas.write(root, BOARD_LEFT + middle, y, file, SMALL, tokens.TILE, anchor="middle")
        for x in (MARGIN + FRAME / 2, BOARD_LEFT + BOARD + FRAME / 2):
            rank = str(SIDE - k)
            canvas.write(root, x, BOARD_TOP + middle + 4, rank, SMALL, tokens.TILE, anchor="middle")


def _corner(name: str) -> tuple[float, float]:
    """Return the upper left corner of a square."""
    file, rank = divmod(SQUARE_TEXTS.index(name), SIDE)
    return BOARD_LEFT + file * SQUARE, BOARD_TOP + (SIDE - 1 - rank) * SQUARE


def _marks(root: Element, document: Document) -> None:
    """Draw where a bear attacks or Inuit flee from, and the push that waits for animals to make room."""
    turn = document.get("turn") or {}
    if turn.get("square"):
        x, y = _corner(turn["square"])
        box = SQUARE - 4
        canvas.rect(root, x + 2, y + 2, box, box, "none", rx=7, stroke=ALARM, stroke_width=4)
    if turn.get("push"):
        name, direction = turn["push"].split()
        x, y = _corner(name)
        right, down = ARROWS[direction]
        _arrow(root, x + SQUARE / 2, y + SQUARE / 2, right, down)


def _arrow(root: Element, x: float, y: float, right: int, down: int) -> None:
    """Draw an arrow from the middle of a square out of it."""

    def point(ahead: float, aside: float) -> str:
        across, along = x + ahead * right - aside * down, y + ahead * down + aside * right
        return f"{canvas.number(across)} {canvas.number(along)}"

    corners = ((-14, -5), (24, -5), (24, -13), (44, 0), (24, 13), (24, 5), (-14, 5))
    data = "M" + " L".join(point(ahead, aside) for ahead, aside in corners) + " Z"
    canvas.path(root, data, GOLD, stroke=INK, stroke_width=1.5)


def _supply(root: Element, document: Document) -> None:
    """Draw the supplies beside the board."""
    x = MARGIN + 4
    for name, sign in SUPPLY_SIGNS.items():
        left = pages.count(document["supply"][name])
        group = canvas.group(root, data_supply=f"{left} {name}")
        canvas.draw_glyph(group, sign.replace(" ", "-"), x, SUPPLY_TOP, 24)
        canvas.write(group, x + 30, SUPPLY_TOP + 17, str(left), MEDIUM, INK, bold=True)
        x += 64
    rest = contents.supplies(document)[len(SUPPLY_SIGNS) :]
    canvas.write(root, x + 4, SUPPLY_TOP + 17, "  ·  ".join(rest), MEDIUM, SLATE)


def _description(document: Document) -> list[str]:
    """Return the position in a few sentences, for a reader who does not see the drawing."""
    parts = [", ".join(contents.facts(document)), ", ".join(contents.supplies(document))]
    for seat, owner in enumerate(document["seats"]):
        igloos = " ".join(owner["igloos"]) or "none"
        kept = pages.count(owner["kept"])
        parts.append(f"seat {seat}: Inuit on {' '.join(owner['inuit']) or 'none'}, igloos on {igloos}, keeps {kept}")
    return [*parts, *last_action.describe(document)]
