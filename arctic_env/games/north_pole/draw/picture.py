"""The vector drawing of a document: the board with cards on its sides, piles in the corners, a panel for each seat."""

from collections import Counter
from collections.abc import Callable
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import ALARM, FROST, GOLD, ICE, INK, LARGE, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.north_pole.draw import board, contents, tokens
from arctic_env.games.north_pole.draw.text_board import NAME
from arctic_env.games.north_pole.draw.tokens import CARD_HEIGHT, CARD_WIDTH
from arctic_env.games.north_pole.material import MASKS, MAX_EQUIPMENT, MAX_PLAYERS, SLOTS

PANEL_WIDTH, PANEL_HEIGHT = 272.0, 124.0
PAD = 12.0
PAWN = 21.0
LONGEST_NAME = 15  # letters of an agent's name
PIECE_STEP, PIECE = 62.0, 26.0
FULL = MAX_EQUIPMENT + 1  # pieces while room is to be made

VIEW_WIDTH = 924.0
HEADER = 72.0
GAP = 8.0
LEFT, TOP = MARGIN + CARD_WIDTH + GAP, HEADER + CARD_HEIGHT + GAP  # of the board
RIGHT, BOTTOM = LEFT + board.SIZE + GAP, TOP + board.SIZE + GAP  # where the cards on those sides begin
TABLE_BOTTOM = BOTTOM + CARD_HEIGHT
PANEL_LEFT = RIGHT + CARD_WIDTH + MARGIN
SCORE_HEIGHT = 84.0
PANELS_TOP = HEADER + SCORE_HEIGHT + GAP
PANEL_STEP = (TABLE_BOTTOM - PANELS_TOP - PANEL_HEIGHT) / 3
VIEW_HEIGHT = TABLE_BOTTOM + 52
SHIP = 40.0
MASK = 17.0  # below the table
NORTH, EAST, SOUTH, WEST = range(4)  # sides of the table


def svg(document: Document) -> str:
    """Draw a position or view document."""
    root, body = pages.begin(
        NAME,
        document,
        (VIEW_WIDTH, VIEW_HEIGHT),
        HEADER,
        tokens.GLYPHS,
        headline=contents.headline(document),
        facts=contents.facts(document),
        description=_description(document),
        remarks=contents.remarks(document),
    )
    board.draw_board(body, document, LEFT, TOP)
    for place in range(4):
        _side(body, document, place)
    _piles(body, document)
    _scoreboard(body, document)
    for seat in range(document["players"]):
        _draw_seat(body, document, seat, PANEL_LEFT, PANELS_TOP + seat * PANEL_STEP)
    if document["players"] < MAX_PLAYERS:
        _draw_key(body, PANEL_LEFT, PANELS_TOP + document["players"] * PANEL_STEP)
    _foot(body, document)
    pages.mark_last(body, document)
    return canvas.render(root)


# ------------------------------------------------------------------------------------------------ sides of the table


def _side(root: Element, document: Document, place: int) -> None:
    """Draw the cards on a side from left to right for who sits there, and the ship of that seat to their left."""
    side = contents.side_at(document, place)
    named = contents.named_slots(document)
    across = place in (NORTH, SOUTH)
    step = (CARD_WIDTH if across else CARD_HEIGHT) + GAP
    seat = contents.places(document).get(place)
    is_due = seat is not None and seat == document["seat"]
    begin = (LEFT if across else TOP) + (board.SIZE - SLOTS * step + GAP) / 2
    for k, card in enumerate(document["sides"][side]):
        slot = f"{side}{k + 1}"
        along = begin + step * (k if place in (SOUTH, WEST) else SLOTS - 1 - k)
        x, y = _beside(place, along)
        tokens.draw_card(root, slot, card, x, y, slot in named, str(k + 1) if is_due else "")
    if seat is not None:
        _ship(root, document, seat, place)


def _beside(place: int, along: float) -> tuple[float, float]:
    """Return the upper left corner of something as large as a card beside the board."""
    far = {NORTH: HEADER, EAST: RIGHT, SOUTH: BOTTOM, WEST: MARGIN}[place]
    return (along, far) if place in (NORTH, SOUTH) else (far, along)


def _ship(root: Element, document: Document, seat: int, place: int) -> None:
    """Draw the ship of a seat, with the number of pawns aboard."""
    near, far = (LEFT, RIGHT - GAP - CARD_WIDTH) if place in (NORTH, SOUTH) else (TOP, BOTTOM - GAP - CARD_HEIGHT)
    x, y = _beside(place, near + GAP if place in (SOUTH, WEST) else far - GAP)
    group = canvas.group(root, transform=canvas.place(x, y), data_ship=f"{document['seats'][seat]['ship']} {seat}")
    aboard = document["seats"][seat]["ship"]
    canvas.title(group, f"ship of seat {seat}, {aboard} aboard")
    if seat == document["seat"]:
        canvas.rect(group, 2, 2, CARD_WIDTH - 4, CARD_HEIGHT - 4, "none", rx=8, stroke=GOLD, stroke_width=3)
    left = (CARD_WIDTH - SHIP) / 2
    canvas.draw_glyph(group, f"ship-{seat}", left, 8, SHIP)
    middle = CARD_WIDTH / 2
    canvas.write(group, middle, 42, str(aboard), SMALL + 1, tokens.SEAT_INKS[seat], bold=True, anchor="middle")
    canvas.write(group, middle, 66, f"seat {seat}", SMALL, INK, bold=True, anchor="middle")


# ------------------------------------------------------------------------------------------------ piles


def _piles(root: Element, document: Document) -> None:
    """Draw deck, storm pile, discards and ice masks in the corners of the table."""
    tokens.draw_back(root, contents.top_colour(document), pages.count(document["deck"]), RIGHT, HEADER)
    _storm(root, document, MARGIN, BOTTOM)
    discards = _pile(root, "discards", RIGHT, BOTTOM)
    n = len(document["discard"])
    canvas.write(discards, CARD_WIDTH / 2, 48, str(n), LARGE + 4, INK, bold=True, anchor="middle")
    stack = _pile(root, "ice masks", MARGIN, HEADER)
    left = pages.count(document["masks"])
    if left:
        tokens.mask(stack, "", CARD_WIDTH / 2 - 15, 20, 30)
    else:
        canvas.write(stack, CARD_WIDTH / 2, 42, "peace", SMALL + 1, INK, bold=True, anchor="middle")
    canvas.write(stack, CARD_WIDTH / 2, 69, str(left), LARGE, INK, bold=True, anchor="middle")


def _pile(root: Element, name: str, x: float, y: float) -> Element:
    group = canvas.group(root, transform=canvas.place(x, y), data_pile=name)
    canvas.rect(group, 0, 0, CARD_WIDTH, CARD_HEIGHT, FROST, rx=6, stroke=ICE)
    canvas.write(group, CARD_WIDTH / 2, 14, name, TINY, SLATE, anchor="middle")
    return group


def _storm(root: Element, document: Document, x: float, y: float) -> None:
    """Draw the points of the storm pile against the threshold."""
    group = _pile(root, "storm", x, y)
    points, threshold = contents.storm_points(document), contents.threshold(document)
    middle = CARD_WIDTH / 2
    canvas.write(group, middle, 39, str(points), LARGE + 6, INK, bold=True, anchor="middle")
    canvas.write(group, middle, 53, f"of {threshold}", SMALL, SLATE, anchor="middle")
    each = (CARD_WIDTH - 12) / threshold
    for k in range(threshold):
        fill = (ALARM if points > threshold / 2 else SLATE) if k < points else PAPER
        canvas.rect(group, 6 + k * each, 60, each - 1, 10, fill, stroke=SLATE, stroke_width=0.6)


def _scoreboard(root: Element, document: Document) -> None:
    """Draw the pawns at the Pole of each seat, or team, and the ice mask that waits for the first."""
    group = canvas.group(root, transform=canvas.place(PANEL_LEFT, HEADER), data_scoreboard="")
    canvas.rect(group, 0, 0, PANEL_WIDTH, SCORE_HEIGHT, PAPER, rx=8, stroke=tokens.FRAME, stroke_width=2)
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
        tokens.mask(group, document["score"] if known else "", PANEL_WIDTH - 46, 30, 34)


# ------------------------------------------------------------------------------------------------ ice masks


def _foot(root: Element, document: Document) -> None:
    """Draw what lies face down of the ice masks, and what has been spent."""
    lines = {"face down": contents.unseen_masks(document), "spent": Counter(document["spent"])}
    for k, (label, masks) in enumerate(lines.items()):
        y = TABLE_BOTTOM + 8 + k * (MASK + 4)
        group = canvas.group(root, data_masks=f"{label}: {pages.numbered(masks) or 'none'}")
        canvas.write(group, MARGIN, y + 13, label, SMALL + 1, SLATE)
        x = MARGIN + CARD_WIDTH + GAP
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
    return parts


# ------------------------------------------------------------------------------------------------ the key


KEY_LINE = 19.0
KEY_SIGN = 40.0


def _draw_key(parent: Element, x: float, y: float) -> None:
    """Draw the key with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    signs: list[tuple[Callable[[Element], None], str]] = [
        (_storm_sign("blue"), "storm clockwise"),
        (_storm_sign("red"), "storm counterclockwise"),
        (_storm_sign("purple"), "storm by a half turn"),
        (_window_sign, "window, and one over a crack"),
        (_steps_sign, "steps, red: also attacks"),
        (_points_sign, "storm points of a card"),
    ]
    for k, (draw, words) in enumerate(signs):
        line = canvas.group(group, transform=canvas.place(0, k * KEY_LINE))
        draw(line)
        canvas.write(line, KEY_SIGN + 8, 13, words, SMALL, SLATE)


def _storm_sign(colour: str) -> Callable[[Element], None]:
    return lambda line: tokens.storm_sign(line, colour, 11, 0, 18, tokens.STORMS[colour])


def _window_sign(line: Element) -> None:
    for middle, cracked in ((9, False), (31, True)):
        pane = canvas.group(line, transform=canvas.place(middle, 9))
        board.draw_window(pane, 8, cracked, upright=False)


def _steps_sign(line: Element) -> None:
    for x, how in ((0, "move"), (22, "ambush")):
        tokens.draw_sign(line, ["march", how], x, 0, 18)


def _points_sign(line: Element) -> None:
    tokens.draw_points(line, 2, 20, 9)


# ------------------------------------------------------------------------------------------------ the panel of a seat


def _draw_seat(parent: Element, document: Document, seat: int, x: float, y: float) -> None:
    """Draw the panel of a seat with its upper left corner at (x, y)."""
    group = pages.panel(parent, document, seat, x, y, (PANEL_WIDTH, PANEL_HEIGHT))
    canvas.rect(group, 2, 10, 6, PANEL_HEIGHT - 20, tokens.SEATS[seat], stroke=INK, stroke_width=0.6)
    canvas.write(group, PAD + 2, 22, pages.seat_name(document, seat, LONGEST_NAME), LARGE - 2, INK, bold=True)
    notes = " · ".join(contents.titles(document, seat))
    if document.get("names"):
        canvas.write(group, PANEL_WIDTH - PAD, 22, notes, SMALL, SLATE, anchor="end")
    else:
        canvas.write(group, PAD + 68, 22, notes, SMALL, SLATE)
    _pawns(group, document, seat)
    _equipment(group, document, seat)


def _pawns(group: Element, document: Document, seat: int) -> None:
    """Draw how many pawns are on the ship, on the board and at the Pole."""
    owner = document["seats"][seat]
    texts = (("ship", owner["ship"]), ("board", len(owner["pawns"])))
    x = PAD + 2
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
        canvas.write(group, PAD + 2, 84, "no equipment", SMALL, SLATE)
    for k, kind in enumerate(held):
        _piece(group, kind, kind, PAD + 2 + k * PIECE_STEP)
    if owner["pack"]:
        _piece(group, "backpack", "filled", PAD + 2 + len(held) * PIECE_STEP)
        named = {"data_action": "pack"} if seat == document["seat"] else {}
        packed = canvas.group(group, **named, data_packed=f"{seat} {owner['pack']}")
        canvas.rect(packed, PAD, 104, PANEL_WIDTH - 2 * PAD, 16, PAPER, rx=4)
        canvas.write(packed, PAD + 2, 116, f"backpack: {owner['pack']}", SMALL, INK)


def _piece(parent: Element, kind: str, name: str, x: float) -> None:
    group = canvas.group(parent, transform=canvas.place(x, 56), data_piece=f"{kind} {name}")
    canvas.title(group, kind if name == kind else f"{kind}, {name}")
    canvas.draw_glyph(group, kind, (PIECE_STEP - 6 - PIECE) / 2, 0, PIECE)
    canvas.write(group, (PIECE_STEP - 6) / 2, 40, name, TINY, INK, anchor="middle")
