"""Reading the seats of a document: Inuit, igloos, kept tiles, hunted animals (rules 1.2, 2.1 and 6)."""

from typing import Any

from arctic_env.games.iglu.board import ice, igloo_squares, inuit_of_all, put_inuit
from arctic_env.games.iglu.document import squares_in
from arctic_env.games.iglu.material import FACE_IDS, IGLOOS, KIND_IDS, KINDS, RED_FACES
from arctic_env.games.iglu.reading_board import read_square
from arctic_env.games.iglu.setup import inuit_placed, tribe_size
from arctic_env.games.iglu.squares import holds, only
from arctic_env.games.iglu.state import FLEEING, SETUP
from arctic_env.games.iglu.tiles import keep
from arctic_env.model.document import Field


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
