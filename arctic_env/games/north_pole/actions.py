"""The action table of RACE TO THE NORTH POLE: a verb with its squares or cards; ids do not depend on the position.

A card is played in two decisions (5), so there are ids for each card that may be named and for each move that some
card may make, but none for both together. Left out is what no position allows: moves longer than a dash, slings
within, from or into camps, igloos in camps and on the centre.
"""

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.north_pole.material import EQUIPMENT, N_SIDES, SIDES, SLOTS
from arctic_env.games.north_pole.squares import (
    AWAY,
    CAMP_SQUARES,
    CENTRE,
    DIAGONAL,
    LINES,
    N_SQUARES,
    NOWHERE,
    POLE,
    SQUARE_TEXTS,
    TO_CENTRE,
)
from arctic_env.model.tables import ActionTable

CAMP_GOALS = sorted(square for camp in CAMP_SQUARES for square in camp)
_OUTSIDE = [square for square in range(N_SQUARES) if square not in CAMP_GOALS]
IGLOO_SITES = [square for square in _OUTSIDE if square not in CENTRE]


def _numbers_of(squares: int) -> list[int]:
    return [square for square in range(N_SQUARES) if squares >> square & 1]


def _goals(start: int) -> list[int]:
    """Return where a card can lead from a square: a step, two in one direction, or the Pole."""
    goals = set(_numbers_of(int(DIAGONAL[0, 0, start] | DIAGONAL[0, 1, start])))
    for way, step in enumerate(AWAY[start].tolist()):
        if step != NOWHERE:
            goals |= {step, int(AWAY[step, way])} - {NOWHERE}
    # A dash enters the Pole with its second step if the first led onto a centre square from outside (3.3).
    return [*sorted(goals), POLE] if start in CENTRE or TO_CENTRE[start] != NOWHERE else sorted(goals)


MOVES = [(start, goal) for start in range(N_SQUARES) for goal in _goals(start)]
SLINGS = [(start, goal) for start in _OUTSIDE for goal in _numbers_of(int(LINES[start])) if goal in _OUTSIDE]
N_TAKEN = N_SIDES * SLOTS  # cards that a steal may take, by side and slot

_PLACES = (*SQUARE_TEXTS, "pole")
_SLOT_TEXTS = tuple(str(slot + 1) for slot in range(SLOTS))
_OWN_TEXTS = (*_SLOT_TEXTS, "pack")
_TAKEN_TEXTS = tuple(f"{side}{slot}" for side in SIDES for slot in _SLOT_TEXTS)


def _pairs(pairs: list[tuple[int, int]]) -> tuple[str, ...]:
    return tuple(f"{_PLACES[start]} {_PLACES[goal]}" for start, goal in pairs)


ACTIONS = ActionTable(
    [
        ("camp", "a pawn from the ship to that square of the camp", tuple(SQUARE_TEXTS[k] for k in CAMP_GOALS)),
        ("play", "name the own card of that slot, or the packed one", _OWN_TEXTS),
        ("steal", "name the own steal card and the card that it takes",
         tuple(f"{own} {taken}" for own in _OWN_TEXTS for taken in _TAKEN_TEXTS)),
        ("go", "an own pawn moves, and attacks on an occupied square", _pairs(MOVES)),
        ("go bear", "a bear moves, and attacks on an occupied square", _pairs(MOVES)),
        ("sling", "an own pawn attacks from afar", _pairs(SLINGS)),
        ("sling bear", "a bear attacks from afar", _pairs(SLINGS)),
        ("husky", "play one more card in this turn", ("",)),
        ("snowshoes", "the next card ignores cracks", ("",)),
        ("pack", "put the own card of that slot into the backpack", _SLOT_TEXTS),
        ("igloo", "build one on that square", tuple(SQUARE_TEXTS[k] for k in IGLOO_SITES)),
        ("pickaxe", "the next card enters the Pole from any side, or breaks an igloo", ("",)),
        ("compass", "turn the disc to that square", tuple(SQUARE_TEXTS[k] for k in sorted(CENTRE))),
        ("discard", "discard a piece of equipment", EQUIPMENT),
        ("new cards", "discard the own cards and draw three", ("",)),
        ("end", "end the turn", ("",)),
    ]
)  # fmt: skip

# First ids of the blocks, as constants for the kernels.
(
    CAMP_ACTION, PLAY_ACTION, STEAL_ACTION, GO_ACTION, GO_BEAR_ACTION, SLING_ACTION, SLING_BEAR_ACTION, HUSKY_ACTION,
    SNOWSHOES_ACTION, PACK_ACTION, IGLOO_ACTION, PICKAXE_ACTION, COMPASS_ACTION, DISCARD_ACTION, NEW_CARDS_ACTION,
    END_ACTION,
) = [block.start for block in ACTIONS.blocks]  # fmt: skip


def _numbers(keys: list[int], size: int) -> NDArray[np.int64]:
    """Return int64[size]: at each of these keys its number in the list, elsewhere -1."""
    table = np.full(size, -1)
    table[keys] = np.arange(len(keys))
    return table


# From squares to numbers within a block, and back.
CAMP_NUMBER = _numbers(CAMP_GOALS, N_SQUARES)
CAMP_SQUARE = np.array(CAMP_GOALS)
IGLOO_NUMBER = _numbers(IGLOO_SITES, N_SQUARES)
IGLOO_SQUARE = np.array(IGLOO_SITES)
_N_GOALS = N_SQUARES + 1
MOVE_NUMBER = _numbers([start * _N_GOALS + goal for start, goal in MOVES], N_SQUARES * _N_GOALS).reshape(-1, _N_GOALS)
MOVE_START = np.array([start for start, _ in MOVES])
MOVE_GOAL = np.array([goal for _, goal in MOVES])
SLING_NUMBER = _numbers([start * N_SQUARES + goal for start, goal in SLINGS], N_SQUARES**2).reshape(-1, N_SQUARES)
SLING_START = np.array([start for start, _ in SLINGS])
SLING_GOAL = np.array([goal for _, goal in SLINGS])
# The centre squares in the order of the compass's actions, and where each stands clockwise.
_COMPASS_ORDER = [CENTRE.index(square) for square in sorted(CENTRE)]
COMPASS_DISC = np.array(_COMPASS_ORDER)
COMPASS_NUMBER = np.argsort(COMPASS_DISC)
