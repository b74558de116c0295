"""The deal (rule 2)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material
from arctic_env.games.arctic.state import DTYPE, NO_CARD, STACK
from arctic_env.games.arctic.turn_steps import begin_placing
from arctic_env.games.arctic.zones import draw_from_deck, into_hand, refill_river
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import below, make_stream, shuffle


def _make_blank() -> NDArray[Any]:
    """Return a state with every field on the value that it has when it is not in use: an array of one."""
    blank = np.zeros(1, DTYPE)
    blank["tokens"] = material.START_SPACE
    blank["holders"], blank["totems"] = NOBODY, NOBODY
    blank["stack"], blank["pile"], blank["held"] = NO_CARD, NO_CARD, NO_CARD
    return blank


BLANK = _make_blank()


@njit
def deal(states: NDArray[Any], i: int, seed: int, players: int, options: NDArray[np.int64]) -> None:
    """Write the start of a game: `options` holds the number of the edition (2.1 to 2.4)."""
    states[i] = BLANK[0]
    s = states[i]
    stream = make_stream(seed)
    s.players = players
    s.edition = options[0]
    _stack_packs(s, stream)
    s.reserve_size = material.RESERVE_PER_OPPONENT * (players - 1)
    for animal in range(material.N_ANIMALS):
        s.faces[animal] = below(stream, 2)
    totems = np.arange(material.N_ANIMALS)
    shuffle(stream, totems, material.N_ANIMALS)
    for seat in range(players):
        s.totems[seat] = totems[seat]
    s.first = below(stream, players)
    s.seat = s.first
    for seat in range(players):
        for _ in range(material.START_HAND):
            into_hand(s, seat, draw_from_deck(s))
    refill_river(s)
    begin_placing(s)


@njit
def _stack_packs(s: Any, stream: NDArray[np.int64]) -> None:
    """Shuffle as many random packs as players together."""
    packs = np.arange(material.N_PACKS)
    shuffle(stream, packs, material.N_PACKS)
    for k in range(s.players):
        s.packs |= 1 << packs[k]
        for card in range(packs[k] * material.PACK_SIZE, (packs[k] + 1) * material.PACK_SIZE):
            s.place[card] = STACK
            s.stack[s.stack_size] = card
            s.stack_size += 1
    shuffle(stream, s.stack, s.stack_size)
