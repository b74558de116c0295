"""Colours of the board and of the tribes."""

SEA = "#2f6f9f"
DEEP = "#28618d"  # the shade of the sea
WAVE = "#7fb2d6"
TILE = "#e4f1f8"
TILE_EDGE = "#b4d2e4"
FLAKE = "#c3dcea"  # snowflakes of face-down tiles
GLACIER = "#cfe3f0"
PEAK = "#9dbfd6"
SHADE = "#7ea6c2"
LAND = "#8a8272"
ROCK = "#6f6858"
MOSS = "#8c9a5b"
GRID = "#1f4e74"
FRAME = "#d0343f"  # of tiles that are kept

TRIBE = ("#c8323c", "#2464b4", "#e0a800", "#2e8b57")  # red, blue, yellow, green, as in the box
FISH = ("#b9d7e8", "#f2b37e", "#e9785f")  # by value
