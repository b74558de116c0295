"""What the seat to decide may do (3.1, 3.2, 3.7, 6.2, 6.6 to 6.9)."""

from tests.north_pole.referee.board import CAMP_SQUARES, CAMPS, CENTRE
from tests.north_pole.referee.material import MOST_EQUIPMENT
from tests.north_pole.referee.plays import NOTHING, PICKAXE, SNOWSHOES, Play, plays_of, possible_plays
from tests.north_pole.referee.table import Table


def choices(table: Table) -> list[str]:
    """The actions in what is due now; [] where there is nothing to decide."""
    offers = {"camp": _camp, "card": _card, "aim": _aim, "room": _room, "end": _end}
    return offers[table.now.decision](table)


def _camp(table: Table) -> list[str]:
    """A pawn leaves the ship (3.1)."""
    camp = CAMPS[table.own_side(table.acting)]
    return [f"camp {square}" for square in camp if square not in table.holes] if table.hand.ship else []


def _card(table: Table) -> list[str]:
    """Cards, equipment before them, new cards, and the end where no card must be played (3.2)."""
    turn, possible = table.now, possible_plays(table)
    declared = frozenset(turn.declared)
    cards = [text for text, plays in possible.items() if any(play.needs == declared for play in plays)]
    if declared:  # only the card or the other declaration follows (6.8)
        return cards + _declarations(table, possible)
    if turn.extra:  # lost where none can be played (6.7)
        return cards + _declarations(table, possible) + _equipment(table) if cards else []
    if turn.new_cards and not turn.discarded:  # 6.2
        return _discards(table) + _equipment(table) + ["end"]
    actions = cards + _declarations(table, possible) + _equipment(table)
    if _must_play(possible):
        return actions
    return [*actions, "end" if turn.new_cards else "new cards"]


def _must_play(possible: dict[str, list[Play]]) -> bool:
    """An own card, not the packed one, can be played with an own pawn without equipment (3.2)."""
    return any(
        text.split()[1] != "pack" and any(play.needs == NOTHING and not play.is_bear for play in plays)
        for text, plays in possible.items()
    )


def can_play_another(table: Table) -> bool:
    """Any own or packed card, with a pawn or a bear, without equipment (6.7)."""
    return any(play.needs == NOTHING for plays in possible_plays(table).values() for play in plays)


def aims(table: Table) -> list[Play]:
    """What the named card may do with the equipment that is declared, and no less (3.7, 6.8)."""
    declared = frozenset(table.now.declared)
    return [play for play in plays_of(table, named_card(table).rsplit(" ", 1)[0]) if play.needs == declared]


def named_card(table: Table) -> str:
    """The card that is being played: the one named, or what the steal takes."""
    turn = table.now
    if turn.taken is not None:
        card = table.sides[turn.taken[0]][int(turn.taken[1]) - 1]
    elif turn.card == "pack":
        card = table.hand.pack
    else:
        card = table.sides[table.own_side(table.acting)][int(turn.card or 0) - 1]
    assert card is not None
    return card


def _aim(table: Table) -> list[str]:
    return [play.text for play in aims(table)]


def _room(table: Table) -> list[str]:
    """A fourth piece: discard or use one; snowshoes and pickaxe can only be discarded (3.7)."""
    if len(table.hand.pieces) <= MOST_EQUIPMENT:
        return []
    husky = ["husky"] if "husky" in table.hand.equipment else []
    return _discards(table) + _equipment(table) + husky


def _end(table: Table) -> list[str]:
    """After the action and its weather: equipment, husky, or the end (3.7)."""
    husky = ["husky"] if "husky" in table.hand.equipment and can_play_another(table) else []
    return [*_equipment(table), *husky, "end"]


# Equipment


def _equipment(table: Table) -> list[str]:
    """Backpack, igloo and compass, which wait for no card (3.7)."""
    hand, held = table.hand, table.hand.equipment
    actions = []
    if "backpack" in held and hand.pack is None:  # while one is filled no second one is (6.6)
        cards = table.sides[table.own_side(table.acting)]
        actions += [f"pack {slot}" for slot, card in enumerate(cards, start=1) if card is not None]
    if "igloo" in held:
        barred = {*CAMP_SQUARES, *CENTRE, *table.igloos}
        actions += [f"igloo {square}" for square in sorted(set(hand.pawns) - barred)]
    if "compass" in held:
        directions = ("d4", "d5") if table.teams else CENTRE
        actions += [f"compass {square}" for square in directions if square != table.disc]
    return actions


def _declarations(table: Table, possible: dict[str, list[Play]]) -> list[str]:
    """Snowshoes and pickaxe, if some play needs them and all that it needs is at hand (3.7, 6.8)."""
    declared = frozenset(table.now.declared)
    at_hand = declared | frozenset(table.hand.equipment)
    needed = {play.needs for plays in possible.values() for play in plays if declared <= play.needs <= at_hand}
    return [piece for piece in sorted(SNOWSHOES | PICKAXE) if any(piece in needs - declared for needs in needed)]


def _discards(table: Table) -> list[str]:
    return [f"discard {piece}" for piece in sorted(set(table.hand.pieces))]
