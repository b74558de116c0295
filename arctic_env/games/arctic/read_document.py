"""Positions as JSON documents: reading. A refusal names its field."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material, state
from arctic_env.games.arctic.hidden import is_with, recall_as_bystander
from arctic_env.games.arctic.rules import TWO_PLAYERS, settle
from arctic_env.games.arctic.scoring import count_runs
from arctic_env.games.arctic.setup import BLANK
from arctic_env.games.arctic.turn_steps import begin_placing, ends_force_a_push, holds, placement_value
from arctic_env.games.arctic.write_document import DIRECTIONS, down_indices
from arctic_env.games.arctic.zones import remember_hands_alone, visible_card
from arctic_env.kernels.jit import NOBODY
from arctic_env.model.document import Document, check_range, check_size, refuse

_SPACES: list[int] = material.LANDSCAPE.tolist()
_DIRECTIONS = {word: direction for direction, word in DIRECTIONS.items()}

_ZONES = {"hand": state.IN_HAND, "penalty": state.IN_PENALTY, "pile": state.IN_PILE}
_PENALTIES = ((1 << material.MAX_PLAYERS) - 1) << state.IN_PENALTY


def read_position(document: Any) -> NDArray[Any]:
    """Return the state that a document describes, after its forced steps: an array of one.

    Raises:
        PositionError: The document is not a position; the error names the field.
    """
    states = BLANK.copy()
    s = states[0]
    _read_table(s, document)
    _read_cards(s, document)
    _read_turn(s, document)
    _check_hands(s)
    _check_tops(s)
    _read_known(s, document.get("known"))
    _read_history(s, document.get("history"))
    if s.stage == state.OVER:
        remember_hands_alone(s)
    settle(states, 0)
    return states


def _read_table(s: Any, document: Document) -> None:
    """Read players, stage, seats, power cards and tokens."""
    s.players = document["players"]
    s.edition = material.EDITIONS.index(document.get("edition", material.EDITIONS[0]))
    s.stage = state.STAGES.index(document.get("stage", state.STAGES[state.PLAY]))
    last_seat = document["players"] - 1
    s.first = check_range("first", document["first"], last_seat)
    if s.stage != state.OVER:
        s.seat = check_range("seat", document["seat"], last_seat)
    elif document["seat"] is not None:
        refuse("seat", "must be null when the stage is over")
    else:
        s.seat, s.decision = NOBODY, state.GAME_OVER
    holders, tokens = document.get("holders", {}), document.get("tokens", {})
    for k, animal in enumerate(material.ANIMALS):
        s.faces[k] = material.FACES[k].index(document["faces"][animal])
        if holders.get(animal) is not None:
            s.holders[k] = check_range(f"holders.{animal}", holders[animal], last_seat)
        if tokens:
            s.tokens[k] = _SPACES.index(tokens[animal])


# --------------------------------------------------------------------------------------------- cards


def _read_cards(s: Any, document: Document) -> None:
    """Put each card into its place."""
    place = [state.OUT] * material.N_CARDS
    deck = _claim(place, "deck", document["deck"], state.STACK)
    reserve = _claim(place, "reserve", document["reserve"], state.STACK)
    check_size("reserve", reserve, material.RESERVE_PER_OPPONENT * (int(s.players) - 1) if s.stage == state.PLAY else 0)
    stack = [*reversed(reserve), *reversed(deck)]
    s.stack[: len(stack)] = stack
    s.stack_size, s.reserve_size = len(stack), len(reserve)
    s.river_size = len(_claim(place, "river", document["river"], state.RIVER))
    check_size("seats", document["seats"], int(s.players))
    for seat, owner in enumerate(document["seats"]):
        _read_seat(s, seat, owner, place)
    s.place[:] = place
    _check_packs(s)


def _claim(place: list[int], field: str, texts: list[str], zone: int) -> list[int]:
    """Put cards into a zone, each card once."""
    cards = [_card(f"{field}[{index}]", text.removeprefix("*")) for index, text in enumerate(texts)]
    for index, card in enumerate(cards):
        if place[card] != state.OUT:
            refuse(f"{field}[{index}]", f"{material.CARD_TEXTS[card]} stands twice")
        place[card] = zone
    return cards


def _card(field: str, text: str) -> int:
    """Return the id of a card: not every animal comes with every other one and each draw value (1.3)."""
    if text not in material.CARD_IDS:
        refuse(field, f"there is no card {text}")
    return material.CARD_IDS[text]


def _read_seat(s: Any, seat: int, owner: Document, place: list[int]) -> None:
    field = f"seats[{seat}]"
    s.hand_size[seat] = len(_claim(place, f"{field}.hand", owner["hand"], state.HAND + seat))
    s.penalty_size[seat] = len(_claim(place, f"{field}.penalty", owner["penalty"], state.PENALTY + seat))
    pile = _claim(place, f"{field}.pile", owner["pile"], state.PILE + seat)
    down = [state.DOWN if text.startswith("*") else 0 for text in owner["pile"]]
    s.pile[seat, : len(pile)] = [card + covered for card, covered in zip(pile, down, strict=True)]
    s.pile_size[seat], s.down_size[seat] = len(pile), len(pile) - down.count(0)
    count_runs(s, seat)
    totem = material.ANIMALS.index(owner["totem"])
    if totem in s.totems[:seat]:
        refuse(f"{field}.totem", f"{material.ANIMALS[totem]} stands twice")
    s.totems[seat] = totem


def _check_packs(s: Any) -> None:
    """Check that there are as many packs as players, each of them whole (2.1)."""
    missing = s.place == state.OUT
    packs = sorted({material.pack_of(card) for card in np.flatnonzero(~missing).tolist()})
    if len(packs) != s.players:
        refuse("players", f"{s.players} players play with as many packs; these cards are of packs {packs}")
    for card in np.flatnonzero(missing).tolist():
        if material.pack_of(card) in packs:
            refuse(
                "deck",
                f"{material.CARD_TEXTS[card]} of pack {material.pack_of(card)} stands neither here nor elsewhere",
            )
    for pack in packs:
        s.packs |= 1 << (pack - 1)


def _most_in_hand(s: Any, seat: int) -> int:
    """Return the largest possible number of cards in a hand.

    A deciding seat may hold MAX_HAND, plus the cards that came into the hand during the turn, so that all states
    of such a turn before the discard may be loaded again. A seat without further turns may hold any number.
    """
    if seat == s.seat:
        drawn = int(s.count) if s.decision >= state.DRAWING else 0
        return material.MAX_HAND + (int(s.taken_back) + drawn if s.decision < state.GIVING else 0)
    if s.stage <= state.FINISH:
        return material.HAND_LIMIT
    place, turn = (int(number - s.first) % int(s.players) for number in (seat, s.seat))
    return material.MAX_HAND if s.stage == state.LAST and place > turn else material.N_CARDS


def _check_hands(s: Any) -> None:
    for seat in range(s.players):
        size, most = int(s.hand_size[seat]), _most_in_hand(s, seat)
        if size > most:
            what = "the seat to decide" if seat == s.seat else "a seat that waits"
            refuse(f"seats[{seat}].hand", f"{what} has at most {most} cards at this point, not {size}")
    if s.seat != NOBODY and s.hand_size[s.seat] == 0 and visible_card(s, int(s.seat)) == state.NO_CARD:
        refuse("seat", "the seat to decide has neither a Visible card nor a hand")


def _check_tops(s: Any) -> None:
    """Refuse a face-down card on top of a pile, except between taking back and placing (3.5)."""
    for seat in range(s.players):
        size = int(s.pile_size[seat])
        taking_back = seat == s.seat and s.taken_back and s.count == 0
        if size and s.pile[seat, size - 1] >= state.DOWN and not taking_back:
            refuse(f"seats[{seat}].pile[{size - 1}]", "a face-down card is on top")


# ------------------------------------------------------------------------------------ the field `turn`


def _read_turn(s: Any, document: Document) -> None:
    """Read the state inside a turn; without one, or with null, a turn begins."""
    turn: Document | None = document.get("turn")
    if s.stage == state.OVER:
        if turn is not None:
            refuse("turn", "must be null when the stage is over")
        return
    begin_placing(s)
    if turn is None:
        return
    s.decision, s.value = state.DECISIONS.index(turn["decision"]), turn["value"]
    s.count = check_range("turn.count", turn["count"], turn["value"])
    for name in ("swapped", "taken_back", "tucked", "placement", "draw"):
        s[name] = turn[name]
    if (turn["pushed"] is None) == (s.decision >= state.EXTRA):
        refuse("turn.pushed", "must be null before the tokens have moved, and not after that")
    if turn["pushed"] is not None:
        s.pushed[:] = [_DIRECTIONS[word] for word in turn["pushed"]]
    _check_step(s)
    _check_value(s)
    _read_held(s, turn["card"])


def _check_step(s: Any) -> None:
    """Check that the decision fits the stage, the table and the pile."""
    if s.decision >= state.DRAWING and s.stage == state.LAST:
        refuse("turn.decision", "the last turns have no step C")
    if s.decision < state.DRAWING and s.draw != 0:
        refuse("turn.draw", "must be 0 before step C")
    needs_card = s.decision >= state.MOVING or s.count > 0
    if needs_card and visible_card(s, int(s.seat)) == state.NO_CARD:
        refuse("turn.decision", "the seat to decide has no Visible card to go by")
    if s.decision == state.MOVING and ends_force_a_push(s):
        refuse("turn.decision", "a token at an end leaves no choice of moves")


def _check_value(s: Any) -> None:
    """Check that the value follows from the Visible card as long as that is the card it came from."""
    seat, expected = int(s.seat), int(s.value)
    if s.decision <= state.SWAPPING and s.count == 0:
        expected = placement_value(s, seat) + int(s.placement)
    elif s.decision >= state.DRAWING:
        expected = int(material.DRAW[visible_card(s, seat)]) + int(s.draw)
    if s.value != expected:
        refuse("turn.value", f"must be {expected} as the Visible card and the moose say, not {s.value}")
    if s.decision <= state.SWAPPING and s.value == 0 and visible_card(s, seat) == state.NO_CARD:
        refuse("turn.placement", "-1 would leave no Visible card")


def _read_held(s: Any, text: str | None) -> None:
    """Read the card named by `swap` or `give`."""
    if s.decision not in (state.SWAPPING, state.RECEIVER):
        if text is not None:
            refuse("turn.card", "must be null unless a swap or a gift is under way")
        return
    swapping = s.decision == state.SWAPPING
    card = None if text is None else _card("turn.card", text)
    if card is None or s.place[card] != (state.HAND if swapping else state.PENALTY) + s.seat:
        zone = "hand" if swapping else "penalty zone"
        refuse("turn.card", f"must be a card in the {zone} of the seat to decide")
    may_swap = holds(s, material.PUFFIN, material.SWAP_FACE) and s.count == 0 and not s.swapped and s.river_size > 0
    if swapping and not may_swap:
        refuse("turn.card", "a swap needs the puffin, a river card, and comes once, before the first card is placed")
    if not swapping and (s.players == TWO_PLAYERS or not holds(s, material.BEAR, material.GIVE_FACE)):
        refuse("turn.card", "naming a receiver needs the bear and three or more players")
    s.held = card


# ----------------------------------------------------------------------------------- the field `known` (6.3)


def _read_known(s: Any, known: Document | None) -> None:
    """Read the knowledge of the seats, if it is given."""
    if known is None:
        return
    for text, places in known["public"].items():
        field = f"known.public.{text}"
        card = _card(field, text)
        s.public[card], s.since[card], s.until[card] = _read_places(s, field, card, places)
    check_size("known.private", known["private"], int(s.players))
    for seat, entries in enumerate(known["private"]):
        recall_as_bystander(s, seat, s.memory[seat])
        for text, places in entries.items():
            field = f"known.private[{seat}].{text}"
            _read_private(s, seat, field, _card(field, text), places)


def _read_private(s: Any, seat: int, field: str, card: int, places: list[str]) -> None:
    """Read a seat's private knowledge from gifts."""
    if s.faces[material.BEAR] != material.GIVE_FACE:
        refuse(field, "only gifts tell a seat more than others, and the bear does not show give")
    if is_with(s, seat, card):
        refuse(field, f"{material.CARD_TEXTS[card]} is with seat {seat} itself")
    mask, since, until = _read_places(s, field, card, places)
    known_to_all = int(s.memory[seat, card])
    possible = known_to_all or _PENALTIES ^ (1 << (state.IN_PENALTY + seat))
    other_span = mask >> state.IN_PILE != 0 and (since, until) != (s.since[card], s.until[card])
    if mask & possible != mask or mask == known_to_all or other_span:
        refuse(
            field,
            "must be fewer places than all know of and none of its own; of a card unknown to others, penalty zones",
        )
    s.memory[seat, card] = mask


def _read_places(s: Any, field: str, card: int, places: list[str]) -> tuple[int, int, int]:
    """Return the mask of places, and which face-down cards can be the card: from which one on, before which one."""
    mask = 0
    down: dict[int, list[int]] = {}
    for number, text in enumerate(places):
        zone, seat, *index = text.split()
        owner = int(seat)
        if owner >= s.players or (index and int(index[0]) not in down_indices(s, owner)):
            refuse(f"{field}[{number}]", f"there is no {text}; a pile is named with an index that is face down")
        mask |= 1 << (_ZONES[zone] + owner)
        if index:
            down.setdefault(owner, []).append(int(index[0]))
    since, until = _span(s, field, mask, down)
    if not _is_among(s, card, mask, since, until):
        refuse(field, f"{material.CARD_TEXTS[card]} is not in one of these places")
    return mask, since, until


def _span(s: Any, field: str, mask: int, down: dict[int, list[int]]) -> tuple[int, int]:
    """Return first and stop index of a pile's face-down cards that may be the card; stop 0 for no limit.

    While the card may be in the hand, all later ones are possible.
    """
    holders = [seat for seat in range(s.players) if mask >> (state.IN_HAND + seat) & 1] + list(down)
    owners = set(holders)
    if s.faces[material.BEAR] != material.GIVE_FACE:
        owners |= {seat for seat in range(s.players) if mask >> (state.IN_PENALTY + seat) & 1}
    if len(owners) > 1:
        refuse(field, "a card that one player took is with that player, but for gifts from zone to zone by the bear")
    if not holders:
        return 0, 0
    indices = down_indices(s, holders[0])
    if not down:
        return len(indices), 0
    listed = sorted(down[holders[0]])
    first, last = indices.index(listed[0]), indices.index(listed[-1]) + 1
    in_hand = mask >> (state.IN_HAND + holders[0]) & 1
    if listed != indices[first : None if in_hand else last]:
        refuse(
            field, "must hold face-down cards without a gap, and up to the last one while the card may be in the hand"
        )
    return first, 0 if in_hand else last


def _is_among(s: Any, card: int, mask: int, since: int, until: int) -> bool:
    """Return whether the places include the one where the card is."""
    place = int(s.place[card])
    if state.HAND <= place < state.PENALTY:
        return bool(mask >> (state.IN_HAND + place - state.HAND) & 1)
    if state.PENALTY <= place < state.PILE:
        return bool(mask >> (state.IN_PENALTY + place - state.PENALTY) & 1)
    if place >= state.PILE:
        seat = place - state.PILE
        possible = down_indices(s, seat)[since : until or None] if mask >> (state.IN_PILE + seat) & 1 else []
        return any(s.pile[seat, index] & state.CARD == card for index in possible)
    return False


# ------------------------------------------------------------------------------- the field `history` (6.6)


def _read_history(s: Any, history: list[dict[str, dict[str, int]]] | None) -> None:
    """Read the public history of the seats, if it is given."""
    if history is None:
        return
    check_size("history", history, int(s.players))
    for seat, counted in enumerate(history):
        for name, counts in counted.items():
            for animal, count in counts.items():
                place = state.HISTORY.index(name) * material.N_ANIMALS + material.ANIMALS.index(animal)
                s.history[seat, place] = count
