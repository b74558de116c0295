"""The observation of IGLU IGLU: a flat int8 vector of named parts, seats rotated so that the observer comes first.

Boards have a row for each file, a to h, and in it a square for each rank, 1 to 8. `observation_table` says what each
part means; `encode` writes the parts in the same order. It gives the same from a full state as from the seat's view:
it reads nothing that the seat does not know.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.iglu import material
from arctic_env.games.iglu.actions import MOVE_DIRECTION
from arctic_env.games.iglu.board import sea
from arctic_env.games.iglu.hidden import unseen_tiles
from arctic_env.games.iglu.scoring import animal_points
from arctic_env.games.iglu.setup import inuit_placed, tribe_size
from arctic_env.games.iglu.squares import DIRECTIONS, N_DIRECTIONS, N_SQUARES, SIDE, count
from arctic_env.games.iglu.state import DECISIONS, NONE, SETUP, STAGES
from arctic_env.games.iglu.tiles import entered_square
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
_BOARDS = 4 + material.N_KINDS  # boards of all seats together
_MOST_OF_A_KIND = int(material.TOKENS.max())
_MOST_POINTS = int((material.VALUE * material.TOKENS).sum())  # of all animals


@cache
def observation_table(players: int) -> ObservationTable:
    """Return the parts of an observation for that many players; "seats" are counted from the observer."""
    n = players
    return ObservationTable(
        [
            ("tiles", _BOARD, 0, 1, "face-down tiles"),
            ("glaciers", _BOARD, 0, 1, "face-up tiles"),
            ("sea", _BOARD, 0, 1, "squares without a tile"),
            ("island", _BOARD, 0, N_SQUARES, "tiles of the island that the square belongs to"),
            ("animals", (material.N_KINDS, *_BOARD), 0, _MOST_OF_A_KIND,
             "how many of each kind: " + ", ".join(material.KINDS)),
            ("inuit", (n, *_BOARD), 0, material.INUIT_OF_TWO, "per seat: Inuit"),
            ("igloos", (n, *_BOARD), 0, 1, "per seat: igloos"),
            ("square", _BOARD, 0, 1, "where a bear attacks, Inuit flee from, or drifting ice will enter"),
            ("push", (len(DIRECTIONS),), 0, 1, "direction of the drift that waits: " + ", ".join(DIRECTIONS)),
            ("kept", (material.N_RED,), 0, material.N_TILES, "own kept tiles: " + ", ".join(material.RED_FACES)),
            ("kept_size", (n,), 0, material.N_TILES, "per seat: kept tiles"),
            ("hunted", (n, material.N_KINDS), 0, _MOST_OF_A_KIND, "per seat: animals hunted"),
            ("animal_points", (n,), 0, _MOST_POINTS, "per seat: points of the animals hunted"),
            ("igloos_left", (n,), 0, material.IGLOOS, "per seat: igloos in the supply"),
            ("unplaced", (n,), 0, material.INUIT_OF_TWO, "per seat: Inuit that are still to be placed"),
            ("supply", (material.N_KINDS,), 0, _MOST_OF_A_KIND, "animals in the supply, of each kind"),
            ("unseen", (material.N_FACES,), 0, material.N_TILES,
             "tiles that may be anywhere, of each face: " + ", ".join(material.FACES)),
            ("first", (n,), 0, 1, "which seat began the game"),
            ("mover", (n,), 0, 1, "whose turn it is; all 0 after the end"),
            ("seat", (n,), 0, 1, "which seat decides; all 0 after the end"),
            ("stage", (len(STAGES),), 0, 1, ", ".join(STAGES)),
            ("decision", (len(DECISIONS),), 0, 1, ", ".join(DECISIONS)),
            ("turned", (1,), 0, 1, "whether the tile of this turn has been turned"),
            ("points", (1,), 0, material.MAX_POINTS, "action points left"),
            ("steps", (1,), 0, material.ANIMAL_STEPS, "steps of animals left"),
            ("played", (len(material.TYPES),), 0, 1, "played by the mover this turn: " + ", ".join(material.TYPES)),
            ("variant", (len(material.VARIANTS),), 0, 1, ", ".join(material.VARIANTS)),
            ("half", (len(material.HALVES),), 0, 1, ", ".join(material.HALVES)),
        ]
    )  # fmt: skip


@njit
def encode(views: NDArray[Any], i: int, seat: int, out: NDArray[np.int8]) -> None:
    """Write the observation of `seat` from its view or from the full state, int8[size of the table]."""
    s = views[i]
    at = _encode_board(s, seat, out)
    for k in range(at, len(out)):
        out[k] = 0
    at = _encode_square(s, out, at)
    at = _encode_seats(s, seat, out, at)
    at = _encode_unseen(s, seat, out, at)
    at = _encode_order(s, seat, out, at)
    _encode_turn(s, out, at)


@njit
def _write_set(words: NDArray[np.int64], at: int, squares: int) -> int:
    """Write a board with 1 on the squares of a set; return where the next board begins."""
    for file in range(SIDE):
        words[at + file] = _SPREAD[squares >> SIDE * file & _FILE]
    return at + SIDE


@njit
def _write_counts(words: NDArray[np.int64], at: int, counts: NDArray[np.int64], row: int) -> int:
    """Write a board with a count on each square, from a row of int64[rows, files]; return where the next begins."""
    for file in range(SIDE):
        words[at + file] = counts[row, file]
    return at + SIDE


@njit
def _encode_board(s: Any, seat: int, out: NDArray[np.int8]) -> int:
    """Write parts tiles to igloos: a file of eight numbers at once is four times as fast as number by number."""
    players = int(s.players)
    size = (_BOARDS + 2 * players) * N_SQUARES
    words = without_refcounts(out[:size]).view(np.int64)
    island = without_refcounts(s.island).view(np.int64)
    animals, inuit = without_refcounts(s.animals).view(np.int64), without_refcounts(s.inuit).view(np.int64)
    at = _write_set(words, 0, int(s.tiles))
    at = _write_set(words, at, int(s.glaciers))
    at = _write_set(words, at, sea(s))
    for file in range(SIDE):
        words[at + file] = island[file]
    at += SIDE
    for kind in range(material.N_KINDS):
        at = _write_counts(words, at, animals, kind)
    for k in range(players):
        at = _write_counts(words, at, inuit, next_seat(seat, k, players))
    for k in range(players):
        at = _write_set(words, at, int(s.igloos[next_seat(seat, k, players)]))
    return size


@njit
def _encode_square(s: Any, out: NDArray[np.int8], at: int) -> int:
    """Write parts square and push."""
    if s.square != NONE:
        out[at + int(s.square)] = 1
    elif s.push != NONE:
        out[at + entered_square(s, int(s.push))] = 1
        out[at + N_SQUARES + int(MOVE_DIRECTION[s.push])] = 1
    return at + N_SQUARES + N_DIRECTIONS


@njit
def _encode_seats(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts kept to unplaced."""
    players = int(s.players)
    for face in range(material.N_RED):
        out[at + face] = s.kept[seat, face]
    size = at + material.N_RED
    hunted = size + players
    points = hunted + players * material.N_KINDS
    igloos = points + players
    unplaced = igloos + players
    for k in range(players):
        other = next_seat(seat, k, players)
        out[size + k] = s.kept_size[other]
        for kind in range(material.N_KINDS):
            out[hunted + k * material.N_KINDS + kind] = s.hunted[other, kind]
        out[points + k] = animal_points(s, other)
        out[igloos + k] = material.IGLOOS - count(s.igloos[other])
        if s.stage == SETUP:
            out[unplaced + k] = tribe_size(players) - inuit_placed(s, other)
    return unplaced + players


@njit
def _encode_unseen(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts supply and unseen."""
    for kind in range(material.N_KINDS):
        out[at + kind] = s.supply[kind]
    at += material.N_KINDS
    for face in range(material.N_FACES):
        out[at + face] = unseen_tiles(s, seat, face)
    return at + material.N_FACES


@njit
def _encode_order(s: Any, seat: int, out: NDArray[np.int8], at: int) -> int:
    """Write parts first to seat."""
    players = int(s.players)
    out[at + next_seat(int(s.first), players - seat, players)] = 1
    if s.seat != NOBODY:
        out[at + players + next_seat(int(s.mover), players - seat, players)] = 1
        out[at + 2 * players + next_seat(int(s.seat), players - seat, players)] = 1
    return at + 3 * players


@njit
def _encode_turn(s: Any, out: NDArray[np.int8], at: int) -> None:
    """Write parts stage to half."""
    out[at + int(s.stage)] = 1
    at += len(STAGES)
    out[at + int(s.decision)] = 1
    at += len(DECISIONS)
    out[at] = s.turned
    out[at + 1] = s.points
    out[at + 2] = s.steps
    at += 3
    for k in range(len(material.TYPES)):
        out[at + k] = s.played[k]
    at += len(material.TYPES)
    out[at + int(s.variant)] = 1
    out[at + len(material.VARIANTS) + int(s.half)] = 1
