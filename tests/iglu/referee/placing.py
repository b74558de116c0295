"""Setup: each Inuit is placed on the ring (2.1)."""

from tests.iglu.referee.board import RING
from tests.iglu.referee.material import inuit_of_each
from tests.iglu.referee.table import Table
from tests.iglu.referee.turn import Turn


def choices(table: Table) -> list[str]:
    """Any ice of the ring, whoever stands there (2.1)."""
    return [f"place {square}" for square in RING if table.is_ice(square)]


def place(table: Table, square: str) -> None:
    """One Inuit, then the next seat, until all stand; then the starting player's turn begins (2.1)."""
    assert table.seat is not None
    table.inuit[table.seat].append(square)
    table.seat = (table.seat + 1) % table.players
    if all(len(squares) == inuit_of_each(table.players) for squares in table.inuit):
        table.stage = "play"
        table.turn = Turn(mover=table.seat)
