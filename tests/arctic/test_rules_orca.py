"""The orca, refill and deck, and a short river (3.5, 5.7)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import held, scene, seat
from tests.arctic.test_rules_drawing import RIVER, to_drawing

pytestmark = pytest.mark.jitless

DRAW = held(moose="draw")
REFILL = held(orca="refill")
DECK = held(orca="deck")


@both
def test_5_7_orca_refill_refills_after_each_river_card(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW2"), river=RIVER, deck="MW1 MP3 OP1", **REFILL))
    board.play("take FM1")
    assert board.river == "MW1 MO2 WP2 OB2 PF2 BM2"
    assert "take MW1" in board.legal
    board.play("take MW1")
    assert board.river == "MO2 MP3 WP2 OB2 PF2 BM2"
    assert board.hand(0) == "FM1 MW1"
    assert board.deck.split()[0] == "OP1"


@both
def test_5_7_orca_deck_any_card_may_come_from_the_top_of_the_deck(start: Start) -> None:
    document = scene(seat(pile="", hand="FP4"), river=RIVER, deck="MW1 MP3 OP1 PB1", **DECK)
    board = to_drawing(start, document)
    assert board.legal == [f"take {card}" for card in RIVER.split()] + ["take deck"]
    board.play("take deck")
    assert board.hand(0) == "MW1"
    assert board.river == RIVER
    board.play("take PF2", "take deck", "take FM1")
    assert board.hand(0) == "FM1 MW1 MP3 PF2"
    assert board.seat == 1
    assert board.river == "MO2 WP2 OP1 OB2 PB1 BM2"


@both
def test_5_7_orca_deck_is_not_offered_without_the_card(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2"), river=RIVER, **held(1, orca="deck"))
    assert "take deck" not in to_drawing(start, document).legal


@both
def test_5_7_orca_deck_with_deck_and_reserve_empty_is_not_offered(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2"), river=RIVER, stage="finish", deck_size=0, **DECK)
    assert to_drawing(start, document).legal == [f"take {card}" for card in RIVER.split()]


@both
def test_5_7_orca_deck_may_take_the_first_card_of_the_reserve(start: Start) -> None:
    reserve = "MW1 MP3 OP1 PB1 BF1"
    document = scene(seat(pile="", hand="FW2"), river=RIVER, deck_size=0, reserve=reserve, **DECK)
    board = to_drawing(start, document).play("take deck")
    assert board.hand(0) == "MW1"
    assert board.stage == "finish"
    assert board.document["reserve"] == []
    assert board.deck == "MP3 OP1 PB1 BF1"


@both
def test_5_7_refill_does_not_follow_a_card_from_the_zone(start: Start) -> None:
    faces = {"orca": "refill", "bear": "recover"}
    document = scene(
        seat(pile="", hand="FW2", penalty="BP5"),
        river="FM1 MO2",
        deck="MW1 MP3 OP1 PB1",
        faces=faces,
        holders={"orca": 0, "bear": 0},
    )
    board = to_drawing(start, document).play("recover BP5")
    assert board.river == "FM1 MO2"
    board.play("take FM1")
    assert board.river.split()[:2] == ["MW1", "MO2"]


@both
def test_5_7_a_short_river_gives_what_there_is(start: Start) -> None:
    document = scene(seat(pile="", hand="FP4"), river="FM1 MO2", stage="finish", deck_size=0)
    board = to_drawing(start, document).play("take FM1", "take MO2")
    assert board.hand(0) == "FM1 MO2"
    assert board.seat == 1
    assert board.river == ""


@both
def test_5_7_an_empty_river_ends_the_drawing_without_a_decision(start: Start) -> None:
    document = scene(seat(pile="", hand="FP4"), river="", stage="finish", deck_size=0, **DRAW)
    assert to_drawing(start, document).seat == 1


@both
def test_5_7_a_short_river_is_refilled_to_six(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW1"), river="FM1 MO2", deck="MW1 MP3 OP1 PB1 BF1"))
    assert board.play("take FM1").river == "MW1 MO2 MP3 OP1 PB1 BF1"
