"""The moose that changes the placement value, also beside a takeback (3.5, 5.3)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless

MOOSE = held(moose="placement")
MOOSE_AND_TAKEBACK = held(moose="placement", puffin="takeback")


@both
def test_5_3_plus_one_places_one_card_more(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="FM1 MW1 WO1 OP1"), **MOOSE)).play("placement +1")
    board.play("place FM1", "place MW1", "place WO1")
    assert board.pile(0) == "FP4 FM1 MW1 WO1"
    assert board.legal == ["right walrus", "right orca"]


@both
def test_5_3_minus_one_places_one_card_less(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="FM1 MW1 WO1"), **MOOSE)).play("placement -1", "place FM1")
    assert board.pile(0) == "FP4 FM1"
    assert board.legal == ["right fox", "right moose"]
    assert board.penalty(0) == ""


@both
def test_5_3_only_before_the_first_card_is_placed(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="FM1 MW1 WO1"), **MOOSE))
    assert board.offers("placement") == ["placement +1", "placement -1"]
    assert board.play("place FM1").offers("placement") == []


@both
@pytest.mark.parametrize("text", ["placement +1", "placement -1"])
def test_3_5_moose_once_a_turn(start: Start, text: str) -> None:
    board = start(scene(seat(pile="FO3", hand="FM1 MW1 WO1"), **MOOSE)).play(text)
    assert board.offers("placement") == []


@both
def test_5_3_plus_one_is_allowed_without_a_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FM1 MW1 WO1"), **MOOSE))
    board.play("placement +1", "place FM1", "place MW1")
    assert board.pile(0) == "FM1 MW1"
    assert board.offers("place") == []


@both
def test_5_3_minus_one_is_refused_without_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FM1 MW1 WO1"), **MOOSE))
    assert board.offers("placement") == ["placement +1"]
    assert board.refuses("placement -1")


@both
def test_5_3_a_value_of_0_places_nothing_and_the_visible_card_applies_again(start: Start) -> None:
    document = scene(
        seat(pile="FB5", hand="MW1 WO1"),
        faces={"moose": "placement"},
        holders={"moose": 0, "fox": 1},
        river="FM1 MO2 MP3 WP2 OP1 BF1",
    )
    board = start(document).play("placement -1")
    assert board.legal == ["right fox", "right bear"]  # A has ended at once
    assert (board.pile(0), board.hand(0), board.penalty(0)) == ("FB5", "MW1 WO1", "")
    assert board.holder("fox") == 0
    board.play("right fox", "take FM1", "take MO2", "take MP3", "take WP2", "take OP1")
    assert board.seat == 1
    assert board.hand(0) == "FM1 MW1 MO2 MP3 WO1 WP2 OP1"


@both
def test_5_3_shortage_after_plus_one_costs_penalties(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1"), deck="WO1 OP1 PB1", **MOOSE))
    board.play("placement +1", "place MW1")
    assert board.penalty(0) == "WO1 OP1"


@both
def test_5_3_minus_one_saves_a_penalty(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1"), **MOOSE)).play("placement -1", "place MW1")
    assert board.penalty(0) == ""


@both
def test_5_3_after_takeback_plus_one_applies_to_the_new_value(start: Start) -> None:
    board = start(scene(seat(pile="FP4 FB5", hand="MW1 MO2 MP3"), **MOOSE_AND_TAKEBACK))
    board.play("placement +1", "take back")  # 2 + 1
    board.play("place FB5", "place MW1")
    assert board.offers("place") == ["place MO2", "place MP3"]
    board.play("place MO2")
    assert board.pile(0) == "FP4 FB5 MW1 MO2"
    assert board.offers("place") == []


@both
def test_5_3_after_takeback_minus_one_applies_to_the_new_value(start: Start) -> None:
    board = start(scene(seat(pile="FP4 FO3", hand="MW1 MO2"), **MOOSE_AND_TAKEBACK))
    board.play("placement -1", "take back", "place MW1")  # 2 - 1
    assert board.pile(0) == "FP4 MW1"
    assert board.legal == ["right moose", "right walrus"]


@both
def test_5_3_plus_one_then_takeback_of_the_only_card_leaves_a_value_of_2(start: Start) -> None:
    board = start(scene(seat(pile="FO3", hand="MW1"), **MOOSE_AND_TAKEBACK)).play("placement +1", "take back")
    board.play("place MW1", "place FO3")
    assert board.pile(0) == "MW1 FO3"
    assert board.penalty(0) == ""


@both
def test_5_3_takeback_after_minus_one_may_leave_value_0_with_a_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FO3", hand="MW1"), **MOOSE_AND_TAKEBACK))
    board.play("placement -1", "take back")  # 1 - 1
    assert board.legal == ["right fox", "right bear"]
    assert board.hand(0) == "FO3 MW1"
    assert board.pile(0) == "FB5"


@both
@pytest.mark.parametrize("pile", ["FO3", "*OB2 FO3", "FM1 *OB2 FO3"])
def test_5_3_takeback_after_minus_one_is_refused_where_no_visible_card_would_result(start: Start, pile: str) -> None:
    board = start(scene(seat(pile=pile, hand="MW1 MO2"), **MOOSE_AND_TAKEBACK))
    assert board.offers("take") == ["take back"]
    board.play("placement -1")
    assert board.legal == ["place MW1", "place MO2"]
    assert board.refuses("take back")


@both
@pytest.mark.parametrize("pile", ["FO3", "*OB2 FO3"])
def test_5_3_minus_one_is_refused_after_a_takeback_of_the_visible_card(start: Start, pile: str) -> None:
    board = start(scene(seat(pile=pile, hand="MW1"), **MOOSE_AND_TAKEBACK)).play("take back")
    assert board.legal == ["place FO3", "place MW1", "placement +1"]


@both
def test_5_3_takeback_first_then_minus_one_to_value_0(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FO3", hand="MW1"), **MOOSE_AND_TAKEBACK)).play("take back")
    assert board.offers("placement") == ["placement +1", "placement -1"]
    board.play("placement -1")
    assert board.legal == ["right fox", "right bear"]
    assert board.hand(0) == "FO3 MW1"


@both
def test_5_3_at_value_0_it_is_too_late_for_a_takeback(start: Start) -> None:
    board = start(scene(seat(pile="FO3 FB5", hand="MW1"), **MOOSE_AND_TAKEBACK)).play("placement -1")
    assert board.legal == ["right fox", "right bear"]
    assert board.refuses("take back")
