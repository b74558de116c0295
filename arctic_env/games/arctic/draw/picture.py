"""The vector drawing of a document: landscape, powers, stock and one panel a seat, from top to bottom."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import FROST, GOLD, ICE, INK, LARGE, MEDIUM, NIGHT, PAPER, SEAT, SLATE, SMALL, TINY
from arctic_env.drawing.pages import MARGIN, Document
from arctic_env.games.arctic.draw import cards, contents, seat_panels
from arctic_env.games.arctic.draw.cards import ANIMAL_COLOURS, HEADS
from arctic_env.games.arctic.material import ANIMALS, LANDSCAPE, RIVER_SIZE

LANDSCAPE_WIDTH, LANDSCAPE_HEIGHT = 868.0, 148.0
SPACE = LANDSCAPE_WIDTH / len(LANDSCAPE)
SHORE = 96.0  # where the water begins; tokens stand a little lower, on the floes
FLOE_HEIGHT = 30.0
TOKEN_WIDTH, TOKEN_HEIGHT = 38.0, 47.0
ABREAST = 3  # tokens side by side, more stand behind
SKY = ("#0b1d3a", "#1c4a72", "#6fb1cf")
WATER = ("#2f7fa6", "#123c5e")
FAR = "M0 96 L70 58 L118 82 L196 40 L262 84 L330 62 L398 90 L486 46 L560 86 L640 54 L780 34 L868 78 V96 Z"
NEAR = "M0 96 V84 L54 72 L130 92 L230 76 L310 94 L430 80 L520 95 L610 78 L720 94 L810 70 L868 84 V96 Z"
LIGHTS = (
    (
        "#7ff0c6",
        0.22,
        "M0 40 C120 4 220 60 360 26 C500 -2 640 52 868 12 L868 34 C660 74 520 26 370 52 C230 80 120 34 0 66 Z",
    ),
    (
        "#a7d8ff",
        0.16,
        "M0 18 C160 46 300 0 470 18 C640 36 740 4 868 30 L868 44 C740 22 640 56 470 36 C300 20 160 66 0 36 Z",
    ),
)
STARS = (
    *((38, 16), (121, 30), (214, 12), (300, 40), (388, 10), (452, 30)),
    *((561, 14), (633, 34), (705, 12), (800, 24), (846, 8)),
)
WAVES = "M0 132 q18 -5 36 0 t36 0 M150 140 q18 -5 36 0 t36 0 M420 138 q18 -5 36 0 t36 0 M690 134 q18 -5 36 0 t36 0"
FLOE = "M8 10 L24 3 L60 0 L98 2 L124 0 L138 9 L128 20 L96 24 L44 25 L16 20 Z"
FLOE_SIDE = "M8 10 L16 20 L44 25 L96 24 L128 20 L138 9 V14 L128 27 L96 30 L44 30 L16 27 L8 15 Z"


def _define_landscape(parent: Element) -> None:
    """Add the colours of sky and water, and the outline of the scene, to the definitions of a drawing."""
    _gradient(parent, "arctic-sky", SKY)
    _gradient(parent, "arctic-water", WATER)
    outline = SubElement(parent, "clipPath", {"id": "arctic-scene"})
    canvas.rect(outline, 0, 0, LANDSCAPE_WIDTH, LANDSCAPE_HEIGHT, PAPER, rx=10)


def _gradient(parent: Element, name: str, colours: tuple[str, ...]) -> None:
    gradient = SubElement(parent, "linearGradient", {"id": name, "x1": "0", "y1": "0", "x2": "0", "y2": "1"})
    for index, colour in enumerate(colours):
        offset = canvas.number(index / (len(colours) - 1))
        SubElement(gradient, "stop", {"offset": offset, "stop-color": colour})


def _landscape(parent: Element, tokens: Mapping[str, int], x: float, y: float) -> None:
    """Draw the landscape with its tokens, `LANDSCAPE_WIDTH` by `LANDSCAPE_HEIGHT`, at (x, y)."""
    scene = canvas.group(parent, transform=canvas.place(x, y), clip_path="url(#arctic-scene)")
    _nature(scene)
    for index, value in enumerate(LANDSCAPE):
        standing = [animal for animal in ANIMALS if tokens[animal] == value]
        space = canvas.group(scene, transform=canvas.place(index * SPACE, 0), data_space=str(value))
        canvas.title(space, f"space worth {value}: {', '.join(standing) or 'no token'}")
        _floe(space, int(value))
        _tokens(space, standing)


def _nature(scene: Element) -> None:
    canvas.rect(scene, 0, 0, LANDSCAPE_WIDTH, SHORE, "url(#arctic-sky)")
    for colour, opacity, data in LIGHTS:
        canvas.path(scene, data, colour, opacity=opacity)
    for left, top in STARS:
        canvas.circle(scene, left, top, 1.1, PAPER, opacity=0.8)
    canvas.path(scene, FAR, ICE, opacity=0.35)
    canvas.path(scene, NEAR, PAPER, opacity=0.55)
    canvas.rect(scene, 0, SHORE, LANDSCAPE_WIDTH, LANDSCAPE_HEIGHT - SHORE, "url(#arctic-water)")
    canvas.path(scene, WAVES, "none", stroke=PAPER, stroke_width=1.2, opacity=0.35)


def _floe(space: Element, value: int) -> None:
    floe = canvas.group(space, transform=canvas.place(0, LANDSCAPE_HEIGHT - FLOE_HEIGHT - 10))
    canvas.path(floe, FLOE_SIDE, "#8fc3dc")
    canvas.path(floe, FLOE, "#f4fbff")
    canvas.circle(floe, SPACE / 2, 22, 14, GOLD if value else ICE, stroke=INK, stroke_width=1.2)
    canvas.write(floe, SPACE / 2, 27.5, str(value), LARGE, INK, bold=True, anchor="middle")


def _tokens(space: Element, standing: list[str]) -> None:
    """Draw tokens in rows of three, the rest behind them and higher up."""
    for behind in (True, False):
        row = standing[ABREAST:] if behind else standing[:ABREAST]
        left = (SPACE - len(row) * (TOKEN_WIDTH + 2)) / 2 + 1
        top = LANDSCAPE_HEIGHT - FLOE_HEIGHT - TOKEN_HEIGHT - (50 if behind else 3)
        for index, animal in enumerate(row):
            _token(space, animal, left + index * (TOKEN_WIDTH + 2), top)


def _token(space: Element, animal: str, x: float, y: float) -> None:
    group = canvas.group(space, transform=canvas.place(x, y), data_token=animal)
    canvas.title(group, f"{animal} token")
    colour, ink = ANIMAL_COLOURS[animal], cards.ink_on(animal)
    canvas.rect(group, 0, 0, TOKEN_WIDTH, TOKEN_HEIGHT, colour, rx=7, stroke=PAPER, stroke_width=1.5)
    canvas.draw_glyph(group, animal, 4.5, 3, 29)
    letter, baseline = contents.letter(animal), TOKEN_HEIGHT - 3.5
    canvas.write(group, TOKEN_WIDTH / 2, baseline, letter, SMALL, ink, bold=True, anchor="middle")


# ------------------------------------------------------------- powers, river, deck, reserve, decision


PANEL_WIDTH = 868.0
POWER_GAP = 8.0
POWER_WIDTH, POWER_HEIGHT = (PANEL_WIDTH - 5 * POWER_GAP) / 6, 98.0
BAND = 36.0  # coloured head of a power card
HOLDER = 20.0
STOCK_HEIGHT = cards.HEIGHT + 18
STEP = cards.WIDTH + 5
DECK = RIVER_SIZE * STEP + 10
TURN = DECK + 2 * STEP + 12
LINE_LENGTH = 20  # characters of a line on a power card
HEADLINE_LENGTH, REMARK_LENGTH = 30, 42  # and of the lines beside deck and reserve


def _powers(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw the six power cards, `PANEL_WIDTH` by `POWER_HEIGHT`, at (x, y)."""
    for index, animal in enumerate(ANIMALS):
        left = x + index * (POWER_WIDTH + POWER_GAP)
        _power(parent, animal, document["faces"][animal], document.get("holders", {}).get(animal), left, y)


def _power(parent: Element, animal: str, face: str, holder: int | None, x: float, y: float) -> None:
    phase, effect = contents.POWERS[animal, face]
    group = canvas.group(parent, transform=canvas.place(x, y), data_power=f"{animal} {face}")
    held = "on the table" if holder is None else f"held by seat {holder}"
    canvas.title(group, f"{animal} power, {face}: phase {phase}, {effect}; {held}")
    canvas.rect(group, 0, 0, POWER_WIDTH, POWER_HEIGHT, PAPER, rx=8, stroke=ICE, stroke_width=1.2)
    band = f"M0 8 a8 8 0 0 1 8 -8 H{POWER_WIDTH - 8} a8 8 0 0 1 8 8 V{BAND} H0 Z"
    canvas.path(group, band, ANIMAL_COLOURS[animal])
    canvas.draw_glyph(group, animal, 4, 4.5, 27)
    ink = cards.ink_on(animal)
    canvas.write(group, 35, 15, animal, SMALL, ink)
    canvas.write(group, 35, 29, face, MEDIUM, ink, bold=True)
    canvas.circle(group, POWER_WIDTH - 13, BAND / 2, 9, PAPER)
    canvas.write(group, POWER_WIDTH - 13, BAND / 2 + 4.5, phase, MEDIUM, INK, bold=True, anchor="middle")
    for line, part in enumerate(pages.wrap(effect, LINE_LENGTH)):
        canvas.write(group, 8, BAND + 15 + 14 * line, part, SMALL, INK)
    _holder(group, holder)


def _holder(group: Element, holder: int | None) -> None:
    top = POWER_HEIGHT - HOLDER - 4
    fill = FROST if holder is None else SEAT[holder]
    ink = SLATE if holder is None else PAPER
    text = "on the table" if holder is None else f"seat {holder}"
    canvas.rect(group, 6, top, POWER_WIDTH - 12, HOLDER, fill, rx=HOLDER / 2)
    canvas.write(group, POWER_WIDTH / 2, top + 14, text, SMALL, ink, bold=holder is not None, anchor="middle")


def _stock(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw river, deck, reserve and the decision, `PANEL_WIDTH` by `STOCK_HEIGHT`, at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    canvas.caption(group, 0, 11, "river")
    for index in range(RIVER_SIZE):
        left = index * STEP
        if index < len(document["river"]):
            cards.whole(group, contents.card(document["river"][index]), left, 18)
        else:
            _gap(group, left)
    for index, zone in enumerate(("deck", "reserve")):
        canvas.caption(group, DECK + index * STEP, 11, zone)
        _stack(canvas.group(group, data_action=zone), pages.count(document[zone]), DECK + index * STEP)
    _decision_box(group, document)


def _gap(group: Element, x: float) -> None:
    line: dict[str, canvas.Attribute] = {"stroke": ICE, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
    canvas.rect(group, x + 1, 19, cards.WIDTH - 2, cards.HEIGHT - 2, "none", rx=cards.ROUND, **line)


def _stack(group: Element, size: int, x: float) -> None:
    """Draw a stack of cards with its size; the more cards, the higher it looks."""
    if not size:
        _gap(group, x)
        canvas.write(group, x + cards.WIDTH / 2, 65, "0", LARGE, SLATE, anchor="middle")
        return
    for layer in reversed(range(min(3, 1 + size // 15))):
        cards.back(group, x + layer * 1.5, 18 - layer * 1.5, cards.WIDTH - 3, cards.HEIGHT)
    canvas.rect(group, x + 11, 69, cards.WIDTH - 25, 24, PAPER, rx=12)
    middle = x + (cards.WIDTH - 3) / 2
    canvas.write(group, middle, 87, str(size), LARGE, INK, bold=True, anchor="middle")


def _decision_box(group: Element, document: Document) -> None:
    """Draw phase, decision and progress, in the colour of the deciding seat."""
    seat = document["seat"]
    box = canvas.group(group, transform=canvas.place(TURN, 0))
    width = PANEL_WIDTH - TURN
    colour = INK if seat is None else SEAT[seat]
    canvas.rect(box, 0, 0, width, STOCK_HEIGHT, colour, rx=10)
    phase = contents.phase(document)
    for index, (letter, name) in enumerate(contents.PHASE_NAMES.items()):
        _phase(box, letter, name, 12 + index * (width - 24) / 3, letter == phase)
    for line, part in enumerate(pages.wrap(contents.headline(document), HEADLINE_LENGTH)):
        canvas.write(box, 14, 52 + 17 * line, part, MEDIUM + 1.5, PAPER, bold=True)
    done = pages.wrap(", ".join(contents.remarks(document)), REMARK_LENGTH) if seat is not None else []
    for line, part in enumerate(reversed(done)):
        canvas.write(box, 14, STOCK_HEIGHT - 8 - 12 * line, part, TINY, ICE)


def _phase(box: Element, letter: str, name: str, x: float, due: bool) -> None:
    canvas.circle(box, x + 9, 19, 9, GOLD if due else "none", stroke=GOLD if due else ICE, stroke_width=1.2)
    ink = INK if due else ICE
    canvas.write(box, x + 9, 23, letter, SMALL, ink, bold=True, anchor="middle")
    canvas.write(box, x + 23, 23, name, SMALL, GOLD if due else ICE, bold=due)


KEY_LINE = 19.0
KEY_SIGN = 15.0
KEY_GAP = 22.0  # between one sign with its words and the next


def _key_height(document: Document) -> float:
    """Return the height of the key: in a view there is more to explain."""
    return KEY_LINE * len(_key_lines(document))


def _key_lines(document: Document) -> list[list[tuple[str, str]]]:
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


def _draw_key(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw the key with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    for number, line in enumerate(_key_lines(document)):
        left = 0.0
        for sign, words in line:
            spot = canvas.group(group, transform=canvas.place(left, number * KEY_LINE))
            left += _draw_sign(spot, sign)
            canvas.write(group, left, number * KEY_LINE + 12, words, SMALL, SLATE)
            left += canvas.text_width(words, SMALL) * 0.87 + KEY_GAP


def _draw_sign(spot: Element, sign: str) -> float:
    """Draw a sign and return how wide it is, with the space after it."""
    colour = cards.ANIMAL_COLOURS["orca"]
    if sign in ("best", "run"):
        ink, fill = (PAPER, colour) if sign == "best" else (INK, PAPER)
        canvas.rect(spot, 0, 0.5, KEY_SIGN, KEY_SIGN - 1, fill, rx=7, stroke=colour, stroke_width=1.2)
        canvas.write(spot, KEY_SIGN / 2, 11.5, "3", SMALL, ink, bold=True, anchor="middle")
    elif sign == "hidden":
        canvas.rect(spot, 0, 0, KEY_SIGN, KEY_SIGN, NIGHT, rx=3)
        canvas.snowflake(spot, 2, 2, KEY_SIGN - 4, canvas.ICE)
    elif sign == "pale":
        canvas.rect(spot, 0, 0, KEY_SIGN, KEY_SIGN, cards.ANIMAL_COLOURS["bear"], rx=3, opacity=0.6)
        canvas.write(spot, KEY_SIGN / 2, 11.5, "B", SMALL, INK, bold=True, anchor="middle")
    return KEY_SIGN + 6 if sign else 0.0


# ------------------------------------------------------------- the whole drawing


VIEW_WIDTH = 900.0
HEADER = 48.0
GAP = 12.0
LANDSCAPE_TOP = HEADER
POWERS_TOP = LANDSCAPE_TOP + LANDSCAPE_HEIGHT + GAP
STOCK_TOP = POWERS_TOP + POWER_HEIGHT + GAP
SEATS_TOP = STOCK_TOP + STOCK_HEIGHT + GAP


def svg(document: Document) -> str:
    """Draw a position or view document, with `scores` to show points; its height follows from the number of players."""
    players = document["players"]
    height = SEATS_TOP + players * (seat_panels.HEIGHT + GAP) + _key_height(document) + 6
    root, body = pages.begin(
        "ARCTIC",
        document,
        (VIEW_WIDTH, height),
        HEADER,
        HEADS,
        headline=contents.headline(document),
        facts=contents.facts(document),
        description=_description(document),
    )
    _define_landscape(next(root.iter("defs")))
    _landscape(body, document["tokens"], MARGIN, LANDSCAPE_TOP)
    _powers(body, document, MARGIN, POWERS_TOP)
    _stock(body, document, MARGIN, STOCK_TOP)
    hidden = contents.hidden(document)
    for seat in range(players):
        seat_panels.draw_seat(body, document, seat, hidden, MARGIN, SEATS_TOP + seat * (seat_panels.HEIGHT + GAP))
    _draw_key(body, document, MARGIN, height - _key_height(document) - 6)
    pages.mark_last(body, document)
    return canvas.render(root)


def _description(document: Document) -> list[str]:
    """Return the position in a few sentences, for a reader who does not see the drawing."""
    tokens = ", ".join(f"{animal} {value}" for animal, value in document["tokens"].items())
    parts = [", ".join(contents.facts(document)), f"tokens: {tokens}", f"river: {' '.join(document['river'])}"]
    for seat, owner in enumerate(document["seats"]):
        top = contents.visible(contents.pile(owner["pile"]))
        pile, hand = len(owner["pile"]), pages.count(owner["hand"])
        parts.append(f"seat {seat}: pile of {pile}, Visible card {top.text if top else 'none'}, hand of {hand}")
    return parts
