"""Pawns, bears, igloos, ice masks and signs of storms as tokens of any size; action cards; colours.

Colours never tell something alone: seats have numbers, storms have arrows and names.
"""

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from arctic_env.drawing import canvas
from arctic_env.drawing.canvas import ALARM, BEAR, FROST, GOLD, ICE, INK, NIGHT, PAPER, SLATE, SMALL, TINY, Glyph
from arctic_env.games.north_pole.draw import contents

SNOW_FIELD = "#eaf3f9"  # squares
SNOW_EDGE = "#c3d7e4"
THIN_ICE = "#cfe6f4"  # the four centre squares
CAMP = "#f7ead0"
CAMP_EDGE = "#d9c193"
FOOTPRINT = "#cbb07b"
FRAME = "#35597a"  # of the upper board
GLASS = "#9fd0e8"  # windows
CRACK = "#0b2239"
WATER = "#123a5a"  # holes
WATER_LIGHT = "#2f6d98"

# Blue, orange, white and black ships, as in the box; apart for all eyes.
SEATS = ("#0072b2", "#f0a202", "#ffffff", "#0b2239")
SEAT_INKS = (PAPER, INK, INK, PAPER)  # numbers on them
STORMS: Mapping[str, str] = {"blue": "#1565b0", "red": "#b3261e", "purple": "#6f3c97"}


# ------------------------------------------------------------ glyphs, as those of `drawing/canvas.py`


_PAWN = (
    "M12 1.4 C15 1.4 17.2 3.6 17.2 6.5 C17.2 8.3 16.3 9.9 14.9 10.8 C17.4 12.4 18.8 15.6 19.3 19.2 H20.6 V22.6 H3.4 "
    "V19.2 H4.7 C5.2 15.6 6.6 12.4 9.1 10.8 C7.7 9.9 6.8 8.3 6.8 6.5 C6.8 3.6 9 1.4 12 1.4 Z"
)
_IGLOO = "M1.2 21.6 C1.2 10 5.6 3.4 12 3.4 C18.4 3.4 22.8 10 22.8 21.6 Z"
_BLOCKS = (
    "M2.6 14.6 H21.4 V15.8 H2.6 Z M5.4 9 H18.6 V10.2 H5.4 Z M11.4 4 h1.2 v5 h-1.2 Z M7 10.2 h1.2 v4.4 h-1.2 Z "
    "M15.8 10.2 h1.2 v4.4 h-1.2 Z"
)
_DOOR = "M8.4 21.6 V18.6 C8.4 16.4 10 15 12 15 C14 15 15.6 16.4 15.6 18.6 V21.6 Z"
_SHIP = "M1 14 H23 L19.6 21.6 H4.4 Z M11 2 h1.6 v11 h-1.6 Z M13.4 3.2 C18 4.6 20 8 20.2 12 H13.4 Z"
_HUSKY = (
    "M4.6 1.8 L9 6.2 H15 L19.4 1.8 L21 12 C21 15 18.6 16.6 17 18 C15.6 20.4 14 22.4 12 22.4 C10 22.4 8.4 20.4 7 18 "
    "C5.4 16.6 3 15 3 12 Z"
)
_HUSKY_MASK = (
    "M12 9.4 C13.4 11.4 16.4 11.2 18.6 12.2 C17.8 15 15.2 16 14.6 18.6 H9.4 C8.8 16 6.2 15 5.4 12.2 C7.6 11.2 10.6 "
    "11.4 12 9.4 Z"
)
_HUSKY_FACE = "M8 12.2 h2 v1.8 h-2 Z M14 12.2 h2 v1.8 h-2 Z M10.2 16.6 H13.8 L12 19 Z"
_SNOWSHOES = (
    "M7 1.6 C9.6 1.6 11 4 11 8 C11 13 9.4 16 8 22.4 H6 C4.6 16 3 13 3 8 C3 4 4.4 1.6 7 1.6 Z "
    "M17 1.6 C19.6 1.6 21 4 21 8 C21 13 19.4 16 18 22.4 H16 C14.6 16 13 13 13 8 C13 4 14.4 1.6 17 1.6 Z"
)
_LACES = (
    "M4 6 H10 V7.2 H4 Z M4 10.4 H10 V11.6 H4 Z M6.4 3 H7.6 V18 H6.4 Z "
    "M14 6 H20 V7.2 H14 Z M14 10.4 H20 V11.6 H14 Z M16.4 3 H17.6 V18 H16.4 Z"
)
_BACKPACK = (
    "M8.4 4.6 C8.4 2.4 9.8 1.4 12 1.4 C14.2 1.4 15.6 2.4 15.6 4.6 C18.4 5.2 20 7.4 20 10.4 V20 C20 21.6 19 22.6 17.4 "
    "22.6 H6.6 C5 22.6 4 21.6 4 20 V10.4 C4 7.4 5.6 5.2 8.4 4.6 Z"
)
_POCKET = "M7.4 13.4 H16.6 V19.6 H7.4 Z M7.4 8 H16.6 V10 H7.4 Z"
_PICKAXE = (
    "M2 9.4 C6 4.2 12 1.8 18.4 3 L20 1.4 L22.6 4 L21 5.6 C22.2 12 19.8 18 14.6 22 C16.4 17 16.6 13 15.4 10.8 "
    "L5.2 22.2 L1.8 18.8 L13.2 8.6 C11 7.4 7 7.6 2 9.4 Z"
)
_ROUND = (
    "M12 1.6 C17.8 1.6 22.4 6.2 22.4 12 C22.4 17.8 17.8 22.4 12 22.4 C6.2 22.4 1.6 17.8 1.6 12 C1.6 6.2 6.2 1.6 12 "
    "1.6 Z"
)
_NEEDLE_NORTH = "M12 4 L15 12 H9 Z"
_NEEDLE_SOUTH = "M12 20 L15 12 H9 Z"
_STORM = (
    "M21 8 C19 3.6 14 1.6 9.6 3.2 C4.6 5 2.4 10.4 4.6 15 C6.6 19.2 11.6 21 15.6 19 C19 17.4 20 13.6 18.4 10.8 C17 8.4 "
    "13.8 7.6 11.6 9.2 C9.8 10.6 9.8 13.2 11.4 14.4 C12.4 15.2 14 15 14.6 14 C13.8 14 12.8 13.4 12.8 12.2 C12.8 10.8 "
    "15.4 10.6 16 12.8 C16.6 15 14.8 17 12.4 17 C9.4 17 7.2 14.4 7.8 11.4 C8.6 7.4 13 5.8 16.4 7.6 Z"
)
_HOLE = "M12 5 C18 5 22.6 8 22.6 12.4 C22.6 16.6 18 19.6 12 19.6 C6 19.6 1.4 16.6 1.4 12.4 C1.4 8 6 5 12 5 Z"
_HOLE_DEEP = "M12 9.4 C16 9.4 19 10.8 19 13 C19 15.4 16 17 12 17 C8 17 5 15.4 5 13 C5 10.8 8 9.4 12 9.4 Z"


def _igloo(colour: str) -> Glyph:
    return (PAPER, _IGLOO), (colour, _BLOCKS), (colour, _DOOR)


GLYPHS: Mapping[str, Glyph] = {
    **{f"pawn-{seat}": ((colour, _PAWN),) for seat, colour in enumerate(SEATS)},
    **{f"ship-{seat}": ((colour, _SHIP),) for seat, colour in enumerate(SEATS)},
    **{f"igloo-{seat}": _igloo(SLATE if colour == PAPER else colour) for seat, colour in enumerate(SEATS)},
    "husky": (("#8796a5", _HUSKY), (PAPER, _HUSKY_MASK), (INK, _HUSKY_FACE)),
    "snowshoes": (("#b0793d", _SNOWSHOES), (PAPER, _LACES)),
    "backpack": (("#4f7d4b", _BACKPACK), (PAPER, _POCKET)),
    "igloo": _igloo(SLATE),
    "pickaxe": (("#6d7f8f", _PICKAXE),),
    "compass": (("#d9a441", _ROUND), (canvas.ALARM, _NEEDLE_NORTH), (PAPER, _NEEDLE_SOUTH)),
    "storm": (("#5b7fa6", _STORM),),
    "hole": ((WATER_LIGHT, _HOLE), (WATER, _HOLE_DEEP)),
    "bear": BEAR,
}


# --------------------------------------------------------------------------------------------- tokens


NUMBER_SIZE = 0.4  # of a seat's number, in token sizes
COUNT_RADIUS = 6.5  # at least, of the disc with a number of tokens
CHIP_WIDTH, CHIP_HEIGHT = 24.0, 12.5
BEARS = -1  # in the place of the seat whose pawns are drawn


def figures(parent: Element, kind: int, n: int, x: float, y: float, size: float) -> None:
    """Draw pawns of a seat, or BEARS, into a square of that size; more than one by their number."""
    group = _group_of(parent, kind, n, x, y)
    canvas.draw_glyph(group, "bear" if kind == BEARS else f"pawn-{kind}", 0, 0, size)
    if kind != BEARS:
        number = size * NUMBER_SIZE
        canvas.write(group, size / 2, size * 0.86, str(kind), number, SEAT_INKS[kind], bold=True, anchor="middle")
    if n > 1:
        radius = max(size * NUMBER_SIZE / 2, COUNT_RADIUS)
        _number(group, n, size - radius, radius, radius)


def chip(parent: Element, kind: int, n: int, x: float, y: float) -> None:
    """Draw pawns of a seat, or BEARS, as a small label; more than one by their number."""
    group = _group_of(parent, kind, n, x, y)
    middle = CHIP_WIDTH * (0.5 if n == 1 else 0.28)
    if kind == BEARS:
        canvas.rect(group, 0, 0, CHIP_WIDTH, CHIP_HEIGHT, PAPER, rx=3, stroke=INK)
        canvas.draw_glyph(group, "bear", middle - 5.5, 0.8, 11)
    else:
        canvas.rect(group, 0, 0, CHIP_WIDTH, CHIP_HEIGHT, SEATS[kind], rx=3, stroke=INK)
        canvas.write(group, middle, 9.8, str(kind), TINY + 0.5, SEAT_INKS[kind], bold=True, anchor="middle")
    if n > 1:
        _number(group, n, CHIP_WIDTH - 6.5, CHIP_HEIGHT / 2, 5.8)


def _number(group: Element, n: int, x: float, y: float, radius: float) -> None:
    canvas.circle(group, x, y, radius, INK, stroke=PAPER, stroke_width=1)
    canvas.write(group, x, y + radius * 0.48, str(n), radius * 1.4, PAPER, bold=True, anchor="middle")


def _group_of(parent: Element, kind: int, n: int, x: float, y: float) -> Element:
    name = "bear" if kind == BEARS else "pawn"
    attribute = {"data_bears": str(n)} if kind == BEARS else {"data_pawns": f"{n} {kind}"}
    group = canvas.group(parent, transform=canvas.place(x, y), **attribute)
    canvas.title(group, f"{n} {name}{'s' if n > 1 else ''}{'' if kind == BEARS else f' of seat {kind}'}")
    return group


def igloo(parent: Element, seat: int, x: float, y: float, size: float) -> None:
    """Draw an igloo of a seat into a square of that size."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_igloo=str(seat))
    canvas.title(group, f"igloo of seat {seat}")
    canvas.draw_glyph(group, f"igloo-{seat}", 0, 0, size)


def mask(parent: Element, kind: str, x: float, y: float, size: float) -> None:
    """Draw an ice mask that lies face down into a square of that size, with its kind where it is known."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_mask=kind or "?")
    canvas.title(group, f"ice mask, face down{f': {kind}' if kind else ''}")
    radius = size / 2
    canvas.circle(group, radius, radius, radius, NIGHT, stroke=PAPER, stroke_width=size * 0.06)
    if kind:
        canvas.draw_glyph(group, kind, size * 0.24, size * 0.24, size * 0.52)
    else:
        canvas.snowflake(group, size * 0.2, size * 0.2, size * 0.6, ICE)


# --------------------------------------------------------------------------------------------- signs of storms


_FROM, _HALF_FROM = 150, 110  # degrees that the arrows of a quarter and of a half turn span


def storm_sign(parent: Element, colour: str, x: float, y: float, size: float, ink: str) -> None:
    """Draw how a storm of a colour turns the board, into a square of that size: one arrow, or two for a half turn."""
    group = canvas.group(parent, transform=canvas.place(x, y, size / canvas.BOX))
    if colour == "purple":
        _turning(group, 205, _HALF_FROM, 1, ink)
        _turning(group, 25, _HALF_FROM, 1, ink)
    else:
        _turning(group, 195 if colour == "blue" else 345, 240, 1 if colour == "blue" else -1, ink)


def _turning(group: Element, start: float, span: float, way: int, ink: str) -> None:
    """Draw an arrow on a circle about (12, 12), from a direction on, clockwise (1) or counterclockwise (-1)."""
    radius = 7.6

    def point(degrees: float, away: float) -> str:
        angle = math.radians(degrees)
        return f"{canvas.number(12 + away * math.cos(angle))} {canvas.number(12 + away * math.sin(angle))}"

    end = start + way * span
    large, sweep = int(span > 180), int(way > 0)
    arc = f"M{point(start, radius)} A{radius} {radius} 0 {large} {sweep} {point(end, radius)}"
    canvas.path(group, arc, "none", stroke=ink, stroke_width=2.6)
    tip = end + way * 42
    canvas.path(group, f"M{point(end, radius - 4.2)} L{point(tip, radius)} L{point(end, radius + 4.2)} Z", ink)


# ------------------------------------------------------------------------------------------------ cards


CARD_WIDTH, CARD_HEIGHT = 62.0, 78.0
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
    """Draw a card, or its empty slot, such as `W2`; `action` is the word that names a card of the seat to decide."""
    own = {"data_action": action} if action else {}
    group = canvas.group(parent, transform=canvas.place(x, y), **own, data_card=f"{slot} {card or '-'}")
    canvas.title(group, f"{slot}: {card or 'no card'}")
    if card is None:
        canvas.rect(group, 0, 0, CARD_WIDTH, CARD_HEIGHT, FROST, rx=6, stroke=EDGE, stroke_dasharray="4 3")
        canvas.write(group, 6, 13, slot, TINY, SLATE)
        return
    *kind, colour = card.split()
    canvas.rect(group, 0, 0, CARD_WIDTH, CARD_HEIGHT, PAPER, rx=6, stroke=EDGE)
    _strip(group, colour)
    if is_named:
        canvas.rect(group, 0, 0, CARD_WIDTH, CARD_HEIGHT, "none", rx=6, stroke=GOLD, stroke_width=4)
    canvas.write(group, 5, 14, slot, SMALL if action else TINY, INK if action else SLATE, bold=bool(action))
    if contents.points(card):
        draw_points(group, contents.points(card), CARD_WIDTH - 11, 10.5)
    draw_sign(group, kind, (CARD_WIDTH - SIGN) / 2, 14, SIGN)
    middle = CARD_WIDTH / 2
    canvas.write(group, middle, 51, kind[0], SMALL, INK, bold=True, anchor="middle")
    if kind[1:]:
        canvas.write(group, middle, 61.5, kind[1], TINY, ALARM if kind[1] == "ambush" else SLATE, anchor="middle")


def _strip(group: Element, colour: str) -> None:
    """Draw the storm colour at the bottom, with its arrow and its name."""
    top, bottom, corner = CARD_HEIGHT - STRIP, CARD_HEIGHT, 6
    data = (
        f"M0 {top:g} H{CARD_WIDTH:g} V{bottom - corner:g} C{CARD_WIDTH:g} {bottom - 2:g} {CARD_WIDTH - 2:g} {bottom:g} "
        f"{CARD_WIDTH - corner:g} {bottom:g} H{corner} C2 {bottom:g} 0 {bottom - 2:g} 0 {bottom - corner:g} Z"
    )
    canvas.path(group, data, STORMS[colour])
    canvas.write(group, CARD_WIDTH / 2 + 6, bottom - 3.4, colour, TINY, PAPER, bold=True, anchor="middle")
    storm_sign(group, colour, 3, top + 0.5, 12, PAPER)


def draw_points(group: Element, points: int, x: float, y: float) -> None:
    """Draw storm points about (x, y)."""
    canvas.circle(group, x, y, 7.5, INK)
    canvas.write(group, x, y + 3.7, str(points), SMALL, PAPER, bold=True, anchor="middle")


def draw_back(parent: Element, colour: str, n: int, x: float, y: float) -> None:
    """Draw the deck: the back of its top card, and how many cards it has."""
    group = canvas.group(parent, transform=canvas.place(x, y), data_deck=f"{n} {colour}")
    canvas.title(group, f"deck of {n}, the top card turns the board {contents.TURNS[colour]}")
    for shift in (4, 2, 0):
        canvas.rect(group, shift, shift, CARD_WIDTH - 4, CARD_HEIGHT - 4, STORMS[colour], rx=6, stroke=PAPER)
    middle = (CARD_WIDTH - 4) / 2
    canvas.write(group, middle, 14, "deck", TINY, PAPER, anchor="middle")
    storm_sign(group, colour, middle - 15, 17, 30, PAPER)
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
                _arrow_head(group, degrees, end, ink)


def _arrow_head(group: Element, degrees: float, end: float, ink: str) -> None:
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
