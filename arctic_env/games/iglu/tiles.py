"""Kept tiles: who has which, what may still be played, and where played tiles go (rule 2.5)."""

from typing import Any

from arctic_env.games.iglu.material import (
    ANIMALS_FACE,
    ENERGY_1,
    ENERGY_3,
    HARPOON,
    MELT,
    PLAY_ANIMALS,
    PLAY_ENERGY,
    PLAY_HARPOON,
    PLAY_MELT,
)
from arctic_env.kernels.jit import njit


@njit
def keep(s: Any, seat: int, face: int) -> None:
    """The seat keeps a tile with the red frame, unseen by others."""
    s.kept[seat, face] += 1
    s.kept_size[seat] += 1


@njit
def show(s: Any, face: int) -> None:
    """A tile is gone, and all have seen it."""
    s.shown[s.shown_size] = face
    s.shown_size += 1
    s.revealed[face] += 1


@njit
def type_of(face: int) -> int:
    """Type of a tile with the red frame; energy of any value is one type."""
    if face == ANIMALS_FACE:
        return PLAY_ANIMALS
    if face == HARPOON:
        return PLAY_HARPOON
    return PLAY_MELT if face == MELT else PLAY_ENERGY


@njit
def may_play(s: Any, seat: int, face: int) -> bool:
    """Whether the seat has such a tile; the mover may play one of each type a turn, others any number."""
    return bool(s.kept[seat, face] > 0 and (seat != s.mover or s.played[type_of(face)] == 0))


@njit
def play(s: Any, seat: int, face: int) -> None:
    """A kept tile is played and discarded, before its effect."""
    s.kept[seat, face] -= 1
    s.kept_size[seat] -= 1
    if seat == s.mover:
        s.played[type_of(face)] = 1
    show(s, face)


@njit
def may_use_harpoon(s: Any, seat: int) -> bool:
    """Whether the seat has a harpoon that it may play now."""
    return may_play(s, seat, HARPOON)


@njit
def play_energy(s: Any, face: int) -> None:
    """The mover plays an energy tile: action points are added at once."""
    play(s, int(s.seat), face)
    s.points += face - ENERGY_1 + 1


@njit
def may_play_energy(s: Any) -> bool:
    """Whether the mover has played no energy this turn."""
    return bool(s.played[type_of(ENERGY_3)] == 0)
