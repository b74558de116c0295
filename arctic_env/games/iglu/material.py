"""The material of IGLU IGLU: ice tiles, animals, tribes (rules 1.2 and 1.3)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from arctic_env.validation import is_integer, short_repr

_DATA = tomllib.loads((files(__package__) / "tiles.toml").read_text(encoding="utf-8"))

# Faces of the ice tiles. Those with the red frame come first: they are kept in secret (1.3).
RED_FACES = ("animals", "energy 1", "energy 2", "energy 3", "harpoon", "melt")
FACES = (*RED_FACES, "fish 1", "fish 2", "fish 3", "bear", "glacier", "drift")
FACE_IDS = {text: face for face, text in enumerate(FACES)}
N_RED = len(RED_FACES)
N_FACES = len(FACES)
ANIMALS_FACE, ENERGY_1, ENERGY_2, ENERGY_3, HARPOON, MELT = range(N_RED)
FISH_1, FISH_2, FISH_3, BEAR_FACE, GLACIER, DRIFT = range(N_RED, N_FACES)

N_TILES = 56


def tile_counts(table: Mapping[str, object]) -> NDArray[np.int8]:
    """Return the number of tiles of each face, int8[faces]; 0 for a face missing from the table.

    Raises:
        ValueError: A name is not a face, a count not an integer of 0 to 56, or the sum not 56.
    """
    for face, number in table.items():
        if face not in FACES:
            raise ValueError(f"tiles.toml: {face!r} is no tile; there are {', '.join(FACES)}")
        if not is_integer(number) or not 0 <= number <= N_TILES:
            raise ValueError(f"tiles.toml: {face} must be an integer of 0 to {N_TILES}, not {short_repr(number)}")
    counts = np.array([table.get(face, 0) for face in FACES], np.int16)
    if counts.sum() != N_TILES:
        raise ValueError(f"tiles.toml: there must be {N_TILES} tiles in all, not {counts.sum()}")
    return counts.astype(np.int8)


TILES = tile_counts(_DATA["tiles"])

# Types of kept tiles, of which each may be played once a turn (2.5).
TYPES = ("animals", "energy", "harpoon", "melt")
PLAY_ANIMALS, PLAY_ENERGY, PLAY_HARPOON, PLAY_MELT = range(len(TYPES))

# Kinds of animals, in the order of their texts; the value is what it costs to hunt one, and its points (1.2).
KINDS = ("bear", "fish 1", "fish 2", "fish 3", "fox 1", "fox 2", "fox 3")
KIND_IDS = {text: kind for kind, text in enumerate(KINDS)}
N_KINDS = len(KINDS)
N_VALUES = 3  # fish and foxes are worth 1 to 3
BEAR, FISH, FOX = 0, 1, 4  # the first kind of each animal
FISH_STOP, FOX_STOP = FISH + N_VALUES, FOX + N_VALUES
VALUE = np.array([4, 1, 2, 3, 1, 2, 3], np.int8)
TOKENS = np.array([4, 8, 12, 8, 3, 4, 3], np.int8)  # how many there are of each kind
N_TOKENS = int(TOKENS.sum())
N_FISH = int(TOKENS[FISH:FISH_STOP].sum())
N_FOXES = int(TOKENS[FOX:FOX_STOP].sum())

MAX_PLAYERS = 4
TWO_PLAYERS = 2
INUIT, INUIT_OF_TWO = 3, 5  # of each tribe; of two players each has more
IGLOOS = 2
IGLOO_STRENGTH = 2  # an Inuit's is 1 (2.10)

ACTION_POINTS = 3  # of each turn (2.9)
WALK_COST = 1
KAYAK_COST = 3
IGLOO_COST = 3
MAX_POINTS = ACTION_POINTS + 3  # with energy
ANIMAL_STEPS = 3  # of a tile that moves animals (2.7)

VARIANTS = ("standard", "serious")  # 2.12; the first is the default
STANDARD, SERIOUS = range(len(VARIANTS))
HALVES = ("down", "up")  # 2.10: how half of an odd number is rounded
DOWN, UP = range(len(HALVES))

# What an island of so many tiles is worth in the serious variant, more tiles as many as the last (2.12).
SERIOUS_WORTH = np.array([0, 1, 3, 6, 10, 15, 21], np.int16)
