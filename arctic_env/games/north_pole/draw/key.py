"""The key to the signs of the drawing."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import SLATE, SMALL
from arctic_env.games.north_pole.draw import board, cards, tokens

LINE = 19.0
SIGN_WIDTH = 40.0


def draw_key(parent: Element, x: float, y: float) -> None:
    """Draw the key with its upper left corner at (x, y)."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_key="")
    signs: list[tuple[Callable[[Element], None], str]] = [
        (_storm("blue"), "storm clockwise"),
        (_storm("red"), "storm counterclockwise"),
        (_storm("purple"), "storm by a half turn"),
        (_window, "window, and one over a crack"),
        (_steps, "steps, red: also attacks"),
        (_points, "storm points of a card"),
    ]
    for k, (draw, words) in enumerate(signs):
        line = canvas.group(group, transform=canvas.place(0, k * LINE))
        draw(line)
        canvas.write(line, SIGN_WIDTH + 8, 13, words, SMALL, SLATE)


def _storm(colour: str) -> Callable[[Element], None]:
    return lambda line: tokens.storm_sign(line, colour, 11, 0, 18, tokens.STORMS[colour])


def _window(line: Element) -> None:
    for middle, cracked in ((9, False), (31, True)):
        pane = canvas.group(line, transform=canvas.place(middle, 9))
        board.draw_window(pane, 8, cracked, upright=False)


def _steps(line: Element) -> None:
    for x, how in ((0, "move"), (22, "ambush")):
        cards.draw_sign(line, ["march", how], x, 0, 18)


def _points(line: Element) -> None:
    cards.draw_points(line, 2, 20, 9)
