"""A seat's knowledge, and worlds that agree with it (rule 6).

A view is a state in which everything the seat cannot know holds its blank value: cards lie UNKNOWN, the stack
and others' face-down cards are NO_CARD, others' totems NOBODY. `determinize` fills the blanks again, each possible
world being equally likely, so that the view of the result is the view that it came from.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import state
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS, N_CARDS
from arctic_env.games.arctic.zones import is_hidden
from arctic_env.kernels.constrained_deal import draw_kinds
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import below, make_stream, shuffle

_OWN_PLACES = (1 << state.IN_HAND) | (1 << state.IN_PENALTY) | (1 << state.IN_PILE)  # of seat 0
ALL_PLACES = (1 << (state.IN_PILE + MAX_PLAYERS)) - 1
_IN_STACK = state.IN_PILE + MAX_PLAYERS  # slots of `determinize`: the deck and the reserve beside the private places


# ------------------------------------------------------------------------------------------------ views


@njit
def view(states: NDArray[Any], i: int, seat: int, out: NDArray[Any], j: int) -> None:
    """Write the seat's view of states[i] into out[j] (6.1 to 6.5)."""
    out[j] = states[i]
    s = out[j]
    over = s.stage == state.OVER
    for card in range(N_CARDS):
        if is_hidden(s.place[card], seat, over):
            s.place[card] = state.UNKNOWN
    s.stack[: s.stack_size] = state.NO_CARD
    for other in range(s.players):
        if other != seat:
            s.memory[other, :] = 0
            if not over:
                s.totems[other] = NOBODY
                _cover_pile(s, other)
    if seat != s.seat:
        s.held = state.NO_CARD


@njit
def _cover_pile(s: Any, other: int) -> None:
    """Blank the face-down cards of a pile."""
    if s.down_size[other] == 0:
        return
    for index in range(s.pile_size[other]):
        card = s.pile[other, index]
        if card >= state.DOWN:
            s.place[card & state.CARD] = state.UNKNOWN
            s.pile[other, index] = state.NO_CARD


@njit
def recall_as_bystander(s: Any, seat: int, memory: NDArray[np.uint16]) -> None:
    """Write what the seat remembers of others' cards if no gift told it more, uint16[cards] (6.3)."""
    others = ALL_PLACES ^ (_OWN_PLACES << seat)
    for card in range(N_CARDS):
        memory[card] = 0 if is_with(s, seat, card) else s.public[card] & others


@njit
def is_with(s: Any, seat: int, card: int) -> bool:
    """Return whether the card is in the seat's hand, penalty zone or pile."""
    place = s.place[card]
    return bool(place == state.HAND + seat or place == state.PENALTY + seat or place == state.PILE + seat)


# ------------------------------------------------------------------------------------------------ determinization


@njit
def determinize(views: NDArray[Any], j: int, seat: int, seed: int, out: NDArray[Any], i: int) -> None:
    """Write into out[i] a state whose view by `seat` is views[j], all that 6.3 allows equally likely.

    In it the other seats know what all know, but not the private knowledge from gifts.
    """
    out[i] = views[j]
    s = out[i]
    stream = make_stream(seed)
    _deal_totems(s, seat, stream)
    slot_place = np.empty(N_CARDS, np.int64)
    slot_index = np.empty(N_CARDS, np.int64)
    n_slots = _list_slots(s, seat, slot_place, slot_index)
    slot_card = np.empty(N_CARDS, np.int64)
    _choose_cards(s, seat, stream, slot_place[:n_slots], slot_index[:n_slots], slot_card[:n_slots])
    for slot in range(n_slots):
        _put(s, slot_place[slot], slot_index[slot], slot_card[slot])
    _name_held_card(s, stream)
    for other in range(s.players):
        if other != seat:
            recall_as_bystander(s, other, s.memory[other])


@njit
def _name_held_card(s: Any, stream: NDArray[np.int64]) -> None:
    """Record that any card of a seat's hand or zone may be the one named in its pending swap or gift."""
    if s.held != state.NO_CARD or (s.decision != state.SWAPPING and s.decision != state.RECEIVER):
        return
    swapping = s.decision == state.SWAPPING
    nth = below(stream, int(s.hand_size[s.seat]) if swapping else int(s.penalty_size[s.seat]))
    place = state.HAND + s.seat if swapping else state.PENALTY + s.seat
    for card in range(N_CARDS):
        if s.place[card] == place:
            if nth == 0:
                s.held = card
                return
            nth -= 1


@njit
def _deal_totems(s: Any, seat: int, stream: NDArray[np.int64]) -> None:
    """Deal the totems that the seat does not know to the others (2.4)."""
    if s.stage == state.OVER:
        return
    free = np.empty(N_ANIMALS, np.int64)
    n_free = 0
    for animal in range(N_ANIMALS):
        if animal != s.totems[seat]:
            free[n_free] = animal
            n_free += 1
    shuffle(stream, free, n_free)
    dealt = 0
    for other in range(s.players):
        if other != seat:
            s.totems[other] = free[dealt]
            dealt += 1


@njit
def _list_slots(s: Any, seat: int, place: NDArray[np.int64], index: NDArray[np.int64]) -> int:
    """List the places of unknown cards, one slot a card; return their number.

    `place` is the number of the bit in `public`, or _IN_STACK; `index` is the position in the stack, or the index
    among the face-down cards of that pile.
    """
    n = 0
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                place[n], index[n] = state.IN_HAND + other, 0
                n += 1
            if s.stage != state.OVER:
                for _ in range(s.penalty_size[other]):
                    place[n], index[n] = state.IN_PENALTY + other, 0
                    n += 1
                for down in range(s.down_size[other]):
                    place[n], index[n] = state.IN_PILE + other, down
                    n += 1
    for position in range(s.stack_size):
        place[n], index[n] = _IN_STACK, position
        n += 1
    return n


@njit
def _put(s: Any, place: int, index: int, card: int) -> None:
    """Put a card into its slot."""
    if place == _IN_STACK:
        s.stack[index] = card
        s.place[card] = state.STACK
    elif place < state.IN_PENALTY:
        s.place[card] = state.HAND + place - state.IN_HAND
    elif place < state.IN_PILE:
        s.place[card] = state.PENALTY + place - state.IN_PENALTY
    else:
        owner = place - state.IN_PILE
        s.place[card] = state.PILE + owner
        _put_face_down(s, owner, index, card)


@njit
def _put_face_down(s: Any, owner: int, down: int, card: int) -> None:
    """Put a card into the face-down slot of a pile with this index."""
    for index in range(s.pile_size[owner]):
        if s.pile[owner, index] >= state.DOWN:
            if down == 0:
                s.pile[owner, index] = card + state.DOWN
                return
            down -= 1


@njit
def _choose_cards(
    s: Any,
    seat: int,
    stream: NDArray[np.int64],
    place: NDArray[np.int64],
    index: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> None:
    """Choose a card for each slot: the cards with partial knowledge first, then the rest at random."""
    bound = np.empty(N_CARDS, np.int64)
    loose = np.empty(N_CARDS, np.int64)
    n_bound, n_loose = 0, 0
    for card in range(N_CARDS):
        if s.place[card] == state.UNKNOWN:
            if s.memory[seat, card]:
                bound[n_bound] = card
                n_bound += 1
            else:
                loose[n_loose] = card
                n_loose += 1
    chosen[:] = state.NO_CARD
    if n_bound:
        _seat_bound_cards(s, seat, stream, bound[:n_bound], place, index, chosen)
    shuffle(stream, loose, n_loose)
    for slot in range(len(chosen)):
        if chosen[slot] == state.NO_CARD:
            n_loose -= 1
            chosen[slot] = loose[n_loose]


@njit
def _seat_bound_cards(
    s: Any,
    seat: int,
    stream: NDArray[np.int64],
    cards: NDArray[np.int64],
    place: NDArray[np.int64],
    index: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> None:
    """Put the cards with partial knowledge into possible slots, every way equally likely (6.3)."""
    kind_of = np.empty(len(place), np.int64)
    allowed, capacity = _sort_slots(s, seat, cards, place, index, kind_of)
    kinds = np.empty(len(cards), np.int64)
    draw_kinds(stream, allowed, capacity, kinds)
    left = capacity.copy()
    for k in range(len(cards)):
        nth = below(stream, left[kinds[k]])
        left[kinds[k]] -= 1
        for slot in range(len(place)):
            if kind_of[slot] == kinds[k] and chosen[slot] == state.NO_CARD:
                if nth == 0:
                    chosen[slot] = cards[k]
                    break
                nth -= 1


@njit
def _sort_slots(
    s: Any,
    seat: int,
    cards: NDArray[np.int64],
    place: NDArray[np.int64],
    index: NDArray[np.int64],
    kind_of: NDArray[np.int64],
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Sort the slots by kind: which cards may be there. Returns bool[cards, kinds] and the number of slots of each.

    The slots of one hand or one penalty zone are alike, and so are neighbouring face-down slots of one pile unless
    some card arrived between them. Slots where none of the cards may be get the kind -1.
    """
    allowed = np.zeros((len(cards), len(place)), np.bool_)
    capacity = np.zeros(len(place), np.int64)
    n_kinds = 0
    for slot in range(len(place)):
        kind = n_kinds
        for k in range(len(cards)):
            allowed[k, kind] = _may_be_in(s, seat, cards[k], place[slot], index[slot])
        if kind > 0 and place[slot] == place[slot - 1] and np.all(allowed[:, kind] == allowed[:, kind - 1]):
            kind -= 1
        elif not np.any(allowed[:, kind]):
            kind_of[slot] = -1
            continue
        else:
            n_kinds += 1
        kind_of[slot] = kind
        capacity[kind] += 1
    return allowed[:, :n_kinds].copy(), capacity[:n_kinds].copy()


@njit
def _may_be_in(s: Any, seat: int, card: int, place: int, index: int) -> bool:
    """Return whether a card may be in a slot; face down only if it came from the hand the card was in (6.3)."""
    if not int(s.memory[seat, card]) >> place & 1:
        return False
    return bool(place < state.IN_PILE or (index >= s.since[card] and (s.until[card] == 0 or index < s.until[card])))
