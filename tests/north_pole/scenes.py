"""Positions made by hand for the tests of the rules: what is named lies there, the rest is out of the way."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.north_pole.boards import Board, Document, Start

# The material once more, by hand (2.1, 2.3).
COLOURED = {
    "march move": (5, 5, 4), "march ambush": (4, 4, 4), "swoop move": (4, 4, 4), "swoop ambush": (4, 3, 3),
    "gallop move": (3, 3, 2), "gallop ambush": (3, 3, 2), "dash move": (3, 3, 2), "dash ambush": (3, 3, 2),
    "sling": (4, 3, 3), "steal": (4, 3, 3),
}  # fmt: skip
CARDS = Counter(
    {
        f"{kind} {colour}": n
        for kind, ns in COLOURED.items()
        for colour, n in zip(("blue", "red", "purple"), ns, strict=True)
    }
)
MASKS = Counter(husky=6, snowshoes=3, backpack=2, igloo=3, pickaxe=3, compass=1, storm=3, hole=3, bear=2)
SEAT_SIDES = {2: "SN", 3: "SWN", 4: "SWNE"}
PAWNS = {2: 4, 3: 3, 4: 2}


def within_turn(decision: str = "card", **fields: Any) -> Document:
    """The field `turn`: the decision about a card, nothing done yet, but for the fields that are given."""
    begin: Document = {
        "decision": decision, "card": None, "taken": None, "declared": [], "new_cards": False, "discarded": False,
        "played": False, "extra": 0, "packed": False,
    }  # fmt: skip
    return begin | fields


AFTER_CARD = {"decision": "end", "played": True}
EXTRA = {"played": True, "extra": 1}


def scene(
    *pawns: str,
    cards: str = "",
    players: int = 2,
    teams: bool = False,
    seat: int = 0,
    turned: int = 0,
    disc: str = "d4",
    home: Sequence[int] = (),
    equipment: Sequence[str] = (),
    packs: Sequence[str | None] = (),
    sides: Mapping[str, str] | None = None,
    deck: str = "",
    top: str = "blue",
    discard: str = "",
    rest: str = "deck",
    storm: str = "",
    masks: str = "husky, husky",
    corners: Mapping[str, str] | None = None,
    score: str | None = None,
    holes: str = "",
    bears: str = "",
    igloos: Mapping[str, int] | None = None,
    turn: Mapping[str, Any] | None = within_turn(),
    **fields: Any,
) -> Document:
    """A document in the turn of a seat.

    Cards are written with or without their colour, "-" is an empty slot; lists have commas between.

    Args:
        pawns: Squares for each seat, with spaces between; of all other pawns `home` are at the Pole, the rest aboard.
        cards: On the side of the seat in whose turn it is.
        players: Two to four.
        teams: The team game.
        seat: Whose turn it is.
        turned: Quarter turns of the upper board.
        disc: Where the disc points.
        home: Pawns at the Pole for each seat.
        equipment: For each seat.
        packs: The packed card of each seat, which fills one backpack.
        sides: Cards of other sides of the upper board.
        deck: Its first cards.
        top: The colour of the deck's first card, where `deck` does not name it.
        discard: The oldest discards.
        rest: What the cards that are nowhere else follow: "deck" or "discard".
        storm: The storm pile.
        masks: The stack of masks, the first revealed first.
        corners: Their masks.
        score: The scoreboard's mask.
        holes: Squares with spaces between.
        bears: Squares with spaces between.
        igloos: Seats by square.
        turn: Fields of the turn that differ from the decision about a card; None for the start of a turn.
        fields: Other fields of the document.
    """
    own = "SWNE"[("SWNE".index(SEAT_SIDES[players][seat]) - turned) % 4]
    given = {own: cards, **(sides or {})}
    left = Counter(CARDS)
    hands = [_seat(number, pawns, home, equipment, packs, 3 if teams else PAWNS[players]) for number in range(players)]
    for hand in hands:
        hand["pack"] = hand["pack"] and _card(left, hand["pack"])
    document: Document = {
        "format": "north_pole/position/1",
        "players": players,
        "teams": teams,
        "turned": turned,
        "disc": disc,
        "sides": {
            side: [_card(left, text) for text in (_texts(given.get(side, "")) + ["-"] * 3)[:3]] for side in "NESW"
        },
        "deck": [_card(left, text) for text in _texts(deck)] or [_card(left, top)],
        "discard": [_card(left, text) for text in _texts(discard)],
        "storm": [_card(left, text) for text in _texts(storm)],
        "stream": 0,
        "masks": _texts(masks),
        "corners": dict(corners or {}),
        "score": score,
        "holes": sorted(holes.split()),
        "bears": sorted(bears.split()),
        "igloos": dict(igloos or {}),
        "first": 0,
        "seat": seat,
        "turns": 7,
        "stage": "play",
        "seats": hands,
        "turn": None if turn is None else within_turn() | dict(turn),
    }
    document[rest] += sorted(left.elements())
    return document | _other_masks(document) | fields


def _texts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _card(left: Counter[str], text: str) -> Any:
    """A card of which this text is the whole, the kind or the colour, taken from what is left; None for "-"."""
    if text == "-":
        return None
    card = next(card for card in CARDS if left[card] and text in (card, *card.rsplit(" ", 1)))
    left[card] -= 1
    return card


def _seat(
    number: int, pawns: tuple[str, ...], home: Sequence[int], equipment: Sequence[str], packs: Sequence[Any], each: int
) -> Document:
    def of(values: Sequence[Any], other: Any) -> Any:
        return values[number] if number < len(values) else other

    squares = sorted(of(pawns, "").split())
    at_pole = of(home, 0)
    return {
        "ship": each - at_pole - len(squares),
        "home": at_pole,
        "pawns": squares,
        "equipment": sorted(_texts(of(equipment, ""))),
        "pack": of(packs, None),
    }


def _other_masks(document: Document) -> Document:
    """What is not in play of the brown masks lies in the box, three others were left over, the rest is spent."""
    lying = Counter(document["masks"]) + Counter(document["corners"].values())
    lying.update(hole=len(document["holes"]), bear=len(document["bears"]), igloo=len(document["igloos"]))
    lying.update([document["score"]] if document["score"] else [])
    lying.update(document["turn"]["declared"] if document["turn"] else [])
    for hand in document["seats"]:
        lying.update(hand["equipment"] + ["backpack"] * (hand["pack"] is not None))
    left = MASKS - lying
    assert lying + left == MASKS, "more masks than there are"
    idle = 4 - document["players"]
    others = [kind for kind in ("snowshoes", "igloo", "pickaxe", "backpack") if left[kind]]
    box = ["husky"] * min(left["husky"], idle) + others[:idle]
    left -= Counter(box)
    spare = [kind for kind in left.elements() if kind != "backpack"][:3]
    return {"box": sorted(box), "leftover": sorted(spare), "spent": sorted((left - Counter(spare)).elements())}


def offers(board: Board, verb: str) -> list[str]:
    """What follows a verb in the legal actions: `offers(board, "go")` gives `["c1 c2"]`."""
    return [text.removeprefix(verb).strip() for text in board.legal() if text == verb or text.startswith(f"{verb} ")]


def play(board: Board, *texts: str) -> Board:
    """The board itself after these actions."""
    for text in texts:
        board.play(text)
    return board


def goals(start: Start, card: str, *pawns: str, **arguments: Any) -> list[str]:
    """Where a card may take own pawns, or what they may attack; [] where it cannot be named."""
    board = start(scene(*pawns, cards=card, **arguments))
    if "play 1" not in board.legal():
        return []
    board.play("play 1")
    return [text.split()[-1] for text in board.legal() if " bear " not in text]
