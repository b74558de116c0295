"""The vector drawing of a document: the board, and beside it one panel a seat."""

from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import ALARM, GOLD, INK, LARGE, MEDIUM, SLATE, SMALL, SNOW, TITLE
from arctic_env.games.iglu.draw import ground, palette, reading, seats, words
from arctic_env.games.iglu.draw.glyphs import GLYPHS
from arctic_env.games.iglu.draw.reading import Document
from arctic_env.games.iglu.squares import SIDE, SQUARE_TEXTS

VIEW_WIDTH = 924.0
MARGIN = 16.0
HEADER = 72.0
BASELINE, SECOND_BASELINE = 34.0, 58.0
FRAME = 18.0  # around the squares, with the names of files and ranks
BOARD = SIDE * ground.SIDE
BOARD_LEFT, BOARD_TOP = MARGIN + FRAME, HEADER + FRAME
PANEL_LEFT = BOARD_LEFT + BOARD + FRAME + MARGIN
PANEL_GAP = (BOARD + 2 * FRAME - 4 * seats.HEIGHT) / 3
SUPPLY_TOP = HEADER + BOARD + 2 * FRAME + 10
VIEW_HEIGHT = SUPPLY_TOP + 40
ARROWS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SUPPLY_SIGNS = {"fish": "fish 2", "foxes": "fox", "bears": "bear"}


def svg(document: Document, *, width: float = VIEW_WIDTH) -> str:
    """Draws a position or view document.

    Args:
        document: A position or view document, with `scores` where points are to be shown.
        width: Width in pixels; the height follows.

    Returns:
        An SVG document without outside resources, the same for the same document.
    """
    root = canvas.drawing(VIEW_WIDTH, VIEW_HEIGHT, width)
    canvas.title(root, f"IGLU IGLU: {words.headline(document)}")
    SubElement(root, "desc").text = _description(document)
    glyphs.define(SubElement(root, "defs"), GLYPHS)
    canvas.rect(root, 0, 0, VIEW_WIDTH, VIEW_HEIGHT, SNOW)
    _header(root, document)
    _board(root, document)
    _marks(root, document)
    for seat in range(document["players"]):
        seats.draw(root, document, seat, PANEL_LEFT, HEADER + seat * (seats.HEIGHT + PANEL_GAP))
    _supply(root, document)
    return canvas.render(root)


def _header(root: Element, document: Document) -> None:
    canvas.write(root, MARGIN, BASELINE, "IGLU IGLU", TITLE, INK, bold=True, spacing=5)
    facts = "  ·  ".join(words.facts(document))
    canvas.write(root, VIEW_WIDTH - MARGIN, BASELINE, facts, SMALL + 1, SLATE, anchor="end")
    canvas.write(root, MARGIN, SECOND_BASELINE, words.headline(document), LARGE - 1, INK)
    remarks = words.remarks(document)
    canvas.write(root, VIEW_WIDTH - MARGIN, SECOND_BASELINE, remarks, SMALL + 1, SLATE, anchor="end")


def _board(root: Element, document: Document) -> None:
    size = BOARD + 2 * FRAME
    canvas.rect(root, MARGIN, HEADER, size, size, palette.GRID, rx=10)
    for name in SQUARE_TEXTS:
        x, y = _corner(name)
        ground.draw(root, reading.square(document, name), x, y)
    for k, file in enumerate("abcdefgh"):
        middle = (k + 0.5) * ground.SIDE
        for y in (HEADER + 13, BOARD_TOP + BOARD + 13):
            canvas.write(root, BOARD_LEFT + middle, y, file, SMALL, palette.TILE, anchor="middle")
        for x in (MARGIN + FRAME / 2, BOARD_LEFT + BOARD + FRAME / 2):
            rank = str(SIDE - k)
            canvas.write(root, x, BOARD_TOP + middle + 4, rank, SMALL, palette.TILE, anchor="middle")


def _corner(name: str) -> tuple[float, float]:
    """The upper left corner of a square."""
    file, rank = divmod(SQUARE_TEXTS.index(name), SIDE)
    return BOARD_LEFT + file * ground.SIDE, BOARD_TOP + (SIDE - 1 - rank) * ground.SIDE


def _marks(root: Element, document: Document) -> None:
    """Where a bear attacks or Inuit flee from, and the push that waits for animals to make room."""
    turn = document.get("turn") or {}
    if turn.get("square"):
        x, y = _corner(turn["square"])
        box = ground.SIDE - 4
        canvas.rect(root, x + 2, y + 2, box, box, "none", rx=7, stroke=ALARM, stroke_width=4)
    if turn.get("push"):
        name, direction = turn["push"].split()
        x, y = _corner(name)
        right, down = ARROWS[direction]
        _arrow(root, x + ground.SIDE / 2, y + ground.SIDE / 2, right, down)


def _arrow(root: Element, x: float, y: float, right: int, down: int) -> None:
    """An arrow from the middle of a square out of it."""

    def point(ahead: float, aside: float) -> str:
        across, along = x + ahead * right - aside * down, y + ahead * down + aside * right
        return f"{canvas.number(across)} {canvas.number(along)}"

    corners = ((-14, -5), (24, -5), (24, -13), (44, 0), (24, 13), (24, 5), (-14, 5))
    data = "M" + " L".join(point(ahead, aside) for ahead, aside in corners) + " Z"
    canvas.path(root, data, GOLD, stroke=INK, stroke_width=1.5)


def _supply(root: Element, document: Document) -> None:
    """What is left beside the board."""
    x = MARGIN + 4
    for name, sign in SUPPLY_SIGNS.items():
        left = reading.count(document["supply"][name])
        group = canvas.group(root, data_supply=f"{left} {name}")
        glyphs.draw(group, sign.replace(" ", "-"), x, SUPPLY_TOP, 24)
        canvas.write(group, x + 30, SUPPLY_TOP + 17, str(left), MEDIUM, INK, bold=True)
        x += 64
    rest = words.supplies(document)[len(SUPPLY_SIGNS) :]
    canvas.write(root, x + 4, SUPPLY_TOP + 17, "  ·  ".join(rest), MEDIUM, SLATE)


def _description(document: Document) -> str:
    """The position in a few sentences, for a reader who does not see the drawing."""
    parts = [", ".join(words.facts(document)), ", ".join(words.supplies(document))]
    for seat, owner in enumerate(document["seats"]):
        igloos = " ".join(owner["igloos"]) or "none"
        kept = reading.count(owner["kept"])
        parts.append(
            f"seat {seat}: Inuit on {' '.join(owner['inuit']) or 'none'}, igloos on {igloos}, keeps {kept}"
        )
    return ". ".join(parts) + "."
