"""The vector drawing of a document: landscape, powers, stock and one panel a seat, from top to bottom."""

from arctic_env.drawing import canvas, last_action, pages
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.arctic.draw import contents, key, seat_panels, tabletop
from arctic_env.games.arctic.draw.cards import HEADS

VIEW_WIDTH = 900.0
HEADER = 48.0
BASELINE = 33.0  # of its text
GAP = 12.0
LANDSCAPE_TOP = HEADER
POWERS_TOP = LANDSCAPE_TOP + tabletop.LANDSCAPE_HEIGHT + GAP
STOCK_TOP = POWERS_TOP + tabletop.POWER_HEIGHT + GAP
SEATS_TOP = STOCK_TOP + tabletop.STOCK_HEIGHT + GAP


def svg(document: Document, *, width: float = VIEW_WIDTH) -> str:
    """Draw a position or view document.

    Args:
        document: A position or view document, with `scores` to show points.
        width: Width in pixels; the height follows from the number of players.

    Returns:
        An SVG document without outside resources, the same for the same document.
    """
    players = document["players"]
    height = SEATS_TOP + players * (seat_panels.HEIGHT + GAP) + key.height(document) + 6
    size = VIEW_WIDTH, height + last_action.height(document)
    root, definitions = pages.begin("ARCTIC", size, width, contents.headline(document), _description(document))
    canvas.define_glyphs(definitions, HEADS)
    tabletop.define_landscape(definitions)
    pages.draw_head(root, "ARCTIC", size, BASELINE, contents.facts(document))
    body = last_action.begin(root, document, MARGIN, HEADER - 4)
    tabletop.draw_landscape(body, document["tokens"], MARGIN, LANDSCAPE_TOP)
    tabletop.powers(body, document, MARGIN, POWERS_TOP)
    tabletop.stock(body, document, MARGIN, STOCK_TOP)
    hidden = contents.hidden(document)
    for seat in range(players):
        seat_panels.draw_seat(body, document, seat, hidden, MARGIN, SEATS_TOP + seat * (seat_panels.HEIGHT + GAP))
    key.draw_key(body, document, MARGIN, height - key.height(document) - 6)
    last_action.mark(body, document)
    return canvas.render(root)


def _description(document: Document) -> list[str]:
    """Return the position in a few sentences, for a reader who does not see the drawing."""
    tokens = ", ".join(f"{animal} {value}" for animal, value in document["tokens"].items())
    parts = [", ".join(contents.facts(document)), f"tokens: {tokens}", f"river: {' '.join(document['river'])}"]
    for seat, owner in enumerate(document["seats"]):
        top = contents.visible(contents.pile(owner["pile"]))
        pile, hand = len(owner["pile"]), pages.count(owner["hand"])
        parts.append(f"seat {seat}: pile of {pile}, Visible card {top.text if top else 'none'}, hand of {hand}")
    return [*parts, *last_action.describe(document)]
