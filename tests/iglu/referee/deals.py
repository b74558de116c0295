"""Position documents to start from: a deal, and random positions at odd corners of the rules."""

import random
from collections import Counter
from typing import Any

from tests.iglu.referee.board import CENTRE, CORNERS, SQUARES, neighbours
from tests.iglu.referee.material import BEARS, FISH, FOXES, TILES, inuit_of_each, is_red

Document = dict[str, Any]
VARIANTS = ("standard", "serious")
HALVES = ("down", "up")
ICE_SHARES = (0.15, 0.35, 0.55, 0.75, 0.93)  # of the 60 squares
BEAR_SHARES = (0.0, 0.5, 1.0)  # of the four bears, on the board
CROWDED_SQUARES = 4  # a part of the Inuit share these few squares
SHARE_OF_GLACIERS_FACE_UP = 0.6


def deal(generator: random.Random, players: int, variant: str = "standard", half: str = "down") -> Document:
    """A game before the first Inuit is placed (2.1)."""
    fish, foxes, faces = _shuffled(generator, FISH), _shuffled(generator, FOXES), _shuffled(generator, TILES)
    first = generator.randrange(players)
    under_ice = [square for square in SQUARES if square not in CORNERS and square not in CENTRE]
    empty: Document = {"inuit": [], "igloos": [], "kept": [], "hunted": []}
    return {
        "format": "iglu/position/1",
        "players": players,
        "variant": variant,
        "half": half,
        "first": first,
        "seat": first,
        "stage": "setup",
        "tiles": dict(zip(under_ice, faces, strict=True)),
        "glaciers": [],
        "fish": {square: [fish.pop()] for square in CENTRE},
        "foxes": {},
        "bears": [],
        "supply": {"fish": fish, "foxes": foxes, "bears": BEARS},
        "seats": [{name: [] for name in empty} for _ in range(players)],
        "gone": [],
        "shown": [],
        "melted": [],
    }


def _shuffled(generator: random.Random, counts: dict[Any, int]) -> list[Any]:
    things = list(Counter(counts).elements())
    generator.shuffle(things)
    return things


def random_document(generator: random.Random) -> Document:
    """A document at the start of a turn that is accepted, though play may never lead to it."""
    document = deal(generator, generator.choice((2, 3, 4)), generator.choice(VARIANTS), generator.choice(HALVES))
    document |= {"stage": "play", "seat": generator.randrange(document["players"])}
    _lay_ice(generator, document)
    _set_animals(generator, document)
    _set_tribes(generator, document)
    return document


def _lay_ice(generator: random.Random, document: Document) -> None:
    """Some ice anywhere; the other tiles are kept, shown or melted."""
    faces = _shuffled(generator, TILES)
    squares = [square for square in SQUARES if square not in CORNERS]
    generator.shuffle(squares)
    document["tiles"] = {}
    for square in squares[: int(len(squares) * generator.choice(ICE_SHARES))]:
        face = faces.pop()
        if face == "glacier" and generator.random() < SHARE_OF_GLACIERS_FACE_UP:
            document["glaciers"].append(square)
        else:
            document["tiles"][square] = face
    for face in faces:
        kept = [tribe["kept"] for tribe in document["seats"]]
        places = [document["melted"]] if face == "glacier" else [document["melted"], document["shown"]]
        generator.choice(kept * 2 + places if is_red(face) else places).append(face)


def _set_animals(generator: random.Random, document: Document) -> None:
    """Fish and bears in one another's way; the other animals are hunted, gone or still in the supply."""
    ice = [*document["tiles"], *document["glaciers"]]
    sea = [square for square in SQUARES if square not in CORNERS and square not in ice]
    supply = document["supply"]
    bears = min(BEARS, round(BEARS * generator.choice(BEAR_SHARES)))
    document["bears"] = generator.sample([*ice, *sea], bears)
    supply["bears"] -= bears
    waters = [square for square in sea if square in document["bears"] or generator.random() < 0.5] or sea
    places: Document = {"fish": {}, "foxes": {}}
    supply["fish"] += [points for values in document["fish"].values() for points in values]
    for name, squares in (("fish", waters), ("foxes", ice)):
        for _ in range(generator.randrange(len(supply[name]))):
            places[name].setdefault(generator.choice(squares), []).append(supply[name].pop())
        for _ in range(generator.choice((0, len(supply[name]) // 2, len(supply[name])))):
            animal = f"{'fish' if name == 'fish' else 'fox'} {supply[name].pop()}"
            hunted = [tribe["hunted"] for tribe in document["seats"]]
            generator.choice([*hunted, document["gone"]]).append(animal)
    document |= places


def _set_tribes(generator: random.Random, document: Document) -> None:
    """Crowds on few squares and on and about bears' squares; igloos where Inuit stand, or elsewhere."""
    ice = [*document["tiles"], *document["glaciers"]]
    near_bears = [near for bear in document["bears"] for near in [bear, *neighbours(bear)] if near in ice]
    crowded = generator.sample([*ice, *CORNERS], CROWDED_SQUARES)
    squares = [crowded, near_bears or crowded, near_bears or ice, [*ice, *CORNERS]]
    free = list(ice)
    for tribe in document["seats"]:
        for _ in range(inuit_of_each(document["players"])):
            tribe["inuit"].append(generator.choice(generator.choice(squares)))
        for _ in range(generator.randrange(3)):
            own = [square for square in tribe["inuit"] if square in free]
            tribe["igloos"].append(generator.choice(own or free))
            free.remove(tribe["igloos"][-1])
