"""What nobody knows, and worlds that agree with what all know (rules 4 and 6.12).

A view is a state in which everything that no seat can know holds its blank value: cards of the deck but for the colour
of the top one, ice masks that lie face down or were left over, the stream of the reshuffles. Seats know the same.
`determinize` fills the blanks again, each possible world being equally likely, so that the view of the result is the
view that it came from.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.cards import colour_of_storms
from arctic_env.games.north_pole.material import N_COLOURS
from arctic_env.games.north_pole.setup import list_masks
from arctic_env.games.north_pole.squares import count
from arctic_env.games.north_pole.state import NO_CARD, NO_MASK
from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import below, make_stream, next_word, shuffle

Counts = NDArray[np.signedinteger[Any]]


@njit
def view(states: NDArray[Any], i: int, seat: int, out: NDArray[Any], j: int) -> None:
    """Write the seat's view of states[i] into out[j] (4)."""
    out[j] = states[i]
    s = out[j]
    top = int(s.deck_size) - 1
    s.deck[top] = state.HIDDEN_CARD + colour_of_storms(s)
    for k in range(top):
        s.deck[k] = NO_CARD
    for k in range(s.masks_size):
        s.masks[k] = NO_MASK
    for k in range(material.CORNER_MASKS):
        if s.corners[k] != NO_MASK:
            s.corners[k] = state.HIDDEN_MASK
    if s.score != NO_MASK:
        s.score = state.HIDDEN_MASK
    for mask in range(material.N_MASKS):
        s.leftover[mask] = 0
    s.stream[0], s.stream[1] = 0, 0


@njit
def unseen_masks(s: Any, counts: Counts) -> None:
    """Write how many ice masks of each kind nobody has seen, int64 or int8[masks]."""
    for mask in range(material.N_MASKS):
        counts[mask] = material.ALL_MASKS[mask] - s.box[mask] - s.spent[mask]
    counts[material.SNOWSHOES] -= s.snowshoes
    counts[material.PICKAXE] -= s.pickaxe
    counts[material.HOLE] -= count(s.holes)
    for k in range(material.MAX_BEARS):
        counts[material.BEAR] -= s.bears[k] != state.NOWHERE
    for seat in range(s.players):
        counts[material.BACKPACK] -= s.pack[seat] != NO_CARD
        counts[material.IGLOO] -= count(s.igloos[seat])
        for mask in range(material.N_EQUIPMENT):
            counts[mask] -= s.equipment[seat, mask]


@njit
def determinize(views: NDArray[Any], j: int, seat: int, seed: int, out: NDArray[Any], i: int) -> None:
    """Write into out[i] a state whose view is views[j], all equally likely."""
    out[i] = views[j]
    s = out[i]
    stream = make_stream(seed)
    _lay_deck(s, stream)
    _lay_masks(s, stream)
    for half in range(len(s.stream)):
        s.stream[half] = next_word(stream)


@njit
def _lay_deck(s: Any, stream: NDArray[np.int64]) -> None:
    """Lay the unseen cards in any order, with one of the known colour on top."""
    colour, of_colour = colour_of_storms(s), 0
    for card in range(colour, material.N_CARDS, N_COLOURS):
        of_colour += int(s.unseen[card])
    nth, n = below(stream, of_colour), 0
    top = NO_CARD
    for card in range(material.N_CARDS):
        for _ in range(s.unseen[card]):
            if card % N_COLOURS == colour:
                nth -= 1
                if nth == -1:
                    top = card
                    continue
            s.deck[n] = card
            n += 1
    shuffle(stream, s.deck, n)
    s.deck[n] = top


@njit
def _lay_masks(s: Any, stream: NDArray[np.int64]) -> None:
    """Lay unseen equipment where green masks lie, and the other unseen ones in any order (2.3)."""
    counts = np.empty(material.N_MASKS, np.int64)
    unseen_masks(s, counts)
    masks = np.empty(material.N_ALL_MASKS, np.int64)
    n_equipment = list_masks(counts[: material.N_EQUIPMENT], masks)
    n = list_masks(counts, masks)  # equipment comes first
    shuffle(stream, masks, n_equipment)
    taken = 0
    for k in range(material.CORNER_MASKS):
        if s.corners[k] != NO_MASK:
            s.corners[k] = masks[taken]
            taken += 1
    if s.score != NO_MASK:
        s.score = masks[taken]
        taken += 1
    rest = masks[taken:n]
    shuffle(stream, rest, len(rest))
    for k in range(s.masks_size):
        s.masks[k] = rest[k]
    for k in range(s.masks_size, len(rest)):
        s.leftover[rest[k]] += 1
