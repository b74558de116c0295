"""The text board: plain ASCII, at most 80 columns, the same for every terminal."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from arctic_env.drawing import pages
from arctic_env.drawing.pages import Document
from arctic_env.games.iglu.draw import contents
from arctic_env.games.iglu.draw.contents import GLACIER, LAND, SEA, TILE, Square
from arctic_env.games.iglu.squares import SIDE

LABEL = 12  # columns before the content of a line
SMALL_CELL = 3  # at least
STAY = "\u00a0"  # a space at which no line is broken
LEAST_ROOM = 24  # columns beside the board
SMALL_SUPPLY = 4  # things to name
CELL = 9  # columns of a square, or more where its file holds a longer one
MOST_SPELLED = 4  # animals of a kind on a square that are spelled out; more are added up
GROUND: Mapping[str, str] = {SEA: "~", TILE: ".", GLACIER: "#", LAND: "+"}
LETTERS = "abcd"  # of seats
FACE_LETTERS: Mapping[str, str] = {
    "fish 1": "f1", "fish 2": "f2", "fish 3": "f3", "bear": "be", "glacier": "gl", "drift": "dr", "melt": "me",
    "energy 1": "e1", "energy 2": "e2", "energy 3": "e3", "harpoon": "ha", "animals": "an",
}  # fmt: skip
LEGEND = "~ sea  . tile  # glacier  + land  B bear  f fish  x fox  a-d Inuit  * igloo"


def text(document: Document) -> str:
    """Draw a position or view document, with `scores` to show points, as lines of at most 80 columns."""
    lines = [*_head(document), "", *_grid(document), "", LEGEND, ""]
    lines += pages.line("supply", ", ".join(contents.supplies(document)), LABEL)
    for seat in range(document["players"]):
        lines += _seat(document, seat)
    return "\n".join(line.rstrip() for line in lines)


def small_text(document: Document) -> str:
    """Draw the same in fewer lines: a line a rank, the rest beside them as far as it fits."""
    columns = _small_columns(document)
    widths = [max(map(len, column)) + 1 for column in columns]
    ranks = ["".join(f"{cell:<{n}}" for cell, n in zip(row, widths, strict=True)) for row in zip(*columns, strict=True)]
    if sum(widths) > pages.COLUMNS:
        ranks = _grid(document)
    rest = [
        ("", re.sub(r"(?<=\S) (?=\S)", STAY, LEGEND)),
        ("supply ", ", ".join(contents.supplies(document)[:SMALL_SUPPLY])),
    ]
    rest += [_small_seat(document, seat) for seat in range(document["players"])]
    room, beside = pages.COLUMNS - sum(widths) - 1, list[str]()
    while rest and room >= LEAST_ROOM:
        told = wrap("".join(rest[0]), room, subsequent_indent="    ")
        if len(beside) + len(told) > len(ranks):
            break
        beside += told
        rest.pop(0)
    lines = [f"{rank:<{sum(widths)}} {told}" for rank, told in zip_longest(ranks, beside, fillvalue="")]
    below = [line for label, told in rest for line in pages.line(label, told, LABEL)]
    return "\n".join(line.rstrip() for line in [*_head(document), *lines, *below] if line.strip()).replace(STAY, " ")


def _small_columns(document: Document) -> list[list[str]]:
    """Return the columns of the board: the names of the ranks, then file by file ground, animals and people."""
    ranks = range(SIDE, 0, -1)
    columns = [["  ", *(f"{rank} " for rank in ranks)]]
    for file in "abcdefgh":
        squares = [contents.square(document, f"{file}{rank}") for rank in ranks]
        columns.append([f"{file:<{SMALL_CELL}}", *(f"{_ground(each)}{_people(each)}" for each in squares)])
    return columns


def _head(document: Document) -> list[str]:
    due = ", ".join(filter(None, [contents.headline(document), contents.remarks(document)]))
    return [*pages.line("IGLU IGLU", ", ".join(contents.facts(document)), LABEL), *pages.line("", due, LABEL)]


def _grid(document: Document) -> list[str]:
    labels = ["", *(label for rank in range(SIDE, 0, -1) for label in (str(rank), ""))]
    columns = [_column(document, file) for file in "abcdefgh"]
    return [f"{label:<3}" + "".join(cells) for label, *cells in zip(labels, *columns, strict=True)]


def _column(document: Document, file: str) -> list[str]:
    """Return the cells of a file from above, all as wide as the widest needs: so few can be crowded that all fit."""
    cells = [file]
    for rank in range(SIDE, 0, -1):
        square = contents.square(document, f"{file}{rank}")
        cells += [_ground(square), _people(square)]
    width = max(CELL, 1 + max(map(len, cells)))
    return [f"{cell:<{width}}" for cell in cells]


def _ground(square: Square) -> str:
    """Return ground, face if known, and animals: `~Bf113`."""
    bear = "B" if "bear" in square.animals else ""
    face = FACE_LETTERS[square.face] if square.face else ""
    return GROUND[square.ground] + face + bear + _values(square, "fish", "f") + _values(square, "fox", "x")


def _values(square: Square, animal: str, letter: str) -> str:
    values = [int(kind[-1]) for kind, n in square.animals.items() if kind.startswith(animal) for _ in range(n)]
    if len(values) > MOST_SPELLED:
        return f"{len(values)}{letter}={sum(values)}"
    return letter + "".join(map(str, values)) if values else ""


def _people(square: Square) -> str:
    """Return igloo and Inuit: `*aa2b`."""
    igloo = "" if square.igloo is None else f"*{LETTERS[square.igloo]}"
    return igloo + "".join(LETTERS[seat] + (str(n) if n > 1 else "") for seat, n in square.inuit.items())


def _seat(document: Document, seat: int) -> list[str]:
    owner = document["seats"][seat]
    first = ", first" if seat == document["first"] else ""
    parts = [_points(document, seat), f"igloos on {' '.join(owner['igloos']) or 'none'}"]
    kept, hunted = _kept(owner) or "nothing", _hunted(owner) or "nothing"
    return [
        *pages.line(_label(document, seat), "; ".join(filter(None, parts)) + first, LABEL),
        *pages.line("", f"keeps {kept}; has hunted {hunted}", LABEL),
    ]


def _small_seat(document: Document, seat: int) -> tuple[str, str]:
    """Return a label, and what a seat has without what it has not."""
    owner = document["seats"][seat]
    parts = {"igloos on": " ".join(owner["igloos"]), "keeps": _kept(owner), "hunted": _hunted(owner)}
    said = [_points(document, seat), *(f"{name} {what}" for name, what in parts.items() if what)]
    return f"{_label(document, seat)} ", "; ".join(filter(None, said))


def _label(document: Document, seat: int) -> str:
    return f"{'>' if seat == document['seat'] else ' '} seat {seat}, {LETTERS[seat]}"


def _kept(owner: Mapping[str, Any]) -> str:
    kept = owner["kept"]
    return ", ".join("?" * kept) if isinstance(kept, int) else ", ".join(kept)


def _hunted(owner: Mapping[str, Any]) -> str:
    return pages.numbered(Counter(owner["hunted"]))


def _points(document: Document, seat: int) -> str:
    score = pages.score(document, seat)
    if score is None:
        return ""
    return f"total {score['total']} (animals {score['animals']}, islands {score['islands']})"
