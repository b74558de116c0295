"""Contents of documents for both pictures, and their words: squares, sides, piles, decisions.

A document is a position document (everything) or a view document (what one seat may know). Nothing here or in the
pictures sees an engine's state, so the pictures cannot show what the document leaves out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from arctic_env.drawing.pages import Document, count, numbered, result, viewer
from arctic_env.games.north_pole import material, squares
from arctic_env.games.north_pole.material import COLOURS, SIDES, SLOTS
from arctic_env.games.north_pole.squares import SIDE, SQUARE_IDS, SQUARE_TEXTS

CAMP, CENTRE, HOLE, ICE = "camp", "centre", "hole", "ice"
CAMP_TEXTS = {SQUARE_TEXTS[square] for camp in squares.CAMP_SQUARES for square in camp}
CENTRE_TEXTS = [SQUARE_TEXTS[square] for square in squares.CENTRE]  # clockwise
TURNS = {"blue": "a quarter turn clockwise", "red": "a quarter turn counterclockwise", "purple": "a half turn"}


class Square(NamedTuple):
    """The contents of a square in a document.

    Attributes:
        name: `a1` to `h8`.
        ground: CAMP, CENTRE, HOLE or ICE.
        mask: The ice mask that lies there: its kind, "" if the document does not say, None without one.
        pawns: Number of pawns by seat, without zeros.
        bears: Number of bears.
        igloo: Seat of the igloo there, None without one.
    """

    name: str
    ground: str
    mask: str | None
    pawns: Mapping[int, int]
    bears: int
    igloo: int | None


def square(document: Document, name: str) -> Square:
    """Read the contents of a square."""
    mask = (document["corners"][name] or "") if name in document["corners"] else None
    pawns = {seat: n for seat, owner in enumerate(document["seats"]) if (n := owner["pawns"].count(name))}
    bears = document["bears"].count(name)
    return Square(name, _ground(document, name), mask, pawns, bears, document["igloos"].get(name))


def _ground(document: Document, name: str) -> str:
    if name in document["holes"]:
        return HOLE
    if name in CAMP_TEXTS:
        return CAMP
    return CENTRE if name in CENTRE_TEXTS else ICE


def rows(document: Document) -> list[list[str]]:
    """Return the names of the squares as they lie on the table: rows from above, from left to right."""
    lying = {squares.turned(square, document["turned"]): text for text, square in SQUARE_IDS.items()}
    return [[lying[column * SIDE + rank] for column in range(SIDE)] for rank in reversed(range(SIDE))]


def is_cracked(document: Document, one: str, other: str) -> bool | None:
    """Return whether the lower board is cracked under the window between two squares, None without a window."""
    edge = frozenset((SQUARE_IDS[one], SQUARE_IDS[other]))
    return edge in squares.CRACKS[document["turned"]] if edge in squares.WINDOW_EDGES else None


def open_squares(document: Document) -> list[str]:
    """Return the centre squares from which the Pole is entered: in the team game two opposite ones."""
    first = CENTRE_TEXTS.index(document["disc"])
    return [CENTRE_TEXTS[first], CENTRE_TEXTS[first + 2]] if document["teams"] else [CENTRE_TEXTS[first]]


def side_at(document: Document, place: int) -> str:
    """Return the side of the upper board that lies at a side of the table, 0 to 3 for north, east, south, west."""
    return SIDES[(place - document["turned"]) % len(SIDES)]


def places(document: Document) -> dict[int, int]:
    """Return the seat that sits at each side of the table, without sides where nobody sits."""
    return {int(material.SEAT_SIDES[document["players"], seat]): seat for seat in range(document["players"])}


def named_slots(document: Document) -> set[str]:
    """Return the cards on sides that are being played, such as `W2`: the one that was named, and what it steals."""
    turn = document["turn"]
    if turn is None or turn["card"] is None:
        return set()
    own = own_side(document, document["seat"])
    named = set() if turn["card"] == "pack" else {f"{own}{turn['card']}"}
    return named | ({turn["taken"]} if turn["taken"] else set())


def own_side(document: Document, seat: int) -> str:
    """Return the side of the upper board that lies before a seat."""
    return side_at(document, int(material.SEAT_SIDES[document["players"], seat]))


def points(card: str) -> int:
    """Return the storm points of a card."""
    return int(material.POINTS[material.CARD_IDS[card] // material.N_COLOURS])


def storm_points(document: Document) -> int:
    """Return the storm points of the storm pile."""
    return sum(map(points, document["storm"]))


def threshold(document: Document) -> int:
    """Return the storm points that turn the board."""
    return int(material.THRESHOLD[document["players"]])


def top_colour(document: Document) -> str:
    """Return the storm colour of the deck's top card."""
    return str(document["top"]) if "top" in document else colour(document["deck"][0])


def colour(card: str) -> str:
    """Return the storm colour of a card."""
    return COLOURS[material.CARD_IDS[card] % material.N_COLOURS]


def pawns_each(document: Document) -> int:
    """Return the number of pawns of each player."""
    return material.TEAM_PAWNS if document["teams"] else int(material.PAWNS[document["players"]])


def parties(document: Document) -> list[list[int]]:
    """Return who wins together: the seats of each team, or each seat alone."""
    seats = list(range(document["players"]))
    return [seats[::2], seats[1::2]] if document["teams"] else [[seat] for seat in seats]


def unseen_masks(document: Document) -> Mapping[str, int]:
    """Return how many ice masks of each kind lie face down, whether or not the document says where."""
    if "unseen" in document:
        return dict(document["unseen"]["masks"])
    hidden = [*document["masks"], *document["corners"].values(), *document["leftover"]]
    hidden += [document["score"]] if document["score"] else []
    return {kind: hidden.count(kind) for kind in material.MASKS if kind in hidden}


def grouped(texts: Iterable[str]) -> str:
    """Return the distinct texts with their numbers: `husky, 2 x igloo`, or `none`."""
    return numbered(Counter(texts)) or "none"


def headline(document: Document) -> str:
    """Return a headline: whose decision it is and which, or who has won."""
    if document["seat"] is not None:
        return f"seat {document['seat']} {_decision(document)}"
    won = result(document)
    return f"{won}, nobody wins" if document["turns"] == material.MAX_TURNS else won


def _decision(document: Document) -> str:
    """Return the decision that is due as a phrase without its subject: `names a card`."""
    turn: Mapping[str, Any] = document["turn"]
    if turn["decision"] == "camp":
        return "moves a pawn from the ship to the camp"
    if turn["decision"] == "aim":
        return f"plays {_named_card(document)}"
    if turn["decision"] == "room":
        return "makes room for a fourth piece of equipment"
    if turn["decision"] == "end":
        return "may use equipment before the turn ends"
    if turn["new_cards"] and not turn["discarded"]:
        return "may discard a piece of equipment to play on"
    return "names an extra card" if turn["extra"] else "names a card"


def _named_card(document: Document) -> str:
    turn, seat = document["turn"], document["seat"]
    if turn["taken"]:
        side, slot = turn["taken"]
        return f"{document['sides'][side][int(slot) - 1]}, stolen from {turn['taken']}"
    if turn["card"] == "pack":
        return f"{document['seats'][seat]['pack']} from the backpack"
    side = own_side(document, seat)
    return f"{document['sides'][side][turn['card'] - 1]}, card {side}{turn['card']}"


def remarks(document: Document) -> str:
    """Return remarks on what has happened in the turn; empty if nothing."""
    turn = document["turn"]
    if turn is None:
        return ""
    said = [f"{piece} declared" for piece in turn["declared"]]
    said += ["new cards taken"] if turn["new_cards"] else []
    said += ["equipment discarded for them"] if turn["discarded"] else []
    said += [f"{turn['extra']} extra card{'s' if turn['extra'] > 1 else ''} due"] if turn["extra"] else []
    said += ["backpack filled in this turn"] if turn["packed"] else []
    return ", ".join(said)


def facts(document: Document) -> list[str]:
    """Return players, turns, how the board lies and the seat of the view: one short text each."""
    shown = ["team game" if document["teams"] else f"{document['players']} players"]
    shown.append(f"turn {document['turns'] + 1}" if document["seat"] is not None else f"{document['turns']} turns")
    quarters = ("not turned", "1 quarter clockwise", "2 quarters clockwise", "3 quarters clockwise")
    shown.append(f"board {quarters[document['turned']]}")
    return [*shown, *viewer(document)]


def titles(document: Document, seat: int) -> list[str]:
    """Return the words behind a seat's number: its partner, and whether it began the game."""
    said = [f"with seat {(seat + 2) % document['players']}"] if document["teams"] else []
    return said + (["first"] if seat == document["first"] else [])


def piles(document: Document) -> list[str]:
    """Return texts on storm pile, deck and discards."""
    top = top_colour(document)
    return [
        f"storm {storm_points(document)} of {threshold(document)} points",
        f"deck {count(document['deck'])}, {top} on top: {TURNS[top]}",
        f"discards {len(document['discard'])}",
    ]


def masks(document: Document) -> list[str]:
    """Return texts on the ice masks that are out of the game or face down."""
    lying = [*document["corners"], *(["scoreboard"] if document["score"] else [])]
    return [
        f"stack {count(document['masks'])}",
        f"on {', '.join(lying) or 'no corner'}",
        f"left over {count(document['leftover'])}",
        f"spent {grouped(document['spent'])}",
    ]


def slots(cards: Sequence[str | None]) -> str:
    """Return the cards of a side: `1 march move blue, 2 -, 3 sling red`."""
    return ", ".join(f"{slot} {card or '-'}" for slot, card in zip(range(1, SLOTS + 1), cards, strict=True))
