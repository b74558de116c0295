"""The material of ARCTIC: animals, landscape, cards, powers (rules 1 and 3.5)."""

import tomllib
from importlib.resources import files

import numpy as np

_DATA = tomllib.loads((files(__package__) / "cards.toml").read_text(encoding="utf-8"))

ANIMALS: tuple[str, ...] = tuple(_DATA["animals"])
LETTERS: str = _DATA["letters"]
CARD_TEXTS: tuple[str, ...] = tuple(text for pack in _DATA["packs"].values() for text in pack)
CARD_IDS: dict[str, int] = {text: card for card, text in enumerate(CARD_TEXTS)}

N_ANIMALS = len(ANIMALS)
N_CARDS = len(CARD_TEXTS)
N_PACKS = len(_DATA["packs"])
PACK_SIZE = N_CARDS // N_PACKS
MAX_PLAYERS = 4

FOX, MOOSE, WALRUS, ORCA, PUFFIN, BEAR = range(N_ANIMALS)

# One entry a card, by card id (1.3, 1.4).
MAIN = np.array([LETTERS.index(text[0]) for text in CARD_TEXTS], np.int8)
COMPANION = np.array([LETTERS.index(text[1]) for text in CARD_TEXTS], np.int8)
DRAW = np.array([int(text[2]) for text in CARD_TEXTS], np.int8)
PLACEMENT = (6 - DRAW).astype(np.int8)

LANDSCAPE = np.array([0, 1, 3, 6, 10, 15], np.int16)  # value of each space, left to right (1.2)
LAST_SPACE = len(LANDSCAPE) - 1
START_SPACE = 2  # all tokens start on the space worth 3 (2.3)
RIVER_SIZE = 6
START_HAND = 3
HAND_LIMIT = 7  # after C (3.7)
MAX_HAND = 13  # of the seat to decide as its turn begins: seven kept, six drawn (5.5)
RESERVE_PER_OPPONENT = 5  # 5, 10, 15 cards for 2, 3, 4 players (2.2)
MAX_DECISION_VALUE = 6  # most cards placed or drawn in a turn (3.2, 5.5)

# Points for a run of that many cards and for that many animals with a run (4.2); longer counts as six.
RUN_POINTS = np.array([0, 0, 1, 3, 6, 10, 15], np.int16)
LONGEST_SCORED = len(RUN_POINTS) - 1
DIVERSITY = N_ANIMALS  # in lists of points: one entry an animal, then the points for their number
N_POINTS = DIVERSITY + 1

# The two faces of each power card, in the order of the animals (3.5).
FACES: tuple[tuple[str, str], ...] = (
    ("under", "wild"),
    ("placement", "draw"),
    ("main", "companion"),
    ("refill", "deck"),
    ("swap", "takeback"),
    ("recover", "give"),
)
UNDER, WILD = 0, 1
PLACEMENT_FACE, DRAW_FACE = 0, 1
MAIN_FACE, COMPANION_FACE = 0, 1
REFILL, DECK_FACE = 0, 1
SWAP_FACE, TAKEBACK = 0, 1
RECOVER, GIVE_FACE = 0, 1

EDITIONS = ("de", "es", "it")  # 5.1; the first is the default
DE, ES, IT = range(len(EDITIONS))


def pack_of(card: int) -> int:
    """Return pack 1 to 4 of a card id (1.4)."""
    return card // PACK_SIZE + 1
