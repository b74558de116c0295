"""The panel of a seat: pawns on the ship and at the Pole, equipment, the packed card."""

from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import FROST, GOLD, ICE, INK, LARGE, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.north_pole.draw import contents, tokens
from arctic_env.games.north_pole.material import MAX_EQUIPMENT

WIDTH, HEIGHT = 272.0, 124.0
MARGIN = 12.0
PAWN = 21.0
NAME = 15  # letters of an agent's name
PIECE_STEP, PIECE = 62.0, 26.0
FULL = MAX_EQUIPMENT + 1  # pieces while room is to be made


def draw_seat(parent: Element, document: Document, seat: int, x: float, y: float) -> None:
    """Draw the panel of a seat with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_seat=str(seat))
    due = seat == document["seat"]
    canvas.rect(group, 0, 0, WIDTH, HEIGHT, FROST, rx=8, stroke=GOLD if due else ICE, stroke_width=3 if due else 1)
    canvas.rect(group, 2, 10, 6, HEIGHT - 20, tokens.SEATS[seat], stroke=INK, stroke_width=0.6)
    canvas.write(group, MARGIN + 2, 22, pages.seat_name(document, seat, NAME), LARGE - 2, INK, bold=True)
    notes = " · ".join(contents.titles(document, seat))
    if document.get("names"):
        canvas.write(group, WIDTH - MARGIN, 22, notes, SMALL, SLATE, anchor="end")
    else:
        canvas.write(group, MARGIN + 68, 22, notes, SMALL, SLATE)
    _pawns(group, document, seat)
    _equipment(group, document, seat)


def _pawns(group: Element, document: Document, seat: int) -> None:
    """Draw how many pawns are on the ship, on the board and at the Pole."""
    owner = document["seats"][seat]
    texts = (("ship", owner["ship"]), ("board", len(owner["pawns"])))
    x = MARGIN + 2
    for word, n in texts:
        canvas.write(group, x, 46, word, SMALL, SLATE)
        canvas.write(group, x + 36, 46, str(n), SMALL + 2, INK, bold=True)
        x += 58
    canvas.write(group, x, 46, "Pole", SMALL, SLATE)
    x += 30
    home = canvas.group(group, data_home=f"{owner['home']} {seat}")
    for k in range(contents.pawns_each(document)):
        if k < owner["home"]:
            canvas.draw_glyph(home, f"pawn-{seat}", x, 29, PAWN)
        else:
            canvas.circle(home, x + PAWN / 2, 40, 8, PAPER, stroke=SLATE, stroke_dasharray="3 2")
        x += PAWN + 3


def _equipment(group: Element, document: Document, seat: int) -> None:
    """Draw pieces with their names, and the filled backpack with its card."""
    owner = document["seats"][seat]
    held = owner["equipment"]
    if not held and not owner["pack"]:
        canvas.write(group, MARGIN + 2, 84, "no equipment", SMALL, SLATE)
    for k, kind in enumerate(held):
        _piece(group, kind, kind, MARGIN + 2 + k * PIECE_STEP)
    if owner["pack"]:
        _piece(group, "backpack", "filled", MARGIN + 2 + len(held) * PIECE_STEP)
        named = {"data_action": "pack"} if seat == document["seat"] else {}
        packed = canvas.group(group, **named, data_packed=f"{seat} {owner['pack']}")
        canvas.rect(packed, MARGIN, 104, WIDTH - 2 * MARGIN, 16, PAPER, rx=4)
        canvas.write(packed, MARGIN + 2, 116, f"backpack: {owner['pack']}", SMALL, INK)


def _piece(parent: Element, kind: str, name: str, x: float) -> None:
    group = canvas.group(parent, transform=canvas.place(x, 56), data_piece=f"{kind} {name}")
    canvas.title(group, kind if name == kind else f"{kind}, {name}")
    canvas.draw_glyph(group, kind, (PIECE_STEP - 6 - PIECE) / 2, 0, PIECE)
    canvas.write(group, (PIECE_STEP - 6) / 2, 40, name, TINY, INK, anchor="middle")
