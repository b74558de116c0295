"""Section 3 A: placing cards and taking the power card (3.1 to 3.3, 8.1)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import held, scene, seat

pytestmark = pytest.mark.jitless


@both
def test_3_1_the_face_up_card_on_top_is_the_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="FB5 FO3", hand="MW1 MO2 MP3 MB4")))  # FO3 asks for three cards, FB5 for one
    board.play("place MW1", "place MO2")
    assert board.offers("place") == ["place MP3", "place MB4"]
    board.play("place MP3")
    assert board.legal == ["right moose", "right puffin"]  # the new Visible card is MP3


@both
def test_3_1_an_empty_pile_has_no_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FM1 MW1 WO1"))).play("place MW1")
    assert board.offers("place") == []
    assert board.pile(0) == "MW1"


@both
def test_3_1_a_face_down_card_on_top_is_no_visible_card(start: Start) -> None:
    document = scene(seat(pile="*OB2 FM1", hand="MW1 MO2"), **held(puffin="takeback"))
    board = start(document).play("take back")
    assert board.pile(0) == "*OB2"
    board.play("place MW1")  # a value of 1, not the 4 of OB2
    assert board.pile(0) == "*OB2 MW1"
    assert board.legal == ["right moose", "right walrus"]


@both
def test_3_2_the_placement_value_is_1_without_a_visible_card(start: Start) -> None:
    board = start(scene(seat(pile="", hand="FM1 MW1 WO1"))).play("place FM1")
    assert board.hand(0) == "MW1 WO1"
    assert board.legal == ["right fox", "right moose"]


@both
def test_3_2_cards_are_placed_one_after_another_in_the_players_order(start: Start) -> None:
    board = start(scene(seat(pile="FO3", hand="FM1 FW2 MO2 WP2")))
    board.play("place WP2", "place FM1", "place MO2")
    assert board.pile(0) == "FO3 WP2 FM1 MO2"
    assert board.hand(0) == "FW2"


@both
def test_3_2_each_missing_card_costs_one_from_the_deck(start: Start) -> None:
    board = start(scene(seat(pile="FW2", hand="MW1"), deck="PB1 OP1 WO1 BF1"))  # value 4, three missing
    board.play("place MW1")
    assert board.penalty(0) == "WO1 OP1 PB1"  # by card id
    assert board.deck.split()[0] == "BF1"
    assert board.hand(0) == ""


@both
def test_3_2_with_an_empty_hand_all_cards_are_missing(start: Start) -> None:
    board = start(scene(seat(pile="FM1", hand=""), deck="WO1 OP1 PB1 BF1 MB4"))  # a forced step, done on loading
    assert board.penalty(0) == "MB4 WO1 OP1 PB1 BF1"
    assert board.legal == ["right fox", "right moose"]


@both
def test_3_2_no_penalty_without_a_shortage(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1 MO2"))).play("place MW1", "place MO2")
    assert board.penalty(0) == ""


@both
def test_8_1_visible_fox_with_placement_5_and_three_cards_in_hand(start: Start) -> None:
    board = start(scene(seat(pile="FM1", hand="OP1 PF2 BW3"), deck="WO1 WP2 WB3"))
    board.play("place PF2", "place OP1", "place BW3")
    assert board.pile(0) == "FM1 PF2 OP1 BW3"
    assert board.penalty(0) == "WO1 WP2"
    assert board.scores()[0]["penalty"] == -2


@both
def test_3_3_the_power_of_the_visible_cards_main_animal_comes_from_the_table(start: Start) -> None:
    board = start(scene(seat(pile="FP4", hand="MW1 OP1"))).play("place OP1", "place MW1")
    assert board.holder("moose") == 0
    assert board.holder("orca") is None  # only the Visible card counts


@both
def test_3_3_the_power_comes_from_whoever_holds_it(start: Start) -> None:
    board = start(scene(seat(pile="", hand="MW1"), holders={"moose": 1})).play("place MW1")
    assert board.holder("moose") == 0


@both
def test_3_3_the_power_is_kept_until_someone_takes_it(start: Start) -> None:
    document = scene(seat(pile="", hand="MW1 OP1"), seat(pile="BP5 FB5", hand="PB1 MO2 WO1"))
    board = start(document).play("place MW1").play_turn()
    board.play("place WO1").play_turn()  # seat 1 takes another one
    assert (board.holder("moose"), board.holder("walrus")) == (0, 1)
    board.play_turn()  # an orca power, the moose stays
    assert board.holder("moose") == 0
    assert board.seat == 1


@both
def test_3_3_someone_takes_it_away(start: Start) -> None:
    document = scene(seat(pile="", hand="MW1"), seat(pile="BP5", hand="MO2 PB1"))
    board = start(document).play("place MW1").play_turn().play("place MO2")
    assert board.holder("moose") == 1


@both
def test_3_3_a_phase_b_power_works_at_once(start: Start) -> None:
    document = scene(seat(pile="", hand="WP1"), faces={"walrus": "main"})
    board = start(document).play("place WP1", "right walrus")
    assert board.legal == ["extra left", "extra right", "stay"]


@both
@pytest.mark.parametrize(
    ("card", "partner", "face", "offer"),
    [
        ("OB2", "bear", {"orca": "deck"}, "take deck"),
        ("MO2", "orca", {"moose": "draw"}, "draw +1"),
        ("BM2", "moose", {"bear": "recover"}, "recover PO5"),
    ],
)
def test_3_3_a_phase_c_power_works_at_once(
    start: Start, card: str, partner: str, face: dict[str, str], offer: str
) -> None:
    document = scene(seat(pile="", hand=card, penalty="PO5"), faces=face)
    board = start(document).play(f"place {card}", f"right {partner}")
    assert offer in board.legal


FOX_FIRST = seat(pile="FP4", hand="FM1 MW1 WO1")


@both
def test_3_3_a_phase_a_power_works_from_the_next_turn_on(start: Start) -> None:
    document = scene(FOX_FIRST, seat(pile="BP5", hand="OP1"), edition="es")
    board = start(document)
    board.play("place MW1")
    assert board.offers("tuck") == []
    board.play("place FM1")
    assert board.holder("fox") == 0
    assert board.offers("tuck") == []
    board.play_turn().play_turn()  # both turns come to their end
    assert board.seat == 0
    assert "tuck WO1" in board.legal


@both
def test_3_3_a_phase_a_power_needs_still_to_be_held(start: Start) -> None:
    document = scene(FOX_FIRST, seat(pile="BP5", hand="FW2"), edition="es")
    board = start(document).play("place MW1", "place FM1").play_turn().play_turn()
    assert board.holder("fox") == 1
    assert board.seat == 0
    assert board.offers("tuck") == []


@both
def test_3_3_the_power_of_an_unchanged_visible_card_is_taken_again(start: Start) -> None:
    document = scene(seat(pile="FB5", hand="MW1"), holders={"fox": 1, "moose": 0}, faces={"moose": "placement"})
    board = start(document).play("placement -1")
    assert board.holder("fox") == 0
