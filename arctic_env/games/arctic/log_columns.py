"""What logs tell of ARCTIC beside scores: sizes, tokens, power cards, totems."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.games.arctic.material import ANIMALS, FACES, LANDSCAPE, N_ANIMALS
from arctic_env.games.arctic.state import DECISIONS, STAGES
from arctic_env.model.log_columns import (
    Fact,
    Facts,
    Seats,
    States,
    entry,
    of_seat,
    of_table,
    own,
    turn_order,
    worded,
)


def _sizes() -> Iterator[Fact]:
    yield of_seat("hand", "cards in the seat's hand", "hand_size")
    yield of_seat("pile", "cards in its pile", "pile_size")
    yield of_seat("face_down", "of them face down", "down_size")
    yield of_seat("penalty", "cards in its penalty zone", "penalty_size")


def _powers() -> Iterator[Fact]:
    for k, animal in enumerate(ANIMALS):
        meaning = f"whether the seat holds the {animal}'s power card"
        yield Fact(f"power_{animal}", "truth", meaning, entry(_held, k))


def _held(states: States, seats: Seats) -> NDArray[Any]:
    return states["holders"] == seats[:, None]  # type: ignore[no-any-return]


def _tokens() -> Iterator[Fact]:
    for k, animal in enumerate(ANIMALS):
        yield Fact(
            f"value_{animal}", "number", f"landscape value under the {animal}'s token", entry(_landscape, k)
        )


def _landscape(states: States, seats: Seats) -> NDArray[Any]:
    return LANDSCAPE[states["tokens"]]  # type: ignore[no-any-return]


def _faces() -> Iterator[Fact]:
    for k, animal in enumerate(ANIMALS):
        meaning = f"face of the {animal}'s power card in this game, {' or '.join(FACES[k])}"
        yield Fact(f"face_{animal}", "text", meaning, entry(_face, k))


def _face(states: States, seats: Seats) -> NDArray[Any]:
    return np.array(FACES)[np.arange(N_ANIMALS), states["faces"]]  # type: ignore[no-any-return]


_TOTEM = Fact(
    "totem",
    "text",
    "animal of the seat's totem",
    lambda states, seats: np.array(ANIMALS)[own(states["totems"], seats)],
)

FACTS = Facts(
    decisions=[
        worded("stage", "stage of the game: play, finish (reserve in play) or last", STAGES, "stage"),
        worded("asked", "what the seat decides: place, swap, move, extra, ...", DECISIONS, "decision"),
        of_table("river", "cards in the river", "river_size"),
        of_table("stack", "cards in reserve and deck", "stack_size"),
        *_sizes(),
        *_powers(),
        *_tokens(),
    ],
    results=[turn_order(), _TOTEM, *_sizes(), *_powers(), *_tokens(), *_faces()],
)
