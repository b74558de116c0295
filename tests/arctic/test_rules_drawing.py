"""Section 3 C: drawing and discarding, the moose that changes the draw value, and `done` (3.6, 3.7, 5.5, 7.3)."""

import pytest

from tests.arctic.boards import Board, Start, both
from tests.arctic.scenes import Document, held, scene, seat

pytestmark = pytest.mark.jitless

RIVER = "FM1 MO2 WP2 OB2 PF2 BM2"
DRAW = held(moose="draw")
DECK = held(orca="deck")
RECOVER = held(bear="recover")


def to_drawing(start: Start, document: Document) -> Board:
    """Places the only card in hand, a fox, and moves the fox right; no power of phases B or C comes."""
    board = start(document)
    return board.play(board.offers("place")[0], "right fox")


@both
def test_3_6_as_many_river_cards_as_the_draw_value_one_after_another(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FO3"), river=RIVER, deck="MW1 MP3 OP1 PB1"))
    assert board.legal == [f"take {card}" for card in RIVER.split()]
    board.play("take OB2")
    assert board.legal == ["take FM1", "take MO2", "take WP2", "take PF2", "take BM2"]
    assert board.seat == 0
    board.play("take FM1", "take PF2")
    assert board.hand(0) == "FM1 OB2 PF2"
    assert board.seat == 1


@both
def test_3_6_then_the_river_is_refilled_to_six(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW2"), river=RIVER, deck="MW1 MP3 OP1 PB1"))
    board.play("take OB2")
    assert board.river == "FM1 MO2 WP2 PF2 BM2"  # not before the last card is taken (5.7)
    board.play("take BM2")
    assert board.river == "FM1 MW1 MO2 MP3 WP2 PF2"
    assert board.deck.split()[:2] == ["OP1", "PB1"]


FULL_HAND = seat(pile="FB5", hand="FW2 FO3 FP4 MW1 OP1 PB1 BF1")  # value 1, seven cards


@both
def test_3_7_more_than_seven_cards_are_discarded_into_the_penalty_zone(start: Start) -> None:
    board = start(scene(FULL_HAND, river=RIVER)).play("place FO3", "right fox")
    board.play("take FM1", "take MO2", "take WP2")  # six and three
    hand = ["FM1", "FW2", "FP4", "MW1", "MO2", "WP2", "OP1", "PB1", "BF1"]
    assert board.legal == [f"discard {card}" for card in hand]
    board.play("discard WP2")
    assert board.penalty(0) == "WP2"
    assert "discard WP2" not in board.legal
    board.play("discard FW2")
    assert board.penalty(0) == "FW2 WP2"
    assert board.hand(0) == "FM1 FP4 MW1 MO2 OP1 PB1 BF1"
    assert board.seat == 1


@both
def test_3_7_seven_cards_may_stay(start: Start) -> None:
    board = start(scene(FULL_HAND, river=RIVER)).play("place FW2", "right fox", "take FM1", "take MO2")
    assert board.offers("discard") != []  # six and two
    document = scene(seat(pile="FB5", hand="FW2 FP4 MW1 OP1 PB1 BF1"), river=RIVER)
    board = start(document).play("place FW2", "right fox", "take FM1", "take MO2")
    assert board.seat == 1  # five and two
    assert board.penalty(0) == ""


@both
def test_3_7_the_river_is_refilled_before_the_discards(start: Start) -> None:
    board = start(scene(FULL_HAND, river=RIVER, deck="OF3 PM3")).play("place FW2", "right fox")
    board.play("take FM1", "take MO2")
    assert board.offers("discard") != []
    assert board.river == "WP2 OB2 OF3 PF2 PM3 BM2"


@both
def test_3_7_thirteen_cards_are_the_most_and_six_of_them_go(start: Start) -> None:
    powers = held(moose="placement", puffin="takeback")
    board = start(scene(seat(pile="FB5 WM5", hand="FW2 FO3 FP4 MW1 OP1 PB1 BF1"), river=RIVER, **powers))
    board.play("take back", "placement -1", "right fox")  # eight cards, nothing placed, FB5 draws five
    for _ in range(5):
        board.play(board.offers("take")[0])
    assert len(board.hand(0).split()) == 13
    for _ in range(6):
        assert board.seat == 0
        board.play(board.offers("discard")[0])
    assert board.seat == 1
    assert len(board.hand(0).split()) == 7
    assert len(board.penalty(0).split()) == 6


@both
@pytest.mark.parametrize(("text", "number"), [("draw +1", 3), ("draw -1", 1)])
def test_3_5_moose_draw_changes_the_draw_value(start: Start, text: str, number: int) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW2"), river=RIVER, **DRAW))
    assert board.offers("draw") == ["draw +1", "draw -1"]
    board.play(text)
    assert board.offers("draw") == []  # once a turn
    for _ in range(number):
        assert board.seat == 0
        board.play(board.offers("take")[0])
    assert board.seat == 1


@both
def test_5_5_only_before_the_first_card_is_taken(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW2"), river=RIVER, **DRAW)).play("take FM1")
    assert board.offers("draw") == []


@both
def test_5_5_a_draw_of_0_takes_nothing(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW1"), river=RIVER, **DRAW))
    board.play("draw -1")
    assert board.seat == 1
    assert board.hand(0) == ""
    assert board.river == RIVER


@both
def test_5_5_a_draw_of_6_takes_the_whole_river(start: Start) -> None:
    powers = held(moose="draw")
    document = scene(seat(pile="", hand="FB5"), river=RIVER, deck="FW1 FO2 MW1 WO1 OP1 PB1 BF1", **powers)
    board = to_drawing(start, document).play("draw +1", *[f"take {card}" for card in RIVER.split()])
    assert board.hand(0) == RIVER
    assert board.river == "MW1 WO1 OP1 PB1 FW1 FO2"
    assert board.seat == 1


@both
def test_5_5_without_the_moose_the_value_stands(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2"), river=RIVER, **held(1, moose="draw"))
    assert to_drawing(start, document).offers("draw") == []


# Only sources that may be declined are left


@both
def test_7_3_with_only_the_zone_left_done_is_offered(start: Start) -> None:
    document = scene(seat(pile="", hand="FO3", penalty="MP3 PB1"), river="FM1", stage="finish", deck_size=0, **RECOVER)
    board = to_drawing(start, document)
    assert board.legal == ["take FM1", "recover MP3", "recover PB1"]
    board.play("take FM1")
    assert board.legal == ["recover MP3", "recover PB1", "done"]
    board.play("recover PB1")
    assert board.legal == ["recover MP3", "done"]
    board.play("done")
    assert board.hand(0) == "FM1 PB1"
    assert board.penalty(0) == "MP3"
    assert board.seat == 1


@both
def test_7_3_with_the_zone_emptied_too_drawing_stops(start: Start) -> None:
    document = scene(seat(pile="", hand="FO3", penalty="MP3"), river="", stage="finish", deck_size=0, **RECOVER)
    assert to_drawing(start, document).play("recover MP3").seat == 1


@both
def test_7_3_with_only_the_deck_left_done_is_offered(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FO3"), river="", deck="MW1 MP3", **DECK))
    assert board.legal == ["done", "take deck"]
    board.play("take deck")
    assert board.legal == ["done", "take deck"]
    board.play("done")
    assert board.hand(0) == "MW1"
    assert board.seat == 1
    assert len(board.river.split()) == 6


@both
def test_7_3_the_moose_may_still_change_the_value_before_the_first_optional_card(start: Start) -> None:
    powers = held(moose="draw", bear="recover")
    document = scene(seat(pile="", hand="FW2", penalty="MP3 PB1"), river="", stage="finish", deck_size=0, **powers)
    board = to_drawing(start, document)
    assert board.legal == ["recover MP3", "recover PB1", "done", "draw +1", "draw -1"]
    assert board.play("draw -1", "recover MP3").seat == 1


@both
def test_7_3_done_is_not_offered_while_the_river_has_a_card(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2", penalty="MP3"), river="FM1", deck="MW1 OP1", **RECOVER)
    assert "done" not in to_drawing(start, document).legal
