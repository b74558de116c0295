"""The vector drawing of a document: the board with cards on its sides, piles in the corners, a panel for each seat."""

from collections import Counter
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, last_action, pages
from arctic_env.drawing.canvas import ALARM, FROST, GOLD, ICE, INK, LARGE, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.north_pole.draw import board, cards, contents, key, seat_panels, tokens
from arctic_env.games.north_pole.draw.text_board import NAME
from arctic_env.games.north_pole.material import MASKS, MAX_PLAYERS, SLOTS

VIEW_WIDTH = 924.0
HEADER = 72.0
BASELINE, SECOND_BASELINE = 34.0, 58.0
GAP = 8.0
LEFT, TOP = MARGIN + cards.WIDTH + GAP, HEADER + cards.HEIGHT + GAP  # of the board
RIGHT, BOTTOM = LEFT + board.SIZE + GAP, TOP + board.SIZE + GAP  # where the cards on those sides begin
TABLE_BOTTOM = BOTTOM + cards.HEIGHT
PANEL_LEFT = RIGHT + cards.WIDTH + MARGIN
SCORE_HEIGHT = 84.0
PANELS_TOP = HEADER + SCORE_HEIGHT + GAP
PANEL_STEP = (TABLE_BOTTOM - PANELS_TOP - seat_panels.HEIGHT) / 3
VIEW_HEIGHT = TABLE_BOTTOM + 52
SHIP = 40.0
MASK = 17.0  # below the table
NORTH, EAST, SOUTH, WEST = range(4)  # sides of the table


def svg(document: Document, *, width: float = VIEW_WIDTH) -> str:
    """Draw a position or view document.

    Args:
        document: A position or view document.
        width: Width in pixels; the height follows.

    Returns:
        An SVG document without outside resources, the same for the same document.
    """
    size, headline = (VIEW_WIDTH, VIEW_HEIGHT + last_action.height(document)), contents.headline(document)
    root, definitions = pages.begin(NAME, size, width, headline, _description(document))
    canvas.define_glyphs(definitions, tokens.GLYPHS)
    pages.draw_head(root, NAME, size, BASELINE, contents.facts(document))
    canvas.write(root, MARGIN, SECOND_BASELINE, headline, LARGE - 1, INK)
    remarks = contents.remarks(document)
    canvas.write(root, VIEW_WIDTH - MARGIN, SECOND_BASELINE, remarks, SMALL + 1, SLATE, anchor="end")
    body = last_action.begin(root, document, MARGIN, HEADER - 4)
    board.draw_board(body, document, LEFT, TOP)
    for place in range(4):
        _side(body, document, place)
    _piles(body, document)
    _scoreboard(body, document)
    for seat in range(document["players"]):
        seat_panels.draw_seat(body, document, seat, PANEL_LEFT, PANELS_TOP + seat * PANEL_STEP)
    if document["players"] < MAX_PLAYERS:
        key.draw_key(body, PANEL_LEFT, PANELS_TOP + document["players"] * PANEL_STEP)
    _foot(body, document)
    last_action.mark(body, document)
    return canvas.render(root)


# ------------------------------------------------------------------------------------------------ sides of the table


def _side(root: Element, document: Document, place: int) -> None:
    """Draw the cards on a side from left to right for who sits there, and the ship of that seat to their left."""
    side = contents.side_at(document, place)
    named = contents.named_slots(document)
    across = place in (NORTH, SOUTH)
    step = (cards.WIDTH if across else cards.HEIGHT) + GAP
    seat = contents.places(document).get(place)
    is_due = seat is not None and seat == document["seat"]
    begin = (LEFT if across else TOP) + (board.SIZE - SLOTS * step + GAP) / 2
    for k, card in enumerate(document["sides"][side]):
        slot = f"{side}{k + 1}"
        along = begin + step * (k if place in (SOUTH, WEST) else SLOTS - 1 - k)
        x, y = _beside(place, along)
        cards.draw_card(root, slot, card, x, y, slot in named, str(k + 1) if is_due else "")
    if seat is not None:
        _ship(root, document, seat, place)


def _beside(place: int, along: float) -> tuple[float, float]:
    """Return the upper left corner of something as large as a card beside the board."""
    far = {NORTH: HEADER, EAST: RIGHT, SOUTH: BOTTOM, WEST: MARGIN}[place]
    return (along, far) if place in (NORTH, SOUTH) else (far, along)


def _ship(root: Element, document: Document, seat: int, place: int) -> None:
    """Draw the ship of a seat, with the number of pawns aboard."""
    near, far = (LEFT, RIGHT - GAP - cards.WIDTH) if place in (NORTH, SOUTH) else (TOP, BOTTOM - GAP - cards.HEIGHT)
    x, y = _beside(place, near + GAP if place in (SOUTH, WEST) else far - GAP)
    group = canvas.group(root, transform=canvas.place(x, y), data_ship=f"{document['seats'][seat]['ship']} {seat}")
    aboard = document["seats"][seat]["ship"]
    canvas.title(group, f"ship of seat {seat}, {aboard} aboard")
    if seat == document["seat"]:
        canvas.rect(group, 2, 2, cards.WIDTH - 4, cards.HEIGHT - 4, "none", rx=8, stroke=GOLD, stroke_width=3)
    left = (cards.WIDTH - SHIP) / 2
    canvas.draw_glyph(group, f"ship-{seat}", left, 8, SHIP)
    middle = cards.WIDTH / 2
    canvas.write(group, middle, 42, str(aboard), SMALL + 1, tokens.SEAT_INKS[seat], bold=True, anchor="middle")
    canvas.write(group, middle, 66, f"seat {seat}", SMALL, INK, bold=True, anchor="middle")


# ------------------------------------------------------------------------------------------------ piles


def _piles(root: Element, document: Document) -> None:
    """Draw deck, storm pile, discards and ice masks in the corners of the table."""
    cards.draw_back(root, contents.top_colour(document), pages.count(document["deck"]), RIGHT, HEADER)
    _storm(root, document, MARGIN, BOTTOM)
    discards = _pile(root, "discards", RIGHT, BOTTOM)
    n = len(document["discard"])
    canvas.write(discards, cards.WIDTH / 2, 48, str(n), LARGE + 4, INK, bold=True, anchor="middle")
    stack = _pile(root, "ice masks", MARGIN, HEADER)
    left = pages.count(document["masks"])
    if left:
        tokens.mask(stack, "", cards.WIDTH / 2 - 15, 20, 30)
    else:
        canvas.write(stack, cards.WIDTH / 2, 42, "peace", SMALL + 1, INK, bold=True, anchor="middle")
    canvas.write(stack, cards.WIDTH / 2, 69, str(left), LARGE, INK, bold=True, anchor="middle")


def _pile(root: Element, name: str, x: float, y: float) -> Element:
    group = canvas.group(root, transform=canvas.place(x, y), data_pile=name)
    canvas.rect(group, 0, 0, cards.WIDTH, cards.HEIGHT, FROST, rx=6, stroke=ICE)
    canvas.write(group, cards.WIDTH / 2, 14, name, TINY, SLATE, anchor="middle")
    return group


def _storm(root: Element, document: Document, x: float, y: float) -> None:
    """Draw the points of the storm pile against the threshold."""
    group = _pile(root, "storm", x, y)
    points, threshold = contents.storm_points(document), contents.threshold(document)
    middle = cards.WIDTH / 2
    canvas.write(group, middle, 39, str(points), LARGE + 6, INK, bold=True, anchor="middle")
    canvas.write(group, middle, 53, f"of {threshold}", SMALL, SLATE, anchor="middle")
    each = (cards.WIDTH - 12) / threshold
    for k in range(threshold):
        fill = (ALARM if points > threshold / 2 else SLATE) if k < points else PAPER
        canvas.rect(group, 6 + k * each, 60, each - 1, 10, fill, stroke=SLATE, stroke_width=0.6)


def _scoreboard(root: Element, document: Document) -> None:
    """Draw the pawns at the Pole of each seat, or team, and the ice mask that waits for the first."""
    group = canvas.group(root, transform=canvas.place(PANEL_LEFT, HEADER), data_scoreboard="")
    canvas.rect(group, 0, 0, seat_panels.WIDTH, SCORE_HEIGHT, PAPER, rx=8, stroke=tokens.FRAME, stroke_width=2)
    canvas.write(group, 12, 18, "at the Pole", SMALL, SLATE)
    x, each = 10.0, contents.pawns_each(document)
    for seats in contents.parties(document):
        home = sum(document["seats"][seat]["home"] for seat in seats)
        for seat in seats:
            canvas.draw_glyph(group, f"pawn-{seat}", x, 30, 24)
            canvas.write(group, x + 12, 50, str(seat), SMALL, tokens.SEAT_INKS[seat], bold=True, anchor="middle")
            x += 26
        canvas.write(group, x + 1, 52, str(home), LARGE + 4, INK, bold=True)
        canvas.write(group, x - 24, 72, f"of {each * len(seats)}", TINY, SLATE)
        x += 28
    if document["score"]:
        known = document["score"] in tokens.GLYPHS
        tokens.mask(group, document["score"] if known else "", seat_panels.WIDTH - 46, 30, 34)


# ------------------------------------------------------------------------------------------------ ice masks


def _foot(root: Element, document: Document) -> None:
    """Draw what lies face down of the ice masks, and what has been spent."""
    lines = {"face down": contents.unseen_masks(document), "spent": Counter(document["spent"])}
    for k, (label, masks) in enumerate(lines.items()):
        y = TABLE_BOTTOM + 8 + k * (MASK + 4)
        group = canvas.group(root, data_masks=f"{label}: {contents.numbered(masks)}")
        canvas.write(group, MARGIN, y + 13, label, SMALL + 1, SLATE)
        x = MARGIN + cards.WIDTH + GAP
        for kind in (kind for kind in MASKS if kind in masks):
            words = f"{masks[kind]} {kind}"
            canvas.draw_glyph(group, kind, x, y, MASK)
            canvas.write(group, x + MASK + 4, y + 13, words, SMALL, INK)
            x += MASK + 14 + canvas.text_width(words, SMALL)


# ------------------------------------------------------------------------------------------------ words


def _description(document: Document) -> list[str]:
    """Return the position in a few sentences, for a reader who does not see the drawing."""
    parts = [", ".join(contents.facts(document)), ", ".join(contents.piles(document))]
    parts += [f"side {side}: {contents.slots(document['sides'][side])}" for side in document["sides"]]
    for seat, owner in enumerate(document["seats"]):
        where = " ".join(owner["pawns"]) or "none"
        held = contents.grouped(owner["equipment"])
        parts.append(f"seat {seat}: {owner['home']} at the Pole, {owner['ship']} aboard, pawns on {where}, {held}")
    return [*parts, *last_action.describe(document)]
