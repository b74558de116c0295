"""The action table of IGLU IGLU: a verb with its square, direction or value; ids do not depend on the position.

Blocks and arguments have the order of verbs in a turn, then of values, squares and directions, so that legal actions
are listed in that order.
"""

import numpy as np

from arctic_env.games.iglu.material import N_VALUES
from arctic_env.games.iglu.squares import (
    BOARD,
    CORNERS,
    DIRECTIONS,
    N_DIRECTIONS,
    N_SQUARES,
    NEIGHBOUR,
    NOWHERE,
    RING,
    SQUARE_TEXTS,
)
from arctic_env.model.tables import ActionTable


def _numbers(squares: int) -> list[int]:
    return [square for square in range(N_SQUARES) if squares >> square & 1]


FIELDS = _numbers(BOARD)  # all squares but the corners
RING_SQUARES = _numbers(RING)
# Moves of a tile or an animal: a square and a direction that lead from the board to the board.
MOVES = [
    (square, direction)
    for square in FIELDS
    for direction in range(N_DIRECTIONS)
    if NEIGHBOUR[square, direction] in FIELDS
]
# Steps of an Inuit, from and to corners as well.
WALKS = [(start, goal) for start in range(N_SQUARES) for goal in sorted(NEIGHBOUR[start].tolist()) if goal != NOWHERE]
TRIPS = [(start, goal) for start in range(N_SQUARES) for goal in range(N_SQUARES) if start != goal]

N_FIELDS, N_MOVES, N_TRIPS_FROM = len(FIELDS), len(MOVES), N_SQUARES - 1

_VALUES = tuple(str(value + 1) for value in range(N_VALUES))
_FIELD_TEXTS = tuple(SQUARE_TEXTS[square] for square in FIELDS)
MOVE_TEXTS = tuple(f"{SQUARE_TEXTS[square]} {DIRECTIONS[direction]}" for square, direction in MOVES)


def _pairs(pairs: list[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{SQUARE_TEXTS[start]} {SQUARE_TEXTS[goal]}" for start, goal in pairs)


def _of_each_value(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{value} {text}" for value in _VALUES for text in texts)


ACTIONS = ActionTable(
    [
        ("place", "setup: an Inuit on a square of the ring", tuple(SQUARE_TEXTS[k] for k in RING_SQUARES)),
        ("turn", "turn the tile of that square", _FIELD_TEXTS),
        ("melt", "play a melt tile on that square", _FIELD_TEXTS),
        ("animals", "play a tile that moves animals", ("",)),
        ("drift", "push the tile of that square, with all before it", MOVE_TEXTS),
        ("displace fish", "a fish makes room for the drifting ice", _of_each_value(_FIELD_TEXTS)),
        ("displace bear", "a bear makes room for the drifting ice", _FIELD_TEXTS),
        ("corner", "where the next Inuit flees to", tuple(SQUARE_TEXTS[corner] for corner in CORNERS)),
        ("step fish", "move a fish", _of_each_value(MOVE_TEXTS)),
        ("step fox", "move a fox", _of_each_value(MOVE_TEXTS)),
        ("step bear", "move a bear, which attacks", MOVE_TEXTS),
        ("harpoon", "play a harpoon against the bear that attacks", ("",)),
        ("no harpoon", "play none", ("",)),
        ("walk", "an Inuit to an adjacent square", _pairs(WALKS)),
        ("kayak", "an Inuit over an area of sea", _pairs(TRIPS)),
        ("hunt fish", "for points", _of_each_value(_FIELD_TEXTS)),
        ("hunt fox", "for points", _of_each_value(_FIELD_TEXTS)),
        ("harpoon fish", "hunt with a harpoon", _of_each_value(_FIELD_TEXTS)),
        ("harpoon fox", "hunt with a harpoon", _of_each_value(_FIELD_TEXTS)),
        ("harpoon bear", "hunt with a harpoon", _FIELD_TEXTS),
        ("igloo", "build one on that square", _FIELD_TEXTS),
        ("energy", "play an energy tile of that value", _VALUES),
        ("end phase", "end the turn", ("",)),
    ]
)

# First ids of the blocks, as constants for the kernels.
(
    PLACE_ACTION, TURN_ACTION, MELT_ACTION, ANIMALS_ACTION, DRIFT_ACTION, DISPLACE_FISH_ACTION, DISPLACE_BEAR_ACTION,
    CORNER_ACTION, STEP_FISH_ACTION, STEP_FOX_ACTION, STEP_BEAR_ACTION, HARPOON_ACTION, NO_HARPOON_ACTION,
    WALK_ACTION, KAYAK_ACTION, HUNT_FISH_ACTION, HUNT_FOX_ACTION, HARPOON_FISH_ACTION, HARPOON_FOX_ACTION,
    HARPOON_BEAR_ACTION, IGLOO_ACTION, ENERGY_ACTION, END_PHASE_ACTION,
) = [block.start for block in ACTIONS.blocks]  # fmt: skip


def _table(numbers: list[int], shape: tuple[int, ...]) -> np.ndarray:
    """Return int64 of a shape: at each of these flat places its number in the list, elsewhere -1."""
    table = np.full(np.prod(shape), -1)
    table[numbers] = np.arange(len(numbers))
    return table.reshape(shape)


# From squares and moves to numbers within a block, and back.
FIELD_NUMBER = _table(FIELDS, (N_SQUARES,))
RING_NUMBER = _table(RING_SQUARES, (N_SQUARES,))
MOVE_NUMBER = _table([square * N_DIRECTIONS + way for square, way in MOVES], (N_SQUARES, N_DIRECTIONS))
WALK_NUMBER = _table([start * N_SQUARES + goal for start, goal in WALKS], (N_SQUARES, N_SQUARES))
FIELD_SQUARE = np.array(FIELDS)
RING_SQUARE = np.array(RING_SQUARES)
CORNER_SQUARE = np.array(CORNERS)
MOVE_SQUARE = np.array([square for square, _ in MOVES])
MOVE_DIRECTION = np.array([direction for _, direction in MOVES])
WALK_START = np.array([start for start, _ in WALKS])
WALK_GOAL = np.array([goal for _, goal in WALKS])
