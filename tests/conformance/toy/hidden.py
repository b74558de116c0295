"""What a seat of the toy game knows, worlds that agree with it, and its observation."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit
from arctic_env.kernels.random import make_stream, shuffle
from tests.conformance.toy.state import MAX_CARDS, NO_CARD, NOBODY

Array = NDArray[Any]


@njit
def view(states: Array, i: int, seat: int, out: Array, j: int) -> None:
    out[j] = states[i]
    s = out[j]
    s.deck[:] = NO_CARD
    for other in range(s.players):
        if other != seat and is_hidden(s, other):
            s.hand[other] = NO_CARD
    if s.seat != seat and s.drawn != NO_CARD:
        s.drawn = MAX_CARDS  # something


@njit
def is_hidden(s: Any, seat: int) -> bool:
    """Whether others do not know the card of the seat; at the end all cards are open."""
    return not s.shown[seat] and s.seat != NOBODY


@njit
def determinize(views: Array, j: int, seat: int, seed: int, out: Array, i: int) -> None:
    out[i] = views[j]
    s = out[i]
    cards = np.empty(MAX_CARDS, np.int64)
    n = list_unknown(s, seat, cards)
    shuffle(make_stream(seed), cards, n)
    for other in range(s.players):
        if other != seat and is_hidden(s, other):
            n -= 1
            s.hand[other] = cards[n]
    if s.drawn != NO_CARD and s.seat != seat:
        n -= 1
        s.drawn = cards[n]
    for place in range(s.deck_size):
        s.deck[place] = cards[place]


@njit
def list_unknown(s: Any, seat: int, cards: Array) -> int:
    """List the cards that the seat has not seen; returns how many."""
    n = 0
    for card in range(s.cards):
        seen = s.heap[card] == 1 or (s.seat == seat and s.drawn == card)
        for other in range(s.players):
            if (other == seat or not is_hidden(s, other)) and s.hand[other] == card:
                seen = True
        if not seen:
            cards[n] = card
            n += 1
    return n


@njit
def encode(states: Array, i: int, seat: int, out: Array) -> None:
    s = states[i]
    players = int(s.players)
    out[:] = 0
    out[int(s.hand[seat])] = 1
    if s.drawn < MAX_CARDS and s.seat == seat:
        out[MAX_CARDS + int(s.drawn)] = 1
    for card in range(MAX_CARDS):
        out[2 * MAX_CARDS + card] = s.heap[card]
    at = 3 * MAX_CARDS
    for k in range(1, players):
        other = (seat + k) % players
        card = s.hand[other]
        if card != NO_CARD and not is_hidden(s, other):
            out[at + int(card)] = 1
        at += MAX_CARDS
    for k in range(players):
        out[at + k] = s.shown[(seat + k) % players]
        out[at + players + k] = s.seat == (seat + k) % players
    at += 2 * players
    out[at] = s.turns
    out[at + 1] = s.deck_size
    out[at + 2] = s.drawn != NO_CARD
    out[at + 3] = s.cards
