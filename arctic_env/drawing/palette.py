"""Colours and type that the drawings of all games share.

Seats have dark colours, and a number.
"""

INK = "#0b2239"
PAPER = "#ffffff"
SNOW = "#f8fbfd"  # the page
FROST = "#eef5fa"  # panels
ICE = "#d5e6f1"  # lines and quiet fills
NIGHT = "#27496b"  # backs of cards and tiles
SLATE = "#4a6378"  # quiet text
GOLD = "#ffd166"  # whose decision is due
ALARM = "#a3243b"  # penalties and danger

SEAT = ("#1d3557", "#6a2c5b", "#14532d", "#6b3e12")

FONTS = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
TITLE, LARGE, MEDIUM, SMALL, TINY = 24.0, 16.0, 12.5, 11.0, 9.5  # font sizes
