"""The field `turn` of a position document: the state inside a turn."""

from typing import Any

from arctic_env.games.arctic.document import DIRECTIONS
from arctic_env.games.arctic.material import (
    BEAR,
    CARD_IDS,
    DRAW,
    GIVE_FACE,
    MAX_DECISION_VALUE,
    PUFFIN,
    SWAP_FACE,
)
from arctic_env.games.arctic.moving import ends_force_a_push
from arctic_env.games.arctic.placing import begin_placing, holds, placement_value
from arctic_env.games.arctic.rules import TWO_PLAYERS
from arctic_env.games.arctic.state import (
    DECISIONS,
    DRAWING,
    EXTRA,
    GAME_OVER,
    HAND,
    LAST,
    MOVING,
    NO_CARD,
    NOBODY,
    PENALTY,
    RECEIVER,
    SWAPPING,
)
from arctic_env.games.arctic.zones import visible_card
from arctic_env.model.document import Field

_FIELDS = (
    "decision",
    "value",
    "count",
    "swapped",
    "taken_back",
    "placement",
    "tucked",
    "pushed",
    "draw",
    "card",
)


def read_turn(s: Any, field: Field | None) -> None:
    """Read the turn of the seat to decide; without the field the turn begins."""
    if s.seat == NOBODY:
        if field is not None and field.value is not None:
            field.refuse("must be null when the stage is over")
        return
    begin_placing(s)
    if field is None:
        return
    fields = field.fields(_FIELDS)
    s.decision = DECISIONS.index(fields["decision"].choice(DECISIONS[:GAME_OVER]))
    s.value = fields["value"].integer(0, MAX_DECISION_VALUE)
    s.count = fields["count"].integer(0, int(s.value))
    s.swapped = fields["swapped"].boolean()
    s.taken_back = fields["taken_back"].boolean()
    s.tucked = fields["tucked"].boolean()
    s.placement = fields["placement"].integer(-1, 1)
    s.draw = fields["draw"].integer(-1, 1)
    _read_pushed(s, fields["pushed"])
    _check_step(s, fields)
    _check_value(s, fields)
    _read_held(s, fields["card"])


def _read_pushed(s: Any, field: Field) -> None:
    """The directions in which both tokens went, from the walrus on."""
    if s.decision < EXTRA:
        if field.value is not None:
            field.refuse("must be null before the tokens have moved")
        return
    words = {word: direction for direction, word in DIRECTIONS.items()}
    for k, item in enumerate(field.items(2, 2)):
        s.pushed[k] = words[item.choice(words)]


def _check_step(s: Any, fields: dict[str, Field]) -> None:
    """The decision fits the stage, the table and the pile."""
    if s.decision >= DRAWING and s.stage == LAST:
        fields["decision"].refuse("the last turns have no step C")
    if s.decision < DRAWING and s.draw != 0:
        fields["draw"].refuse("must be 0 before step C")
    needs_card = s.decision >= MOVING or s.count > 0
    if needs_card and visible_card(s, int(s.seat)) == NO_CARD:
        fields["decision"].refuse("the seat to decide has no Visible card to go by")
    if s.decision == MOVING and ends_force_a_push(s):
        fields["decision"].refuse("a token at an end leaves no choice of moves")


def _check_value(s: Any, fields: dict[str, Field]) -> None:
    """The value follows from the Visible card as long as that is the card it came from."""
    seat = int(s.seat)
    if s.decision <= SWAPPING and s.count == 0:
        _expect(fields["value"], placement_value(s, seat) + int(s.placement), int(s.value))
        if s.value == 0 and visible_card(s, seat) == NO_CARD:
            fields["placement"].refuse("-1 would leave no Visible card")
    elif s.decision >= DRAWING:
        _expect(fields["value"], int(DRAW[visible_card(s, seat)]) + int(s.draw), int(s.value))


def _expect(field: Field, expected: int, value: int) -> None:
    if value != expected:
        field.refuse(f"must be {expected} as the Visible card and the moose say, not {value}")


def _read_held(s: Any, field: Field) -> None:
    """The card that `swap` or `give` has named."""
    if s.decision not in (SWAPPING, RECEIVER):
        if field.value is not None:
            field.refuse("must be null unless a swap or a gift is under way")
        return
    swapping = s.decision == SWAPPING
    card = CARD_IDS.get(field.text())
    if card is None or s.place[card] != (HAND if swapping else PENALTY) + s.seat:
        field.refuse(f"must be a card in the {'hand' if swapping else 'penalty zone'} of the seat to decide")
    if swapping and not _may_be_swapping(s):
        field.refuse("a swap needs the puffin, a river card, and comes once, before the first card is placed")
    if not swapping and (s.players == TWO_PLAYERS or not holds(s, BEAR, GIVE_FACE)):
        field.refuse("naming a receiver needs the bear and three or more players")
    s.held = card


def _may_be_swapping(s: Any) -> bool:
    return bool(holds(s, PUFFIN, SWAP_FACE) and s.count == 0 and not s.swapped and s.river_size > 0)
