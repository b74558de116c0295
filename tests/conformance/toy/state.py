"""State, tables and sizes of the toy game."""

import numpy as np

from arctic_env.kernels.jit import StateRecord
from arctic_env.model.tables import ActionTable, ObservationTable

MAX_PLAYERS = 3
SHORT_CARDS, MAX_CARDS = 8, 12
DECKS = ("short", "long")
TURNS = 2  # of each player
NO_CARD = 255
NOBODY = -1

_FIELDS = [
    ("players", "u1"),
    ("cards", "u1"),
    ("seat", "i1"),
    ("turns", "u1"),
    ("hand", "u1", (MAX_PLAYERS,)),
    ("shown", "u1", (MAX_PLAYERS,)),
    ("drawn", "u1"),
    ("heap", "u1", (MAX_CARDS,)),
    ("deck", "u1", (MAX_CARDS,)),
    ("deck_size", "u1"),
]


class State(StateRecord, fields=_FIELDS):
    """One game of the toy."""


DTYPE = np.dtype((State, _FIELDS))

ACTIONS = ActionTable(
    [
        ("keep", "keep the card", ("",)),
        ("show", "show the card", ("",)),
        ("draw", "look at the top card of the deck", ("",)),
        ("swap", "take the new card, lay the old one on the heap", ("",)),
        ("drop", "lay the new card on the heap", ("",)),
    ]
)
KEEP, SHOW, DRAW, SWAP, DROP = range(ACTIONS.size)


def observation_table(players: int) -> ObservationTable:
    return ObservationTable(
        [
            ("hand", (MAX_CARDS,), 0, 1, "own card"),
            ("drawn", (MAX_CARDS,), 0, 1, "card just drawn"),
            ("heap", (MAX_CARDS,), 0, 1, "cards on the open heap"),
            ("others", (players - 1, MAX_CARDS), 0, 1, "cards of others, where they are open"),
            ("shown", (players,), 0, 1, "who has shown its card"),
            ("mover", (players,), 0, 1, "who decides"),
            ("turns", (1,), 0, MAX_PLAYERS * TURNS, "turns made"),
            ("deck", (1,), 0, MAX_CARDS, "cards in the deck"),
            ("drawing", (1,), 0, 1, "whether the mover has drawn"),
            ("cards", (1,), 0, MAX_CARDS, "cards in play"),
        ]
    )
