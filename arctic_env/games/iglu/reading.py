"""Positions as JSON documents: reading, with every refusal naming its field (rule 6)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu.document import POSITION_FORMAT
from arctic_env.games.iglu.material import HALVES, MAX_PLAYERS, VARIANTS
from arctic_env.games.iglu.reading_board import read_board
from arctic_env.games.iglu.reading_seats import check_inuit, read_seats
from arctic_env.games.iglu.reading_tokens import check_animals, check_tiles, read_gone, read_supply
from arctic_env.games.iglu.reading_turn import read_turn
from arctic_env.games.iglu.rules import settle
from arctic_env.games.iglu.setup import blank, places
from arctic_env.games.iglu.state import DTYPE, GAME_OVER, NOBODY, OVER, PLACING, SETUP, STAGES
from arctic_env.model.document import Field

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
