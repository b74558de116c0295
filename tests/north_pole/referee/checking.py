"""What makes a position document impossible (7). Types and missing fields are not looked at."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.north_pole.referee.board import CAMP_SQUARES, CENTRE, CORNERS
from tests.north_pole.referee.choices import choices
from tests.north_pole.referee.material import CARDS, LAST_TURN, MASKS, MOST_EQUIPMENT, THRESHOLDS, pawns_each, points_of
from tests.north_pole.referee.table import Table, Turn

Document = Mapping[str, Any]


def faults(document: Document) -> list[str]:
    """What is wrong, in words; [] for a document that is accepted."""
    wrong = _head(document)
    if wrong:
        return wrong
    table = Table.read(document)
    return _material(table) or [*_squares(table), *_igloos(table), *_course(table), *_turn(table)]


def _head(document: Document) -> list[str]:
    players, teams, seat, stage = (document[name] for name in ("players", "teams", "seat", "stage"))
    checks = {
        "format": document["format"] == "north_pole/position/1",
        "players": players in (2, 3, 4),
        "teams: only four players": not teams or players == 4,
        "turned": document["turned"] in range(4),
        "disc": document["disc"] in (("d4", "d5") if teams else CENTRE),
        "sides: three slots each": {side: len(cards) for side, cards in document["sides"].items()}
        == dict.fromkeys("NESW", 3),
        "stream": document["stream"] in range(2**64),
        "stage": stage in ("play", "over"),
        "seats: one for each player": len(document["seats"]) == players,
        "first: no seat": document["first"] in range(players),
        "seat: null at the end, and only there": (seat is None) == (stage == "over"),
        "seat: no seat": seat is None or seat in range(players),
        "turn: null at the end": stage == "play" or document.get("turn") is None,
    }
    return [what for what, right in checks.items() if not right]


# Material


def _material(table: Table) -> list[str]:
    """Every card, mask and pawn is in exactly one place (2.1, 2.3, 2.4)."""
    wrong = []
    if all_cards(table) != CARDS:
        wrong.append("the cards are not those of the game")
    if all_masks(table) != MASKS:
        wrong.append("the masks are not those of the game")
    if not table.deck:
        wrong.append("deck: rebuilt as soon as its last card is taken")
    for number, seat in enumerate(table.seats):
        if seat.ship + seat.home + len(seat.pawns) != pawns_each(table.players, table.teams):
            wrong.append(f"pawns of seat {number}")
    return wrong


def all_cards(table: Table) -> Counter[str]:
    """All cards, wherever they are."""
    slots = [card for cards in table.sides.values() for card in cards] + [seat.pack for seat in table.seats]
    return Counter([*filter(None, slots), *table.deck, *table.discard, *table.storm])


def all_masks(table: Table) -> Counter[str]:
    """All ice masks, wherever they are."""
    masks = Counter([*table.masks, *table.corners.values(), *table.leftover, *table.box, *table.spent])
    masks.update(hole=len(table.holes), bear=len(table.bears), igloo=len(table.igloos))
    masks.update(piece for seat in table.seats for piece in seat.pieces)
    masks.update(table.turn.declared if table.turn else [])
    return masks + Counter([table.score] if table.score else [])


# Squares


def _squares(table: Table) -> list[str]:
    standing = [square for seat in table.seats for square in seat.pawns] + table.bears
    wrong = _twice("holes", table.holes)
    wrong += [f"no corner: {square}" for square in table.corners if square not in CORNERS]
    wrong += [f"a mask on the occupied corner {square}" for square in table.corners if square in standing]
    wrong += [f"on the hole {square}" for square in table.holes if square in standing or square in table.corners]
    if not table.is_peace:
        wrong += _twice("pawns, bears", [square for square in standing if square not in CAMP_SQUARES])
    return wrong


def _igloos(table: Table) -> list[str]:
    """Each on its seat's pawn, not in a camp nor at the centre (3.7, 6.9)."""
    return [
        f"igloo on {square}"
        for square, seat in table.igloos.items()
        if seat not in range(table.players)
        or square not in table.seats[seat].pawns
        or square in CAMP_SQUARES
        or square in CENTRE
    ]


def _twice(what: str, places: Iterable[str]) -> list[str]:
    return [f"{what}: {place} stands twice" for place, count in Counter(places).items() if count > 1]


# The course of the game and of the turn


def _course(table: Table) -> list[str]:
    wrong = []
    is_won = any(table.has_won(seat) for seat in range(table.players))
    if table.stage == "over" and not is_won and table.turns != LAST_TURN:
        wrong.append("over: nobody has won")
    if table.stage == "play" and is_won:
        wrong.append("play: somebody has won")
    if not 0 <= table.turns <= LAST_TURN - (table.stage == "play"):
        wrong.append("turns")
    in_room = table.turn is not None and table.turn.decision == "room"
    checked = table.storm[:-1] if in_room or table.stage == "over" else table.storm  # the last card has no weather yet
    if sum(map(points_of, checked)) >= THRESHOLDS[table.players]:
        wrong.append("storm: at the threshold")
    for number, seat in enumerate(table.seats):
        most = MOST_EQUIPMENT + (in_room and number == table.seat)
        if len(seat.pieces) > most:
            wrong.append(f"more than {most} pieces of equipment of seat {number}")
    return wrong


def _turn(table: Table) -> list[str]:
    """The state inside a turn agrees with itself."""
    if table.turn is None:
        return []
    turn, hand = table.turn, table.hand
    if turn.decision not in ("camp", "card", "aim", "room", "end"):
        return ["turn.decision"]
    checks = {
        "turn.declared": turn.declared in ([], ["pickaxe"], ["snowshoes"], ["pickaxe", "snowshoes"])
        and (not turn.declared or turn.decision in ("card", "aim")),
        "turn.extra": turn.extra >= 0 and (turn.played or not turn.extra),
        "turn.played": turn.decision not in ("room", "end") or turn.played,
        "turn.extra: an extra card is played": turn.decision not in ("card", "aim") or turn.played == (turn.extra > 0),
        "turn.extra: it is due": turn.decision != "end" or not turn.extra,
        "turn.discarded": turn.new_cards or not turn.discarded,
        "turn.discarded: before a card": not (turn.new_cards and turn.played) or turn.discarded,
        "turn.declared: after new cards": turn.discarded or not (turn.new_cards and turn.declared),
        "turn.packed": hand.pack is not None or not turn.packed,
        "turn.card": (turn.card is not None) == (turn.decision == "aim"),
        "turn.taken": turn.taken is None or turn.decision == "aim",
        "turn: the camp comes first": turn.decision != "camp" or turn == Turn(),
        "turn.decision: a fourth piece": turn.decision != "room" or len(hand.pieces) > MOST_EQUIPMENT,
    }
    wrong = [what for what, right in checks.items() if not right]
    if turn.decision in ("card", "aim") and turn.declared and not wrong:
        wrong += _declared(table)
    return wrong or _aim(table)


def _declared(table: Table) -> list[str]:
    """What is declared makes a play possible (3.7)."""
    here = Table.read(
        {**table.document(), "turn": {**vars(table.now), "decision": "card", "card": None, "taken": None}}
    )
    return [] if choices(here) else ["turn.declared: for nothing"]


def _aim(table: Table) -> list[str]:
    """The named card is there, and something can be done with it."""
    turn = table.now
    if turn.decision != "aim":
        return []
    name = f"play {turn.card}" if turn.taken is None else f"steal {turn.card} {turn.taken}"
    before = {**vars(turn), "decision": "card", "card": None, "taken": None}
    here = Table.read({**table.document(), "turn": before})
    return [] if name in choices(here) else [f"turn.card: {name} cannot be played"]
