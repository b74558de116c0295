"""What actions set off: attacks, masks, storms, the end of a turn (3.4 to 3.10)."""

from tests.north_pole.referee.board import POLE
from tests.north_pole.referee.choices import named_card
from tests.north_pole.referee.material import EQUIPMENT, LAST_TURN, THRESHOLDS, points_of
from tests.north_pole.referee.plays import Play
from tests.north_pole.referee.table import Table, Turn


def carry_out(table: Table, play: Play) -> None:
    """Play the named card: move and attack, then cards, win, mask; a fourth piece and the weather are due next."""
    seat = table.acting
    _move(table, play)
    _put_cards_away(table)
    if table.has_won(seat):  # before mask and weather (6.11)
        finish(table)
        return
    mask = _mask_of(table, play)
    if mask is not None:
        _reveal(table, mask, play)
    table.now.decision = "room"


def _move(table: Table, play: Play) -> None:
    """The attacked one goes before the attacker comes."""
    seat, hand = table.acting, table.hand
    if play.attacks and play.goal in table.bears:
        table.remove_bear(play.goal)
    elif play.attacks:
        table.send_to_ship(table.owners(play.goal)[0], play.goal)
    if play.verb == "sling":
        return
    if play.is_bear:
        table.bears.remove(play.start)
        if play.goal == POLE:
            table.spent.append("bear")  # 3.9
        else:
            table.bears.append(play.goal)
        return
    table.take_pawn(seat, play.start)
    if play.goal == POLE:
        hand.home += 1
    else:
        hand.pawns.append(play.goal)


def _put_cards_away(table: Table) -> None:
    """The card goes to the storm pile, a steal to the discards; what was declared for it is spent (3.5, 3.7)."""
    turn, hand = table.now, table.hand
    table.storm.append(named_card(table))
    if turn.taken is not None:
        table.sides[turn.taken[0]][int(turn.taken[1]) - 1] = None
    cards = table.sides[table.own_side(table.acting)]
    named = hand.pack if turn.card == "pack" else cards[int(turn.card or 0) - 1]
    if turn.taken is not None:
        assert named is not None
        table.discard.append(named)
    if turn.card == "pack":
        empty_backpack(table)
    else:
        cards[int(turn.card or 0) - 1] = None
    table.spent += turn.declared
    turn.card = turn.taken = None
    turn.declared = []
    turn.extra -= turn.played  # every card after the first is an extra one
    turn.played = True


def empty_backpack(table: Table) -> None:
    """The filled backpack is gone (3.7)."""
    table.hand.pack = None
    table.now.packed = False
    table.spent.append("backpack")


def _mask_of(table: Table, play: Play) -> str | None:
    """The top one for an attack, the one on a corner, the scoreboard's for the first at the Pole (3.4, 3.8)."""
    if play.attacks:
        return table.masks.pop(0)
    if play.goal == POLE:
        mask, table.score = (None, table.score) if play.is_bear else (table.score, None)
        return mask
    return table.corners.pop(play.goal, None)


def _reveal(table: Table, mask: str, play: Play) -> None:
    """Equipment is held; hazards act at once, where the pawn or bear now is (3.9)."""
    place = play.start if play.verb == "sling" else play.goal
    if mask in EQUIPMENT:
        table.hand.equipment.append(mask)
    elif mask == "storm":
        table.spent.append(mask)
        table.turn_board()
    elif place == POLE:
        table.hand.home -= 1
        table.hand.ship += 1
        table.spent.append(mask)
    elif mask == "hole":
        table.holes.append(place)
        _remove_mover(table, play, place)
    elif play.is_bear:  # a bear mask that a bear reveals is discarded
        table.spent.append(mask)
    else:
        _remove_mover(table, play, place)
        table.bears.append(place)


def _remove_mover(table: Table, play: Play, place: str) -> None:
    if play.is_bear:
        table.remove_bear(place)
    else:
        table.send_to_ship(table.acting, place)


def check_weather(table: Table) -> None:
    """Phase 3 for the card just played; then extra cards, or what is left to use (3.6, 3.7)."""
    if sum(map(points_of, table.storm)) >= THRESHOLDS[table.players]:
        table.turn_board()
        table.discard += table.storm
        table.storm = []
    table.now.decision = "card" if table.now.extra else "end"


# Turns


def end_turn(table: Table) -> None:
    """Phase 4, and the next seat (3.6, 3.10)."""
    table.draw_cards(table.own_side(table.acting))
    table.turns += 1
    if table.turns == LAST_TURN:
        finish(table)
        return
    table.seat = (table.acting + 1) % table.players
    begin_turn(table)


def begin_turn(table: Table) -> None:
    """A team's seat whose pawns are all home is skipped while there is no bear (6.11)."""
    while table.teams and table.is_all_home(table.acting) and not table.bears:
        table.seat = (table.acting + 1) % table.players
    table.turn = Turn()


def finish(table: Table) -> None:
    table.stage, table.seat, table.turn = "over", None, None
