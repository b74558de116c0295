"""The state of one game of IGLU IGLU: a numpy record whose field names are the words of the rules.

A single game is an array of one, a batch an array of many. There is no padding, and whatever is not in use holds
its blank value, so equal games are equal bytes. A view is a record of the same type in which what the seat cannot
know is blank: faces of tiles on the board and of melted ones, others' kept tiles, the order of the supplies. Seats and
squares are int64, as the kernels have them: each kernel is then compiled for one type of number. Boards of bytes stand
where eight bytes can be read as one word.
"""

import numpy as np

from arctic_env.games.iglu import material
from arctic_env.games.iglu.squares import N_SQUARES
from arctic_env.kernels.jit import StateRecord

NONE = -1  # no push, no square
NO_FACE = 255  # no tile, or one whose face the seat does not know
NO_KIND = 255  # blank entry of a list of animals
NO_VALUE = 0  # blank entry of a supply

SETUP, PLAY, OVER = range(3)
STAGES = ("setup", "play", "over")

# What the seat decides next. After the end it is GAME_OVER.
PLACING, TURNING, DRIFTING, DISPLACING, ASKED, FLEEING, STEPPING, ACTING, GAME_OVER = range(9)
DECISIONS = ("place", "turn", "drift", "displace", "harpoon", "corner", "step", "act", "over")

_FIELDS = [
    ("players", "i8"),
    ("first", "i8"),
    ("mover", "i8"),  # whose turn it is, NOBODY after the end
    ("seat", "i8"),  # seat to decide: the mover, or another that is asked for a harpoon; NOBODY after the end
    ("decision", "i8"),
    ("push", "i8"),  # number of the move that waits until animals have made room, or NONE
    ("square", "i8"),  # where a bear attacks or Inuit have to flee from, or NONE
    # Sets of squares, see `squares.py`. Every square of the board that has neither a tile nor a glacier is sea.
    ("tiles", "i8"),  # face-down tiles
    ("glaciers", "i8"),  # face-up tiles
    ("animal_squares", "i8", (material.N_KINDS,)),  # where there are animals of each kind
    ("igloos", "i8", (material.MAX_PLAYERS,)),
    ("inuit_squares", "i8", (material.MAX_PLAYERS,)),  # where there are Inuit of each seat, corners left out
    # One entry a square.
    ("faces", "u1", (N_SQUARES,)),  # of face-down tiles
    ("animals", "i1", (material.N_KINDS, N_SQUARES)),  # how many
    ("inuit", "i1", (material.MAX_PLAYERS, N_SQUARES)),  # how many, on corners too
    ("island", "i1", (N_SQUARES,)),  # tiles of the island that the square belongs to; follows from the ice
    # Supplies. The next token to draw is the last one.
    ("fish_supply", "u1", (material.N_FISH,)),  # values
    ("fox_supply", "u1", (material.N_FOXES,)),
    ("supply", "i1", (material.N_KINDS,)),  # how many of each kind
    # What seats have, and what is out of the game.
    ("kept", "i1", (material.MAX_PLAYERS, material.N_RED)),  # kept tiles of each face
    ("kept_size", "i1", (material.MAX_PLAYERS,)),
    ("hunted", "i1", (material.MAX_PLAYERS, material.N_KINDS)),
    ("gone", "u1", (material.N_TOKENS,)),  # kinds of animals that left the game, in order
    ("gone_size", "i1"),
    ("shown", "u1", (material.N_TILES,)),  # faces of tiles gone that all have seen, in order
    ("shown_size", "i1"),
    ("melted", "u1", (material.N_TILES,)),  # faces of tiles gone unseen, in order
    ("melted_size", "i1"),
    ("revealed", "i1", (material.N_FACES,)),  # glaciers and shown tiles of each face
    # The game and the turn.
    ("variant", "u1"),
    ("half", "u1"),
    ("stage", "u1"),
    ("turned", "u1"),  # whether the tile of this turn has been turned
    ("points", "i1"),  # action points left
    ("played", "u1", (len(material.TYPES),)),  # types of own tiles that the mover has played this turn
    ("steps", "i1"),  # steps of animals left
]


class State(StateRecord, fields=_FIELDS):
    """One game of IGLU IGLU, or a seat's knowledge of it."""


# The record type gives states[i].seat compiled and with the JIT off alike.
DTYPE = np.dtype((State, _FIELDS))
