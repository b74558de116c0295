"""Kept tiles: which may still be played, and how they are discarded (2.5)."""

from tests.iglu.referee.material import kind
from tests.iglu.referee.table import Table


def playable(table: Table, wanted: str) -> list[str]:
    """The mover's kept faces of a type, [] once one of the type has been played this turn (2.5)."""
    if wanted in table.turn.played:
        return []
    return sorted({face for face in table.kept[table.turn.mover] if kind(face) == wanted})


def has_harpoon(table: Table, seat: int) -> bool:
    """A harpoon that the seat may still play this turn: no limit in the turns of others (2.5)."""
    return "harpoon" in table.kept[seat] and not (seat == table.turn.mover and "harpoon" in table.turn.played)


def discard(table: Table, seat: int, face: str) -> None:
    """A played tile is discarded, for all to see, before its effect (2.5)."""
    table.kept[seat].remove(face)
    table.shown.append(face)
    if seat == table.turn.mover:
        table.turn.played.append(kind(face))


def energy_choices(table: Table) -> list[str]:
    return playable(table, "energy")


def play_energy(table: Table, points: int) -> None:
    """As many more action points as the tile shows (rulebook, Energy)."""
    discard(table, table.turn.mover, f"energy {points}")
    table.turn.points += points
