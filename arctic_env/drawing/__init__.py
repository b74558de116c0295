"""Drawing: SVG canvas, glyphs, colours, pixels, and what pages of all games share.

Nothing here knows a game; what a game looks like stands in `arctic_env/games/NAME/draw`.
"""
