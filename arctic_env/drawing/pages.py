"""Common parts of all games' pictures: sizes and results in documents, lines of text boards, the page of a drawing."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas

Document = Mapping[str, Any]

COLUMNS = 80  # of a text board
MARGIN = 16.0  # of a drawing


def count(things: int | Sequence[object]) -> int:
    """Return the size of something that the document gives as a list or as a number."""
    return things if isinstance(things, int) else len(things)


def score(document: Document, seat: int) -> Mapping[str, Any] | None:
    """Return the seat's entry of the document's scores, if it has any."""
    scores = document.get("scores")
    return scores[seat] if scores else None


def short(name: str, most: int = 24) -> str:
    """Return the name of an agent, cut to so many letters."""
    return name if len(name) <= most else f"{name[: most - 3]}..."


def seat_name(document: Document, seat: int, most: int = 24) -> str:
    """Return the seat with the name of its agent, if the document has it: `seat 1 · greedy`."""
    names = document.get("names")
    return f"seat {seat} · {short(names[seat], most)}" if names else f"seat {seat}"


def result(document: Document) -> str:
    """Return the winners, if the document names them."""
    winners = [str(seat) for seat in document.get("winners", ())]
    if len(winners) > 1:
        return f"game over, seats {', '.join(winners[:-1])} and {winners[-1]} share the win"
    return f"game over, seat {winners[0]} wins" if winners else "game over"


def wrap(text: str, length: int) -> list[str]:
    """Break a text into lines of at most this many characters."""
    return textwrap.wrap(text, length, break_on_hyphens=False)


def line(label: str, content: str, width: int) -> list[str]:
    """Return a line of a text board behind a label of that width, wrapped under itself where it is too long."""
    return [
        f"{'' if index else label:<{width}}{part}" for index, part in enumerate(wrap(content, COLUMNS - width) or [""])
    ]


def begin(
    name: str, size: tuple[float, float], width: float, headline: str, description: Sequence[str]
) -> tuple[Element, Element]:
    """Begin a drawing: return its root, `size` in drawing units and `width` in pixels, and its definitions."""
    root = canvas.drawing(*size, width)
    canvas.title(root, f"{name}: {headline}")
    SubElement(root, "desc").text = ". ".join(description) + "."
    return root, SubElement(root, "defs")


def draw_head(root: Element, name: str, size: tuple[float, float], baseline: float, facts: Sequence[str]) -> None:
    """Draw the page, the name of the game, and facts on the right."""
    canvas.rect(root, 0, 0, *size, canvas.SNOW)
    canvas.write(root, MARGIN, baseline, name, canvas.TITLE, bold=True, spacing=5)
    text = "  ·  ".join(facts)
    canvas.write(root, size[0] - MARGIN, baseline, text, canvas.SMALL + 1, canvas.SLATE, anchor="end")
