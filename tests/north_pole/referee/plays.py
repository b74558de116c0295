"""What a card can do: moves, attacks and slings, and which equipment each needs (3.2 to 3.5, 3.7)."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.north_pole.referee.board import (
    CAMP_SQUARES,
    CENTRE,
    DIAGONAL,
    ORTHOGONAL,
    POLE,
    Direction,
    beside,
    is_cracked,
    open_squares,
)
from tests.north_pole.referee.material import kind_of, points_of
from tests.north_pole.referee.table import Table

NOTHING: frozenset[str] = frozenset()
SNOWSHOES, PICKAXE = frozenset({"snowshoes"}), frozenset({"pickaxe"})


@dataclass(frozen=True)
class Play:
    """One thing that a card can do."""

    verb: str  # "go" or "sling"
    is_bear: bool
    start: str
    goal: str  # a square or the Pole
    needs: frozenset[str]  # out of snowshoes and pickaxe: without them it is not possible
    attacks: bool

    @property
    def text(self) -> str:
        return f"{self.verb} {'bear ' if self.is_bear else ''}{self.start} {self.goal}"


def plays_of(table: Table, kind: str) -> list[Play]:
    """All that the acting seat could do with a card of this kind, its own pawns and the bears."""
    movers = [(False, square) for square in sorted(set(table.hand.pawns))]
    movers += [(True, square) for square in sorted(set(table.bears))]
    name, *ambush = kind.split()
    offers = _slings if name == "sling" else _moves
    return [play for is_bear, start in movers for play in offers(table, is_bear, start, name, ambush == ["ambush"])]


def cards_to_name(table: Table) -> dict[str, str]:
    """The card that each naming would play, by its text; a steal by what it can take (3.5, 5)."""
    named: dict[str, str] = {}
    for slot, card in own_cards(table).items():
        if kind_of(card) != "steal":
            named[f"play {slot}"] = card
            continue
        for side, cards in table.sides.items():
            for number, taken in enumerate(cards, start=1):
                if taken is not None and points_of(taken):
                    named[f"steal {slot} {side}{number}"] = taken
    return named


def own_cards(table: Table) -> dict[str, str]:
    """The cards of the acting seat by slot; the packed one from the turn after it was packed (3.7)."""
    cards = {
        str(slot): card
        for slot, card in enumerate(table.sides[table.own_side(table.acting)], start=1)
        if card is not None
    }
    if table.hand.pack is not None and not table.now.packed:
        cards["pack"] = table.hand.pack
    return cards


def possible_plays(table: Table) -> dict[str, list[Play]]:
    """What each naming allows, whatever equipment it needs; namings that allow nothing are left out."""
    of_kind: dict[str, list[Play]] = {}
    named = {}
    for text, card in cards_to_name(table).items():
        kind = kind_of(card)
        if kind not in of_kind:
            of_kind[kind] = plays_of(table, kind)
        if of_kind[kind]:
            named[text] = of_kind[kind]
    return named


# Moves


def _moves(table: Table, is_bear: bool, start: str, name: str, is_ambush: bool) -> Iterator[Play]:
    """Steps, the second steps of a dash, and the Pole."""
    if start in CENTRE:
        yield Play("go", is_bear, start, POLE, _needs_at_pole(table, start), attacks=False)
    for direction in {"march": ORTHOGONAL, "swoop": DIAGONAL, "dash": ORTHOGONAL}.get(name, ORTHOGONAL + DIAGONAL):
        first = beside(start, direction)
        if first is None or first in table.holes:
            continue
        needs = _needs_on_step(table, start, first)
        yield from _end_on(table, is_bear, start, first, needs, is_ambush)
        if name == "dash" and not table.blocks(first):
            yield from _second_steps(table, is_bear, start, direction, needs, is_ambush)


def _second_steps(
    table: Table, is_bear: bool, start: str, direction: Direction, needs: frozenset[str], is_ambush: bool
) -> Iterator[Play]:
    """On in the same direction, or from the centre, if it was entered with the first step, to the Pole (3.3)."""
    first, second = beside(start, direction), beside(start, direction, 2)
    assert first is not None
    if first in CENTRE and start not in CENTRE:
        yield Play("go", is_bear, start, POLE, needs | _needs_at_pole(table, first), attacks=False)
    if second is not None and second not in table.holes:
        needs |= _needs_on_step(table, first, second)
        yield from _end_on(table, is_bear, start, second, needs, is_ambush)


def _end_on(
    table: Table, is_bear: bool, start: str, goal: str, needs: frozenset[str], is_ambush: bool
) -> Iterator[Play]:
    """The last step enters a free square, or attacks who stands there."""
    if not table.blocks(goal):
        yield Play("go", is_bear, start, goal, needs, attacks=False)
    elif is_ambush and _may_attack(table, is_bear, start, goal):
        yield Play("go", is_bear, start, goal, needs | _needs_to_attack(table, goal), attacks=True)


def _needs_on_step(table: Table, start: str, goal: str) -> frozenset[str]:
    return SNOWSHOES if is_cracked(start, goal, table.turned) else NOTHING


def _needs_at_pole(table: Table, square: str) -> frozenset[str]:
    return NOTHING if square in open_squares(table.disc, table.teams) else PICKAXE


# Attacks


def _slings(table: Table, is_bear: bool, start: str, _name: str, _is_ambush: bool) -> Iterator[Play]:
    """Along a row or column up to the first pawn or bear (3.3)."""
    for direction in ORTHOGONAL:
        steps = range(1, 8)
        line = [square for step in steps if (square := beside(start, direction, step)) is not None]
        goal = next((square for square in line if table.is_occupied(square)), None)
        if goal is not None and _may_attack(table, is_bear, start, goal):
            yield Play("sling", is_bear, start, goal, _needs_to_attack(table, goal), attacks=True)


def _may_attack(table: Table, is_bear: bool, start: str, goal: str) -> bool:
    """Whether there may be attacks, from that square, and on who stands on the goal (3.3, 3.4, 3.7, 6.9, 6.10)."""
    if table.is_peace or start in CAMP_SQUARES or goal in CAMP_SQUARES:
        return False
    if not is_bear and start in table.igloos:
        return False
    return table.is_occupied(goal) and not set(table.owners(goal)) & set(table.friends(table.acting))


def _needs_to_attack(table: Table, goal: str) -> frozenset[str]:
    return PICKAXE if goal in table.igloos else NOTHING
