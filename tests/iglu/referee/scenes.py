"""Small positions for tests: what is named lies there, the rest of the material is out of the way."""

from collections import Counter
from typing import Any

from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.material import BEARS, FISH, FOXES, TILES, inuit_of_each
from tests.iglu.referee.turn import Turn

Values = dict[str, list[int]]
FAR_CORNER = "h8"  # where Inuit stand that a scene does not name


def scene(
    ice: str = "",
    *,
    glaciers: str = "",
    faces: dict[str, str] | None = None,
    inuit: tuple[str, ...] = (),
    igloos: tuple[str, ...] = (),
    kept: tuple[str, ...] = (),
    fish: Values | None = None,
    foxes: Values | None = None,
    bears: str = "",
    players: int = 3,
    seat: int = 0,
    turn: dict[str, Any] | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """A document at the start of a turn, or with `turn` inside one.

    Args:
        ice: face-down tiles, squares with spaces between; all that is not named is sea.
        glaciers: face-up tiles.
        faces: of face-down tiles, where they matter.
        inuit: squares for each seat, with spaces between; those left out stand on a far corner.
        igloos: squares for each seat, with spaces between.
        kept: faces for each seat, with commas between.
        fish: their values by square.
        foxes: their values by square.
        bears: their squares.
        players: two to four.
        seat: whose turn it is.
        turn: fields of the turn that differ from its start.
        fields: other fields of the document.
    """
    tiles, pool = _tiles(ice.split(), glaciers.split(), faces or {}, kept)
    of_seats = [_seat(number, inuit, igloos, kept, inuit_of_each(players)) for number in range(players)]
    document = {
        "format": "iglu/position/1",
        "players": players,
        "variant": "standard",
        "half": "down",
        "first": 0,
        "seat": seat,
        "stage": "play",
        "tiles": tiles,
        "glaciers": glaciers.split(),
        "fish": fish or {},
        "foxes": foxes or {},
        "bears": bears.split(),
        "supply": {
            "fish": _rest(FISH, fish or {}),
            "foxes": _rest(FOXES, foxes or {}),
            "bears": BEARS - len(bears.split()),
        },
        "seats": of_seats,
        "gone": [],
        "shown": [face for face in pool if face != "glacier"],
        "melted": [face for face in pool if face == "glacier"],
    }
    if turn is not None:
        document["turn"] = Turn(mover=seat).to_document() | turn
    return document | fields


def referee(ice: str = "", **arguments: Any) -> Referee:
    return Referee(scene(ice, **arguments))


def in_points(ice: str = "", *, points: int = 3, turn: dict[str, Any] | None = None, **arguments: Any) -> Referee:
    """A scene in the action points of seat 0 (or `seat`)."""
    return Referee(scene(ice, turn={"turned": True, "points": points} | (turn or {}), **arguments))


def starting(game: Referee, words: str) -> list[str]:
    """The legal actions that begin so, without these words."""
    return [text[len(words) :].strip() for text in game.legal() if text.startswith(words)]


def play(game: Referee, *texts: str) -> Referee:
    for text in texts:
        game.play(text)
    return game


def _tiles(
    ice: list[str], glaciers: list[str], faces: dict[str, str], kept: tuple[str, ...]
) -> tuple[dict[str, str], list[str]]:
    """Faces for the face-down tiles, and the faces that lie nowhere yet."""
    pool = Counter(TILES) - Counter(faces.values()) - Counter(glacier=len(glaciers))
    pool -= Counter(face for faces_of_seat in kept for face in _kept(faces_of_seat))
    rest = list(pool.elements())
    tiles = {square: faces[square] if square in faces else rest.pop(0) for square in ice}
    return tiles, rest


def _kept(text: str) -> list[str]:
    return [face.strip() for face in text.split(",") if face.strip()]


def _seat(
    number: int, inuit: tuple[str, ...], igloos: tuple[str, ...], kept: tuple[str, ...], count: int
) -> dict[str, list[str]]:
    def of(values: tuple[str, ...]) -> str:
        return values[number] if number < len(values) else ""

    standing = of(inuit).split()
    return {
        "inuit": standing + [FAR_CORNER] * (count - len(standing)),
        "igloos": of(igloos).split(),
        "kept": _kept(of(kept)),
        "hunted": [],
    }


def _rest(counts: dict[int, int], places: Values) -> list[int]:
    lying = Counter(points for values in places.values() for points in values)
    return list((Counter(counts) - lying).elements())
