"""Action cards: what they allow, their storm points and their storm colour; the back of the deck."""

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import ALARM, FROST, GOLD, INK, PAPER, SLATE, SMALL, TINY
from arctic_env.games.north_pole.draw import contents, tokens

WIDTH, HEIGHT = 62.0, 78.0
STRIP = 13.0  # with the storm colour
SIGN = 26.0  # what the card allows
EDGE = "#9db6c8"

_STRAIGHT, _SLANTED = (0, 90, 180, 270), (45, 135, 225, 315)
_DIRECTIONS: Mapping[str, tuple[int, ...]] = {
    "march": _STRAIGHT, "swoop": _SLANTED, "gallop": _STRAIGHT + _SLANTED, "dash": _STRAIGHT
}  # fmt: skip


def draw_card(
    parent: Element, slot: str, card: str | None, x: float, y: float, is_named: bool, action: str = ""
) -> None:
    """Draw a card, or the place of one that is missing, with its upper left corner at (x, y).

    Args:
        parent: Where it is drawn.
        slot: The name of its place, such as `W2`.
        card: Its text, None where there is none.
        x: Left edge.
        y: Upper edge.
        is_named: Whether it is being played.
        action: The word by which actions name it, where it is a card of the seat to decide.
    """
    own = {"data_action": action} if action else {}
    group = canvas.group(parent, transform=canvas.place(x, y), **own, data_card=f"{slot} {card or '-'}")
    canvas.title(group, f"{slot}: {card or 'no card'}")
    if card is None:
        canvas.rect(group, 0, 0, WIDTH, HEIGHT, FROST, rx=6, stroke=EDGE, stroke_dasharray="4 3")
        canvas.write(group, 6, 13, slot, TINY, SLATE)
        return
    *kind, colour = card.split()
    canvas.rect(group, 0, 0, WIDTH, HEIGHT, PAPER, rx=6, stroke=EDGE)
    _strip(group, colour)
    if is_named:
        canvas.rect(group, 0, 0, WIDTH, HEIGHT, "none", rx=6, stroke=GOLD, stroke_width=4)
    canvas.write(group, 5, 14, slot, SMALL if action else TINY, INK if action else SLATE, bold=bool(action))
    if contents.points(card):
        draw_points(group, contents.points(card), WIDTH - 11, 10.5)
    draw_sign(group, kind, (WIDTH - SIGN) / 2, 14, SIGN)
    middle = WIDTH / 2
    canvas.write(group, middle, 51, kind[0], SMALL, INK, bold=True, anchor="middle")
    if kind[1:]:
        canvas.write(group, middle, 61.5, kind[1], TINY, ALARM if kind[1] == "ambush" else SLATE, anchor="middle")


def _strip(group: Element, colour: str) -> None:
    """Draw the storm colour at the bottom, with its arrow and its name."""
    top, bottom, corner = HEIGHT - STRIP, HEIGHT, 6
    data = (
        f"M0 {top:g} H{WIDTH:g} V{bottom - corner:g} C{WIDTH:g} {bottom - 2:g} {WIDTH - 2:g} {bottom:g} "
        f"{WIDTH - corner:g} {bottom:g} H{corner} C2 {bottom:g} 0 {bottom - 2:g} 0 {bottom - corner:g} Z"
    )
    canvas.path(group, data, tokens.STORMS[colour])
    canvas.write(group, WIDTH / 2 + 6, bottom - 3.4, colour, TINY, PAPER, bold=True, anchor="middle")
    tokens.storm_sign(group, colour, 3, top + 0.5, 12, PAPER)


def draw_points(group: Element, points: int, x: float, y: float) -> None:
    """Draw storm points about (x, y)."""
    canvas.circle(group, x, y, 7.5, INK)
    canvas.write(group, x, y + 3.7, str(points), SMALL, PAPER, bold=True, anchor="middle")


def draw_back(parent: Element, colour: str, n: int, x: float, y: float) -> None:
    """Draw the deck: the back of its top card, and how many cards it has."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_deck=f"{n} {colour}")
    canvas.title(group, f"deck of {n}, the top card turns the board {contents.TURNS[colour]}")
    for shift in (4, 2, 0):
        canvas.rect(group, shift, shift, WIDTH - 4, HEIGHT - 4, tokens.STORMS[colour], rx=6, stroke=PAPER)
    middle = (WIDTH - 4) / 2
    canvas.write(group, middle, 14, "deck", TINY, PAPER, anchor="middle")
    tokens.storm_sign(group, colour, middle - 15, 17, 30, PAPER)
    canvas.write(group, middle, 64, str(n), SMALL + 2, PAPER, bold=True, anchor="middle")


# ------------------------------------------------------------------------------------------------ what a card allows


def draw_sign(parent: Element, kind: list[str], x: float, y: float, size: float) -> None:
    """Draw arrows for steps, red ones where they may attack; a sling hits from afar, a steal takes another card."""
    group = canvas.group(parent, transform=canvas.place(x, y, size / canvas.BOX))
    ink = ALARM if kind[-1] in ("ambush", "sling") else INK
    if kind[0] == "sling":
        _target(group, ink)
    elif kind[0] == "steal":
        _hand(group)
    else:
        canvas.circle(group, 12, 12, 2.4, INK)
        ends = (6.4, 9.4) if kind[0] == "dash" else (7.4,)
        for degrees in _DIRECTIONS[kind[0]]:
            for end in ends:
                _head(group, degrees, end, ink)


def _head(group: Element, degrees: float, end: float, ink: str) -> None:
    """Draw the head of an arrow that points away from (12, 12), about as far as `end` from there."""
    angle = math.radians(degrees)
    ahead, aside = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))

    def point(away: float, off: float) -> str:
        return " ".join(canvas.number(12 + away * ahead[k] + off * aside[k]) for k in range(2))

    canvas.path(group, f"M{point(end - 3, -3)} L{point(end + 2, 0)} L{point(end - 3, 3)} Z", ink)


def _target(group: Element, ink: str) -> None:
    canvas.circle(group, 12, 12, 7.4, "none", stroke=ink, stroke_width=2)
    canvas.circle(group, 12, 12, 2.4, ink)
    canvas.path(group, "M12 1 V7 M12 17 V23 M1 12 H7 M17 12 H23", "none", stroke=ink, stroke_width=2)


def _hand(group: Element) -> None:
    """Draw a card that is drawn out from under another."""
    canvas.rect(group, 2, 3, 11, 15, PAPER, rx=2, stroke=SLATE, stroke_width=1.6, stroke_dasharray="2.4 1.8")
    canvas.rect(group, 10, 6, 11, 15, PAPER, rx=2, stroke=INK, stroke_width=1.8)
    canvas.path(group, "M12.4 15.2 L15.6 11.4 L18.8 15.2 H16.6 V18.4 H14.6 V15.2 Z", INK)
