"""Animals taken from squares, put on squares and out of the game."""

from tests.iglu.referee.table import Table


def put(places: dict[str, list[int]], square: str, points: int) -> None:
    places.setdefault(square, []).append(points)


def take(places: dict[str, list[int]], square: str, points: int) -> None:
    places[square].remove(points)
    if not places[square]:
        del places[square]


def remove_fish_and_foxes(table: Table, square: str) -> None:
    """All fish and foxes of the square leave the game, small ones first."""
    table.gone += [f"fish {points}" for points in sorted(table.fish.pop(square, []))]
    table.gone += [f"fox {points}" for points in sorted(table.foxes.pop(square, []))]


def hunt(table: Table, seat: int, animal: str, square: str) -> None:
    """The seat wins an animal: `fish 2`, `fox 1` or `bear`."""
    if animal == "bear":
        table.bears.remove(square)
    else:
        name, points = animal.split()
        take(table.fish if name == "fish" else table.foxes, square, int(points))
    table.hunted[seat].append(animal)
