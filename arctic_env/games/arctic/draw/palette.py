"""Colours of the six animals.

They are of Okabe and Ito's palette, made to be told apart with any colour vision; a glyph and a letter say the same.
"""

from collections.abc import Mapping

ANIMAL_COLOURS: Mapping[str, str] = {
    "fox": "#e69f00",
    "moose": "#009e73",
    "walrus": "#cc79a7",
    "orca": "#0072b2",
    "puffin": "#d55e00",
    "bear": "#56b4e9",
}
