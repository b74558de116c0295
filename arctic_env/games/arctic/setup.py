"""The deal (rule 2)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material
from arctic_env.games.arctic.state import NO_CARD, PLACING, PLAY, STACK
from arctic_env.games.arctic.turn_steps import begin_placing
from arctic_env.games.arctic.zones import draw_from_deck, into_hand, refill_river
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import below, make_stream, shuffle


@njit
def blank(s: Any) -> None:
    """Every field on the value that it has when it is not in use."""
    s.players, s.edition, s.packs, s.stage, s.first, s.seat = 0, 0, 0, PLAY, 0, 0
    s.faces[:] = 0
    s.holders[:] = NOBODY
    s.tokens[:] = material.START_SPACE
    s.totems[:] = NOBODY
    s.place[:] = 0
    s.stack[:] = NO_CARD
    s.stack_size, s.reserve_size, s.river_size = 0, 0, 0
    s.hand_size[:] = 0
    s.penalty_size[:] = 0
    s.pile[:] = NO_CARD
    s.pile_size[:] = 0
    s.down_size[:] = 0
    s.best_runs[:] = 0
    s.top_run[:] = 0
    s.bottom_run[:] = 0
    s.points[:] = 0
    s.decision, s.value, s.count, s.placement, s.draw, s.held = PLACING, 0, 0, 0, 0, NO_CARD
    s.swapped, s.taken_back, s.tucked = 0, 0, 0
    s.pushed[:] = 0
    s.public[:] = 0
    s.since[:] = 0
    s.until[:] = 0
    s.memory[:] = 0


@njit
def deal(states: NDArray[Any], i: int, seed: int, players: int, options: NDArray[np.int64]) -> None:
    """Write the start of a game: `options` holds the number of the edition (2.1 to 2.4)."""
    s = states[i]
    stream = make_stream(seed)
    blank(s)
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
    """As many random packs as players, shuffled together."""
    packs = np.arange(material.N_PACKS)
    shuffle(stream, packs, material.N_PACKS)
    for k in range(s.players):
        s.packs |= 1 << packs[k]
        for card in range(packs[k] * material.PACK_SIZE, (packs[k] + 1) * material.PACK_SIZE):
            s.place[card] = STACK
            s.stack[s.stack_size] = card
            s.stack_size += 1
    shuffle(stream, s.stack, s.stack_size)
