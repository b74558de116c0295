"""The rules of the toy game."""

from typing import Any

from numpy.typing import NDArray

from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import make_stream, shuffle
from tests.conformance.toy.state import DRAW, DROP, KEEP, MAX_CARDS, NO_CARD, NOBODY, SHORT_CARDS, SHOW, SWAP, TURNS

Array = NDArray[Any]


@njit
def deal(states: Array, i: int, seed: int, players: int, options: Array) -> None:
    s = states[i]
    s.players, s.cards = players, MAX_CARDS if options[0] else SHORT_CARDS
    s.seat, s.turns, s.drawn, s.deck_size = 0, 0, NO_CARD, s.cards
    s.hand[:] = NO_CARD
    s.shown[:] = 0
    s.heap[:] = 0
    s.deck[:] = NO_CARD
    for card in range(s.cards):
        s.deck[card] = card
    shuffle(make_stream(seed), s.deck, s.deck_size)
    for seat in range(players):
        s.hand[seat] = take_top(s)


@njit
def take_top(s: Any) -> int:
    s.deck_size -= 1
    card = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NO_CARD
    return card


@njit
def legal(states: Array, i: int, mask: Array) -> None:
    s = states[i]
    mask[:] = 0
    if s.seat == NOBODY:
        return
    if s.drawn != NO_CARD:
        mask[SWAP] = 1
        mask[DROP] = 1
        return
    mask[KEEP] = 1
    if not s.shown[s.seat]:
        mask[SHOW] = 1
        mask[DRAW] = s.deck_size > 0


@njit
def apply(states: Array, i: int, action: int) -> None:
    s = states[i]
    if action == DRAW:
        s.drawn = take_top(s)
        return
    if action == SHOW:
        s.shown[s.seat] = 1
    elif action == SWAP:
        s.heap[s.hand[s.seat]] = 1
        s.hand[s.seat] = s.drawn
    elif action == DROP:
        s.heap[s.drawn] = 1
    s.drawn = NO_CARD
    s.turns += 1
    s.seat = NOBODY if s.turns == TURNS * s.players else (s.seat + 1) % s.players


@njit
def scores(states: Array, i: int, out: Array) -> None:
    s = states[i]
    out[:] = 0
    for seat in range(s.players):
        out[seat] = 2 * int(s.hand[seat]) + int(s.shown[seat])


@njit
def ranks(states: Array, i: int, out: Array) -> None:
    s = states[i]
    out[:] = -1
    for seat in range(s.players):
        out[seat] = 0
        for other in range(s.players):
            out[seat] += s.hand[other] > s.hand[seat]
