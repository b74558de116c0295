"""Positions made by hand for the tests of the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import arctic_env
from arctic_env import Position

Document = dict[str, Any]
Values = Mapping[str, Sequence[int]]

# The material once more, by hand (1.2, 1.3).
TILES = {
    "fish 1": 4, "fish 2": 4, "fish 3": 4, "bear": 4, "glacier": 10, "drift": 8, "melt": 6, "energy 1": 2,
    "energy 2": 2, "energy 3": 2, "harpoon": 6, "animals": 4,
}  # fmt: skip
FISH = {1: 8, 2: 12, 3: 8}
FOXES = {1: 3, 2: 4, 3: 3}
BEARS = 4
REFUGE = "a1"  # where Inuit stand that a scene says nothing about


def seat(inuit: str = "", igloos: str = "", kept: str = "", hunted: str = "") -> Document:
    """One seat; squares as in `"c1 c2"`, tiles and animals as in `"energy 2, melt"`."""
    return {
        "inuit": inuit.split(),
        "igloos": sorted(igloos.split()),
        "kept": sorted(_texts(kept)),
        "hunted": sorted(_texts(hunted)),
    }


def _texts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def scene(
    *seats: Document,
    ice: str = "",
    tiles: Mapping[str, str] | None = None,
    glaciers: str = "",
    fish: Values | None = None,
    foxes: Values | None = None,
    bears: str = "",
    players: int = 2,
    mover: int = 0,
    first: int = 0,
    variant: str = "standard",
    half: str = "down",
    turn: Mapping[str, Any] | None = None,
    gone: str = "",
    melted: str = "",
    fish_first: Sequence[int] = (),
    foxes_first: Sequence[int] = (),
) -> Document:
    """A position document in the turn of seat `mover`.

    Squares of `ice` get any faces, `tiles` names some. All tiles that lie nowhere have been shown, all animals that are
    nowhere are in the supply, those of `fish_first` and `foxes_first` to be drawn first. Inuit that no seat names
    stand on a corner.
    """
    places = [dict(each) for each in seats] + [seat() for _ in range(players - len(seats))]
    size = 5 if players == 2 else 3
    for each in places:
        each["inuit"] = sorted(each["inuit"] + [REFUGE] * (size - len(each["inuit"])))
    left = Counter(TILES)
    left.subtract(face for each in places for face in each["kept"])
    left.subtract((tiles or {}).values())
    left.subtract({"glacier": len(glaciers.split())})
    left.subtract(_texts(melted))
    laid = dict(tiles or {})
    for square in ice.split():
        if square not in laid:
            face = next(face for face in TILES if left[face] > 0)
            left[face] -= 1
            laid[square] = face
    hunted = Counter(animal for each in places for animal in each["hunted"]) + Counter(_texts(gone))
    document = {
        "format": "iglu/position/1",
        "players": players,
        "variant": variant,
        "half": half,
        "first": first,
        "seat": mover,
        "stage": "play",
        "tiles": laid,
        "glaciers": sorted(glaciers.split()),
        "fish": {square: sorted(values) for square, values in (fish or {}).items()},
        "foxes": {square: sorted(values) for square, values in (foxes or {}).items()},
        "bears": sorted(bears.split()),
        "supply": {
            "fish": _rest(FISH, fish or {}, hunted, "fish", fish_first),
            "foxes": _rest(FOXES, foxes or {}, hunted, "fox", foxes_first),
            "bears": BEARS - len(bears.split()) - hunted["bear"],
        },
        "seats": places,
        "gone": _texts(gone),
        "shown": sorted(left.elements()),
        "melted": _texts(melted),
    }
    if turn is not None:
        document["turn"] = within_turn(mover, **turn)
    return document


def _rest(tokens: Mapping[int, int], laid: Values, hunted: Counter[str], name: str, first: Sequence[int]) -> list[int]:
    left = Counter(tokens)
    left.subtract(value for values in laid.values() for value in values)
    left.subtract({value: hunted[f"{name} {value}"] for value in tokens})
    left.subtract(first)
    return [*first, *sorted(left.elements())]


def within_turn(mover: int, **fields: Any) -> Document:
    """The field `turn`: the action points of that seat, all three left, but for the fields that are given."""
    begin = {
        "mover": mover,
        "turned": True,
        "points": 3,
        "played": [],
        "drift": False,
        "push": None,
        "steps": 0,
        "asked": [],
        "waiting": [],
        "square": None,
    }
    return begin | fields


def position(*seats: Document, **arguments: Any) -> Position:
    """The position of a scene."""
    return arctic_env.game("iglu").position(scene(*seats, **arguments))


def acting(*seats: Document, points: int = 3, played: Sequence[str] = (), **arguments: Any) -> Position:
    """The position of a scene in the action points of the mover."""
    return position(*seats, turn={"points": points, "played": list(played)}, **arguments)


def offers(where: Position, verb: str) -> list[str]:
    """What follows a verb in the legal actions: `offers(p, "walk")` gives `["c1 c2"]`."""
    return [text.removeprefix(verb).strip() for text in where.legal() if text == verb or text.startswith(f"{verb} ")]


def play(where: Position, *texts: str) -> Position:
    """The position after these actions."""
    for text in texts:
        where = where.play(text)
    return where
