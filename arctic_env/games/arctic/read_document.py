"""Positions as JSON documents: reading. A refusal names its field."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import (
    ANIMALS,
    BEAR,
    CARD_IDS,
    CARD_TEXTS,
    DRAW,
    EDITIONS,
    FACES,
    GIVE_FACE,
    HAND_LIMIT,
    LANDSCAPE,
    MAX_DECISION_VALUE,
    MAX_HAND,
    MAX_PLAYERS,
    N_CARDS,
    PUFFIN,
    RESERVE_PER_OPPONENT,
    RIVER_SIZE,
    SWAP_FACE,
    pack_of,
)
from arctic_env.games.arctic.read_memory import read_known
from arctic_env.games.arctic.rules import TWO_PLAYERS, settle
from arctic_env.games.arctic.scoring import count_runs
from arctic_env.games.arctic.setup import blank
from arctic_env.games.arctic.state import (
    DECISIONS,
    DOWN,
    DRAWING,
    DTYPE,
    EXTRA,
    FINISH,
    GAME_OVER,
    GIVING,
    HAND,
    LAST,
    MOVING,
    NO_CARD,
    NOBODY,
    OUT,
    OVER,
    PENALTY,
    PILE,
    PLAY,
    RECEIVER,
    RIVER,
    STACK,
    STAGES,
    SWAPPING,
)
from arctic_env.games.arctic.turn_steps import begin_placing, ends_force_a_push, holds, placement_value
from arctic_env.games.arctic.write_document import DIRECTIONS, POSITION_FORMAT
from arctic_env.games.arctic.zones import remember_hands_alone, visible_card
from arctic_env.model.document import Field
from arctic_env.validation import short_repr

_REQUIRED = ("format", "players", "faces", "deck", "reserve", "river", "first", "seat", "seats")
_OPTIONAL = ("edition", "holders", "tokens", "stage", "turn", "known")


def read_position(document: Any) -> NDArray[Any]:
    """The state that a document describes, after its forced steps: an array of one.

    Raises:
        PositionError: the document is not a position; the error names the field.
    """
    states = np.zeros(1, DTYPE)
    s = states[0]
    blank(s)
    fields = Field("", document).fields(_REQUIRED, _OPTIONAL)
    fields["format"].choice([POSITION_FORMAT])
    s.players = fields["players"].integer(2, MAX_PLAYERS)
    s.stage = STAGES.index(fields["stage"].choice(STAGES)) if "stage" in fields else PLAY
    s.first = fields["first"].integer(0, s.players - 1)
    _read_seat_to_decide(s, fields["seat"])
    _read_powers(s, fields)
    _read_tokens(s, fields)
    _read_cards(s, fields)
    read_turn(s, fields.get("turn"))
    _check_hands(s, fields)
    _check_tops(s)
    read_known(s, fields.get("known"))
    if s.stage == OVER:
        remember_hands_alone(s)
    settle(states, 0)
    return states


def _read_seat_to_decide(s: Any, field: Field) -> None:
    if s.stage == OVER:
        if field.value is not None:
            field.refuse("must be null when the stage is over")
        s.seat = NOBODY
        s.decision = GAME_OVER
    else:
        s.seat = field.integer(0, s.players - 1)


def _read_powers(s: Any, fields: dict[str, Field]) -> None:
    if "edition" in fields:
        s.edition = EDITIONS.index(fields["edition"].choice(EDITIONS))
    faces = fields["faces"].fields(ANIMALS)
    for k, animal in enumerate(ANIMALS):
        s.faces[k] = FACES[k].index(faces[animal].choice(FACES[k]))
    if "holders" in fields:
        holders = fields["holders"].fields(ANIMALS)
        for k, animal in enumerate(ANIMALS):
            holder = holders[animal]
            s.holders[k] = NOBODY if holder.value is None else holder.integer(0, s.players - 1)


def _read_tokens(s: Any, fields: dict[str, Field]) -> None:
    if "tokens" not in fields:
        return
    tokens = fields["tokens"].fields(ANIMALS)
    values = LANDSCAPE.tolist()
    for k, animal in enumerate(ANIMALS):
        value = tokens[animal].integer(values[0], values[-1])
        if value not in values:
            tokens[animal].refuse(f"must be the value of a space, {', '.join(map(str, values))}, not {value}")
        s.tokens[k] = values.index(value)


# ------------------------------------------------------------------------------------------------ cards


def read_card(field: Field) -> int:
    """The id of a card's text."""
    card = CARD_IDS.get(field.text())
    if card is None:
        field.refuse(f"{short_repr(field.value)} is no card; cards look like {CARD_TEXTS[0]}")
    return card


def _claim(s: Any, field: Field, place: int) -> int:
    """Read a card and put it into a place, once."""
    card = read_card(field)
    if s.place[card] != OUT:
        field.refuse(f"{field.value} stands twice")
    s.place[card] = place
    return card


def _read_cards(s: Any, fields: dict[str, Field]) -> None:
    deck = [_claim(s, item, STACK) for item in fields["deck"].items()]
    size = RESERVE_PER_OPPONENT * (s.players - 1) if s.stage == PLAY else 0
    reserve = [_claim(s, item, STACK) for item in fields["reserve"].items(size, size)]
    stack = [*reversed(reserve), *reversed(deck)]
    s.stack[: len(stack)] = stack
    s.stack_size, s.reserve_size = len(stack), len(reserve)
    for item in fields["river"].items(0, RIVER_SIZE):
        _claim(s, item, RIVER)
        s.river_size += 1
    for seat, item in enumerate(fields["seats"].items(int(s.players), int(s.players))):
        _read_seat(s, seat, item)
    _check_packs(s)


def _read_seat(s: Any, seat: int, field: Field) -> None:
    fields = field.fields(("hand", "pile", "penalty", "totem"))
    for item in fields["hand"].items():
        _claim(s, item, HAND + seat)
        s.hand_size[seat] += 1
    for item in fields["penalty"].items():
        _claim(s, item, PENALTY + seat)
        s.penalty_size[seat] += 1
    for item in fields["pile"].items():
        _read_pile_card(s, seat, item)
    count_runs(s, seat)
    totem = ANIMALS.index(fields["totem"].choice(ANIMALS))
    if totem in s.totems[:seat]:
        fields["totem"].refuse(f"{ANIMALS[totem]} stands twice")
    s.totems[seat] = totem


def _read_pile_card(s: Any, seat: int, item: Field) -> None:
    text = item.text()
    down = text.startswith("*")
    card = _claim(s, Field(item.path, text[1:]) if down else item, PILE + seat)
    s.pile[seat, s.pile_size[seat]] = card + DOWN if down else card
    s.pile_size[seat] += 1
    s.down_size[seat] += down


def _check_packs(s: Any) -> None:
    """As many packs as players, each of them whole (2.1)."""
    missing = s.place == OUT
    packs = sorted({pack_of(card) for card in np.flatnonzero(~missing).tolist()})
    if len(packs) != s.players:
        Field("players", None).refuse(
            f"{s.players} players play with as many packs; these cards are of packs {packs}"
        )
    for card in np.flatnonzero(missing).tolist():
        if pack_of(card) in packs:
            Field("deck", None).refuse(
                f"{CARD_TEXTS[card]} of pack {pack_of(card)} stands neither here nor elsewhere"
            )
    for pack in packs:
        s.packs |= 1 << (pack - 1)


# ------------------------------------------------------------------------------------------------ hands and piles


def _most_in_hand(s: Any, seat: int) -> int:
    """How many cards a hand may hold.

    A seat to decide may hold MAX_HAND. Those that came into the hand during the turn come on top, so that all that
    such a turn leads to may be loaded again, until the discard. Who has no turn any more may hold any number.
    """
    if seat == s.seat:
        drawn = int(s.count) if s.decision >= DRAWING else 0
        return MAX_HAND + (int(s.taken_back) + drawn if s.decision < GIVING else 0)
    if s.stage <= FINISH:
        return HAND_LIMIT
    place, turn = (int(number - s.first) % int(s.players) for number in (seat, s.seat))
    return MAX_HAND if s.stage == LAST and place > turn else N_CARDS


def _check_hands(s: Any, fields: dict[str, Field]) -> None:
    for seat in range(s.players):
        size = int(s.hand_size[seat])
        field = fields["seats"].member("hand")
        field.path = f"seats[{seat}].hand"
        most = _most_in_hand(s, seat)
        if size > most:
            what = "the seat to decide" if seat == s.seat else "a seat that waits"
            field.refuse(f"{what} has at most {most} cards at this point, not {size}")
    if s.seat != NOBODY and s.hand_size[s.seat] == 0 and visible_card(s, int(s.seat)) == NO_CARD:
        fields["seat"].refuse("the seat to decide has neither a Visible card nor a hand")


def _check_tops(s: Any) -> None:
    """A face-down card lies on top only between taking back and placing (3.5)."""
    for seat in range(s.players):
        size = int(s.pile_size[seat])
        taking_back = seat == s.seat and s.taken_back and s.count == 0
        if size and s.pile[seat, size - 1] >= DOWN and not taking_back:
            field = Field(f"seats[{seat}].pile[{size - 1}]", None)
            field.refuse("a face-down card is on top")


# ----------------------------------------------------------------------------------- the field `turn`


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
