"""The powers of phase A: fox, moose placement and puffin (3.5, 5.1 to 5.4)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import Powers, held, scene, seat

pytestmark = pytest.mark.jitless

UNDER = held(fox="under")
WILD = held(fox="wild")
MOOSE = held(moose="placement")
SWAP = held(puffin="swap")
TAKEBACK = held(puffin="takeback")
MOOSE_AND_TAKEBACK = held(moose="placement", puffin="takeback")


# Fox


@both
def test_3_5_fox_under_places_a_card_beneath_the_whole_pile(start: Start) -> None:
    board = start(scene(seat(pile="FB5 MB4", hand="FM1 MW1 WO1"), **UNDER)).play("place FM1", "tuck WO1")
    assert board.pile(0) == "WO1 FB5 MB4 FM1"
    assert board.legal == ["right fox", "right moose"]  # FM1 is the Visible card


@both
def test_3_5_fox_wild_places_a_card_face_down_directly_under_the_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="FB5 MB4", hand="FM1 MW1 WO1"), **WILD)).play("place FM1", "tuck WO1")
    assert board.pile(0) == "FB5 MB4 *WO1 FM1"
    assert board.legal == ["right fox", "right moose"]


@both
def test_3_5_a_tucked_card_counts_as_placed(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="FM1 MW1 WO1"), edition="es", **UNDER))
    board.play("tuck WO1", "place MW1")  # two cards, the value of FP4
    assert board.offers("place") == []
    assert board.penalty(0) == ""


@both
@pytest.mark.parametrize("powers", [UNDER, WILD], ids=["under", "wild"])
def test_5_1_fox_in_edition_de_only_with_the_last_card(start: Start, powers: Powers) -> None:
    board = start(scene(seat(pile="FO3", hand="FM1 MW1 WO1 OP1"), edition="de", **powers))
    assert board.offers("tuck") == []
    board.play("place OP1")
    assert board.offers("tuck") == []
    board.play("place MW1")
    assert board.offers("tuck") == ["tuck FM1", "tuck WO1"]


@both
@pytest.mark.parametrize("edition", ["es", "it"])
@pytest.mark.parametrize("powers", [UNDER, WILD], ids=["under", "wild"])
def test_5_1_fox_in_editions_es_and_it_with_any_card(start: Start, powers: Powers, edition: str) -> None:
    for before in range(3):
        board = start(scene(seat(pile="FO3", hand="FM1 MW1 WO1 OP1"), edition=edition, **powers))
        for _ in range(before):
            board.play(board.legal[0])
        assert len(board.offers("tuck")) == 4 - before


@both
@pytest.mark.parametrize("edition", ["de", "es", "it"])
def test_5_1_fox_wild_lies_under_the_card_that_is_visible_at_that_moment(start: Start, edition: str) -> None:
    board = start(scene(seat(pile="MB4", hand="FM1 WO1"), edition=edition, **WILD))
    if edition == "de":
        board.play("place FM1", "tuck WO1")
        assert board.pile(0) == "MB4 *WO1 FM1"
    else:
        board.play("tuck WO1", "place FM1")
        assert board.pile(0) == "*WO1 MB4 FM1"


@both
def test_7_1_the_last_card_is_also_the_one_that_empties_the_hand(start: Start) -> None:
    board = start(scene(seat(pile="FM1", hand="MW1 WO1"), edition="de", deck="OP1 OB2 OF3", **UNDER))
    assert board.offers("tuck") == []
    board.play("place MW1")  # two of five
    assert board.legal == ["place WO1", "tuck WO1"]
    board.play("tuck WO1")
    assert board.pile(0) == "WO1 FM1 MW1"
    assert board.penalty(0) == "OP1 OB2 OF3"


@both
@pytest.mark.parametrize("powers", [UNDER, WILD], ids=["under", "wild"])
def test_3_5_fox_once_a_turn(start: Start, powers: Powers) -> None:
    board = start(scene(seat(pile="FO3", hand="FM1 MW1 WO1 OP1"), edition="es", **powers)).play("tuck FM1")
    assert board.offers("tuck") == []


@both
@pytest.mark.parametrize("edition", ["de", "es", "it"])
@pytest.mark.parametrize("powers", [UNDER, WILD], ids=["under", "wild"])
def test_5_2_fox_needs_a_visible_card(start: Start, powers: Powers, edition: str) -> None:
    board = start(scene(seat(pile="", hand="FM1 MW1"), edition=edition, **powers))
    assert board.legal == ["place FM1", "place MW1"]
    assert board.refuses("tuck FM1")


@both
def test_5_2_fox_may_follow_the_card_that_became_visible(start: Start) -> None:
    powers = held(moose="placement", fox="wild")
    board = start(scene(seat(pile="", hand="FM1 MW1"), edition="es", **powers)).play("placement +1")
    assert board.legal == ["place FM1", "place MW1"]
    board.play("place FM1")
    assert board.legal == ["place MW1", "tuck MW1"]
    board.play("tuck MW1")
    assert board.pile(0) == "*MW1 FM1"


@both
def test_5_2_fox_not_on_a_face_down_card(start: Start) -> None:
    powers = held(puffin="takeback", fox="wild")
    board = start(scene(seat(pile="*OB2 FM1", hand="MW1"), edition="es", **powers)).play("take back")
    assert board.legal == ["place FM1", "place MW1"]


@both
@pytest.mark.parametrize(("powers", "pile"), [(UNDER, "WO1 FB5"), (WILD, "*WO1 FB5")], ids=["under", "wild"])
def test_5_2_the_visible_card_stays_if_the_only_card_is_tucked(
    start: Start, powers: Powers, pile: str
) -> None:
    board = start(scene(seat(pile="FB5", hand="WO1 MW1"), **powers)).play("tuck WO1")
    assert board.pile(0) == pile
    assert board.holder("fox") == 0
    assert board.holder("walrus") is None
    board.play("right bear")
    assert (board.token("fox"), board.token("bear")) == (1, 6)
    for _ in range(5):  # the draw value of FB5
        board.play(board.offers("take")[0])
    assert board.seat == 1


# Moose


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
def test_5_3_takeback_after_minus_one_is_refused_where_no_visible_card_would_result(
    start: Start, pile: str
) -> None:
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


# Puffin


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
