"""Moves of cards between places, and seats' memory of them (rules 2, 4.1, 6.3)."""

from typing import Any

import numpy as np

from arctic_env.games.arctic import state
from arctic_env.games.arctic.material import MAX_PLAYERS, N_CARDS, RIVER_SIZE
from arctic_env.games.arctic.scoring import count_runs, count_top_card
from arctic_env.kernels.jit import njit

_ALL_PLACES = (1 << (state.IN_PILE + MAX_PLAYERS)) - 1
_SEATS = (1 << MAX_PLAYERS) - 1
_HAND_OR_PILE = (_SEATS << state.IN_HAND) | (_SEATS << state.IN_PILE)


@njit
def visible_card(s: Any, seat: int) -> int:
    """Return the seat's Visible card, or NO_CARD without one or if it lies face down (3.1)."""
    size = s.pile_size[seat]
    if size == 0 or s.pile[seat, size - 1] >= state.DOWN:
        return state.NO_CARD
    return int(s.pile[seat, size - 1])


@njit
def is_hidden(place: np.uint8, seat: int, over: bool) -> bool:
    """Return whether all cards of a place are hidden from the seat; face-down cards lie in no such place.

    Comparisons of bytes take a loop over cards half as long as shifts of a set of places.
    """
    own = (place == np.uint8(state.HAND + seat)) | (place == np.uint8(state.PENALTY + seat))
    private = (place >= np.uint8(state.HAND)) & (place < np.uint8(state.PENALTY if over else state.PILE))
    return bool((private & (not own)) | (place == np.uint8(state.STACK)) | (place == np.uint8(state.UNKNOWN)))


# ------------------------------------------------------------------------------------------------ memory


@njit
def forget(s: Any, card: int) -> None:
    """Clear the memory of a card that all have seen or that no seat holds."""
    s.public[card] = 0
    s.since[card] = 0
    s.until[card] = 0
    for seat in range(MAX_PLAYERS):
        s.memory[seat, card] = 0


@njit
def remember_hands_alone(s: Any) -> None:
    """Reduce memory to cards in hands at the end, when piles and zones lie open (6.5)."""
    for card in range(N_CARDS):
        if state.HAND <= s.place[card] < state.PENALTY:
            s.since[card] = 0
            s.until[card] = 0
            s.public[card] &= state.HANDS
            for seat in range(MAX_PLAYERS):
                s.memory[seat, card] &= state.HANDS
        else:
            forget(s, card)


@njit
def record_move(s: Any, source: int, target: int, knowing: int, also_knowing: int) -> None:
    """Record that an unseen card moved: cards possibly in the source may now be in the target (6.3).

    Source and target are bit numbers of places. Two seats see the card, or the same one twice: their memory stays.
    """
    old, new = 1 << source, 1 << target
    for card in range(N_CARDS):
        if s.public[card] & old:
            s.public[card] |= new
    for seat in range(MAX_PLAYERS):
        if seat != knowing and seat != also_knowing:
            for card in range(N_CARDS):
                if s.memory[seat, card] & old:
                    s.memory[seat, card] |= new


@njit
def mark_empty(s: Any, place: int) -> None:
    """Record that a place is empty, so no card may be there; everybody concludes this."""
    keep = _ALL_PLACES ^ (1 << place)
    for card in range(N_CARDS):
        s.public[card] &= keep
        if s.public[card] & _HAND_OR_PILE == 0:
            s.since[card] = 0
    for seat in range(MAX_PLAYERS):
        for card in range(N_CARDS):
            s.memory[seat, card] &= keep


# ------------------------------------------------------------------------------------------------ hand


@njit
def into_hand(s: Any, seat: int, card: int) -> None:
    """Move a card into the hand, unseen by others."""
    s.place[card] = state.HAND + seat
    s.hand_size[seat] += 1


@njit
def into_hand_openly(s: Any, seat: int, card: int) -> None:
    """Move a card into the hand, seen and remembered by all (6.3)."""
    into_hand(s, seat, card)
    forget(s, card)
    s.public[card] = 1 << (state.IN_HAND + seat)
    s.since[card] = s.down_size[seat]
    for other in range(s.players):
        if other != seat:
            s.memory[other, card] = s.public[card]


@njit
def _leave_hand(s: Any, seat: int) -> None:
    s.hand_size[seat] -= 1
    if s.hand_size[seat] == 0:
        for card in range(N_CARDS):
            if s.public[card] >> (state.IN_HAND + seat) & 1 and s.public[card] >> (state.IN_PILE + seat) & 1:
                s.until[card] = s.down_size[seat]  # what goes face down from now on is another card
        mark_empty(s, state.IN_HAND + seat)


@njit
def discard(s: Any, seat: int, card: int) -> None:
    """Move a card from the hand, face down, into the own penalty zone (3.7)."""
    s.place[card] = state.PENALTY + seat
    s.penalty_size[seat] += 1
    record_move(s, state.IN_HAND + seat, state.IN_PENALTY + seat, seat, seat)
    _leave_hand(s, seat)


# ------------------------------------------------------------------------------------------------ pile


@njit
def place_on_top(s: Any, seat: int, card: int) -> None:
    """Move a card from the hand, face up, on top of the own pile (3.2)."""
    s.pile[seat, s.pile_size[seat]] = card
    _enter_pile(s, seat, card)
    count_top_card(s, seat)
    forget(s, card)
    _leave_hand(s, seat)


@njit
def place_beneath(s: Any, seat: int, card: int) -> None:
    """Move a card from the hand, face up, beneath the whole pile (fox under)."""
    for index in range(s.pile_size[seat], 0, -1):
        s.pile[seat, index] = s.pile[seat, index - 1]
    s.pile[seat, 0] = card
    _enter_pile(s, seat, card)
    count_runs(s, seat)
    forget(s, card)
    _leave_hand(s, seat)


@njit
def place_face_down(s: Any, seat: int, card: int) -> None:
    """Move a card from the hand, face down, directly under the Visible card (fox wild)."""
    top = s.pile_size[seat] - 1
    s.pile[seat, top + 1] = s.pile[seat, top]
    s.pile[seat, top] = card + state.DOWN
    _enter_pile(s, seat, card)
    s.down_size[seat] += 1
    count_runs(s, seat)
    record_move(s, state.IN_HAND + seat, state.IN_PILE + seat, seat, seat)
    _leave_hand(s, seat)


@njit
def _enter_pile(s: Any, seat: int, card: int) -> None:
    s.pile_size[seat] += 1
    s.place[card] = state.PILE + seat


@njit
def take_back(s: Any, seat: int) -> None:
    """Move the Visible card from the pile into the hand (puffin takeback)."""
    top = s.pile_size[seat] - 1
    card = s.pile[seat, top] & state.CARD
    s.pile[seat, top] = state.NO_CARD
    s.pile_size[seat] = top
    count_runs(s, seat)
    into_hand_openly(s, seat, card)


# ------------------------------------------------------------------------------------------------ deck and river


@njit
def deck_has_card(s: Any) -> bool:
    """Return whether a card can be drawn, be it by turning the reserve into the deck (4.1)."""
    return bool(s.stack_size > 0 and (s.stack_size > s.reserve_size or s.stage == state.PLAY))


@njit
def draw_from_deck(s: Any) -> int:
    """Take the top card of the deck; the first card needed from an empty deck opens the reserve (4.1)."""
    if s.stack_size == s.reserve_size:
        s.reserve_size = 0
        s.stage = state.FINISH
    s.stack_size -= 1
    card = s.stack[s.stack_size]
    s.stack[s.stack_size] = state.NO_CARD
    return int(card)


@njit
def refill_river(s: Any) -> None:
    """Fill the river up to six, or as far as deck and reserve go (3.6, 4.1)."""
    while s.river_size < RIVER_SIZE and deck_has_card(s):
        card = draw_from_deck(s)
        s.place[card] = state.RIVER
        s.river_size += 1


@njit
def take_from_river(s: Any, seat: int, card: int) -> None:
    """Move a card from the river into the hand, seen by all (3.6)."""
    s.river_size -= 1
    into_hand_openly(s, seat, card)


@njit
def swap_with_river(s: Any, seat: int, mine: int, card: int) -> None:
    """Swap a hand card for a river card, both seen by all (puffin swap)."""
    forget(s, mine)
    s.place[mine] = state.RIVER
    _leave_hand(s, seat)
    into_hand_openly(s, seat, card)


# ------------------------------------------------------------------------------------------------ penalty zone


@njit
def pay_penalty(s: Any, seat: int) -> None:
    """Put the top card of the deck unseen into the penalty zone; no effect without one (3.2, 4.1)."""
    if deck_has_card(s):
        card = draw_from_deck(s)
        s.place[card] = state.PENALTY + seat
        s.penalty_size[seat] += 1


@njit
def _leave_penalty(s: Any, seat: int) -> None:
    s.penalty_size[seat] -= 1
    if s.penalty_size[seat] == 0:
        mark_empty(s, state.IN_PENALTY + seat)


@njit
def recover(s: Any, seat: int, card: int) -> None:
    """Move a card from the own penalty zone into the hand, unseen (bear recover)."""
    into_hand(s, seat, card)
    for known in range(N_CARDS):
        if s.public[known] >> (state.IN_PENALTY + seat) & 1:
            s.until[known] = 0  # it can go face down from now on
            if s.public[known] & _HAND_OR_PILE == 0:
                s.since[known] = s.down_size[seat]
    record_move(s, state.IN_PENALTY + seat, state.IN_HAND + seat, seat, seat)
    _leave_penalty(s, seat)


@njit
def give(s: Any, giver: int, receiver: int, card: int) -> None:
    """Move a card from one penalty zone into another; giver and receiver see it (bear give, 6.2, 6.3)."""
    s.place[card] = state.PENALTY + receiver
    s.penalty_size[receiver] += 1
    record_move(s, state.IN_PENALTY + giver, state.IN_PENALTY + receiver, giver, receiver)
    s.memory[giver, card] = 1 << (state.IN_PENALTY + receiver)
    s.memory[receiver, card] = 0
    _leave_penalty(s, giver)
