"""The observation of RACE TO THE NORTH POLE: a flat int8 vector of named parts, the observer the first of the seats.

Boards have a row for each file, a to h, and in it a square for each rank, 1 to 8. They are those of the upper board and
not turned for the observer: the actions name the same squares. Where the observer sits is told by its camp and side,
and `steps` says how far the Pole is from each square as the board and disc lie now. Seats know the same, so `encode`
gives the same from a full state as from a view.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.cards import colour_of_storms, side_of
from arctic_env.games.north_pole.hidden import unseen_masks
from arctic_env.games.north_pole.material import KINDS, N_COLOURS, N_EQUIPMENT, N_KINDS, N_MASKS, N_SIDES, SLOTS
from arctic_env.games.north_pole.plays import card_kind
from arctic_env.games.north_pole.squares import (
    CAMP_SQUARES,
    CORNERS,
    CRACKED,
    N_SQUARES,
    SIDE,
    STEPS_TO_POLE,
    TEAM_DISCS,
)
from arctic_env.games.north_pole.state import DECISIONS, NO_CARD, NO_MASK, NO_SLOT, NOWHERE, STAGES
from arctic_env.kernels.jit import NOBODY, next_seat, njit, without_refcounts
from arctic_env.model.tables import ObservationTable

_BOARD = (SIDE, SIDE)
_FILE = (1 << SIDE) - 1
# int64[sets of ranks]: a file of a set of squares as eight numbers of a byte each.
_SPREAD = (
    np.array([[ranks >> rank & 1 for rank in range(SIDE)] for ranks in range(_FILE + 1)], np.int8)
    .view(np.int64)
    .ravel()
)
_NORTH, _EAST = 0, 1  # directions of `squares.AWAY`
# Boards of bytes as eight words each. Cracks: by quarter turns, to the north and then to the east of a square.
_CRACKS = np.ascontiguousarray(CRACKED[:, :, [_NORTH, _EAST]].transpose(0, 2, 1), np.int8).view(np.int64)
_STEPS = STEPS_TO_POLE.astype(np.int8).view(np.int64)
_MOST_STEPS = int(STEPS_TO_POLE.max())
_CAMPS = np.zeros((N_SIDES, N_SQUARES), np.int8)
for _side in range(N_SIDES):
    _CAMPS[_side, list(CAMP_SQUARES[_side])] = 1
_CAMPS = _CAMPS.view(np.int64)

_TURNS_PER_STEP = 4  # of the part `turns`, so that it fits into a byte
_MOST_POINTS = int(material.THRESHOLD.max() + material.POINTS.max())
_MOST_HELD = material.MAX_EQUIPMENT + 1
_SLOT_NAMES = "slot 1, 2, 3, backpack"
_FLAGS = ("snowshoes declared", "pickaxe declared", "new cards used", "equipment discarded after them", "a card played",
          "backpack filled in this turn")  # fmt: skip


@cache
def observation_table(players: int) -> ObservationTable:
    """Return the parts of an observation for that many players; "seats" are counted from the observer."""
    n = players
    most_cards, most_masks = int(material.CARDS.max()), int(material.ALL_MASKS.max())
    return ObservationTable(
        [
            ("pawns", (n, *_BOARD), 0, material.MAX_PAWNS, "per seat: pawns"),
            ("igloos", (n, *_BOARD), 0, 1, "per seat: igloos"),
            ("holes", _BOARD, 0, 1, "holes"),
            ("cracks", (2, *_BOARD), 0, 1, "cracks on the northern edge of a square, then on the eastern one"),
            ("camp", _BOARD, 0, 1, "the camp before the observer"),
            ("steps", _BOARD, 0, _MOST_STEPS, "steps from there into the Pole, with nothing but cracks in the way"),
            ("bears", _BOARD, 0, material.MAX_BEARS, "bears"),
            ("corner_masks", _BOARD, 0, 1, "ice masks that lie on corners"),
            ("sides", (N_SIDES, SLOTS, N_KINDS), 0, 1,
             f"kinds of the cards on the sides {', '.join(material.SIDES)} of the upper board: {', '.join(KINDS)}"),
            ("own_cards", (SLOTS, N_KINDS), 0, 1, "kinds of the cards on the observer's side"),
            ("packs", (n, N_KINDS), 0, 1, "per seat: kind of the packed card"),
            ("side", (N_SIDES,), 0, 1, "side of the upper board that lies before the observer"),
            ("disc", (len(CORNERS),), 0, 1, "whether the Pole is open from d4, d5, e5, e4"),
            ("ship", (n,), 0, material.MAX_PAWNS, "per seat: pawns on the ship"),
            ("home", (n,), 0, material.MAX_PAWNS, "per seat: pawns at the Pole"),
            ("equipment", (n, N_EQUIPMENT), 0, _MOST_HELD,
             "per seat: pieces of equipment: " + ", ".join(material.EQUIPMENT)),
            ("storm_points", (1,), 0, _MOST_POINTS, "points of the storm pile"),
            ("storm_left", (1,), 0, int(material.THRESHOLD.max()), "points that are missing to a storm"),
            ("colour", (N_COLOURS,), 0, 1, "how the next storm turns the board: " + ", ".join(material.COLOURS)),
            ("unseen_cards", (N_KINDS, N_COLOURS), 0, most_cards, "cards in the deck, of each kind and colour"),
            ("masks", (1,), 0, material.STACK, "ice masks in the stack"),
            ("unseen_masks", (N_MASKS,), 0, most_masks, "ice masks that nobody has seen: " + ", ".join(material.MASKS)),
            ("score_mask", (1,), 0, 1, "whether a mask lies on the scoreboard"),
            ("first", (n,), 0, 1, "which seat began the game"),
            ("seat", (n,), 0, 1, "whose turn it is; all 0 after the end"),
            ("stage", (len(STAGES),), 0, 1, ", ".join(STAGES)),
            ("decision", (len(DECISIONS),), 0, 1, ", ".join(DECISIONS)),
            ("card", (SLOTS + 1,), 0, 1, f"where the named card lies: {_SLOT_NAMES}"),
            ("card_kind", (N_KINDS,), 0, 1, "kind of the named card, of a steal that of the card that it takes"),
            ("flags", (len(_FLAGS),), 0, 1, ", ".join(_FLAGS)),
            ("extra", (1,), 0, 2 * int(material.ALL_MASKS[material.HUSKY]), "extra cards due"),
            ("turns", (1,), 0, material.MAX_TURNS // _TURNS_PER_STEP,
             f"turns ended, divided by {_TURNS_PER_STEP}; after {material.MAX_TURNS} the game is truncated"),
            ("teams", (1,), 0, 1, "whether it is a team game"),
        ]
    )  # fmt: skip


@njit
def encode(views: NDArray[Any], i: int, seat: int, out: NDArray[np.int8]) -> None:
    """Write the observation of `seat` from its view or from the full state, int8[size of the table]."""
    s = views[i]
    at = _encode_board(s, seat, out)
    at = _encode_cards(s, seat, out, at)
    at = _encode_seats(s, seat, out, at)
    at = _encode_unseen(s, out, at)
    at = _encode_order(s, seat, out, at)
    _encode_turn(s, out, at)


# ------------------------------------------------------------------------------------------------ boards


@njit
def _encode_board(s: Any, seat: int, out: NDArray[np.int8]) -> int:
    """Set all to 0 and write parts pawns to corner_masks."""
    players = int(s.players)
    igloos = players * N_SQUARES
    holes = 2 * igloos
    bears = holes + 5 * N_SQUARES
    corners = bears + N_SQUARES
    for k in range(len(out)):  # from the first on, so that it becomes one instruction
        out[k] = 0
    words = without_refcounts(out[:corners]).view(np.int64)
    at = igloos // SIDE
    for k in range(players):
        other = next_seat(seat, k, players)
        at = _write_set(words, at, int(s.igloos[other]))
        for index in range(material.MAX_PAWNS):  # an iteration over a slice counts references
            square = int(s.pawns[other, index])
            if square != NOWHERE:
                out[k * N_SQUARES + square] += 1
    at = _write_set(words, at, int(s.holes))
    turned = int(s.turned)
    for direction in range(2):
        at = _write_board(words, at, _CRACKS[turned, direction])
    at = _write_board(words, at, _CAMPS[side_of(s, seat)])
    _write_board(words, at, _STEPS[turned, (TEAM_DISCS if s.teams else 0) + s.disc])
    for index in range(material.MAX_BEARS):
        if s.bears[index] != NOWHERE:
            out[bears + int(s.bears[index])] += 1
    for k in range(material.CORNER_MASKS):
        out[corners + CORNERS[k]] = s.corners[k] != NO_MASK
    return corners + N_SQUARES


@njit
def _write_set(words: NDArray[np.int64], at: int, squares: int) -> int:
    """Write a board with 1 on the squares of a set; return where the next board begins."""
    for file in range(SIDE):
        words[at + file] = _SPREAD[squares >> SIDE * file & _FILE]
    return at + SIDE


@njit
def _write_board(words: NDArray[np.int64], at: int, board: NDArray[np.int64]) -> int:
    """Write a board of eight words; return where the next board begins."""
    for file in range(SIDE):
        words[at + file] = board[file]
    return at + SIDE


# ------------------------------------------------------------------------------------------------ cards and seats


@njit
def _encode_cards(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts sides to packs."""
    for side in range(N_SIDES):
        at = _encode_side(s, side, out, at)
    at = _encode_side(s, side_of(s, seat), out, at)
    players = int(s.players)
    for k in range(players):
        card = int(s.pack[next_seat(seat, k, players)])
        if card != NO_CARD:
            out[at + card // N_COLOURS] = 1
        at += N_KINDS
    return at


@njit
def _encode_side(s: Any, side: int, out: NDArray[np.int8], at: int) -> int:
    for slot in range(SLOTS):
        card = int(s.sides[side, slot])
        if card != NO_CARD:
            out[at + card // N_COLOURS] = 1
        at += N_KINDS
    return at


@njit
def _encode_seats(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts side to equipment."""
    players = int(s.players)
    out[at + side_of(s, seat)] = 1
    at += N_SIDES
    out[at + s.disc] = 1
    if s.teams:
        out[at + s.disc + 2] = 1
    at += len(CORNERS)
    home = at + players
    equipment = home + players
    for k in range(players):
        other = next_seat(seat, k, players)
        out[at + k] = s.ship[other]
        out[home + k] = s.home[other]
        for mask in range(N_EQUIPMENT):
            out[equipment + k * N_EQUIPMENT + mask] = s.equipment[other, mask]
    return equipment + players * N_EQUIPMENT


@njit
def _encode_unseen(s: Any, out: NDArray[np.int8], at: int) -> int:
    """Write parts storm_points to score_mask."""
    out[at] = s.storm_points
    out[at + 1] = max(0, int(material.THRESHOLD[s.players]) - int(s.storm_points))
    at += 2
    out[at + colour_of_storms(s)] = 1
    at += N_COLOURS
    for card in range(material.N_CARDS):
        out[at + card] = s.unseen[card]
    at += material.N_CARDS
    out[at] = s.masks_size
    at += 1
    unseen_masks(s, without_refcounts(out[at : at + N_MASKS]))
    at += N_MASKS
    out[at] = s.score != NO_MASK
    return at + 1


# ------------------------------------------------------------------------------------------------ the game and the turn


@njit
def _encode_order(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts first and seat."""
    players = int(s.players)
    out[at + next_seat(int(s.first), players - seat, players)] = 1
    if s.seat != NOBODY:
        out[at + players + next_seat(int(s.seat), players - seat, players)] = 1
    return at + 2 * players


@njit
def _encode_turn(s: Any, out: NDArray[np.int8], at: int) -> None:
    """Write parts stage to teams."""
    out[at + int(s.stage)] = 1
    at += len(STAGES)
    out[at + int(s.decision)] = 1
    at += len(DECISIONS)
    if s.card != NO_SLOT:
        out[at + int(s.card)] = 1
        out[at + SLOTS + 1 + card_kind(s)] = 1
    at += SLOTS + 1 + N_KINDS
    out[at], out[at + 1] = s.snowshoes, s.pickaxe
    out[at + 2], out[at + 3] = s.new_cards, s.discarded
    out[at + 4], out[at + 5] = s.played, s.packed
    at += len(_FLAGS)
    out[at] = s.extra
    out[at + 1] = s.turns // _TURNS_PER_STEP
    out[at + 2] = s.teams
