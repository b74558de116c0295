"""Reading the board of a document: tiles, glaciers and what lives there (rules 1.1 and 6)."""

from collections.abc import Iterator, Mapping
from typing import Any

from arctic_env.games.iglu.board import find_islands, ice, put_animal, sea
from arctic_env.games.iglu.material import BEAR, FACE_IDS, FACES, FISH, FOX, N_VALUES
from arctic_env.games.iglu.squares import CORNERS, SQUARE_IDS, holds, is_corner, only
from arctic_env.model.document import Field
from arctic_env.validation import short_repr


def read_board(s: Any, fields: dict[str, Field]) -> None:
    """Read `tiles`, `glaciers`, `fish`, `foxes` and `bears`."""
    for square, item in _by_square(fields["tiles"]):
        s.faces[square] = FACE_IDS[item.choice(FACES)]
        s.tiles |= only(square)
    for item in fields["glaciers"].items():
        square = read_square(item)
        if holds(ice(s), square):
            item.refuse(f"{item.value} has two tiles")
        s.glaciers |= only(square)
    find_islands(s)
    _read_values(s, fields["fish"], FISH, sea(s), "fish live in the sea")
    _read_values(s, fields["foxes"], FOX, ice(s), "foxes live on ice")
    for item in fields["bears"].items():
        square = read_square(item)
        if s.animals[BEAR, square]:
            item.refuse(f"{item.value} has two bears")
        put_animal(s, BEAR, square)


def read_square(field: Field, *, corners: bool = False) -> int:
    """The number of a square, which may be a corner only if that is said."""
    square = SQUARE_IDS.get(field.text())
    if square is None:
        field.refuse(f"{short_repr(field.value)} is no square; squares are a1 to h8")
    if not corners and is_corner(square):
        field.refuse(f"{field.value} is a corner, which holds nothing but Inuit")
    return square


def _by_square(field: Field) -> Iterator[tuple[int, Field]]:
    """The members of an object whose names are squares."""
    if not isinstance(field.value, Mapping):
        field.fields(())  # refuses it
    for name in field.value:
        square = SQUARE_IDS.get(name) if isinstance(name, str) else None
        item = field.member(name)
        if square is None or square in CORNERS:
            item.refuse(
                f"{short_repr(name)} is no square that can hold this; squares are a2 to h7 without corners"
            )
        yield square, item


def _read_values(s: Any, field: Field, first: int, home: int, why: str) -> None:
    for square, values in _by_square(field):
        if not holds(home, square):
            values.refuse(why)
        for value in values.items(1):
            put_animal(s, first + value.integer(1, N_VALUES) - 1, square)
