"""The landscape: six ice floes with their values under an arctic sky, and the tokens that stand on them."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from arctic_env.drawing import canvas, glyphs
from arctic_env.drawing.palette import GOLD, ICE, INK, LARGE, PAPER, SMALL
from arctic_env.games.arctic.draw import cards, reading
from arctic_env.games.arctic.draw.palette import ANIMAL_COLOURS
from arctic_env.games.arctic.material import ANIMALS, LANDSCAPE

WIDTH, HEIGHT = 868.0, 148.0
SPACE = WIDTH / len(LANDSCAPE)
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
        "M0 40 C120 4 220 60 360 26 C500 -2 640 52 868 12 "
        "L868 34 C660 74 520 26 370 52 C230 80 120 34 0 66 Z",
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
WAVES = (
    "M0 132 q18 -5 36 0 t36 0 M150 140 q18 -5 36 0 t36 0 "
    "M420 138 q18 -5 36 0 t36 0 M690 134 q18 -5 36 0 t36 0"
)
FLOE = "M8 10 L24 3 L60 0 L98 2 L124 0 L138 9 L128 20 L96 24 L44 25 L16 20 Z"
FLOE_SIDE = "M8 10 L16 20 L44 25 L96 24 L128 20 L138 9 V14 L128 27 L96 30 L44 30 L16 27 L8 15 Z"


def define(parent: Element) -> None:
    """Adds the colours of sky and water, and the outline of the scene, to the definitions of a drawing."""
    _gradient(parent, "arctic-sky", SKY)
    _gradient(parent, "arctic-water", WATER)
    outline = SubElement(parent, "clipPath", {"id": "arctic-scene"})
    canvas.rect(outline, 0, 0, WIDTH, HEIGHT, PAPER, rx=10)


def _gradient(parent: Element, name: str, colours: tuple[str, ...]) -> None:
    gradient = SubElement(parent, "linearGradient", {"id": name, "x1": "0", "y1": "0", "x2": "0", "y2": "1"})
    for index, colour in enumerate(colours):
        offset = canvas.number(index / (len(colours) - 1))
        SubElement(gradient, "stop", {"offset": offset, "stop-color": colour})


def draw(parent: Element, tokens: Mapping[str, int], x: float, y: float) -> None:
    """Draws the landscape with its tokens, `WIDTH` by `HEIGHT`, at (x, y)."""
    scene = canvas.group(parent, transform=canvas.place(x, y), clip_path="url(#arctic-scene)")
    _nature(scene)
    for index, value in enumerate(LANDSCAPE):
        standing = [animal for animal in ANIMALS if tokens[animal] == value]
        space = canvas.group(scene, transform=canvas.place(index * SPACE, 0), data_space=str(value))
        canvas.title(space, f"space worth {value}: {', '.join(standing) or 'no token'}")
        _floe(space, int(value))
        _tokens(space, standing)


def _nature(scene: Element) -> None:
    canvas.rect(scene, 0, 0, WIDTH, SHORE, "url(#arctic-sky)")
    for colour, opacity, data in LIGHTS:
        canvas.path(scene, data, colour, opacity=opacity)
    for left, top in STARS:
        canvas.circle(scene, left, top, 1.1, PAPER, opacity=0.8)
    canvas.path(scene, FAR, ICE, opacity=0.35)
    canvas.path(scene, NEAR, PAPER, opacity=0.55)
    canvas.rect(scene, 0, SHORE, WIDTH, HEIGHT - SHORE, "url(#arctic-water)")
    canvas.path(scene, WAVES, "none", stroke=PAPER, stroke_width=1.2, opacity=0.35)


def _floe(space: Element, value: int) -> None:
    floe = canvas.group(space, transform=canvas.place(0, HEIGHT - FLOE_HEIGHT - 10))
    canvas.path(floe, FLOE_SIDE, "#8fc3dc")
    canvas.path(floe, FLOE, "#f4fbff")
    canvas.circle(floe, SPACE / 2, 22, 14, GOLD if value else ICE, stroke=INK, stroke_width=1.2)
    canvas.write(floe, SPACE / 2, 27.5, str(value), LARGE, INK, bold=True, anchor="middle")


def _tokens(space: Element, standing: list[str]) -> None:
    """Tokens stand in rows of three, the rest behind them and higher up."""
    for behind in (True, False):
        row = standing[ABREAST:] if behind else standing[:ABREAST]
        left = (SPACE - len(row) * (TOKEN_WIDTH + 2)) / 2 + 1
        top = HEIGHT - FLOE_HEIGHT - TOKEN_HEIGHT - (50 if behind else 3)
        for index, animal in enumerate(row):
            _token(space, animal, left + index * (TOKEN_WIDTH + 2), top)


def _token(space: Element, animal: str, x: float, y: float) -> None:
    group = canvas.group(space, transform=canvas.place(x, y), data_token=animal)
    canvas.title(group, f"{animal} token")
    canvas.rect(
        group, 0, 0, TOKEN_WIDTH, TOKEN_HEIGHT, ANIMAL_COLOURS[animal], rx=7, stroke=PAPER, stroke_width=1.5
    )
    glyphs.draw(group, animal, 4.5, 3, 29)
    canvas.write(
        group,
        TOKEN_WIDTH / 2,
        TOKEN_HEIGHT - 3.5,
        reading.letter(animal),
        SMALL,
        cards.ink_on(animal),
        bold=True,
        anchor="middle",
    )
