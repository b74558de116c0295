"""The text board: plain ASCII, at most 80 columns, the same for every terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from arctic_env.drawing import pages
from arctic_env.drawing.pages import Document
from arctic_env.games.arctic.draw import contents
from arctic_env.games.arctic.draw.contents import Hidden, PileCard
from arctic_env.games.arctic.material import ANIMALS, LANDSCAPE

LABEL = 11  # columns before the content of a line
NAME, COUNT = 9, 4  # columns of the name and the size of a seat's cards
SPACE = 8  # columns of a space of the landscape
SMALL_LABEL, POWER = 8, 24  # columns of the label and of a power on the small board
GAP = "  "
UNKNOWN = "?"


def text(document: Document) -> str:
    """Draw a document, with `scores` to show points, as lines of at most 80 columns, usually 40 lines at most."""
    hidden = contents.hidden(document)
    lines = [*_head(document), "", *_landscape(document), _stock(document), "", *_powers(document), ""]
    for seat in range(document["players"]):
        lines += _seat(document, seat, hidden)
    return "\n".join(line.rstrip() for line in lines)


def small_text(document: Document) -> str:
    """Draw the same in fewer lines, so that four players fit a terminal of 24, but for very full hands and piles."""
    hidden = contents.hidden(document)
    spaces = "  ".join(f"{value} {letters}".rstrip() for value, letters in _spaces(document).items())
    lines = [*_head(document), f"{'tokens':<{LABEL}}{spaces}", _stock(document), *_small_powers(document)]
    for seat in range(document["players"]):
        title, *rest = _seat(document, seat, hidden)
        lines += [title, *_joined(rest)]
    return "\n".join(line.rstrip() for line in lines)


def _small_powers(document: Document) -> list[str]:
    """Return two lines with the faces of the powers and who holds them."""
    cells = []
    for animal in ANIMALS:
        holder = document.get("holders", {}).get(animal)
        cells.append(f"{animal} {document['faces'][animal]}{'' if holder is None else f' seat {holder}'}")
    return [f"{'powers':<{SMALL_LABEL}}" + "".join(f"{cell:<{POWER}}" for cell in cells[k : k + 3]) for k in (0, 3)]


def _joined(lines: list[str]) -> list[str]:
    """Put what a seat has one after the other, in as few lines as hold it; unknown cards are counted alone."""
    joined = list[str]()
    for line in lines:
        squeezed = " ".join(line.split())
        if squeezed.startswith(("hand", "penalty")):
            squeezed = squeezed.replace(f" {UNKNOWN}", "")
        if joined and len(both := f"{joined[-1]}{GAP}{squeezed}") <= pages.COLUMNS:
            joined[-1] = both
        else:
            joined.append(f"{GAP}{squeezed}")
    return joined


def _head(document: Document) -> list[str]:
    done = contents.remarks(document) if document["seat"] is not None else []
    headline = ", ".join([contents.headline(document), *done])
    phase = contents.phase(document)
    label = f"phase {phase}" if phase else "result"
    return [*pages.line("ARCTIC", ", ".join(contents.facts(document)), LABEL), *pages.line(label, headline, LABEL)]


def _spaces(document: Document) -> dict[int, str]:
    """Return the letters of the tokens on each space."""
    tokens = document["tokens"]
    standing = dict.fromkeys(LANDSCAPE.tolist(), "")
    for animal in ANIMALS:
        standing[tokens[animal]] += contents.letter(animal)
    return standing


def _landscape(document: Document) -> list[str]:
    standing = _spaces(document)
    return [
        _columns("landscape", [str(value) for value in standing]),
        _columns("tokens", [letters or "." for letters in standing.values()]),
    ]


def _columns(label: str, cells: Sequence[str]) -> str:
    return f"{label:<{LABEL}}" + "".join(f"{cell:<{SPACE}}" for cell in cells)


def _powers(document: Document) -> list[str]:
    lines = []
    for animal in ANIMALS:
        face = document["faces"][animal]
        holder = document.get("holders", {}).get(animal)
        phase, effect = contents.POWERS[animal, face]
        held = "on the table" if holder is None else f"seat {holder}"
        lines.append(f"{animal:<{LABEL}}{face:<12}{phase}  {effect:<36}{held}")
    return lines


def _stock(document: Document) -> str:
    deck, reserve = (pages.count(document[zone]) for zone in ("deck", "reserve"))
    river = " ".join(document["river"]) or "empty"
    return f"{'river':<{LABEL}}{river:<23}{GAP}deck {deck}{GAP}reserve {reserve}"


def _seat(document: Document, seat: int, hidden: Hidden) -> list[str]:
    owner = document["seats"][seat]
    cards = contents.pile(owner["pile"])
    score, perhaps = pages.score(document, seat), hidden.perhaps.get(seat, ())
    return [
        _title(document, seat, score, cards),
        *_zone("pile", len(cards), _runs(cards)),
        *_held("hand", owner["hand"], hidden.certain.get(f"hand {seat}", ())),
        *_held("penalty", owner["penalty"], hidden.certain.get(f"penalty {seat}", ())),
        *(pages.line("  perhaps", " ".join(perhaps), NAME + COUNT + len(GAP)) if perhaps else []),
        *_points(owner["totem"], score),
    ]


def _title(document: Document, seat: int, score: Mapping[str, Any] | None, cards: Sequence[PileCard]) -> str:
    """Return a seat's title line: its number, markers for deciding and going first, its total and Visible card."""
    left = [f"{'>' if seat == document['seat'] else ' '} seat {seat}"]
    left += ["first"] if seat == document["first"] else []
    left += [f"total {_known(score['total'])}"] if score is not None else []
    end = f"{GAP}visible {_visible(cards)}"
    return f"{GAP.join(left) + GAP:-<{pages.COLUMNS - len(end)}}{end}"


def _runs(cards: Sequence[PileCard]) -> str:
    """Return the pile from the bottom, one letter a card, runs kept together: `FFF . W . OO*`."""
    marks = [contents.FACE_DOWN if face is None or down else contents.letter(face.main) for face, down in cards]
    starts = {run.start for run in contents.runs(cards)}
    return "".join(f" {mark}" if index in starts and index else mark for index, mark in enumerate(marks))


def _visible(cards: Sequence[PileCard]) -> str:
    top = contents.visible(cards)
    if top is None:
        return f"none, place {contents.PLACEMENT_WITHOUT_CARD}"
    return f"{top.text} draw {top.draw} place {top.placement}"


def _zone(name: str, size: int, content: str) -> list[str]:
    """Return cards of a seat with their number."""
    return pages.line(f"  {name:<{NAME}}{size:>{COUNT - 2}}{GAP}", content, NAME + COUNT + len(GAP))


def _held(name: str, cards: int | Sequence[str], certain: Sequence[str]) -> list[str]:
    """Return cards that others may not see; where the document does not say which, those that are certain."""
    size = pages.count(cards)
    known = (
        [*certain, *[UNKNOWN] * (size - len(certain))] if isinstance(cards, int) else sorted(cards, key=contents.order)
    )
    return _zone(name, size, " ".join(known))


def _points(totem: str | None, score: Mapping[str, Any] | None) -> list[str]:
    shown = [f"totem {totem or UNKNOWN}"]
    if score is not None:
        runs = [f"{contents.letter(animal)}{points}" for animal, points in score["runs"].items() if points]
        shown[0] += f" {_known(score['totem'])}" if totem else ""
        shown.append(f"runs {' '.join(runs) or 0}")
        shown += [f"{part} {_known(score[part])}" for part in ("diversity", "penalty")]
    return pages.line("  points", GAP.join(shown), LABEL)


def _known(value: int | None) -> str:
    return UNKNOWN if value is None else str(value)
