"""Position documents to start from: a deal, and random positions at odd corners of the rules."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.north_pole.referee.board import CAMP_SQUARES, CENTRE, CORNERS, DIAGONAL, ORTHOGONAL, SQUARES, beside
from tests.north_pole.referee.material import (
    BLUE,
    BROWN,
    CARDS,
    GREEN,
    LAST_TURN,
    MOST_EQUIPMENT,
    SECOND_PIECES,
    STACK,
    THRESHOLDS,
    pawns_each,
    points_of,
)

Document = dict[str, Any]
SETTINGS = ((2, False), (3, False), (4, False), (4, True))  # players, teams


def _shuffled(generator: random.Random, things: Counter[str]) -> list[str]:
    pile = list(things.elements())
    generator.shuffle(pile)
    return pile


def deal(generator: random.Random, players: int, teams: bool = False) -> Document:
    """A game before its first turn (1.5, 2.3, 2.4)."""
    cards = _shuffled(generator, CARDS)
    seconds = generator.sample(SECOND_PIECES, players)
    green = _shuffled(generator, GREEN)
    stack = green[5:] + list(BLUE.elements())
    generator.shuffle(stack)
    first = generator.randrange(players)
    ship = pawns_each(players, teams)
    return {
        "format": "north_pole/position/1",
        "players": players,
        "teams": teams,
        "turned": 0,
        "disc": generator.choice(("d4", "d5") if teams else CENTRE),
        "sides": {side: [cards.pop() for _ in range(3)] for side in "NESW"},
        "deck": cards,
        "discard": [],
        "storm": [],
        "stream": generator.getrandbits(64),
        "masks": stack[:STACK],
        "corners": dict(zip(CORNERS, green, strict=False)),
        "score": green[4],
        "leftover": sorted(stack[STACK:]),
        "box": sorted((BROWN - Counter(seconds) - Counter(husky=players)).elements()),
        "spent": [],
        "holes": [],
        "bears": [],
        "igloos": {},
        "first": first,
        "seat": first,
        "turns": 0,
        "stage": "play",
        "seats": [
            {"ship": ship, "home": 0, "pawns": [], "equipment": sorted(["husky", second]), "pack": None}
            for second in seconds
        ],
    }


def random_document(generator: random.Random) -> Document:
    """A document in the middle of a game that is accepted, though play may never lead to it."""
    players, teams = generator.choice(SETTINGS)
    document = deal(generator, players, teams)
    document |= {
        "turned": generator.randrange(4),
        "seat": generator.randrange(players),
        "turns": generator.choice((generator.randrange(LAST_TURN), LAST_TURN - generator.randint(1, 4), 40)),
    }
    _set_pawns(generator, document)
    _set_masks(generator, document)
    _set_cards(generator, document)
    document["turn"] = _turn(generator, document)
    return document


def _set_pawns(generator: random.Random, document: Document) -> None:
    """Pawns near the centre, near each other, in camps and anywhere; some partners all home, and nobody has won."""
    spots = [_crowd(generator), list(CENTRE), sorted(CAMP_SQUARES), list(SQUARES)]
    each = pawns_each(document["players"], document["teams"])
    home = generator.choice((0.1, 0.4, 0.8))
    taken = set(document["corners"])
    for seat in document["seats"]:
        seat["ship"] = 0
        for _ in range(each):
            square = generator.choice(generator.choice(spots))
            if generator.random() < home and seat["home"] < each - 1:
                seat["home"] += 1
            elif generator.random() < 0.15 or square in taken - CAMP_SQUARES:
                seat["ship"] += 1
            else:
                seat["pawns"].append(square)
                taken.add(square)
    if document["teams"] and generator.random() < 0.5:
        for seat in document["seats"][: generator.choice((1, 2))]:
            seat.update(ship=0, home=each, pawns=[])


def _crowd(generator: random.Random) -> list[str]:
    """A few squares about one of them."""
    heart = generator.choice(SQUARES)
    return [heart] + [near for way in ORTHOGONAL + DIAGONAL if (near := beside(heart, way)) is not None]


def _set_masks(generator: random.Random, document: Document) -> None:
    """Few masks left, hazards and igloos on the board, equipment in hands; sometimes hazards on corners."""
    document["masks"], rest = [], _shuffled(generator, GREEN + BLUE)
    placed = GREEN if generator.random() < 0.8 else GREEN + BLUE
    document["leftover"] = sorted(rest.pop() for _ in range(3))
    document["score"], document["corners"] = None, {}
    pawns = {square for seat in document["seats"] for square in seat["pawns"]}
    for place in ("score", *CORNERS):
        mask = next((mask for mask in rest if mask in placed), None)
        if mask is None or generator.random() < 0.4 or place in pawns:
            continue
        rest.remove(mask)
        if place == "score":
            document["score"] = mask
        else:
            document["corners"][place] = mask
    for _ in range(min(len(rest), generator.choice((0, 1, 1, 2, 3, 10)))):
        document["masks"].append(rest.pop())
    for seat in document["seats"]:
        rest += seat["equipment"]
        seat["equipment"] = []
    generator.shuffle(rest)
    for mask in rest:
        _lay_mask(generator, document, mask)


def _lay_mask(generator: random.Random, document: Document, mask: str) -> None:
    """One mask that has been revealed."""
    pawns = [square for seat in document["seats"] for square in seat["pawns"]]
    free = {*SQUARES} - {*pawns} - {*document["corners"]} - {*document["holes"]} - {*document["bears"]}
    near = [near for pawn in pawns for way in ORTHOGONAL if (near := beside(pawn, way)) in free]
    seat = generator.choice([*document["seats"], *[document["seats"][document["seat"]]] * 2])
    sites = set(seat["pawns"]) - CAMP_SQUARES - set(CENTRE) - set(document["igloos"])
    if mask in ("hole", "bear") and generator.random() < 0.7:
        document[f"{mask}s"].append(generator.choice(near if near and generator.random() < 0.7 else sorted(free)))
    elif mask == "igloo" and sites and generator.random() < 0.6:
        document["igloos"][generator.choice(sorted(sites))] = document["seats"].index(seat)
    elif mask in GREEN and len(seat["equipment"]) < MOST_EQUIPMENT and generator.random() < 0.7:
        seat["equipment"].append(mask)
    else:
        document["spent"].append(mask)


def _set_cards(generator: random.Random, document: Document) -> None:
    """Empty slots, a storm pile near the threshold, filled backpacks, a deck that is soon rebuilt."""
    cards = _shuffled(generator, CARDS)
    kinds = generator.choice((None, ("steal",), ("sling", "steal"), ("dash", "gallop")))
    if kinds is not None:  # drawn first
        cards.sort(key=lambda card: card.startswith(kinds))
    holes = generator.choice((0.0, 0.2, 0.6))
    document["sides"] = {
        side: [None if generator.random() < holes else cards.pop() for _ in range(3)] for side in "NESW"
    }
    for seat in document["seats"]:
        if "backpack" in seat["equipment"] and generator.random() < 0.7:
            seat["equipment"].remove("backpack")
            seat["pack"] = cards.pop()
    if kinds is not None:
        generator.shuffle(cards)
    limit = generator.randrange(THRESHOLDS[document["players"]])
    points = 0
    while points + points_of(cards[-1]) <= limit:
        points += points_of(cards[-1])
        place = "storm" if points_of(cards[-1]) else "discard"
        document[place].append(cards.pop())
    document["deck"] = cards[: generator.choice((1, 1, 2, 3, 5, len(cards)))]
    document["discard"] += cards[len(document["deck"]) :]


def _turn(generator: random.Random, document: Document) -> Document | None:
    """The start of a turn, or odd states inside one."""
    begin: Document = {
        "decision": "card", "card": None, "taken": None, "declared": [], "new_cards": False, "discarded": False,
        "played": False, "extra": 0, "packed": False,
    }  # fmt: skip
    hand = document["seats"][document["seat"]]
    odd: list[Callable[[], Document | None]] = [
        lambda: None,
        lambda: begin | {"packed": hand["pack"] is not None},
        lambda: begin | {"new_cards": True},
        lambda: begin | {"new_cards": True, "discarded": True},
        lambda: begin | {"played": True, "extra": generator.choice((1, 1, 2))},
        lambda: begin | {"played": True, "decision": "end", "packed": hand["pack"] is not None},
        lambda: begin | {"played": True, "decision": "room", "extra": generator.choice((0, 0, 1))},
    ]
    turn = generator.choice(odd)()
    if turn is not None and turn["decision"] == "room":
        spare = [piece for piece in document["spent"] if piece in GREEN]
        while len(hand["equipment"]) + (hand["pack"] is not None) <= MOST_EQUIPMENT:
            if not spare:
                return None
            hand["equipment"].append(spare.pop())
            document["spent"].remove(hand["equipment"][-1])
    return turn
