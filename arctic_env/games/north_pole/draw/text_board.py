"""The text board: plain ASCII, at most 100 columns, the same for every terminal."""

import re
from collections.abc import Mapping

from arctic_env.drawing import pages
from arctic_env.drawing.pages import Document
from arctic_env.games.north_pole.draw import contents
from arctic_env.games.north_pole.draw.contents import CAMP, CENTRE, HOLE, ICE, Square
from arctic_env.games.north_pole.material import SIDES

NAME = "RACE TO THE NORTH POLE"
LABEL = 14  # columns before the content of a line
CELL = 8  # columns of a square, or more where its column holds a longer one
GROUND: Mapping[str, str] = {CAMP: "^", CENTRE: ":", HOLE: "O", ICE: "."}
OPEN, CRACK_BELOW, CRACK_BESIDE = "@", "----", "|"
SMALL_CRACK_BELOW = "_"
LETTERS = "abcd"  # of seats
HALF = 40  # columns of a seat, where two share a line
BEAR, IGLOO, MASK = "B", "*", "?"
LEGEND = (
    "^ camp  . ice  : centre  @ open to the Pole  O hole  | and ---- cracks",
    "a-d pawns  *a igloo  B bear  ? ice mask",
)


def text(document: Document) -> str:
    """Draw a position or view document as lines of at most 100 columns, the board as it lies before seat 0."""
    piles = pages.line("piles", "; ".join(contents.piles(document)), LABEL)
    piles += pages.line("masks", "; ".join(contents.masks(document)), LABEL)
    piles += pages.line("face down", pages.numbered(contents.unseen_masks(document)) or "none", LABEL)
    lines = [*_head(document), "", *_grid(document), *LEGEND, "", *piles, *_sides(document)]
    lines += [line for seat in range(document["players"]) for line in _seat(document, seat)]
    return "\n".join(line.rstrip() for line in lines)


def small_text(document: Document) -> str:
    """Draw the same in fewer lines: cracks below as `_`, without the legend and the kinds of ice masks."""
    turn = contents.TURNS[contents.top_colour(document)]
    storm = f"{contents.storm_points(document)} of {contents.threshold(document)} points, then {turn}"
    stock = f"storm  {storm}; deck {pages.count(document['deck'])}, masks {pages.count(document['masks'])}"
    seats = [_small_seat(document, seat) for seat in range(document["players"])]
    pairs = [f"{left:<{HALF}}{right}" for left, right in zip(seats[::2], [*seats[1::2], ""], strict=False)]
    fits = max(map(len, [*seats[::2], ""])) < HALF and max(map(len, pairs)) <= pages.COLUMNS
    lines = [*_head(document), *_small_grid(document), stock, *_sides(document), *(pairs if fits else seats)]
    return "\n".join(line.rstrip() for line in lines)


def _small_grid(document: Document) -> list[str]:
    """Return a line a row: the cells with their cracks."""
    head, *lines = _grid(document)
    cells, below = lines[::2], lines[1::2]
    return [head, *(_underlined(row, cracks) for row, cracks in zip(cells, below, strict=True))]


def _underlined(row: str, cracks: str) -> str:
    """Return a row with `_` behind each cell that has a crack below."""
    marked = list(row)
    for found in re.finditer(CRACK_BELOW, cracks.ljust(len(row))):
        end = row.index(" ", found.start())  # cells have none, and one at least behind them
        marked[end] = SMALL_CRACK_BELOW
    return "".join(marked)


def _head(document: Document) -> list[str]:
    due = ", ".join(filter(None, [contents.headline(document), contents.remarks(document)]))
    return [f"{NAME}  {', '.join(contents.facts(document))}", *pages.line("", due, LABEL)]


def _sides(document: Document) -> list[str]:
    sides = [(_side_label(document, side), contents.slots(document["sides"][side])) for side in SIDES]
    return [line for label, slots in sides for line in pages.line(label, slots, LABEL)]


def _grid(document: Document) -> list[str]:
    rows = contents.rows(document)
    upright = document["turned"] % 2 == 0  # ranks go up or down
    labels = ["", *(label for row in rows for label in (row[0][upright], ""))]
    columns = [_column(document, rows, column, upright) for column in range(len(rows))]
    return [f"{label:<3}" + "".join(cells) for label, *cells in zip(labels, *columns, strict=True)]


def _column(document: Document, rows: list[list[str]], column: int, upright: bool) -> list[str]:
    """Return the cells of a column from above, all as wide as the widest needs: so few can be crowded that all fit."""
    names = [row[column] for row in rows]
    cells = [_cell(document, contents.square(document, name)) for name in names]
    width = max(CELL, 2 + max(map(len, cells)))
    lines = [f"{names[0][not upright]:<{width}}"]
    for row, cell in enumerate(cells):
        beside = rows[row][column + 1 : column + 2]
        below = names[row + 1 : row + 2]
        cracked = any(contents.is_cracked(document, names[row], name) for name in beside)
        lines.append(f"{cell:<{width - 1}}{CRACK_BESIDE if cracked else ' '}")
        cracked = any(contents.is_cracked(document, names[row], name) for name in below)
        lines.append(f"{CRACK_BELOW if cracked else '':<{width}}")
    return lines


def _cell(document: Document, square: Square) -> str:
    """Return ground, ice mask, igloo, pawns and bears: `.*aa`, `^a2bB`."""
    ground = OPEN if square.name in contents.open_squares(document) else GROUND[square.ground]
    mask = "" if square.mask is None else MASK + square.mask[:3]
    pawns = "".join(_repeated(LETTERS[seat], n) for seat, n in square.pawns.items())
    igloo = "" if square.igloo is None else IGLOO + LETTERS[square.igloo]
    return ground + mask + igloo + pawns + _repeated(BEAR, square.bears)


def _repeated(letter: str, n: int) -> str:
    return letter * bool(n) + (str(n) if n > 1 else "")


def _side_label(document: Document, side: str) -> str:
    """Return `N, seat 1`."""
    owners = [seat for seat in range(document["players"]) if contents.own_side(document, seat) == side]
    return f"{side}, {f'seat {owners[0]}' if owners else 'nobody'}"


def _seat(document: Document, seat: int) -> list[str]:
    owner = document["seats"][seat]
    words = [f"Pole {owner['home']} of {contents.pawns_each(document)}", f"ship {owner['ship']}"]
    words += contents.titles(document, seat)
    words.append(f"equipment {contents.grouped(owner['equipment'])}")
    words += [f"backpack with {owner['pack']}"] if owner["pack"] else []
    return pages.line(_seat_label(document, seat), "; ".join(words), LABEL)


def _seat_label(document: Document, seat: int) -> str:
    return f"{'>' if seat == document['seat'] else ' '} seat {seat}, {LETTERS[seat]}"


def _small_seat(document: Document, seat: int) -> str:
    """Return what a seat has, without what it has not."""
    owner = document["seats"][seat]
    words = [
        f"Pole {owner['home']}/{contents.pawns_each(document)}",
        *([f"ship {owner['ship']}"] if owner["ship"] else []),
    ]
    words += contents.titles(document, seat)
    words += [contents.grouped(owner["equipment"])] if owner["equipment"] else []
    words += [f"backpack {owner['pack']}"] if owner["pack"] else []
    return f"{_seat_label(document, seat)}: {', '.join(words)}"
