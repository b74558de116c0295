"""Pictures of IGLU IGLU positions: a text board and a vector drawing.

Both take a position document or a view document and nothing else, so that a picture made from a view cannot
show what its seat does not know. Points are drawn where the caller adds
`scores` to the document, and who has won where it adds `winners`.
"""

from arctic_env.games.iglu.draw.picture import svg
from arctic_env.games.iglu.draw.text_board import small_text, text

__all__ = ["small_text", "svg", "text"]
