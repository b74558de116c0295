"""The table: the landscape with its tokens, power cards, river, deck, reserve, and the decision that is due."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas, pages
from arctic_env.drawing.canvas import FROST, GOLD, ICE, INK, LARGE, MEDIUM, PAPER, SEAT, SLATE, SMALL, TINY
from arctic_env.drawing.pages import Document
from arctic_env.games.arctic.draw import cards, contents
from arctic_env.games.arctic.draw.cards import ANIMAL_COLOURS
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


def define_landscape(parent: Element) -> None:
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


def draw_landscape(parent: Element, tokens: Mapping[str, int], x: float, y: float) -> None:
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


def powers(parent: Element, document: Document, x: float, y: float) -> None:
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


def stock(parent: Element, document: Document, x: float, y: float) -> None:
    """Draw river, deck, reserve and the decision, `PANEL_WIDTH` by `STOCK_HEIGHT`, at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y))
    caption(group, 0, 11, "river")
    for index in range(RIVER_SIZE):
        left = index * STEP
        if index < len(document["river"]):
            cards.whole(group, contents.card(document["river"][index]), left, 18)
        else:
            _gap(group, left)
    for index, zone in enumerate(("deck", "reserve")):
        caption(group, DECK + index * STEP, 11, zone)
        _stack(canvas.group(group, data_action=zone), pages.count(document[zone]), DECK + index * STEP)
    _decision_box(group, document)


def caption(parent: Element, x: float, y: float, text: str) -> None:
    """Draw a quiet heading."""
    canvas.write(parent, x, y, text.upper(), TINY, SLATE, bold=True, spacing=1)


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
