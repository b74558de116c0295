"""Pictures of RACE TO THE NORTH POLE positions: a text board and a vector drawing.

Both take a position document or a view document and nothing else, so that a picture made from a view cannot
show what its seat does not know. They show the table as it stands: seat 0 sits below, and the upper board lies as the
storms have turned it. Who has won is said where the caller adds `winners` to the document.
"""

from arctic_env.games.north_pole.draw.picture import svg
from arctic_env.games.north_pole.draw.text_board import small_text, text

__all__ = ["small_text", "svg", "text"]
