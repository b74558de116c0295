"""The key to the signs of the drawing, below the seats."""

from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import INK, NIGHT, PAPER, SLATE, SMALL
from arctic_env.drawing.pages import Document
from arctic_env.games.arctic.draw import cards

LINE = 19.0
SIGN = 15.0
GAP = 22.0  # between one sign with its words and the next


def height(document: Document) -> float:
    """Return the height of the key: in a view there is more to explain."""
    return LINE * len(_lines(document))


def _lines(document: Document) -> list[list[tuple[str, str]]]:
    """Return signs with their words, line by line."""
    lines = [
        [
            ("best", "longest run of its animal; 3+1: with a face-down card between"),
            ("run", "another run"),
            ("hidden", "hidden or face down"),
        ]
    ]
    if "viewer" in document:
        packs = " ".join(map(str, document.get("packs", ())))
        known = [("pale", "pale: not seen, but known to be there"), ("", "perhaps: in hand, penalty zone or face down")]
        lines.append([*known, *([("", f"packs {packs}: the packs of cards in play")] if packs else [])])
    return lines


def draw_key(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw the key with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    for number, line in enumerate(_lines(document)):
        left = 0.0
        for sign, words in line:
            spot = canvas.group(group, transform=canvas.place(left, number * LINE))
            left += _draw_sign(spot, sign)
            canvas.write(group, left, number * LINE + 12, words, SMALL, SLATE)
            left += canvas.text_width(words, SMALL) * 0.87 + GAP


def _draw_sign(spot: Element, sign: str) -> float:
    """Draw a sign and return how wide it is, with the space after it."""
    colour = cards.ANIMAL_COLOURS["orca"]
    if sign in ("best", "run"):
        ink, fill = (PAPER, colour) if sign == "best" else (INK, PAPER)
        canvas.rect(spot, 0, 0.5, SIGN, SIGN - 1, fill, rx=7, stroke=colour, stroke_width=1.2)
        canvas.write(spot, SIGN / 2, 11.5, "3", SMALL, ink, bold=True, anchor="middle")
    elif sign == "hidden":
        canvas.rect(spot, 0, 0, SIGN, SIGN, NIGHT, rx=3)
        canvas.snowflake(spot, 2, 2, SIGN - 4, canvas.ICE)
    elif sign == "pale":
        canvas.rect(spot, 0, 0, SIGN, SIGN, cards.ANIMAL_COLOURS["bear"], rx=3, opacity=0.6)
        canvas.write(spot, SIGN / 2, 11.5, "B", SMALL, INK, bold=True, anchor="middle")
    return SIGN + 6 if sign else 0.0
