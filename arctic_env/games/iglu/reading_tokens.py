"""Reading supplies and what is out of the game, and counting all against the material (rules 1.2, 1.3 and 6)."""

from typing import Any

import numpy as np

from arctic_env.games.iglu.material import (
    BEAR,
    FACE_IDS,
    FACES,
    FISH,
    FOX,
    GLACIER,
    KIND_IDS,
    KINDS,
    N_RED,
    N_TILES,
    N_TOKENS,
    N_VALUES,
    TILES,
    TOKENS,
)
from arctic_env.games.iglu.squares import count
from arctic_env.games.iglu.state import NO_FACE
from arctic_env.games.iglu.tiles import show
from arctic_env.model.document import Field


def read_supply(s: Any, field: Field) -> None:
    """Read `supply`: the order in which fish and foxes come, and the number of bears."""
    fields = field.fields(("fish", "foxes", "bears"))
    for name, first, stack in (("fish", FISH, s.fish_supply), ("foxes", FOX, s.fox_supply)):
        values = [item.integer(1, N_VALUES) for item in fields[name].items(0, len(stack))]
        stack[: len(values)] = values[::-1]
        for value in values:
            s.supply[first + value - 1] += 1
    s.supply[BEAR] = fields["bears"].integer(0, int(TOKENS[BEAR]))


def read_gone(s: Any, fields: dict[str, Field]) -> None:
    """Read `gone`, `shown` and `melted`, and count what lies face up."""
    s.revealed[GLACIER] = count(s.glaciers)
    for item in fields["gone"].items(0, N_TOKENS):
        s.gone[s.gone_size] = KIND_IDS[item.choice(KINDS)]
        s.gone_size += 1
    for item in fields["shown"].items(0, N_TILES):
        show(s, FACE_IDS[item.choice(FACES)])
    for item in fields["melted"].items(0, N_TILES):
        s.melted[s.melted_size] = FACE_IDS[item.choice(FACES)]
        s.melted_size += 1


def check_tiles(s: Any) -> None:
    """Each face as often as the tile table says."""
    hidden = np.concatenate([s.faces[s.faces != NO_FACE], s.melted[: s.melted_size]])
    found = np.bincount(hidden, minlength=len(FACES)) + s.revealed
    found[:N_RED] += s.kept.sum(axis=0)
    _refuse_wrong_count("tiles", FACES, found, TILES)


def check_animals(s: Any) -> None:
    """Each kind as often as there are tokens of it."""
    gone = np.bincount(s.gone[: s.gone_size], minlength=len(KINDS))
    found = s.animals.sum(axis=1) + s.supply + s.hunted.sum(axis=0) + gone
    _refuse_wrong_count("supply", KINDS, found, TOKENS)


def _refuse_wrong_count(field: str, names: tuple[str, ...], found: Any, right: Any) -> None:
    for name, number, expected in zip(names, found.tolist(), right.tolist(), strict=True):
        if number != expected:
            Field(field, None).refuse(
                f"there must be {expected} of {name} in all places together, not {number}"
            )
