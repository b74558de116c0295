"""Islands of a document: their squares, who is there and the points that they are worth (rules 2.10 and 2.12)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from arctic_env.games.iglu.material import IGLOO_STRENGTH, SERIOUS_WORTH
from arctic_env.games.iglu.squares import NEIGHBOURS, SQUARE_IDS

_NEIGHBOURS = {
    text: [other for other in SQUARE_IDS if int(NEIGHBOURS[number]) >> SQUARE_IDS[other] & 1]
    for text, number in SQUARE_IDS.items()
}
_WORTH: list[int] = SERIOUS_WORTH.tolist()


class Island(NamedTuple):
    """Orthogonally connected ice tiles.

    Attributes:
        squares: Its squares, sorted.
        strengths: The strength of each seat, 0 where it has nothing there.
        points: The points that it brings each seat as things stand.
    """

    squares: tuple[str, ...]
    strengths: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def owners(self) -> list[int]:
        """The strongest seats; none where nobody is."""
        most = max(self.strengths)
        return [seat for seat, strength in enumerate(self.strengths) if strength == most > 0]

    @property
    def text(self) -> str:
        """The island in words, `the island of 3 tiles at c2`."""
        size = len(self.squares)
        return f"the island of {size} tiles at {self.squares[0]}" if size > 1 else f"the tile {self.squares[0]}"

    @property
    def ownership(self) -> str:
        """Whose it is, `seat 1, 9 points`."""
        owners = self.owners
        if not owners:
            return "nobody"
        seats = f"seat {owners[0]}" if len(owners) == 1 else f"seats {' and '.join(map(str, owners))}"
        points = self.points[owners[0]]
        return f"{seats}, {points} point{'' if points == 1 else 's'}{' each' if len(owners) > 1 else ''}"


def islands(document: Mapping[str, Any]) -> list[Island]:
    """Return the islands of a position or view, in the order of their first squares."""
    left = sorted({*document["tiles"], *document["glaciers"]})
    found = []
    while left:
        squares = _connected(left[0], left)
        left = [square for square in left if square not in squares]
        found.append(_valued(document, tuple(sorted(squares))))
    return found


def _connected(start: str, ice: Iterable[str]) -> set[str]:
    ice, reached, grown = set(ice), set[str](), {start}
    while grown:
        reached |= grown
        grown = {other for square in grown for other in _NEIGHBOURS[square]} & ice - reached
    return reached


def _valued(document: Mapping[str, Any], squares: tuple[str, ...]) -> Island:
    strengths = tuple(
        sum(square in squares for square in seat["inuit"])
        + IGLOO_STRENGTH * sum(square in squares for square in seat["igloos"])
        for seat in document["seats"]
    )
    present = sorted({strength for strength in strengths if strength}, reverse=True)
    alone = sum(strength > 0 for strength in strengths) == 1
    if document["variant"] == "serious":
        worth = _WORTH[min(len(squares), len(_WORTH) - 1)]
    else:
        worth = len(squares) ** 2 if alone else len(squares)
    half = (worth + (document["half"] == "up")) // 2
    values = dict(zip(present, (worth, half), strict=False))  # of the strongest and the second strongest
    return Island(squares, strengths, tuple(values.get(strength, 0) for strength in strengths))
