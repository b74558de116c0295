"""What a seat knows, and worlds that agree with it (rule 6).

A view is a state in which everything the seat cannot know holds its blank value: cards lie UNKNOWN, the stack
and others' face-down cards are NO_CARD, others' totems NOBODY. `determinize` fills the blanks again, each possible
world being equally likely, so that the view of the result is the view that it came from.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.jit import njit
from arctic_env.core.random import below, make_stream, shuffle
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS, N_CARDS
from arctic_env.games.arctic.state import (
    CARD,
    DOWN,
    HAND,
    IN_HAND,
    IN_PENALTY,
    IN_PILE,
    NO_CARD,
    NOBODY,
    OVER,
    PENALTY,
    PILE,
    STACK,
    UNKNOWN,
)

_OWN_PLACES = (1 << IN_HAND) | (1 << IN_PENALTY) | (1 << IN_PILE)  # of seat 0
_HANDS = ((1 << MAX_PLAYERS) - 1) << IN_HAND
_ALL_PLACES = (1 << (IN_PILE + MAX_PLAYERS)) - 1
_IN_STACK = (
    IN_PILE + MAX_PLAYERS
)  # slots of `determinize`: the deck and the reserve beside the private places


# ------------------------------------------------------------------------------------------------ views


@njit
def view(states: NDArray[Any], i: int, seat: int, out: NDArray[Any], j: int) -> None:
    """Write what the seat may know of states[i] into out[j] (6.1 to 6.5)."""
    out[j] = states[i]
    s = out[j]
    over = s.stage == OVER
    for card in range(N_CARDS):
        if is_hidden_place(s.place[card], seat, over):
            s.place[card] = UNKNOWN
    s.stack[: s.stack_size] = NO_CARD
    for other in range(s.players):
        if other != seat:
            s.memory[other, :] = 0
            if not over:
                s.totems[other] = NOBODY
                _cover_pile(s, other)
    if over:
        _remember_hands_alone(s, seat)
    if seat != s.seat:
        s.held = NO_CARD


@njit
def is_hidden_place(place: int, seat: int, over: bool) -> bool:
    """Whether all cards of a place are hidden from the seat; face-down cards of piles are told apart elsewhere."""
    if place == STACK:
        return True
    if HAND <= place < PENALTY:
        return place != HAND + seat
    if PENALTY <= place < PILE:
        return place != PENALTY + seat and not over
    return False


@njit
def _cover_pile(s: Any, other: int) -> None:
    """Blank the face-down cards of a pile."""
    if s.down_size[other] == 0:
        return
    for index in range(s.pile_size[other]):
        card = s.pile[other, index]
        if card >= DOWN:
            s.place[card & CARD] = UNKNOWN
            s.pile[other, index] = NO_CARD


@njit
def _remember_hands_alone(s: Any, seat: int) -> None:
    """When piles and zones lie open, an unknown card that went into a private place can only be in a hand (6.5)."""
    for card in range(N_CARDS):
        s.memory[seat, card] &= _HANDS if s.place[card] == UNKNOWN else 0


@njit
def recall_as_bystander(s: Any, seat: int, memory: NDArray[np.uint16]) -> None:
    """Write what the seat remembers of others' cards if no gift told it more, uint16[cards] (6.3)."""
    others = _ALL_PLACES ^ (_OWN_PLACES << seat)
    for card in range(N_CARDS):
        memory[card] = 0 if is_with(s, seat, card) else s.public[card] & others


@njit
def is_with(s: Any, seat: int, card: int) -> bool:
    """Whether the card is in the seat's hand, penalty zone or pile."""
    place = s.place[card]
    return bool(place == HAND + seat or place == PENALTY + seat or place == PILE + seat)


# ------------------------------------------------------------------------------------------------ determinization


@njit
def determinize(views: NDArray[Any], j: int, seat: int, seed: int, out: NDArray[Any], i: int) -> None:
    """Write into out[i] a state whose view by `seat` is views[j], each one that 6.3 allows being equally likely.

    In it the other seats remember what all remember, but not what gifts told them alone.
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
    for other in range(s.players):
        if other != seat:
            recall_as_bystander(s, other, s.memory[other])


@njit
def _deal_totems(s: Any, seat: int, stream: NDArray[np.int64]) -> None:
    """Deal the totems that the seat does not know to the others (2.4)."""
    if s.stage == OVER:
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
    """List the places that hold unknown cards, one slot a card; returns how many.

    `place` is the number of the bit in `public`, or _IN_STACK; `index` is the position in the stack, or the how-manieth
    face-down card of that pile it is.
    """
    n = 0
    for other in range(s.players):
        if other != seat:
            for _ in range(s.hand_size[other]):
                place[n], index[n] = IN_HAND + other, 0
                n += 1
            if s.stage != OVER:
                for _ in range(s.penalty_size[other]):
                    place[n], index[n] = IN_PENALTY + other, 0
                    n += 1
                for down in range(s.down_size[other]):
                    place[n], index[n] = IN_PILE + other, down
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
        s.place[card] = STACK
    elif place < IN_PENALTY:
        s.place[card] = HAND + place - IN_HAND
    elif place < IN_PILE:
        s.place[card] = PENALTY + place - IN_PENALTY
    else:
        owner = place - IN_PILE
        s.place[card] = PILE + owner
        _put_face_down(s, owner, index, card)


@njit
def _put_face_down(s: Any, owner: int, down: int, card: int) -> None:
    """Put a card into the how-manieth face-down slot of a pile."""
    for index in range(s.pile_size[owner]):
        if s.pile[owner, index] >= DOWN:
            if down == 0:
                s.pile[owner, index] = card + DOWN
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
    """Choose a card for each slot: the cards of which something is known first, then the rest at random."""
    bound = np.empty(N_CARDS, np.int64)
    loose = np.empty(N_CARDS, np.int64)
    n_bound, n_loose = 0, 0
    for card in range(N_CARDS):
        if s.place[card] == UNKNOWN:
            if s.memory[seat, card]:
                bound[n_bound] = card
                n_bound += 1
            else:
                loose[n_loose] = card
                n_loose += 1
    chosen[:] = NO_CARD
    if n_bound:
        _seat_bound_cards(s, seat, stream, bound[:n_bound], place, index, chosen)
    shuffle(stream, loose, n_loose)
    for slot in range(len(chosen)):
        if chosen[slot] == NO_CARD:
            n_loose -= 1
            chosen[slot] = loose[n_loose]


@njit
def _allows(mask: int, since: int, place: int, index: int) -> bool:
    """Whether a card of which that is known may be in a slot: a face-down card only if it went down since (6.3)."""
    return bool(mask >> place & 1) and (place < IN_PILE or index >= since)


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
    """Draw a uniformly random way to seat the cards in slots that each may be in, by rejection.

    The cards, those with the fewest slots first, take one of their free slots each. A way to seat them all then
    comes up with the product of 1 / (free slots), so it is kept with that of (free slots / most that can be free).
    Where the sets of slots are nested, as they nearly always are, every way is kept.
    """
    n = len(cards)
    masks = np.empty(n, np.int64)
    width = np.zeros(n, np.int64)
    for k in range(n):
        masks[k] = s.memory[seat, cards[k]]
        for slot in range(len(place)):
            width[k] += _allows(masks[k], s.since[cards[k]], place[slot], index[slot])
    order = np.argsort(width, kind="mergesort")
    most = _most_free(s, cards, masks, width, order)
    while True:
        chosen[:] = NO_CARD
        kept = True
        for k in range(n):
            card = cards[order[k]]
            free = _take_free_slot(stream, card, masks[order[k]], int(s.since[card]), place, index, chosen)
            if free == 0 or (free < most[k] and below(stream, most[k]) >= free):
                kept = False
                break
        if kept:
            return


@njit
def _most_free(
    s: Any,
    cards: NDArray[np.int64],
    masks: NDArray[np.int64],
    width: NDArray[np.int64],
    order: NDArray[np.int64],
) -> NDArray[np.int64]:
    """How many slots can at most be free for each card in order: earlier ones with no other slots have taken theirs."""
    most = np.empty(len(order), np.int64)
    for k in range(len(order)):
        mine = order[k]
        most[k] = width[mine]
        for earlier in order[:k]:
            inside = masks[earlier] | masks[mine] == masks[mine]
            later = masks[earlier] < 1 << IN_PILE or s.since[cards[earlier]] >= s.since[cards[mine]]
            if inside and later:
                most[k] -= 1
    return most


@njit
def _take_free_slot(
    stream: NDArray[np.int64],
    card: int,
    mask: int,
    since: int,
    place: NDArray[np.int64],
    index: NDArray[np.int64],
    chosen: NDArray[np.int64],
) -> int:
    """Put the card into a random free slot where it may be; returns how many there were."""
    free = 0
    for slot in range(len(place)):
        free += chosen[slot] == NO_CARD and _allows(mask, since, place[slot], index[slot])
    if free == 0:
        return 0
    nth = below(stream, free)
    for slot in range(len(place)):
        if chosen[slot] == NO_CARD and _allows(mask, since, place[slot], index[slot]):
            if nth == 0:
                chosen[slot] = card
                return free
            nth -= 1
    return free
