"""Hunting, with points or with a harpoon, and igloos (2.5, 2.9)."""

from tests.iglu.referee.board import neighbours
from tests.iglu.referee.keeping import discard, has_harpoon
from tests.iglu.referee.material import IGLOOS, value
from tests.iglu.referee.moving import starts
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import hunt

IGLOO_POINTS = 3


def prey(table: Table) -> list[tuple[str, str]]:
    """Fish, foxes and their squares within reach: of Inuit on ice, never from a corner (2.9)."""
    reach: set[tuple[str, str]] = set()
    for square in _on_ice(table):
        reach |= {(f"fox {points}", square) for points in table.foxes.get(square, [])}
        for sea in neighbours(square):
            reach |= {(f"fish {points}", sea) for points in table.fish.get(sea, [])}
    return sorted(reach)


def _on_ice(table: Table) -> list[str]:
    return [square for square in starts(table) if table.is_ice(square)]


def hunting_choices(table: Table) -> list[str]:
    """As many points as the value; bears only by harpoon (2.9)."""
    affordable = [(animal, square) for animal, square in prey(table) if value(animal) <= table.turn.points]
    return [f"hunt {animal} {square}" for animal, square in affordable]


def harpoon_choices(table: Table) -> list[str]:
    """Any animal within reach free of points, also a bear on the Inuit's own tile (2.5)."""
    if not has_harpoon(table, table.turn.mover):
        return []
    bears = [("bear", square) for square in _on_ice(table) if square in table.bears]
    return [f"harpoon {animal} {square}" for animal, square in prey(table) + bears]


def hunt_with_points(table: Table, animal: str, square: str) -> None:
    table.turn.points -= value(animal)
    hunt(table, table.turn.mover, animal, square)


def hunt_with_harpoon(table: Table, animal: str, square: str) -> None:
    discard(table, table.turn.mover, "harpoon")
    hunt(table, table.turn.mover, animal, square)


def igloo_choices(table: Table) -> list[str]:
    """Own Inuit there, no foreign one, no igloo yet, no corner, one left in the supply (2.9)."""
    mover = table.turn.mover
    if table.turn.points < IGLOO_POINTS or len(table.igloos[mover]) == IGLOOS:
        return []
    alone = [square for square in _on_ice(table) if table.owners(square) == [mover]]
    return [f"igloo {square}" for square in alone if table.builder(square) is None]


def build_igloo(table: Table, square: str) -> None:
    table.turn.points -= IGLOO_POINTS
    table.igloos[table.turn.mover].append(square)
