"""Drift: ice is pushed, after fish and bears have made room (2.4)."""

from tests.iglu.referee.board import DIRECTIONS, beyond, neighbours
from tests.iglu.referee.table import Table
from tests.iglu.referee.tokens import put, remove_fish_and_foxes, take


def line(table: Table, square: str, direction: str) -> tuple[list[str], str | None]:
    """The unbroken line of tiles from the pushed one on, and the square that the last one enters."""
    tiles: list[str] = []
    following: str | None = square
    while following is not None and table.is_ice(following):
        tiles.append(following)
        following = beyond(following, direction)
    return tiles, following


def refuges(table: Table, square: str) -> list[str]:
    """Where fish of the square may be displaced to: adjacent sea (2.4)."""
    return [other for other in sorted(neighbours(square)) if table.is_sea(other)]


def bear_refuges(table: Table, square: str) -> list[str]:
    """The same for a bear: it may not join a bear (2.4)."""
    return [other for other in refuges(table, square) if other not in table.bears]


def is_legal(table: Table, square: str, direction: str) -> bool:
    """The entered square is sea, inside the grid, no corner, and every animal on it can make room (2.4)."""
    _, entered = line(table, square, direction)
    if entered is None or not table.is_sea(entered):
        return False
    if entered in table.bears and not bear_refuges(table, entered):
        return False
    return entered not in table.fish or bool(refuges(table, entered))


def choices(table: Table) -> list[str]:
    """All legal pushes; none: nothing happens (2.4)."""
    pushes = [(square, direction) for square in table.ice() for direction in DIRECTIONS]
    return [f"drift {square} {direction}" for square, direction in pushes if is_legal(table, square, direction)]


def choose_push(table: Table, square: str, direction: str) -> None:
    table.turn.drift = False
    table.turn.push = f"{square} {direction}"


def entered_square(table: Table) -> str:
    """The square that the chosen push enters."""
    assert table.turn.push is not None
    entered = line(table, *table.turn.push.split())[1]
    assert entered is not None
    return entered


def displacements(table: Table) -> list[str]:
    """One animal after the other, in the order that the pusher likes; [] once the square is free (2.4)."""
    entered = entered_square(table)
    values = sorted(set(table.fish.get(entered, [])))
    fish = [f"displace fish {points} {goal}" for points in values for goal in refuges(table, entered)]
    bears = [f"displace bear {goal}" for goal in bear_refuges(table, entered)]
    return fish + (bears if entered in table.bears else [])


def displace(table: Table, animal: list[str], goal: str) -> None:
    """Fish may join a bear and live; a bear eats the fish that it joins (2.4)."""
    entered = entered_square(table)
    if animal[0] == "bear":
        table.bears.remove(entered)
        table.bears.append(goal)
        remove_fish_and_foxes(table, goal)
    else:
        take(table.fish, entered, int(animal[1]))
        put(table.fish, goal, int(animal[1]))


def move_ice(table: Table) -> None:
    """The tiles of the push move one square, with everything on them, the foremost first (2.4)."""
    assert table.turn.push is not None
    square, direction = table.turn.push.split()
    for tile in reversed(line(table, square, direction)[0]):
        goal = beyond(tile, direction)
        assert goal is not None
        _carry(table, tile, goal)
    table.turn.push = None


def _carry(table: Table, start: str, goal: str) -> None:
    if start in table.tiles:
        table.tiles[goal] = table.tiles.pop(start)
    if start in table.foxes:
        table.foxes[goal] = table.foxes.pop(start)
    for squares in (table.glaciers, table.bears, *table.inuit, *table.igloos):
        squares[:] = [goal if square == start else square for square in squares]
