"""What the planner chooses where the right choice is plain; why it is plain stands beside each position."""

from typing import Any

import pytest

import arctic_env
from arctic_agents.arctic.planner import ArcticPlanner
from arctic_env.model.position import Position
from tests.agents.planning import play_on
from tests.arctic.scenes import Document, scene, seat

ARCTIC = arctic_env.game("arctic")
PLANNER = ArcticPlanner

MIXED_RIVER = "MP3 WO1 OB2 PM3 BW3 OF3"  # nothing that the positions below wait for


def play_turn(document: Document) -> tuple[list[str], Position]:
    """What the planner plays until another seat decides, and what comes of it."""
    return play_on(PLANNER, ARCTIC.position(document))


def turn(*seats: Document, **scenery: Any) -> list[str]:
    return play_turn(scene(*seats, **scenery))[0]


def last_turn(*seats: Document, **scenery: Any) -> list[str]:
    """A turn without C, in which only points count (5.9)."""
    return turn(*seats, **{"stage": "last", "river": MIXED_RIVER, **scenery})


def cards(played: list[str], verb: str) -> list[str]:
    return [text.split()[1] for text in played if text.split()[0] == verb]


# ------------------------------------------------------------------------------------------------ runs


def test_cards_that_join_the_run_on_top_are_placed() -> None:
    # Two of four cards are due. Both foxes make the run of two one of four; any other card ends it.
    mine = seat(hand="MO2 WB3 FW1 FM5", pile="FO3 FP4", totem="bear")
    assert sorted(cards(turn(mine, river=MIXED_RIVER), "place")) == ["FM5", "FW1"]


def test_of_cards_that_must_all_be_placed_those_that_join_go_first() -> None:
    # All three have to go. Fox first makes a run of three foxes and one of two moose.
    mine = seat(hand="MO2 MW5 FW1", pile="FP4 FO3", totem="bear")
    assert cards(turn(mine, river=MIXED_RIVER), "place")[0] == "FW1"


def test_cards_of_one_animal_are_placed_together() -> None:
    # Nothing joins the walrus. Moose and puffin make a run of two each unless they alternate.
    mine = seat(hand="MO2 MW5 PF2 PM2", pile="WP2", totem="bear")
    mains = "".join(card[0] for card in cards(turn(mine, river=MIXED_RIVER), "place"))
    assert mains in ("MMPP", "PPMM")


def test_a_run_is_not_broken_in_the_last_turn_though_a_high_draw_value_beckons() -> None:
    # FW1 makes the run one of four (6 points instead of 3). PO5 would draw five cards, but there is no C any more.
    mine = seat(hand="FW1 PO5", pile="FM1 FW2 FB5", totem="bear")
    assert cards(last_turn(mine), "place") == ["FW1"]


def test_the_card_of_the_river_that_completes_a_run_is_taken() -> None:
    # FW1 makes five foxes and draws one card. With FO2 the last turn makes six of them, 15 points instead of 10.
    mine = seat(hand="FW1 MO2 WP2 OF2 PF2", pile="FW2 FO3 FP4 FB5", totem="bear")
    played = turn(mine, stage="finish", river="FO2 WO1 OB2 PM3 BW3 MP3")
    assert (cards(played, "place"), cards(played, "take")) == (["FW1"], ["FO2"])


def test_the_card_that_completes_a_run_is_recovered_from_the_penalty_zone() -> None:
    # As before, but FO2 lies in the own penalty zone, and the bear is at hand: one point more.
    mine = seat(hand="FW1 MO2 WP2 OF2 PF2", pile="FW2 FO3 FP4 FB5", penalty="FO2", totem="bear")
    played = turn(mine, stage="finish", river=MIXED_RIVER, faces={"bear": "recover"}, holders={"bear": 0})
    assert cards(played, "recover") == ["FO2"]


def test_the_least_useful_card_is_discarded() -> None:
    # The puffins have their run of six, so one more is worth nothing; all other cards belong to runs to come.
    mine = seat(hand="FM1 FW2 FO3 FW1 FO2 MW1 MO2 MO1 PB1", pile="PF2 PM3 PW4 PO5 PF1 PM2 FB5", totem="bear")
    assert "PB1" in cards(turn(mine, river="MP3 WO1 OB2 OF3 BW3 BO4"), "discard")


def test_what_the_last_placing_needs_is_not_discarded_before_it() -> None:
    # FM1 is placed now and demands five cards in the last turn, which make six foxes. Two cards have to go, and
    # nothing but the foxes will ever count.
    mine = seat(hand="FM1 FW2 FO3 FW1 FO2 FP4 PB1 PF2 PM2", pile="WP1 WM5", totem="bear")
    played = turn(mine, stage="finish", river=MIXED_RIVER)
    assert cards(played, "place") == ["FM1"]
    assert len(cards(played, "discard")) == 2
    assert not [card for card in cards(played, "discard") if card.startswith("F")]


# ------------------------------------------------------------------------------------------------ hand balance


def test_no_card_that_demands_five_is_shown_when_the_hand_will_be_empty() -> None:
    # Both foxes do the same for the run. After FM1 two cards in hand meet a demand of five: three penalties.
    # After FB5 there are six cards in hand, and one is due.
    mine = seat(hand="FM1 FB5", pile="FM5", totem="bear")
    assert cards(turn(mine, river=MIXED_RIVER), "place") == ["FB5"]


def test_no_card_that_draws_five_is_shown_when_the_hand_is_full() -> None:
    # Either fox joins the run. FB5 draws five cards to eight, of which six are too many; FM1 but one.
    mine = seat(hand="FM1 FB5 MO2 MW5 MO1 PF2 PM2 PF1 PW4", pile="FM5", totem="walrus")
    assert cards(turn(mine, river=MIXED_RIVER), "place") == ["FM1"]


# ------------------------------------------------------------------------------------------------ tokens


@pytest.mark.parametrize(("totem", "pushed"), [("walrus", "right walrus"), ("fox", "right fox")])
def test_the_own_totem_is_pushed_right(totem: str, pushed: str) -> None:
    mine = seat(hand="FW1", pile="FB5", totem=totem)
    assert pushed in last_turn(mine)


def test_the_card_that_pushes_the_own_totem_is_shown() -> None:
    # Both foxes do the same for the run; only FW1 moves the walrus, from 3 to 6 points.
    mine = seat(hand="FW1 FO2", pile="FB5", totem="walrus")
    assert last_turn(mine) == ["place FW1", "right walrus"]


def test_the_own_totem_is_left_alone_at_the_right_end() -> None:
    # Showing FW1 would move the walrus inward, from 15 to 10 points.
    mine = seat(hand="FW1 FO2", pile="FB5", totem="walrus")
    assert cards(last_turn(mine, tokens={"walrus": 15}), "place") == ["FO2"]


def test_the_walrus_moves_the_own_totem_further() -> None:
    mine = seat(hand="FO2", pile="FB5", totem="fox")
    played = last_turn(mine, faces={"walrus": "main"}, holders={"walrus": 0})
    assert played == ["place FO2", "right fox", "extra right"]


def test_the_walrus_leaves_a_token_where_it_does_no_harm() -> None:
    # The orca stands at its left end, where it is worth nothing to whoever has it for a totem.
    mine = seat(hand="FO2", pile="FB5", totem="fox")
    played = last_turn(mine, faces={"walrus": "companion"}, holders={"walrus": 0}, tokens={"orca": 1})
    assert played == ["place FO2", "right fox", "stay"]


# ------------------------------------------------------------------------------------------------ powers


def test_takeback_uncovers_a_run_that_can_be_continued() -> None:
    # Moose on top ends a run of three. Taken back it is placed again after two more foxes: five, and three cards due.
    mine = seat(hand="FP4 FB5", pile="FM1 FW2 FO3 MB4", totem="bear")
    played = last_turn(mine, faces={"puffin": "takeback"}, holders={"puffin": 0})
    assert played[0] == "take back"
    assert cards(played, "place") == ["FP4", "FB5", "MB4"] or cards(played, "place") == ["FB5", "FP4", "MB4"]


def test_a_run_is_not_taken_back() -> None:
    # The Visible card is the run: taken back, one card is due instead of two, and one fox stays in hand.
    mine = seat(hand="FW1 FO2", pile="FM1 FW2 FP4", totem="bear")
    played = last_turn(mine, faces={"puffin": "takeback"}, holders={"puffin": 0})
    assert sorted(cards(played, "place")) == ["FO2", "FW1"]


def test_swap_brings_the_card_that_the_run_waits_for() -> None:
    mine = seat(hand="FO2 MO2", pile="FM1 FW2 FP4", totem="bear")
    played = last_turn(mine, river="FW1 WO1 OP1 PM3 MO1 OF3", faces={"puffin": "swap"}, holders={"puffin": 0})
    assert played[:2] == ["swap MO2", "for FW1"]
    assert sorted(cards(played, "place")) == ["FO2", "FW1"]


def test_a_card_that_would_break_the_run_goes_wild_into_it() -> None:
    # Two cards are due. Moose face down under the fourth fox makes five of them.
    mine = seat(hand="FO2 MO2", pile="FM1 FW2 FP4", totem="bear")
    played = last_turn(mine, faces={"fox": "wild"}, holders={"fox": 0})
    assert played[:2] == ["place FO2", "tuck MO2"]


def test_a_card_joins_the_run_at_the_bottom() -> None:
    # Two cards are due. The moose at the bottom become three; on top of the fox the third one would be alone.
    mine = seat(hand="MP3 FO2", pile="MW1 MO2 FP4", totem="bear")
    played = last_turn(mine, river="WO1 OB2 PM3 BW3 OF3 OM3", faces={"fox": "under"}, holders={"fox": 0})
    assert played[:2] == ["place FO2", "tuck MP3"]


def test_the_moose_lets_a_longer_run_be_placed() -> None:
    # Three foxes in hand and two cards due: with one more the run has six cards.
    mine = seat(hand="FO2 FM5 FW1", pile="FM1 FW2 FP4", totem="bear")
    played = last_turn(mine, faces={"moose": "placement"}, holders={"moose": 0})
    assert played[0] == "placement +1"
    assert len(cards(played, "place")) == len(["FO2", "FM5", "FW1"])


def test_the_moose_spares_a_penalty() -> None:
    # Nothing is in hand and three cards are due.
    mine = seat(hand="", pile="FO3", totem="bear")
    played, after = play_turn(scene(mine, stage="last", faces={"moose": "placement"}, holders={"moose": 0}))
    assert played[0] == "placement -1"
    assert after.scores()[0]["penalty"] == -2


def test_the_moose_draws_what_the_hand_has_room_for() -> None:
    # Six cards stay in hand and two are drawn, one too many for the limit; with the moose it is one.
    mine = seat(hand="FM1 MO2 MW5 WP2 WB2 PF2 PM2", pile="FM5 FO2 FB5", totem="bear")
    played = turn(mine, river=MIXED_RIVER, faces={"moose": "draw"}, holders={"moose": 0})
    assert not cards(played, "discard")


def test_a_penalty_card_is_given_to_the_rival_who_is_ahead() -> None:
    # It costs its owner a point; seat 2 has a run of three, seat 1 has none.
    mine = seat(hand="FM1 FB5", pile="FM5", penalty="PB1", totem="bear")
    rivals = seat(pile="WP2"), seat(pile="OF2 OM3 OW4")
    played = turn(mine, *rivals, players=3, river=MIXED_RIVER, faces={"bear": "give"}, holders={"bear": 0})
    assert played[-2:] == ["give PB1", "to 2"]
