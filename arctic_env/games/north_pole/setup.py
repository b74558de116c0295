"""The deal (rules 1.5 and 2)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material, state
from arctic_env.games.north_pole.cards import disc_places, refill
from arctic_env.kernels.jit import NOBODY, njit
from arctic_env.kernels.random import below, make_stream, next_word, shuffle


def _make_blank() -> NDArray[Any]:
    """Return a state with every field on the value that it has when it is not in use: an array of one."""
    blank = np.zeros(1, state.DTYPE)
    blank["seat"] = NOBODY
    blank["bears"], blank["pawns"] = state.NOWHERE, state.NOWHERE
    for field in ("sides", "pack", "deck", "discard", "storm"):
        blank[field] = state.NO_CARD
    blank["masks"], blank["corners"], blank["score"] = state.NO_MASK, state.NO_MASK, state.NO_MASK
    blank["card"], blank["taken"] = state.NO_SLOT, state.NOT_TAKEN
    return blank


BLANK = _make_blank()


@njit
def deal(states: NDArray[Any], i: int, seed: int, players: int, options: NDArray[np.int64]) -> None:
    """Write the start of a game: `options` holds whether it is a team game."""
    states[i] = BLANK[0]
    s = states[i]
    stream = make_stream(seed)
    s.players, s.teams = players, options[0]
    _shuffle_cards(s, stream)
    for half in range(2):
        s.stream[half] = next_word(stream)
    for side in range(material.N_SIDES):
        refill(s, side)
    _deal_equipment(s, stream)
    _lay_masks(s, stream)
    for seat in range(players):
        s.ship[seat] = pawns_each(s)
    s.disc = below(stream, disc_places(s))
    s.first = below(stream, players)
    s.seat, s.decision = s.first, state.CAMP


@njit
def pawns_each(s: Any) -> int:
    """Return the number of pawns of each player (2.4, 3.10)."""
    return material.TEAM_PAWNS if s.teams else int(material.PAWNS[s.players])


@njit
def _shuffle_cards(s: Any, stream: NDArray[np.int64]) -> None:
    """Make all cards the deck."""
    for card in range(material.N_CARDS):
        s.unseen[card] = material.CARDS[card]
        for _ in range(material.CARDS[card]):
            s.deck[s.deck_size] = card
            s.deck_size += 1
    shuffle(stream, s.deck, material.PACK_OF_CARDS)


@njit
def _deal_equipment(s: Any, stream: NDArray[np.int64]) -> None:
    """Give each player a husky and another brown mask; the others leave the game (2.3)."""
    for mask in range(material.N_MASKS):
        s.box[mask] = material.BROWN[mask]
    others = np.empty(material.N_ALL_MASKS, np.int64)
    n = list_masks(s.box, others)
    n_huskies = int(material.BROWN[material.HUSKY])  # they come first
    others[: n - n_huskies] = others[n_huskies:n].copy()
    shuffle(stream, others, n - n_huskies)
    for seat in range(s.players):
        for mask in (material.HUSKY, int(others[seat])):
            s.box[mask] -= 1
            s.equipment[seat, mask] += 1


@njit
def list_masks(counts: NDArray[np.integer[Any]], masks: NDArray[np.int64]) -> int:
    """Write the kind of each mask that is counted, in order, into int64[]; return their number."""
    n = 0
    for mask in range(len(counts)):
        for _ in range(counts[mask]):
            masks[n] = mask
            n += 1
    return n


@njit
def _lay_masks(s: Any, stream: NDArray[np.int64]) -> None:
    """Lay five green masks out, stack ten of the others, and leave the rest out (2.3)."""
    green, rest = np.empty(material.N_ALL_MASKS, np.int64), np.empty(material.N_ALL_MASKS, np.int64)
    n_green = list_masks(material.GREEN, green)
    shuffle(stream, green, n_green)
    for k in range(material.CORNER_MASKS):
        s.corners[k] = green[k]
    s.score = green[material.CORNER_MASKS]
    n = list_masks(material.BLUE, rest)
    for k in range(material.PLACED, n_green):
        rest[n] = green[k]
        n += 1
    shuffle(stream, rest, n)
    for k in range(material.STACK):
        s.masks[k] = rest[k]
    s.masks_size = material.STACK
    for k in range(material.STACK, n):
        s.leftover[rest[k]] += 1
