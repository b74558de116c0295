"""The material of RACE TO THE NORTH POLE: action cards, ice masks, windows and cracks, numbers (rules 1 and 2)."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.validation import is_integer, listed, short_repr

_DATA = tomllib.loads((files(__package__) / "material.toml").read_text(encoding="utf-8"))

MAX_PLAYERS = 4
TEAM_PLAYERS = 4  # a team game has two teams of two
TEAM_PAWNS = 3
PAWNS = np.array([0, 0, 4, 3, 2], np.int64)  # of each player, by the number of players (2.4)
MAX_PAWNS = int(PAWNS.max())
THRESHOLD = np.array([0, 0, 8, 10, 12], np.int64)  # storm points that turn the board, by the number of players (2.4)
MAX_TURNS = 500  # then the game is truncated (3.10)

# Kinds of cards, the movement cards first: of two steps each, one without and one with an attack (2.1).
KINDS = (
    "march move",
    "march ambush",
    "swoop move",
    "swoop ambush",
    "gallop move",
    "gallop ambush",
    "dash move",
    "dash ambush",
    "sling",
    "steal",
)
N_KINDS = len(KINDS)
MARCH, MARCH_AMBUSH, SWOOP, SWOOP_AMBUSH, GALLOP, GALLOP_AMBUSH, DASH, DASH_AMBUSH, SLING, STEAL = range(N_KINDS)

COLOURS = ("blue", "red", "purple")
N_COLOURS = len(COLOURS)
QUARTERS = np.array([1, 3, 2], np.int64)  # clockwise quarter turns of a storm of each colour (2.2)

# A card is a number: kind * N_COLOURS + colour. Cards of the same kind and colour are the same.
CARD_TEXTS = tuple(f"{kind} {colour}" for kind in KINDS for colour in COLOURS)
CARD_IDS = {text: card for card, text in enumerate(CARD_TEXTS)}
N_CARDS = len(CARD_TEXTS)
PACK_OF_CARDS = 100

SLOTS = 3  # of each side


def card_table(table: Mapping[str, Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how many there are of each card, int64[cards], and the storm points of each kind, int64[kinds].

    Raises:
        ValueError: A kind is missing or unknown, a number is impossible, or the sum is not 100.
    """
    _check_names("cards", table, KINDS)
    for kind, entry in table.items():
        _check_names(f"cards, {kind}", entry, ("points", *COLOURS))
        for name, number in entry.items():
            if not is_integer(number) or not 0 <= number <= PACK_OF_CARDS:
                raise ValueError(f"material.toml: {name} of {kind} must be 0 to 100, not {short_repr(number)}")
        if (entry["points"] == 0) != (kind == KINDS[STEAL]):
            raise ValueError(f"material.toml: {kind}: steal has no points, all others have some")
    counts = np.array([table[kind][colour] for kind in KINDS for colour in COLOURS], np.int64)
    if counts.sum() != PACK_OF_CARDS:
        raise ValueError(f"material.toml: there must be {PACK_OF_CARDS} cards in all, not {counts.sum()}")
    return counts, np.array([table[kind]["points"] for kind in KINDS], np.int64)


def _check_names(where: str, table: Mapping[str, Any], names: tuple[str, ...]) -> None:
    if set(table) != set(names):
        raise ValueError(f"material.toml: {where} must have {listed(names)}, not {listed(tuple(table))}")


CARDS, POINTS = card_table(_DATA["cards"])
# Most cards of a storm pile: each has at least a point, but for steals, which a position may put there.
MAX_STORM = int(THRESHOLD.max() + CARDS[STEAL * N_COLOURS :].sum())

EQUIPMENT = ("husky", "snowshoes", "backpack", "igloo", "pickaxe", "compass")
HAZARDS = ("storm", "hole", "bear")
MASKS = (*EQUIPMENT, *HAZARDS)
MASK_IDS = {text: mask for mask, text in enumerate(MASKS)}
N_EQUIPMENT = len(EQUIPMENT)
N_MASKS = len(MASKS)
HUSKY, SNOWSHOES, BACKPACK, IGLOO, PICKAXE, COMPASS, STORM, HOLE, BEAR = range(N_MASKS)

MAX_EQUIPMENT = 3  # that a seat may keep (3.7)
STACK = 10  # masks to reveal (2.3)
CORNER_MASKS = 4
PLACED = CORNER_MASKS + 1  # green masks on the corners and the scoreboard
_BROWN, _GREEN, _BLUE = 8, 10, 8


def mask_counts(colour: str, table: Mapping[str, Any], kinds: tuple[str, ...], total: int) -> NDArray[np.int64]:
    """Return how many masks of each kind have a back of this colour, int64[masks]; 0 for those that are not named.

    Raises:
        ValueError: A kind does not belong to this colour, or the sum is not the total.
    """
    for kind, number in table.items():
        if kind not in kinds or not is_integer(number) or number < 0:
            raise ValueError(f"material.toml: masks.{colour}: {kind} = {short_repr(number)}; kinds: {listed(kinds)}")
    counts = np.array([table.get(kind, 0) for kind in MASKS], np.int64)
    if counts.sum() != total:
        raise ValueError(f"material.toml: there must be {total} {colour} masks, not {counts.sum()}")
    return counts


BROWN = mask_counts("brown", _DATA["masks"]["brown"], EQUIPMENT, _BROWN)
GREEN = mask_counts("green", _DATA["masks"]["green"], EQUIPMENT, _GREEN)
BLUE = mask_counts("blue", _DATA["masks"]["blue"], HAZARDS, _BLUE)
ALL_MASKS = BROWN + GREEN + BLUE
N_ALL_MASKS = int(ALL_MASKS.sum())
MAX_BEARS = int(BLUE[BEAR])
if BROWN[HUSKY] < MAX_PLAYERS or _BROWN - BROWN[HUSKY] < MAX_PLAYERS:
    raise ValueError(f"material.toml: masks.brown must hold a husky and another mask for each of {MAX_PLAYERS} players")

SIDES = ("N", "E", "S", "W")  # of the upper board, clockwise
N_SIDES = len(SIDES)
NORTH_SIDE, EAST_SIDE, SOUTH_SIDE, WEST_SIDE = range(N_SIDES)
# Where the seats sit at the table, by the number of players (1.5).
SEAT_SIDES = np.array([[0] * 4, [0] * 4, [2, 0, 0, 0], [2, 3, 0, 0], [2, 3, 0, 1]], np.int64)

# Windows of the south side, as two squares, with the sides where the lower board is cracked (1.4).
WINDOWS: dict[str, list[str]] = _DATA["windows"]
