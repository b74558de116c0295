"""The fox, under and wild (3.5, 5.1, 5.2)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import Powers, held, scene, seat

pytestmark = pytest.mark.jitless

UNDER = held(fox="under")
WILD = held(fox="wild")


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
def test_5_2_the_visible_card_stays_if_the_only_card_is_tucked(start: Start, powers: Powers, pile: str) -> None:
    board = start(scene(seat(pile="FB5", hand="WO1 MW1"), **powers)).play("tuck WO1")
    assert board.pile(0) == pile
    assert board.holder("fox") == 0
    assert board.holder("walrus") is None
    board.play("right bear")
    assert (board.token("fox"), board.token("bear")) == (1, 6)
    for _ in range(5):  # the draw value of FB5
        board.play(board.offers("take")[0])
    assert board.seat == 1
