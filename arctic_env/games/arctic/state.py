"""The state of one ARCTIC game: a numpy record whose field names are the words of the rules.

A single game is an array of one, a batch an array of many. There is no padding, and whatever is not in use holds
its blank value, so equal games are equal bytes. A view is a record of the same type in which what the seat cannot
know is blank. Counts are signed: the kernels' seats and sizes are then all of one type, compiled once.
"""

import numpy as np

from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS, N_CARDS, N_POINTS
from arctic_env.kernels.jit import StateRecord

# Where a card is: the values of `place`. Zones of a seat are HAND + seat and so on.
OUT, STACK, RIVER = 0, 1, 2
HAND = 3
PENALTY = HAND + MAX_PLAYERS
PILE = PENALTY + MAX_PLAYERS
UNKNOWN = PILE + MAX_PLAYERS  # only in views

NO_CARD = 255  # blank entry of a list of cards; within a pile of a view: a face-down card the seat does not know
DOWN = 128  # added to a card that lies face down in a pile
CARD = 127  # mask that takes DOWN off

PLAY, FINISH, LAST, OVER = range(4)
STAGES = ("play", "finish", "last", "over")

# What the seat decides next, in the order of a turn (7.1 to 7.3). After the end it is GAME_OVER.
PLACING, SWAPPING, MOVING, EXTRA, DRAWING, DISCARDING, GIVING, RECEIVER, GAME_OVER = range(9)
DECISIONS = ("place", "swap", "move", "extra", "draw", "discard", "give", "receiver", "over")

# Bits of `public` and `memory`: the private places where others think a card may be (6.3).
IN_HAND = 0
IN_PENALTY = IN_HAND + MAX_PLAYERS
IN_PILE = IN_PENALTY + MAX_PLAYERS
HANDS = ((1 << MAX_PLAYERS) - 1) << IN_HAND  # all hands

# Rows of `history`: of each seat's moves of a token, those to the right and, one further, those to the left.
CHOSEN, FORCED, WALRUS, PASSED = range(0, 8, 2)  # PASSED: river cards left lying, by main animal and by companion
GAINED = 8  # points that chosen moves and the walrus brought the token's space, less those that they cost it
HISTORY = (
    "right",
    "left",
    "forced_right",
    "forced_left",
    "extra_right",
    "extra_left",
    "passed_main",
    "passed_companion",
    "gained",
)
MOST_COUNTED = 99

_FIELDS = [
    ("players", "i1"),
    ("edition", "u1"),
    ("packs", "u1"),  # bit k - 1 is set when pack k is in play
    ("stage", "u1"),
    ("first", "i1"),
    ("seat", "i1"),  # seat to decide, NOBODY after the end
    ("faces", "u1", (N_ANIMALS,)),
    ("holders", "i1", (N_ANIMALS,)),  # NOBODY: on the table
    ("tokens", "i1", (N_ANIMALS,)),  # space 0 to 5
    ("totems", "i1", (MAX_PLAYERS,)),
    # Cards. `place` is the index into the lists below; hands, river and penalty zones are sets and have no list.
    ("place", "u1", (N_CARDS,)),
    ("stack", "u1", (N_CARDS,)),  # reserve, then deck; the next card to draw is the last one
    ("stack_size", "i1"),
    ("reserve_size", "i1"),  # 0 once the reserve has become the deck
    ("river_size", "i1"),
    ("hand_size", "i1", (MAX_PLAYERS,)),
    ("penalty_size", "i1", (MAX_PLAYERS,)),
    ("pile", "u1", (MAX_PLAYERS, N_CARDS)),  # from bottom to top
    ("pile_size", "i1", (MAX_PLAYERS,)),
    ("down_size", "i1", (MAX_PLAYERS,)),  # face-down cards in the pile
    # What follows from the piles, kept because it is asked for more often than a pile changes (see `scoring.py`).
    ("best_runs", "i1", (MAX_PLAYERS, N_ANIMALS)),
    ("top_run", "i1", (MAX_PLAYERS, N_ANIMALS)),
    ("bottom_run", "i1", (MAX_PLAYERS, N_ANIMALS)),
    ("points", "i1", (MAX_PLAYERS, N_POINTS)),
    # The turn.
    ("decision", "u1"),
    ("value", "i1"),  # cards to place in A, to draw in C
    ("count", "i1"),  # cards placed or drawn so far
    ("swapped", "u1"),
    ("taken_back", "u1"),
    ("tucked", "u1"),
    ("placement", "i1"),  # what the moose added in A
    ("draw", "i1"),  # what the moose added in C
    ("held", "u1"),  # card named by `swap` or `give` while its other half is pending
    ("pushed", "i1", (2,)),  # direction in which the main and the companion token moved this turn
    # What may be remembered of cards that went into private hands: where a bystander thinks a card may be (0: nothing
    # known), and the same for each seat and others' cards, of which gifts tell it more.
    ("public", "u2", (N_CARDS,)),
    ("memory", "u2", (MAX_PLAYERS, N_CARDS)),
    # Which face-down cards of a pile may be the card: from number `since` on, and before number `until` unless that is
    # 0. It went down after it arrived, and before the hand was seen empty.
    ("since", "u1", (N_CARDS,)),
    ("until", "u1", (N_CARDS,)),
    # Public history (6.6): for each seat, row of HISTORY and animal how often; no more is counted than MOST_COUNTED.
    ("history", "i1", (MAX_PLAYERS, len(HISTORY) * N_ANIMALS)),
]


class State(StateRecord, fields=_FIELDS):
    """One game of ARCTIC, or a seat's knowledge of it."""


# The record type gives states[i].seat compiled and with the JIT off alike.
DTYPE = np.dtype((State, _FIELDS))
