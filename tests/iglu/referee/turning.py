"""The tile that is turned, and what its face does at once (2.2, 2.3)."""

from tests.iglu.referee.board import RING
from tests.iglu.referee.material import is_red, kind
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import put

ACTION_POINTS = 3  # 2.9


def squares(table: Table) -> list[str]:
    """Face down, empty and next to sea; none such: empty and face down on the ring (2.2)."""
    empty = sorted(table.tiles.keys() - table.occupied())
    coast = table.coast()
    by_the_sea = [square for square in empty if square in coast]
    return by_the_sea or [square for square in empty if square in RING]


def choices(table: Table) -> list[str]:
    return [f"turn {square}" for square in squares(table)]


def turn_tile(table: Table, square: str) -> None:
    """Takes the tile away and carries out its face; a red one is kept unseen by others (2.3 to 2.5)."""
    face = table.tiles.pop(square)
    table.turn.turned = True
    table.turn.points = ACTION_POINTS
    if face == "glacier":
        _glacier(table, square)
    elif is_red(face):
        table.kept[table.turn.mover].append(face)
    else:
        table.shown.append(face)
        if kind(face) == "fish":
            _fish(table, square, int(face.split()[1]))
        elif face == "bear":
            _bear(table, square)
        else:
            table.turn.drift = True


def _glacier(table: Table, square: str) -> None:
    """Stays face up; a fox comes on it, if the supply has one (2.3)."""
    table.glaciers.append(square)
    if table.supply["foxes"]:
        put(table.foxes, square, table.supply["foxes"].pop(0))


def _fish(table: Table, square: str, number: int) -> None:
    """As many fish as the tile shows and the supply still has (2.3)."""
    for _ in range(min(number, len(table.supply["fish"]))):
        put(table.fish, square, table.supply["fish"].pop(0))


def _bear(table: Table, square: str) -> None:
    if table.supply["bears"]:
        table.supply["bears"] -= 1
        table.bears.append(square)
