"""Reading the state inside a turn (rules 2.4 to 2.9)."""

from typing import Any

from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE, MOVE_TEXTS
from arctic_env.games.iglu.board import bears, fish_squares, ice
from arctic_env.games.iglu.material import (
    ACTION_POINTS,
    ANIMAL_STEPS,
    ENERGY_1,
    ENERGY_3,
    PLAY_ENERGY,
    TYPES,
)
from arctic_env.games.iglu.squares import SQUARE_IDS, holds, is_corner
from arctic_env.games.iglu.state import (
    ACTING,
    ASKED,
    DISPLACING,
    DRIFTING,
    FLEEING,
    STEPPING,
    TURNING,
)
from arctic_env.games.iglu.tiles import entered_square, pushable
from arctic_env.games.iglu.write_document import may_be_asked, waiting_inuit
from arctic_env.model.document import Field, unpacked
from arctic_env.validation import short_repr

_FIELDS = ("mover", "turned", "points", "played", "drift", "push", "steps", "asked", "waiting", "square")


def read_turn(s: Any, field: Field | None) -> None:
    """Read `turn`; without it a turn begins."""
    s.decision = TURNING
    if field is None or field.value is None:
        return
    fields = field.fields(_FIELDS)
    s.mover = fields["mover"].integer(0, s.players - 1)
    s.turned = fields["turned"].boolean()
    for item in fields["played"].items(0, len(TYPES)):
        number = TYPES.index(item.choice(TYPES))
        if s.played[number]:
            item.refuse(f"{item.value} is played once a turn")
        s.played[number] = 1
    s.points = fields["points"].integer(0, _most_points(s) if s.turned else 0)
    s.steps = fields["steps"].integer(0, ANIMAL_STEPS)
    s.decision = STEPPING if s.steps else ACTING if s.turned else TURNING
    _read_drift(s, fields)
    _read_square(s, fields)
    if s.decision != ASKED and s.seat != s.mover:
        fields["mover"].refuse(f"must be {s.seat}, the seat to decide, when nobody is asked for a harpoon")


def _most_points(s: Any) -> int:
    """The points of a turn, and what energy adds if the mover has played it: the highest of those gone (2.9)."""
    energy = [face - ENERGY_1 + 1 for face in range(ENERGY_1, ENERGY_3 + 1) if s.revealed[face]]
    return ACTION_POINTS + (max(energy, default=0) if s.played[PLAY_ENERGY] else 0)


def _read_drift(s: Any, fields: dict[str, Field]) -> None:
    """A push that is still to be named, or one that waits for animals to make room."""
    if fields["drift"].boolean():
        _demand_nothing_else(s, fields["drift"])
        s.decision = DRIFTING
    push = fields["push"]
    if push.value is None:
        return
    _demand_nothing_else(s, push)
    s.push = MOVE_TEXTS.index(push.choice(MOVE_TEXTS))
    if not holds(pushable(s, int(MOVE_DIRECTION[s.push])), int(MOVE_SQUARE[s.push])):
        push.refuse(f"{push.value} is no legal push here")
    if not holds(fish_squares(s) | bears(s), entered_square(s, int(s.push))):
        push.refuse("no animal has to make room for it")
    s.decision = DISPLACING


def _demand_nothing_else(s: Any, field: Field) -> None:
    if s.decision != ACTING:
        field.refuse("ice drifts only when the tile has just been turned and nothing else is due")


def _read_square(s: Any, fields: dict[str, Field]) -> None:
    """Where a bear attacks or Inuit flee from, and who is concerned."""
    asked, waiting = fields["asked"], fields["waiting"]
    seats = [item.integer(0, s.players - 1) for item in asked.items()]
    owners = [item.integer(0, s.players - 1) for item in waiting.items()]
    if fields["square"].value is None:
        if seats or owners:
            fields["square"].refuse("must be a square where somebody is asked or waits")
        return
    s.square = read_square(fields["square"])
    if s.decision in (DRIFTING, DISPLACING):
        fields["square"].refuse("must be null while ice drifts")
    if bool(seats) == bool(owners):
        asked.refuse("either somebody is asked or somebody waits where there is a square")
    if holds(ice(s), s.square) != holds(bears(s), s.square) or (seats and not holds(bears(s), s.square)):
        fields["square"].refuse("must be a tile with the bear that attacks, or where a tile has melted")
    s.decision = ASKED if seats else FLEEING
    _check_asked(s, asked, seats)
    _check_waiting(s, waiting, owners)


def _check_asked(s: Any, field: Field, seats: list[int]) -> None:
    able = may_be_asked(unpacked(s))
    if seats and (s.seat != seats[0] or seats != able[-len(seats) :]):
        field.refuse(
            f"must be {able}, the owners who may have a harpoon, or the last of them, the one to decide first"
        )


def _check_waiting(s: Any, field: Field, owners: list[int]) -> None:
    expected = waiting_inuit(unpacked(s))
    if owners != expected:
        field.refuse(f"must be {expected}, the owners of the Inuit there that cannot hide")


def read_square(field: Field, *, corners: bool = False) -> int:
    """The number of a square, which may be a corner only if that is said."""
    square = SQUARE_IDS.get(field.text())
    if square is None:
        field.refuse(f"{short_repr(field.value)} is no square; squares are a1 to h8")
    if not corners and is_corner(square):
        field.refuse(f"{field.value} is a corner, which holds nothing but Inuit")
    return square
