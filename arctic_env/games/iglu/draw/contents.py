"""Contents of documents for both pictures, and their words: squares, islands, decisions.

A document is a position document (everything) or a view document (what one seat may know). Nothing here or in the
pictures sees an engine's state, so the pictures cannot show what the document leaves out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from arctic_env.drawing.pages import Document, count, result, viewer
from arctic_env.games.iglu.material import IGLOO_STRENGTH, SERIOUS_WORTH
from arctic_env.games.iglu.squares import CORNERS, NEIGHBOURS, SQUARE_IDS, SQUARE_TEXTS
from arctic_env.validation import counted

SEA, TILE, GLACIER, LAND = "sea", "tile", "glacier", "land"


class Square(NamedTuple):
    """The contents of a square in a document.

    Attributes:
        name: `a1` to `h8`.
        ground: SEA, TILE (face down), GLACIER or LAND (a corner).
        face: Of a face-down tile, None if the document does not say.
        animals: Number of each kind there, such as `fish 2`, the bear first.
        inuit: Number of Inuit by seat, without zeros.
        igloo: Seat of the igloo there, None without one.
    """

    name: str
    ground: str
    face: str | None
    animals: Mapping[str, int]
    inuit: Mapping[int, int]
    igloo: int | None


def square(document: Document, name: str) -> Square:
    """Read the contents of a square."""
    animals = Counter({"bear": 1} if name in document["bears"] else {})
    for field, animal in (("fish", "fish"), ("foxes", "fox")):
        animals.update(f"{animal} {value}" for value in sorted(document[field].get(name, ())))
    seats = document["seats"]
    inuit = {seat: owner["inuit"].count(name) for seat, owner in enumerate(seats) if name in owner["inuit"]}
    igloo = next((seat for seat, owner in enumerate(seats) if name in owner["igloos"]), None)
    return Square(name, _ground(document, name), document["tiles"].get(name), animals, inuit, igloo)


def _ground(document: Document, name: str) -> str:
    if SQUARE_TEXTS.index(name) in CORNERS:
        return LAND
    if name in document["tiles"]:
        return TILE
    return GLACIER if name in document["glaciers"] else SEA


def decision(document: Document) -> str:
    """Return the decision that is due as a phrase without its subject: `turns a tile`."""
    if document["stage"] == "setup":
        return "places an Inuit on the ring"
    turn = document.get("turn") or {}
    if turn.get("asked"):
        return f"may play a harpoon on {turn['square']}"
    if turn.get("waiting"):
        return f"chooses a corner for an Inuit of seat {turn['waiting'][0]} on {turn['square']}"
    if turn.get("drift"):
        return "lets ice drift"
    if turn.get("push"):
        return f"makes room for the push {turn['push']}"
    if turn.get("steps"):
        return f"moves animals, {counted(turn['steps'], 'step')} left"
    if turn.get("turned"):
        return f"has {counted(turn['points'], 'action point')} left"
    return "turns a tile"


def headline(document: Document) -> str:
    """Return a headline: whose decision it is and which, or who has won."""
    return result(document) if document["seat"] is None else f"seat {document['seat']} {decision(document)}"


def remarks(document: Document) -> str:
    """Return remarks on the tiles that the mover has played this turn; empty if none."""
    turn: Mapping[str, Any] = document.get("turn") or {}
    played = turn.get("played")
    return f"played this turn: {', '.join(played)}" if played else ""


def facts(document: Document) -> list[str]:
    """Return players, rules, stage and the seat of the view: one short text each."""
    shown = [f"{document['players']} players", f"variant {document['variant']}", f"half {document['half']}"]
    return [*shown, "game over" if document["stage"] == "over" else document["stage"], *viewer(document)]


def supplies(document: Document) -> list[str]:
    """Return texts on the supplies beside the board and on tokens out of the game."""
    supply = document["supply"]
    shown = [f"{name} {count(supply[name])}" for name in ("fish", "foxes", "bears")]
    shown.append(f"face-down tiles {len(document['tiles'])}")
    return [*shown, f"melted unseen {count(document['melted'])}", f"animals gone {len(document['gone'])}"]


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
