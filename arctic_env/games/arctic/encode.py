"""The observation of ARCTIC: a flat int8 vector of named parts, seats rotated so that the observer comes first.

`observation_table` says what each part means; `encode` writes the parts in the same order. It gives the same from a
full state as from the seat's view: it reads nothing that the seat does not know.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic import material, state
from arctic_env.games.arctic.zones import is_hidden, visible_card
from arctic_env.kernels.jit import NOBODY, next_seat, njit
from arctic_env.kernels.masks import copy_row
from arctic_env.model.tables import ObservationTable

_HISTORY_MEANING = (
    "per seat and animal: spaces that it moved the token right and left by choice, by force, and with the walrus; "
    "cards left in the river with that main animal, and companion; points that its own choices added to the token"
)
_MOST_POINTS = 105  # six runs of fifteen and as much for diversity
_SPACES = len(material.LANDSCAPE)

# Where the first parts begin; the others depend on the number of players.
_PENALTY, _RIVER, _HELD, _EXPOSED, _UNSEEN, _KNOWN = range(material.N_CARDS, 7 * material.N_CARDS, material.N_CARDS)


@cache
def observation_table(players: int) -> ObservationTable:
    """Return the parts of an observation for that many players; "seats" are counted from the observer."""
    n = players
    return ObservationTable(
        [
            ("hand", (material.N_CARDS,), 0, 1, "own hand, by card id"),
            ("penalty", (material.N_CARDS,), 0, 1, "own penalty zone, by card id"),
            ("river", (material.N_CARDS,), 0, 1, "river, by card id"),
            ("held", (material.N_CARDS,), 0, 1, "own card named by `swap` or `give` whose other half is pending"),
            ("exposed", (material.N_CARDS,), 0, 1, "own private cards of which others know something"),
            ("unseen", (material.N_CARDS,), 0, 1,
             "cards in play that may be anywhere: deck, reserve, others' private cards"),
            ("known", (n - 1, material.N_CARDS), 0, 2,
             "per other seat: 2 the card is in its hand, 1 it may be, 0 nothing known"),
            ("piles", (n, material.N_CARDS), 0, material.N_CARDS,
             "per seat: place of the card in its pile, 1 at the bottom; 0 not there or hidden"),
            ("visible_main", (n, material.N_ANIMALS), 0, 1, "per seat: main animal of the Visible card"),
            ("visible_companion", (n, material.N_ANIMALS), 0, 1, "per seat: companion animal of the Visible card"),
            ("visible_draw", (n,), 0, 5, "per seat: draw value of the Visible card, 0 without one"),
            ("visible_placement", (n,), 1, 5, "per seat: placement value of the Visible card, 1 without one"),
            ("best_runs", (n, material.N_ANIMALS), 0, material.N_CARDS,
             "per seat: longest run of each animal, face-down cards counting for any"),
            ("top_run", (n, material.N_ANIMALS), 0, material.N_CARDS,
             "per seat: run of each animal that ends on top of the pile, likewise"),
            ("bottom_run", (n, material.N_ANIMALS), 0, material.N_CARDS,
             "per seat: run of each animal that begins at the bottom, likewise"),
            ("run_points", (n,), 0, _MOST_POINTS, "per seat: points for runs and diversity"),
            ("pile_size", (n,), 0, material.N_CARDS, "per seat: cards in the pile"),
            ("down_size", (n,), 0, material.N_CARDS, "per seat: face-down cards in the pile"),
            ("hand_size", (n,), 0, material.N_CARDS, "per seat: cards in hand"),
            ("penalty_size", (n,), 0, material.N_CARDS, "per seat: cards in the penalty zone"),
            ("holders", (n, material.N_ANIMALS), 0, 1, "per seat: power cards held"),
            ("history", (n, len(state.HISTORY), material.N_ANIMALS), -state.MOST_COUNTED, state.MOST_COUNTED,
             _HISTORY_MEANING),
            ("faces", (material.N_ANIMALS,), 0, 1, "face of each power card: 0 the first, 1 the second of its animal"),
            ("tokens", (material.N_ANIMALS, _SPACES), 0, 1, "space of each animal's token"),
            ("totem", (material.N_ANIMALS,), 0, 1, "own totem"),
            ("first", (n,), 0, 1, "which seat began the game"),
            ("mover", (n,), 0, 1, "which seat decides; all 0 after the end"),
            ("edition", (len(material.EDITIONS),), 0, 1, "edition of the rules"),
            ("packs", (material.N_PACKS,), 0, 1, "packs in play"),
            ("stage", (len(state.STAGES),), 0, 1, ", ".join(state.STAGES)),
            ("decision", (len(state.DECISIONS),), 0, 1, ", ".join(state.DECISIONS)),
            ("value", (1,), 0, 6, "cards to place or to draw in this step"),
            ("count", (1,), 0, 6, "of them, done so far"),
            ("placement", (1,), -1, 1, "moose: change of the placement value in this turn"),
            ("draw", (1,), -1, 1, "moose: change of the draw value in this turn"),
            ("used", (3,), 0, 1, "in this turn: swapped, taken back, tucked"),
            ("pushed", (2,), -1, 1, "direction in which the main and the companion token moved in this turn"),
            ("deck_size", (1,), 0, material.N_CARDS, "cards in the deck"),
            ("reserve_size", (1,), 0, material.N_CARDS, "cards in the reserve, 0 once it is the deck"),
            ("river_size", (1,), 0, material.RIVER_SIZE, "cards in the river"),
        ]
    )  # fmt: skip


@njit
def encode(views: NDArray[Any], i: int, seat: int, out: NDArray[np.int8]) -> None:
    """Write the observation of `seat` from its view or from the full state, int8[size of the table]."""
    s = views[i]
    for k in range(len(out)):
        out[k] = 0
    at = _encode_cards(s, seat, out)
    at = _encode_seats(s, seat, out, at)
    at = _encode_table(s, seat, out, at)
    _encode_turn(s, out, at)


@njit
def _encode_cards(s: Any, seat: int, out: NDArray[np.int8]) -> int:
    """Write parts hand to piles."""
    over = s.stage == state.OVER
    own_hand, own_penalty = np.uint8(state.HAND + seat), np.uint8(state.PENALTY + seat)
    for card in range(material.N_CARDS):
        place = s.place[card]
        hidden = is_hidden(place, seat, over)
        out[card] = place == own_hand
        out[_PENALTY + card] = place == own_penalty
        out[_RIVER + card] = place == np.uint8(state.RIVER)
        out[_UNSEEN + card] = hidden
        out[_EXPOSED + card] = (s.public[card] != 0) & (not hidden)
    if s.held != state.NO_CARD and s.seat == seat:
        out[_HELD + int(s.held)] = 1
    at = _encode_piles(s, seat, out, over)
    _encode_memory(s, seat, out)
    return at


@njit
def _encode_piles(s: Any, seat: int, out: NDArray[np.int8], over: bool) -> int:
    """Write part piles; face-down cards of others, open after the end (6.5), count as unseen instead."""
    players = int(s.players)
    at = _KNOWN + (players - 1) * material.N_CARDS
    for k in range(players):
        owner = next_seat(seat, k, players)
        covered = k > 0 and s.down_size[owner] > 0 and not over
        for index in range(s.pile_size[owner]):
            card = int(s.pile[owner, index])
            if not covered or card < state.DOWN:
                out[at + (card & state.CARD)] = index + 1
            elif card != state.NO_CARD:
                out[_UNSEEN + (card & state.CARD)] = 1
                out[_EXPOSED + (card & state.CARD)] = 0
        at += material.N_CARDS
    return at


@njit
def _encode_memory(s: Any, seat: int, out: NDArray[np.int8]) -> None:
    """Write part known and the unknown cards that may be anywhere; all unknown ones are marked unseen."""
    players = int(s.players)
    for k in range(1, players):
        bit = np.uint16(1 << (state.IN_HAND + next_seat(seat, k, players)))
        row = _KNOWN + (k - 1) * material.N_CARDS
        for card in range(material.N_CARDS):
            places = s.memory[seat, card]
            known = np.int8(np.uint16(places & bit) != 0) + np.int8(places == bit)
            out[row + card] = known & -out[_UNSEEN + card]
    for card in range(material.N_CARDS):
        out[_UNSEEN + card] &= s.memory[seat, card] == 0


@njit
def _encode_seats(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts visible_main to history: one row or number a seat."""
    players = int(s.players)
    rows = players * material.N_ANIMALS
    main, companion = at, at + rows
    draw = companion + rows
    placement = draw + players
    best = placement + players
    top, bottom = best + rows, best + 2 * rows
    total = bottom + rows
    holders = total + 5 * players
    history = holders + rows
    for k in range(players):
        owner = next_seat(seat, k, players)
        row = k * material.N_ANIMALS
        card = visible_card(s, owner)
        out[placement + k] = 1
        if card != state.NO_CARD:
            out[main + row + int(material.MAIN[card])] = 1
            out[companion + row + int(material.COMPANION[card])] = 1
            out[draw + k] = material.DRAW[card]
            out[placement + k] = material.PLACEMENT[card]
        points = 0
        for part in range(material.N_POINTS):
            points += s.points[owner, part]
        out[total + k] = points
        out[total + players + k] = s.pile_size[owner]
        out[total + 2 * players + k] = s.down_size[owner]
        out[total + 3 * players + k] = s.hand_size[owner]
        out[total + 4 * players + k] = s.penalty_size[owner]
        copy_row(s.best_runs, owner, out, best + row)
        copy_row(s.top_run, owner, out, top + row)
        copy_row(s.bottom_run, owner, out, bottom + row)
        copy_row(s.history, owner, out, history + len(state.HISTORY) * row)
    for animal in range(material.N_ANIMALS):
        if s.holders[animal] != NOBODY:
            k = next_seat(int(s.holders[animal]), players - seat, players)
            out[holders + k * material.N_ANIMALS + animal] = 1
    return history + len(state.HISTORY) * rows


@njit
def _encode_table(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts faces to packs."""
    players = int(s.players)
    faces, tokens = at, at + material.N_ANIMALS
    totem = tokens + material.N_ANIMALS * _SPACES
    first = totem + material.N_ANIMALS
    mover = first + players
    edition = mover + players
    packs = edition + len(material.EDITIONS)
    for animal in range(material.N_ANIMALS):
        out[faces + animal] = s.faces[animal]
        out[tokens + animal * _SPACES + int(s.tokens[animal])] = 1
    if s.totems[seat] != NOBODY:
        out[totem + int(s.totems[seat])] = 1
    out[first + next_seat(int(s.first), players - seat, players)] = 1
    if s.seat != NOBODY:
        out[mover + next_seat(int(s.seat), players - seat, players)] = 1
    out[edition + int(s.edition)] = 1
    for pack in range(material.N_PACKS):
        out[packs + pack] = s.packs >> pack & 1
    return packs + material.N_PACKS


@njit
def _encode_turn(s: Any, out: NDArray[np.int8], at: int) -> None:
    """Write parts stage to river_size."""
    out[at + int(s.stage)] = 1
    at += len(state.STAGES)
    out[at + int(s.decision)] = 1
    at += len(state.DECISIONS)
    out[at] = s.value
    out[at + 1] = s.count
    out[at + 2] = s.placement
    out[at + 3] = s.draw
    out[at + 4] = s.swapped
    out[at + 5] = s.taken_back
    out[at + 6] = s.tucked
    out[at + 7] = s.pushed[0]
    out[at + 8] = s.pushed[1]
    out[at + 9] = s.stack_size - s.reserve_size
    out[at + 10] = s.reserve_size
    out[at + 11] = s.river_size
