"""Walking and the kayak (2.9, 2.12)."""

from tests.iglu.referee.board import CORNERS, neighbours, parts
from tests.iglu.referee.keeping import discard, has_harpoon
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import hunt

WALK_POINTS = 1
KAYAK_POINTS = 3


def may_enter(table: Table, goal: str) -> bool:
    """Ice or a corner; a bear's tile only with a harpoon; serious: no tile with a foreign igloo (2.9, 2.12)."""
    if goal not in CORNERS and not table.is_ice(goal):
        return False
    if goal in table.bears and not has_harpoon(table, table.turn.mover):
        return False
    return table.variant != "serious" or table.builder(goal) in (None, table.turn.mover)


def starts(table: Table) -> list[str]:
    """The squares with Inuit of the mover."""
    return sorted(set(table.inuit[table.turn.mover]))


def walking_choices(table: Table) -> list[str]:
    if table.turn.points < WALK_POINTS:
        return []
    moves = [(start, goal) for start in starts(table) for goal in neighbours(start)]
    return [f"walk {start} {goal}" for start, goal in moves if may_enter(table, goal)]


def kayak_choices(table: Table) -> list[str]:
    """Over connected sea without bears, from and to what lies next to it (2.9)."""
    if table.turn.points < KAYAK_POINTS:
        return []
    coasts = _coasts(table)
    goals = {goal for goal in set().union(*coasts) if may_enter(table, goal)}
    moves = [
        (start, goal)
        for start in starts(table)
        for goal in goals.intersection(set().union(*[coast for coast in coasts if start in coast])) - {start}
    ]
    return [f"kayak {start} {goal}" for start, goal in moves]


def _coasts(table: Table) -> list[set[str]]:
    """Of each connected area of sea without bears, all that is next to one of its squares."""
    areas = parts([square for square in table.sea() if square not in table.bears])
    return [{other for square in area for other in neighbours(square)} for area in areas]


def walk(table: Table, start: str, goal: str) -> None:
    table.turn.points -= WALK_POINTS
    _go(table, start, goal)


def kayak(table: Table, start: str, goal: str) -> None:
    table.turn.points -= KAYAK_POINTS
    _go(table, start, goal)


def _go(table: Table, start: str, goal: str) -> None:
    """On a bear's tile the harpoon is spent and the bear won (2.9)."""
    mover = table.turn.mover
    table.inuit[mover].remove(start)
    table.inuit[mover].append(goal)
    if goal in table.bears:
        discard(table, mover, "harpoon")
        hunt(table, mover, "bear", goal)
