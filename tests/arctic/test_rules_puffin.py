"""The puffin, swap and takeback, and what holds for all powers of phase A (3.5, 5.4)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless

SWAP = held(puffin="swap")
TAKEBACK = held(puffin="takeback")


@both
def test_3_5_swap_exchanges_a_hand_card_for_a_river_card(start: Start) -> None:
    river = "FM1 MO2 WP2 OB2 PF2 BM2"
    board = start(scene(seat(pile="FP4", hand="MW1 WO1"), river=river, **SWAP)).play("swap WO1")
    assert board.legal == [f"for {card}" for card in river.split()]
    assert board.seat == 0
    board.play("for OB2")
    assert board.hand(0) == "MW1 OB2"
    assert board.river == "FM1 MO2 WO1 WP2 PF2 BM2"
    assert board.legal == ["place MW1", "place OB2"]


@both
def test_3_5_the_swapped_card_may_be_taken_later(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="MW1 WO1"), river="FM1 MO2 WP2 OB2 PF2 BM2", **SWAP)
    board = start(document).play("swap WO1", "for FM1", "place FM1", "right fox")
    assert "take WO1" in board.legal
    board.play("take WO1")
    assert board.hand(0) == "MW1 WO1"


@both
def test_3_5_swap_once_a_turn(start: Start) -> None:
    document = scene(seat(pile="FP4", hand="MW1 WO1"), river="FM1 MO2 WP2 OB2 PF2 BM2", **SWAP)
    board = start(document).play("swap WO1", "for FM1")
    assert board.offers("swap") == []


@both
def test_5_4_swap_only_before_the_first_card_is_placed(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1 WO1 OP1"), **SWAP))
    assert board.offers("swap") == ["swap MW1", "swap WO1", "swap OP1"]
    assert board.play("place MW1").offers("swap") == []


@both
def test_5_4_swap_needs_a_hand_card(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand=""), deck="WO1 OP1", **SWAP))
    assert board.legal == ["right fox", "right puffin"]  # A has ended by itself
    assert board.penalty(0) == "WO1 OP1"


@both
def test_5_4_swap_needs_a_river_card(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1 WO1"), river="", **SWAP))
    assert board.legal == ["place MW1", "place WO1"]


@both
def test_5_4_swap_may_follow_moose(start: Start) -> None:
    powers = held(moose="placement", puffin="swap")
    document = scene(seat(pile="FP4", hand="MW1"), river="FM1 MO2 WP2 OB2 PF2 BM2", **powers)
    board = start(document).play("placement -1", "swap MW1", "for OB2", "place OB2")
    assert board.legal == ["right orca", "right bear"]


@both
def test_3_5_takeback_takes_the_visible_card_into_the_hand(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4 FM1", hand="MW1 WO1"), **TAKEBACK)).play("take back")
    assert board.hand(0) == "FM1 MW1 WO1"
    assert board.pile(0) == "FB5 FP4"
    board.play("place WO1", "place FM1")  # the value of FP4, not the 5 of FM1
    assert board.pile(0) == "FB5 FP4 WO1 FM1"
    assert board.legal == ["right fox", "right moose"]


@both
def test_3_5_takeback_of_the_only_card_makes_the_value_1(start: Start) -> None:
    board = start(scene(seat(pile="FM1", hand="MW1 WO1"), **TAKEBACK)).play("take back", "place FM1")
    assert board.pile(0) == "FM1"
    assert board.legal == ["right fox", "right moose"]


@both
def test_3_5_takeback_once_a_turn(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4 FM1", hand="MW1"), **TAKEBACK)).play("take back")
    assert board.offers("take") == []


@both
def test_3_5_the_faces_of_the_puffin_exclude_each_other(start: Start) -> None:
    hand = seat(pile="FB5 FP4", hand="MW1 WO1")
    assert start(scene(hand, **SWAP)).offers("take") == []
    assert start(scene(hand, **TAKEBACK)).offers("swap") == []


@both
def test_5_4_takeback_only_before_the_first_card_is_placed(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4", hand="MW1 WO1"), **TAKEBACK))
    assert board.offers("take") == ["take back"]
    assert board.play("place MW1").offers("take") == []


@both
def test_5_4_takeback_needs_a_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="", hand="MW1 WO1"), **TAKEBACK))
    assert board.legal == ["place MW1", "place WO1"]


@both
def test_5_4_takeback_with_an_empty_hand_gives_a_card_to_place(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FP4", hand=""), **TAKEBACK))
    assert board.legal == ["take back", "done"]
    board.play("take back")
    assert board.legal == ["place FP4"]


@both
def test_3_5_powers_of_others_are_not_yours(start: Start) -> None:
    faces = {"fox": "under", "moose": "placement", "puffin": "takeback"}
    holders = dict.fromkeys(("fox", "moose", "puffin"), 1)
    board = start(scene(seat(pile="FB5 FP4", hand="MW1 WO1"), edition="es", faces=faces, holders=holders))
    assert board.legal == ["place MW1", "place WO1"]


@both
def test_3_5_all_powers_of_phase_a_are_optional(start: Start) -> None:
    faces = {"fox": "under", "moose": "placement", "puffin": "takeback"}
    holders = dict.fromkeys(("fox", "moose", "puffin"), 0)
    board = start(scene(seat(pile="FB5 FP4", hand="MW1 WO1"), edition="es", faces=faces, holders=holders))
    assert {"tuck MW1", "take back", "placement +1", "placement -1"} <= set(board.legal)
    board.play("place MW1", "place WO1")
    assert board.pile(0) == "FB5 FP4 MW1 WO1"
