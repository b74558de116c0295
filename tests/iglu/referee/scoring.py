"""Islands and points (2.10 to 2.12)."""

from tests.iglu.referee.board import parts
from tests.iglu.referee.material import value
from tests.iglu.referee.table import Table

SERIOUS_VALUES = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15}  # and more tiles:
SERIOUS_LARGEST = 21
IGLOO_STRENGTH = 2


def islands(table: Table) -> list[set[str]]:
    """Orthogonally connected ice; corners neither belong nor connect (2.10)."""
    return parts(table.ice())


def strength(table: Table, seat: int, island: set[str]) -> int:
    """1 for each Inuit, 2 for each igloo (2.10)."""
    inuit = sum(square in island for square in table.inuit[seat])
    return inuit + IGLOO_STRENGTH * sum(square in island for square in table.igloos[seat])


def shares(table: Table, island: set[str]) -> list[int]:
    """What the island brings each seat (2.10, 2.12)."""
    strengths = [strength(table, seat, island) for seat in range(table.players)]
    ranks = sorted({points for points in strengths if points > 0}, reverse=True)  # the strongest first
    worth = len(island)
    if table.variant == "serious":
        worth = SERIOUS_VALUES.get(len(island), SERIOUS_LARGEST)
    half = worth // 2 if table.half == "down" else (worth + 1) // 2
    alone = sum(points > 0 for points in strengths) == 1
    if alone and table.variant == "standard":
        worth = len(island) ** 2
    prizes = dict(zip(ranks, (worth, half), strict=False))
    return [prizes.get(points, 0) for points in strengths]


def scores(table: Table) -> list[dict[str, int]]:
    """One dictionary a seat, as if the game ended now (2.11)."""
    of_islands = [shares(table, island) for island in islands(table)]
    result = []
    for seat in range(table.players):
        animals = sum(value(animal) for animal in table.hunted[seat])
        island_points = sum(share[seat] for share in of_islands)
        result.append({"animals": animals, "islands": island_points, "total": animals + island_points})
    return result


def winners(table: Table) -> list[int]:
    """All seats with most points, ascending; [] before the end (2.11)."""
    if table.stage != "over":
        return []
    totals = [score["total"] for score in scores(table)]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
