"""Drawing: SVG canvas, glyphs, colours that all games share, and pixels from SVG.

Nothing here knows a game; what a game looks like stands in `arctic_env/games/NAME/draw`.
"""
