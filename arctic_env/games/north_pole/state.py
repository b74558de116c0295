"""The state of one game of RACE TO THE NORTH POLE: a numpy record whose field names are the words of the rules.

A single game is an array of one, a batch an array of many. There is no padding, and whatever is not in use holds
its blank value, so equal games are equal bytes. A view is a record of the same type in which what no seat can know is
blank: cards of the deck (but for the colour of the top one), ice masks that lie face down, and the stream of the
reshuffles. Squares and sides are those of the upper board. The deck and the mask stack are drawn from their ends.
"""

import numpy as np

from arctic_env.games.north_pole import material
from arctic_env.games.north_pole.squares import NOWHERE as NOWHERE
from arctic_env.kernels.jit import StateRecord

NO_CARD = 255  # no card, or one that nobody knows
HIDDEN_CARD = material.N_CARDS  # plus a colour: the top card of the deck in a view
NO_MASK = 255  # no ice mask, or one of the stack that nobody knows
HIDDEN_MASK = 254  # a mask lies there, which nobody knows
NO_SLOT = -1
PACK_SLOT = material.SLOTS  # in the place of a slot, the card in the filled backpack
NOT_TAKEN = -1

PLAY, OVER = range(2)
STAGES = ("play", "over")

# What the seat decides next (section 7 of the rules, `turn`). After the end it is GAME_OVER.
CAMP, CARD, AIM, ROOM, END, GAME_OVER = range(6)
DECISIONS = ("camp", "card", "aim", "room", "end", "over")

_SEATS = material.MAX_PLAYERS

_FIELDS = [
    ("players", "i8"),
    ("teams", "i8"),  # whether it is a team game
    ("first", "i8"),
    ("seat", "i8"),  # whose turn it is, NOBODY after the end
    ("decision", "i8"),
    ("turned", "i8"),  # quarter turns clockwise of the upper board
    ("disc", "i8"),  # number of the centre square at which the disc points, see `squares.CENTRE`; of teams 0 or 1
    ("turns", "i8"),  # turns ended
    ("stream", "i8", (2,)),  # counter of the reshuffles, high and low half
    # Sets of squares, see `squares.py`.
    ("holes", "i8"),
    ("bear_squares", "i8"),
    ("pawn_squares", "i8", (_SEATS,)),
    ("igloos", "i8", (_SEATS,)),
    # Pieces one by one, sorted by square, since several may stand on one; then NOWHERE.
    ("bears", "i1", (material.MAX_BEARS,)),
    ("pawns", "i1", (_SEATS, material.MAX_PAWNS)),
    ("ship", "i1", (_SEATS,)),  # how many pawns are there
    ("home", "i1", (_SEATS,)),
    # Cards.
    ("sides", "u1", (material.N_SIDES, material.SLOTS)),
    ("pack", "u1", (_SEATS,)),  # card in the filled backpack
    ("deck", "u1", (material.PACK_OF_CARDS,)),  # the next card is the last one
    ("deck_size", "i1"),
    ("unseen", "i1", (material.N_CARDS,)),  # how many of each card are in the deck: all that do not lie face up
    ("discard", "u1", (material.PACK_OF_CARDS,)),  # oldest first
    ("discard_size", "i1"),
    ("storm", "u1", (material.MAX_STORM,)),  # oldest first
    ("storm_size", "i1"),
    ("storm_points", "i1"),
    # Ice masks.
    ("equipment", "i1", (_SEATS, material.N_EQUIPMENT)),  # how many; a filled backpack is not among them
    ("masks", "u1", (material.STACK,)),  # the next mask is the last one
    ("masks_size", "i1"),
    ("corners", "u1", (material.CORNER_MASKS,)),  # on a1, a8, h1, h8
    ("score", "u1"),  # on the scoreboard
    ("leftover", "i1", (material.N_MASKS,)),  # how many of each; out of the game face down
    ("box", "i1", (material.N_MASKS,)),  # brown ones that are not in play
    ("spent", "i1", (material.N_MASKS,)),
    # The turn.
    ("stage", "u1"),
    ("card", "i1"),  # slot of the card that was named, or of the steal card: 0 to 2, PACK_SLOT, NO_SLOT
    ("taken", "i1"),  # side * SLOTS + slot of the card that a steal takes, or NOT_TAKEN
    ("snowshoes", "u1"),  # declared for the next card
    ("pickaxe", "u1"),
    ("new_cards", "u1"),  # used in this turn
    ("discarded", "u1"),  # equipment, to play on after new cards
    ("played", "u1"),  # a card has been played in this turn
    ("extra", "i1"),  # extra cards due
    ("packed", "u1"),  # the backpack was filled in this turn
]


class State(StateRecord, fields=_FIELDS):
    """One game of RACE TO THE NORTH POLE, or a seat's knowledge of it."""


# The record type gives states[i].seat compiled and with the JIT off alike.
DTYPE = np.dtype((State, _FIELDS))
