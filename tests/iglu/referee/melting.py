"""Melt (2.6)."""

from tests.iglu.referee.keeping import discard, playable
from tests.iglu.referee.reactions import begin_corners
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import remove_fish_and_foxes


def choices(table: Table) -> list[str]:
    """A face-down tile next to sea, not one with an igloo; who else is there does not matter (2.6)."""
    if not playable(table, "melt"):
        return []
    by_the_sea = sorted(table.tiles.keys() & table.coast())
    return [f"melt {square}" for square in by_the_sea if table.builder(square) is None]


def melt(table: Table, square: str) -> None:
    """The tile goes unseen and its animals leave the game; its Inuit wait for their corners (2.6)."""
    discard(table, table.turn.mover, "melt")
    table.melted.append(table.tiles.pop(square))
    if square in table.bears:
        table.bears.remove(square)
        table.gone.append("bear")
    remove_fish_and_foxes(table, square)
    begin_corners(table, square, table.clockwise())
