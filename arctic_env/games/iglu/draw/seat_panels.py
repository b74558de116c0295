"""The panel of a seat: points, Inuit and igloos in hand, kept tiles, hunted animals."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import FROST, GOLD, ICE, INK, LARGE, NIGHT, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.iglu.draw import contents, tokens
from arctic_env.games.iglu.material import IGLOOS, INUIT, INUIT_OF_TWO, TWO_PLAYERS

WIDTH, HEIGHT = 268.0, 138.0
MARGIN = 12.0
CARD_WIDTH, CARD_HEIGHT = 46.0, 24.0
CARD_STEP = 49.0  # between kept tiles, as long as there is room
TOKEN = 22.0
NAME = 12  # letters of an agent's name
TOKEN_STEP = 35.0


def draw_seat(parent: Element, document: Document, seat: int, x: float, y: float) -> None:
    """Draw the panel of a seat with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_seat=str(seat))
    due = seat == document["seat"]
    canvas.rect(group, 0, 0, WIDTH, HEIGHT, FROST, rx=8, stroke=GOLD if due else ICE, stroke_width=3 if due else 1)
    canvas.rect(group, 0, 10, 5, HEIGHT - 20, tokens.TRIBE[seat])
    _title(group, document, seat)
    _in_hand(group, document, seat)
    _kept(group, document["seats"][seat]["kept"])
    _hunted(group, document["seats"][seat]["hunted"])


def _title(group: Element, document: Document, seat: int) -> None:
    notes = (["first"] if seat == document["first"] else []) + (["decides"] if seat == document["seat"] else [])
    if document.get("names"):
        canvas.write(group, WIDTH - MARGIN, 54, " · ".join(notes), SMALL, INK, bold=True, anchor="end")
        notes = []
    words = [pages.seat_name(document, seat, NAME), *notes]
    canvas.write(group, MARGIN, 24, " · ".join(words), LARGE - 1, INK, bold=True)
    score = pages.score(document, seat)
    if score is not None:
        canvas.write(group, WIDTH - MARGIN, 25, str(score["total"]), LARGE + 2, INK, bold=True, anchor="end")
        parts = f"animals {score['animals']} + islands {score['islands']}"
        canvas.write(group, WIDTH - MARGIN, 40, parts, TINY, SLATE, anchor="end")


def _in_hand(group: Element, document: Document, seat: int) -> None:
    """Draw igloos that can be built, and Inuit that are to be placed."""
    owner = document["seats"][seat]
    size = INUIT_OF_TWO if document["players"] == TWO_PLAYERS else INUIT
    x = MARGIN
    for _ in range(IGLOOS - len(owner["igloos"])):
        tokens.igloo(group, seat, x, 30, TOKEN)
        x += TOKEN + 2
    if left := size - len(owner["inuit"]):
        tokens.inuit(group, seat, left, x + 2, 30, TOKEN)


def _kept(group: Element, kept: int | Sequence[str]) -> None:
    """Draw tiles with their names where they are known, otherwise backs."""
    n = pages.count(kept)
    names = [""] * kept if isinstance(kept, int) else kept
    canvas.write(group, MARGIN, 68, f"keeps {n}" if n else "keeps nothing", SMALL, SLATE)
    room = WIDTH - 2 * MARGIN - CARD_WIDTH
    step = min(CARD_STEP, room / (n - 1)) if n > 1 else 0.0
    for k, name in enumerate(names):
        _card(group, name, MARGIN + k * step, 73)


def _card(parent: Element, name: str, x: float, y: float) -> None:
    group = canvas.group(parent, transform=canvas.place(x, y), data_kept=name or "?")
    fill = PAPER if name else NIGHT
    canvas.rect(group, 0, 0, CARD_WIDTH, CARD_HEIGHT, fill, rx=4, stroke=tokens.FRAME, stroke_width=1.5)
    if name:
        canvas.write(group, CARD_WIDTH / 2, 15.5, name, TINY, INK, anchor="middle")
    else:
        canvas.snowflake(group, CARD_WIDTH / 2 - 8, 4, 16, ICE)


def _hunted(group: Element, hunted: Sequence[str]) -> None:
    if not hunted:
        canvas.write(group, MARGIN, 122, "has hunted nothing", SMALL, SLATE)
    for k, (kind, n) in enumerate(contents.grouped(hunted)):
        tokens.animal(group, kind, n, MARGIN + k * TOKEN_STEP, 106, TOKEN + 2)
