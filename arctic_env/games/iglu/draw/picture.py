"""The vector drawing of a document: the board, and beside it one panel a seat."""

from collections import Counter
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import ALARM, GOLD, ICE, INK, LARGE, MEDIUM, NIGHT, PAPER, SLATE, SMALL, TINY
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.iglu.draw import contents, tokens
from arctic_env.games.iglu.draw.contents import GLACIER, LAND, SEA, Island, Square, islands, square
from arctic_env.games.iglu.draw.tokens import GLYPHS
from arctic_env.games.iglu.material import IGLOOS, INUIT, INUIT_OF_TWO, TWO_PLAYERS
from arctic_env.games.iglu.squares import NEIGHBOUR, SIDE, SQUARE_IDS, SQUARE_TEXTS

SQUARE = 72.0
EDGE = 2.0  # of sea between tiles
ROOM = SQUARE - 6  # across which tokens stand
LOW = SQUARE - 5  # where the lower row of tokens ends
HIGH = 5.0  # where the upper row begins
UNDER_FACE = 14.0  # where it begins below the name of a face
SWIMMING = 2  # animals side by side in the sea
LARGEST_ANIMAL = 33.0
LARGEST_PERSON = 27.0


def draw_square(parent: Element, square: Square, x: float, y: float) -> None:
    """Draw a square whose upper left corner is at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_square=square.name, data_ground=square.ground)
    canvas.title(group, " ".join([square.name, square.ground, *([square.face] if square.face else [])]))
    _GROUNDS.get(square.ground, _tile)(group)
    if square.face:
        label = canvas.group(group, data_face=square.face)
        canvas.write(label, SQUARE / 2, 12, square.face, TINY, SLATE, anchor="middle")
    _animals(group, square)
    _people(group, square)


def _sea(group: Element) -> None:
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.SEA)
    for top, left in ((20, 8), (42, 30), (60, 6)):
        wave = f"M{left} {top} q6 -5 12 0 t12 0"
        canvas.path(group, wave, "none", stroke=tokens.WAVE, stroke_width=1.3, stroke_linecap="round", opacity=0.55)


def _ice(group: Element, fill: str) -> None:
    size = SQUARE - 2 * EDGE
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.DEEP)
    canvas.rect(group, EDGE, EDGE + 1.5, size, size - 0.5, tokens.TILE_EDGE, rx=7)
    canvas.rect(group, EDGE, EDGE, size, size - 3, fill, rx=7)


def _tile(group: Element) -> None:
    _ice(group, tokens.TILE)
    canvas.snowflake(group, 20, 19, 32, tokens.FLAKE)


def _glacier(group: Element) -> None:
    _ice(group, tokens.GLACIER)
    canvas.path(group, "M6 60 L22 24 L31 40 L44 14 L66 60 Z", tokens.PEAK)
    canvas.path(group, "M22 24 L31 40 L27 60 H16 Z M44 14 L66 60 H46 Z", tokens.SHADE)
    canvas.path(group, "M22 24 L17.5 34 L22 31 L26 35 L27 33 Z M44 14 L37 27 L43 24 L47 29 L50.5 27 Z", "#ffffff")


def _land(group: Element) -> None:
    canvas.rect(group, 0, 0, SQUARE, SQUARE, tokens.SEA)
    canvas.path(group, "M4 14 C14 2 52 0 64 10 C72 24 72 54 62 64 C48 72 16 72 8 62 C0 50 -2 26 4 14 Z", tokens.LAND)
    canvas.path(group, "M14 52 L26 34 L36 46 L46 30 L58 54 C46 62 24 62 14 52 Z", tokens.ROCK)
    canvas.path(group, "M12 22 C22 12 44 10 54 18 C44 24 24 28 12 22 Z", tokens.MOSS)


_GROUNDS = {SEA: _sea, GLACIER: _glacier, LAND: _land}


def _animals(group: Element, square: Square) -> None:
    """Draw the animals: in the middle of the sea, two in a row, or in one row at the top of ice, above people."""
    n = len(square.animals)
    if not n:
        return
    columns = min(n, SWIMMING) if square.ground == SEA else n
    rows = -(-n // columns)
    top = UNDER_FACE if square.face else HIGH
    below = LOW - (_person(square) if square.inuit or square.igloo is not None else 0)
    size = min(LARGEST_ANIMAL, ROOM / columns, (below - top) / rows)
    if square.ground == SEA:
        top += (below - top - rows * size) / 2
    left = (SQUARE - columns * size) / 2
    for k, (kind, number) in enumerate(square.animals.items()):
        x, y = left + k % columns * size, top + k // columns * size
        tokens.animal(group, kind, number, x, y, size - 1)


def _person(square: Square) -> float:
    """Return the size of Inuit and igloos on a square, which share the room."""
    n = len(square.inuit) + (square.igloo is not None)
    return min(LARGEST_PERSON, ROOM / n)


def _people(group: Element, square: Square) -> None:
    """Draw the igloo and Inuit in a row at the bottom."""
    n = len(square.inuit) + (square.igloo is not None)
    if not n:
        return
    size = _person(square)
    left = (SQUARE - n * size) / 2
    if square.igloo is not None:
        tokens.igloo(group, square.igloo, left, LOW - size, size - 1)
        left += size
    for seat, number in square.inuit.items():
        tokens.inuit(group, seat, number, left, LOW - size, size - 1)
        left += size


# ------------------------------------------------------------------------------------------------ islands


LABEL_HEIGHT = 16.0
COAST = 5.0  # of an outline, from the edge of a square inwards
_INSET = 1.5  # of the outline in its tiles
_CASING, _OUTLINE, _THIN = 6.0, 3.6, 1.5
_MIDDLE = 27.0  # where a label begins on an empty tile
_TOP_RANK = 8


def _draw_islands(parent: Element, document: Document) -> None:
    """Draw islands: an outline in the colour of the strongest tribe, and a label with its seat and its points."""
    for island in islands(document):
        group = canvas.group(parent, data_island=f"{island.squares[0]} {len(island.squares)}")
        canvas.title(group, f"{island.text}: {island.ownership}")
        _outline(group, island)
        if island.owners:
            x, y = _place_of_label(document, island)
            _draw_label(group, label(island), x + SQUARE / 2, y, _colour(island))


def label(island: Island) -> str:
    """Return the strongest seats and the points of each: `1: 9` or `0+2: 4`."""
    return f"{'+'.join(map(str, island.owners))}: {island.points[island.owners[0]]}"


def _draw_label(parent: Element, text: str, middle: float, y: float, colour: str) -> None:
    """Draw a label, with its upper edge at y."""
    width = canvas.text_width(text, SMALL) + 12
    canvas.rect(parent, middle - width / 2, y, width, LABEL_HEIGHT, PAPER, rx=8, stroke=colour, stroke_width=2)
    canvas.write(parent, middle, y + 12, text, SMALL, INK, bold=True, anchor="middle")


def _colour(island: Island) -> str:
    """Return the colour of the owner, ink where several share the island."""
    owners = island.owners
    return tokens.TRIBE[owners[0]] if len(owners) == 1 else INK


def _outline(group: Element, island: Island) -> None:
    data = " ".join(_edges(island))
    if not island.owners:
        canvas.path(group, data, "none", stroke=SLATE, stroke_width=_THIN)
        return
    for width, colour in ((_CASING, PAPER), (_OUTLINE, _colour(island))):
        canvas.path(group, data, "none", stroke=colour, stroke_width=width, stroke_linecap="square")


def _edges(island: Island) -> list[str]:
    """Return the edges between the island and what surrounds it, as pieces of a path."""
    near, far = _INSET, SQUARE - _INSET
    sides = (
        ((near, near), (far, near)),
        ((far, near), (far, far)),
        ((near, far), (far, far)),
        ((near, near), (near, far)),
    )
    edges = []
    for name in island.squares:
        x, y = _corner(name)
        for neighbour, ends in zip(NEIGHBOUR[SQUARE_IDS[name]].tolist(), sides, strict=True):
            if neighbour < 0 or SQUARE_TEXTS[neighbour] not in island.squares:
                points = (f"{canvas.number(x + right)} {canvas.number(y + down)}" for right, down in ends)
                edges.append("M" + " L".join(points))
    return edges


def _place_of_label(document: Document, island: Island) -> tuple[float, float]:
    """Return left and upper edge for the label: on a tile where nothing is, else on the coast of the highest tile."""
    for name in island.squares:
        there = square(document, name)
        if not there.animals and not there.inuit and there.igloo is None:
            x, y = _corner(name)
            return x, y + _MIDDLE
    highest = max(island.squares, key=lambda name: int(name[1]))
    x, y = _corner(highest)
    return x, y - (0 if int(highest[1]) == _TOP_RANK else LABEL_HEIGHT / 2)


def _draw_key(parent: Element, x: float, y: float) -> None:
    """Draw the key to the signs of the drawing in one line that begins at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    _draw_label(group, "1: 9", 22, 0, tokens.TRIBE[1])
    words = "strongest seats of an island, and the points of each"
    canvas.write(group, 50, 12, words, SMALL, SLATE)
    left = 50 + canvas.text_width(words, TINY) + 44
    canvas.rect(group, left, 0, 24, 16, PAPER, rx=3, stroke=tokens.FRAME, stroke_width=1.5)
    canvas.write(group, left + 32, 12, "a tile kept in secret", SMALL, SLATE)
    left += 180
    tokens.animal(group, "fox 2", 1, left, -3, 22)
    canvas.write(group, left + 30, 12, "a fox worth 2", SMALL, SLATE)
    tokens.animal(group, "fish 3", 2, left + 130, -3, 22)
    canvas.write(group, left + 160, 12, "two fish worth 3 each", SMALL, SLATE)


# ------------------------------------------------------------------------------------------------ the panel of a seat


PANEL_WIDTH, PANEL_HEIGHT = 268.0, 138.0
PAD = 12.0
CARD_WIDTH, CARD_HEIGHT = 46.0, 24.0
CARD_STEP = 49.0  # between kept tiles, as long as there is room
TOKEN = 22.0
LONGEST_NAME = 12  # letters of an agent's name
TOKEN_STEP = 35.0


def _draw_seat(parent: Element, document: Document, seat: int, x: float, y: float) -> None:
    """Draw the panel of a seat with its upper left corner at (x, y)."""
    group = pages.panel(parent, document, seat, x, y, (PANEL_WIDTH, PANEL_HEIGHT))
    canvas.rect(group, 0, 10, 5, PANEL_HEIGHT - 20, tokens.TRIBE[seat])
    _title(group, document, seat)
    _in_hand(group, document, seat)
    _kept(group, document["seats"][seat]["kept"])
    _hunted(group, document["seats"][seat]["hunted"])


def _title(group: Element, document: Document, seat: int) -> None:
    notes = (["first"] if seat == document["first"] else []) + (["decides"] if seat == document["seat"] else [])
    if document.get("names"):
        canvas.write(group, PANEL_WIDTH - PAD, 54, " · ".join(notes), SMALL, INK, bold=True, anchor="end")
        notes = []
    words = [pages.seat_name(document, seat, LONGEST_NAME), *notes]
    canvas.write(group, PAD, 24, " · ".join(words), LARGE - 1, INK, bold=True)
    score = pages.score(document, seat)
    if score is not None:
        canvas.write(group, PANEL_WIDTH - PAD, 25, str(score["total"]), LARGE + 2, INK, bold=True, anchor="end")
        parts = f"animals {score['animals']} + islands {score['islands']}"
        canvas.write(group, PANEL_WIDTH - PAD, 40, parts, TINY, SLATE, anchor="end")


def _in_hand(group: Element, document: Document, seat: int) -> None:
    """Draw igloos that can be built, and Inuit that are to be placed."""
    owner = document["seats"][seat]
    size = INUIT_OF_TWO if document["players"] == TWO_PLAYERS else INUIT
    x = PAD
    for _ in range(IGLOOS - len(owner["igloos"])):
        tokens.igloo(group, seat, x, 30, TOKEN)
        x += TOKEN + 2
    if left := size - len(owner["inuit"]):
        tokens.inuit(group, seat, left, x + 2, 30, TOKEN)


def _kept(group: Element, kept: int | Sequence[str]) -> None:
    """Draw tiles with their names where they are known, otherwise backs."""
    n = pages.count(kept)
    names = [""] * kept if isinstance(kept, int) else kept
    canvas.write(group, PAD, 68, f"keeps {n}" if n else "keeps nothing", SMALL, SLATE)
    room = PANEL_WIDTH - 2 * PAD - CARD_WIDTH
    step = min(CARD_STEP, room / (n - 1)) if n > 1 else 0.0
    for k, name in enumerate(names):
        _card(group, name, PAD + k * step, 73)


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
        canvas.write(group, PAD, 122, "has hunted nothing", SMALL, SLATE)
    for k, (kind, n) in enumerate(Counter(hunted).items()):
        tokens.animal(group, kind, n, PAD + k * TOKEN_STEP, 106, TOKEN + 2)


# ------------------------------------------------------------------------------------------------ the whole drawing


VIEW_WIDTH = 924.0
HEADER = 72.0
FRAME = 18.0  # around the squares, with the names of files and ranks
BOARD = SIDE * SQUARE
BOARD_LEFT, BOARD_TOP = MARGIN + FRAME, HEADER + FRAME
PANEL_LEFT = BOARD_LEFT + BOARD + FRAME + MARGIN
PANEL_GAP = (BOARD + 2 * FRAME - 4 * PANEL_HEIGHT) / 3
SUPPLY_TOP = HEADER + BOARD + 2 * FRAME + 10
KEY_TOP = SUPPLY_TOP + 36
VIEW_HEIGHT = KEY_TOP + 28
ARROWS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SUPPLY_SIGNS = {"fish": "fish 2", "foxes": "fox", "bears": "bear"}


def svg(document: Document) -> str:
    """Draw a position or view document, with `scores` to show points."""
    root, body = pages.begin(
        "IGLU IGLU",
        document,
        (VIEW_WIDTH, VIEW_HEIGHT),
        HEADER,
        GLYPHS,
        headline=contents.headline(document),
        facts=contents.facts(document),
        description=_description(document),
        remarks=contents.remarks(document),
    )
    _board(body, document)
    _marks(body, document)
    for seat in range(document["players"]):
        _draw_seat(body, document, seat, PANEL_LEFT, HEADER + seat * (PANEL_HEIGHT + PANEL_GAP))
    _supply(body, document)
    _draw_key(body, MARGIN + 4, KEY_TOP)
    pages.mark_last(body, document, inset=COAST)
    return canvas.render(root)


def _board(root: Element, document: Document) -> None:
    size = BOARD + 2 * FRAME
    canvas.rect(root, MARGIN, HEADER, size, size, tokens.GRID, rx=10)
    for name in SQUARE_TEXTS:
        x, y = _corner(name)
        draw_square(root, contents.square(document, name), x, y)
    _draw_islands(root, document)
    for k, file in enumerate("abcdefgh"):
        middle = (k + 0.5) * SQUARE
        for y in (HEADER + 13, BOARD_TOP + BOARD + 13):
            canvas.write(root, BOARD_LEFT + middle, y, file, SMALL, tokens.TILE, anchor="middle")
        for x in (MARGIN + FRAME / 2, BOARD_LEFT + BOARD + FRAME / 2):
            rank = str(SIDE - k)
            canvas.write(root, x, BOARD_TOP + middle + 4, rank, SMALL, tokens.TILE, anchor="middle")


def _corner(name: str) -> tuple[float, float]:
    """Return the upper left corner of a square."""
    file, rank = divmod(SQUARE_TEXTS.index(name), SIDE)
    return BOARD_LEFT + file * SQUARE, BOARD_TOP + (SIDE - 1 - rank) * SQUARE


def _marks(root: Element, document: Document) -> None:
    """Draw where a bear attacks or Inuit flee from, and the push that waits for animals to make room."""
    turn = document.get("turn") or {}
    if turn.get("square"):
        x, y = _corner(turn["square"])
        box = SQUARE - 4
        canvas.rect(root, x + 2, y + 2, box, box, "none", rx=7, stroke=ALARM, stroke_width=4)
    if turn.get("push"):
        name, direction = turn["push"].split()
        x, y = _corner(name)
        right, down = ARROWS[direction]
        _arrow(root, x + SQUARE / 2, y + SQUARE / 2, right, down)


def _arrow(root: Element, x: float, y: float, right: int, down: int) -> None:
    """Draw an arrow from the middle of a square out of it."""

    def point(ahead: float, aside: float) -> str:
        across, along = x + ahead * right - aside * down, y + ahead * down + aside * right
        return f"{canvas.number(across)} {canvas.number(along)}"

    corners = ((-14, -5), (24, -5), (24, -13), (44, 0), (24, 13), (24, 5), (-14, 5))
    data = "M" + " L".join(point(ahead, aside) for ahead, aside in corners) + " Z"
    canvas.path(root, data, GOLD, stroke=INK, stroke_width=1.5)


def _supply(root: Element, document: Document) -> None:
    """Draw the supplies beside the board."""
    x = MARGIN + 4
    for name, sign in SUPPLY_SIGNS.items():
        left = pages.count(document["supply"][name])
        group = canvas.group(root, data_supply=f"{left} {name}")
        canvas.draw_glyph(group, sign.replace(" ", "-"), x, SUPPLY_TOP, 24)
        canvas.write(group, x + 30, SUPPLY_TOP + 17, str(left), MEDIUM, INK, bold=True)
        x += 64
    rest = contents.supplies(document)[len(SUPPLY_SIGNS) :]
    canvas.write(root, x + 4, SUPPLY_TOP + 17, "  ·  ".join(rest), MEDIUM, SLATE)


def _description(document: Document) -> list[str]:
    """Return the position in a few sentences, for a reader who does not see the drawing."""
    parts = [", ".join(contents.facts(document)), ", ".join(contents.supplies(document))]
    for seat, owner in enumerate(document["seats"]):
        igloos = " ".join(owner["igloos"]) or "none"
        kept = pages.count(owner["kept"])
        parts.append(f"seat {seat}: Inuit on {' '.join(owner['inuit']) or 'none'}, igloos on {igloos}, keeps {kept}")
    return parts
