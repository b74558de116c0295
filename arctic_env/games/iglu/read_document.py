"""Positions as JSON documents: reading. A refusal names its field (rule 6)."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.board import (
    find_islands,
    ice,
    igloo_squares,
    inuit_of_all,
    put_animal,
    put_inuit,
    sea,
)
from arctic_env.games.iglu.material import (
    BEAR,
    FACE_IDS,
    FACES,
    FISH,
    FOX,
    GLACIER,
    HALVES,
    IGLOOS,
    KIND_IDS,
    KINDS,
    MAX_PLAYERS,
    N_RED,
    N_TILES,
    N_TOKENS,
    N_VALUES,
    RED_FACES,
    TILES,
    TOKENS,
    VARIANTS,
)
from arctic_env.games.iglu.read_turn import read_square, read_turn
from arctic_env.games.iglu.rules import settle
from arctic_env.games.iglu.setup import blank, inuit_placed, places, tribe_size
from arctic_env.games.iglu.squares import CORNERS, SQUARE_IDS, count, holds, only
from arctic_env.games.iglu.state import (
    DTYPE,
    FLEEING,
    GAME_OVER,
    NO_FACE,
    NOBODY,
    OVER,
    PLACING,
    SETUP,
    STAGES,
)
from arctic_env.games.iglu.tiles import keep, show
from arctic_env.games.iglu.write_document import POSITION_FORMAT, squares_in
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


# -------------------------------------------------------- supplies, tiles and animals out of the game


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


# ----------------------------------------------------------------------------------- seats (1.2, 2.1)


def read_seats(s: Any, field: Field) -> None:
    """Read `seats`."""
    players = int(s.players)
    for seat, item in enumerate(field.items(players, players)):
        fields = item.fields(("inuit", "igloos", "kept", "hunted"))
        for square in fields["inuit"].items(0, tribe_size(players)):
            put_inuit(s, seat, read_square(square, corners=True))
        for igloo in fields["igloos"].items(0, IGLOOS):
            _read_igloo(s, seat, igloo)
        for tile in fields["kept"].items():
            keep(s, seat, FACE_IDS[tile.choice(RED_FACES)])
        for animal in fields["hunted"].items():
            s.hunted[seat, KIND_IDS[animal.choice(KINDS)]] += 1


def _read_igloo(s: Any, seat: int, field: Field) -> None:
    square = read_square(field)
    if not holds(ice(s), square):
        field.refuse(f"{field.value} is sea, an igloo needs ice")
    if holds(igloo_squares(s), square):
        field.refuse(f"{field.value} has two igloos")
    s.igloos[seat] |= only(square)


def check_inuit(s: Any) -> None:
    """As many Inuit as the tribes have, or as the order of placing gives; on sea only where they have to flee (2.6)."""
    players = int(s.players)
    size = tribe_size(players)
    total = sum(inuit_placed(s, seat) for seat in range(players))
    if s.stage == SETUP and total == players * size:
        Field("stage", None).refuse("all Inuit stand, so the setup is over")
    for seat in range(players):
        expected = size
        if s.stage == SETUP:
            expected = (total - (seat - int(s.first)) % players + players - 1) // players
        if inuit_placed(s, seat) != expected:
            Field(f"seats[{seat}].inuit", None).refuse(
                f"there must be {expected} of {total}, not {inuit_placed(s, seat)}"
            )
    if s.stage == SETUP and (int(s.first) + total) % players != s.seat:
        Field("seat", None).refuse(f"with {total} Inuit placed, it is not seat {s.seat} that places the next")
    drowning = inuit_of_all(s) & ~ice(s)
    if s.decision == FLEEING:
        drowning &= ~only(s.square)
    for seat in range(players):
        if drowning & int(s.inuit_squares[seat]):
            [text, *_] = squares_in(drowning & int(s.inuit_squares[seat]))
            Field(f"seats[{seat}].inuit", None).refuse(f"{text} is sea")


# --------------------------------------------------------------------------------------- the position


_REQUIRED = (
    "format",
    "players",
    "variant",
    "half",
    "first",
    "seat",
    "stage",
    "tiles",
    "glaciers",
    "fish",
    "foxes",
    "bears",
    "supply",
    "seats",
    "gone",
    "shown",
    "melted",
)
_OPTIONAL = ("turn",)


def read_position(document: Any) -> NDArray[Any]:
    """The state that a document describes, at its next decision or its end: an array of one.

    Raises:
        PositionError: the document is not a position; the error names the field.
    """
    states = np.zeros(1, DTYPE)
    s = states[0]
    blank(s)
    fields = Field("", document).fields(_REQUIRED, _OPTIONAL)
    fields["format"].choice([POSITION_FORMAT])
    _read_game(s, fields)
    read_board(s, fields)
    read_supply(s, fields["supply"])
    read_seats(s, fields["seats"])
    read_gone(s, fields)
    check_tiles(s)
    check_animals(s)
    _read_stage(s, fields)
    check_inuit(s)
    settle(states, 0)
    return states


def _read_game(s: Any, fields: dict[str, Field]) -> None:
    s.players = fields["players"].integer(2, MAX_PLAYERS)
    s.variant = VARIANTS.index(fields["variant"].choice(VARIANTS))
    s.half = HALVES.index(fields["half"].choice(HALVES))
    s.first = fields["first"].integer(0, s.players - 1)
    s.stage = STAGES.index(fields["stage"].choice(STAGES))


def _read_stage(s: Any, fields: dict[str, Field]) -> None:
    """Seat to decide, mover and decision."""
    if s.stage == OVER:
        if fields["seat"].value is not None:
            fields["seat"].refuse("must be null when the stage is over")
        s.mover, s.seat, s.decision = NOBODY, NOBODY, GAME_OVER
        _refuse_turn(fields)
        return
    s.seat = fields["seat"].integer(0, s.players - 1)
    s.mover = s.seat
    if s.stage == SETUP:
        s.decision = PLACING
        _refuse_turn(fields)
        if not places(s):
            fields["tiles"].refuse("there is no ice on the ring to place an Inuit on")
    else:
        read_turn(s, fields.get("turn"))


def _refuse_turn(fields: dict[str, Field]) -> None:
    turn = fields.get("turn")
    if turn is not None and turn.value is not None:
        turn.refuse("must be null or left out when the stage is not play")
