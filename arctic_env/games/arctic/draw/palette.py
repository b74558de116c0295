"""Colours and type of the drawing.

The animals' six colours are of Okabe and Ito's palette, made to be told apart with any colour vision; a glyph
and a letter say the same. Seats have dark colours, and a number.
"""

from collections.abc import Mapping

INK = "#0b2239"
PAPER = "#ffffff"
SNOW = "#f8fbfd"  # the page
FROST = "#eef5fa"  # panels
ICE = "#d5e6f1"  # lines and quiet fills
NIGHT = "#27496b"  # backs of cards
SLATE = "#4a6378"  # quiet text
GOLD = "#ffd166"  # whose decision is due
ALARM = "#a3243b"  # penalties

ANIMAL: Mapping[str, str] = {
    "fox": "#e69f00",
    "moose": "#009e73",
    "walrus": "#cc79a7",
    "orca": "#0072b2",
    "puffin": "#d55e00",
    "bear": "#56b4e9",
}
SEAT = ("#1d3557", "#6a2c5b", "#14532d", "#6b3e12")

FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
TITLE, LARGE, MEDIUM, SMALL, TINY = 24.0, 16.0, 12.5, 11.0, 9.5  # font sizes
