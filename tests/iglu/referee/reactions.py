"""A bear attacks: harpoons asked for, igloos to hide in, corners to flee to (2.6, 2.8)."""

from tests.iglu.referee.board import CORNERS
from tests.iglu.referee.keeping import discard, has_harpoon
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import hunt, remove_fish_and_foxes


def attack(table: Table, square: str) -> None:
    """Fish and foxes leave the game; then the owners of all Inuit there are asked, hidden or not (2.8)."""
    remove_fish_and_foxes(table, square)
    if table.owners(square):
        table.turn.square = square
        table.turn.asked = [seat for seat in table.clockwise() if _is_asked(table, seat, square)]
        if not table.turn.asked:
            _flee(table)


def _is_asked(table: Table, seat: int, square: str) -> bool:
    """Whoever keeps a tile, so that asking tells nothing; a mover only before the own harpoon (2.8)."""
    limit_reached = seat == table.turn.mover and "harpoon" in table.turn.played
    return seat in table.owners(square) and bool(table.kept[seat]) and not limit_reached


def answers(table: Table) -> list[str]:
    """Without a playable harpoon the only answer is `no harpoon` (2.8)."""
    return ["harpoon", "no harpoon"] if has_harpoon(table, table.turn.asked[0]) else ["no harpoon"]


def harpoon(table: Table) -> None:
    """The first who plays one keeps the bear; all stay, and the others are not asked any more (2.8)."""
    seat, square = table.turn.asked[0], table.turn.square
    assert square is not None
    discard(table, seat, "harpoon")
    hunt(table, seat, "bear", square)
    table.turn.asked = []
    table.turn.square = None


def no_harpoon(table: Table) -> None:
    table.turn.asked.pop(0)
    if not table.turn.asked:
        _flee(table)


def _flee(table: Table) -> None:
    """Those with an igloo of their colour there hide, each other one is sent to a corner (2.8)."""
    square = table.turn.square
    assert square is not None
    begin_corners(table, square, [seat for seat in table.clockwise() if square not in table.igloos[seat]])


def begin_corners(table: Table, square: str, seats: list[int]) -> None:
    """One decision for each Inuit of these seats on the square, seat by seat (2.6)."""
    table.turn.waiting = [seat for seat in seats for place in table.inuit[seat] if place == square]
    table.turn.square = square if table.turn.waiting else None


def corner_choices() -> list[str]:
    return [f"corner {corner}" for corner in CORNERS]


def go_to_corner(table: Table, corner: str) -> None:
    """The first Inuit that waits leaves its old square, where it has stood until now (2.6)."""
    square = table.turn.square
    assert square is not None
    owner = table.turn.waiting.pop(0)
    table.inuit[owner].remove(square)
    table.inuit[owner].append(corner)
    if not table.turn.waiting:
        table.turn.square = None
