"""The bear, recover and give (3.5, 5.8, 7.3)."""

import pytest

from tests.arctic.boards import Start, both
from tests.arctic.scenes import held, scene, seat
from tests.arctic.test_rules_drawing import FULL_HAND, RIVER, to_drawing

pytestmark = pytest.mark.jitless

RECOVER = held(bear="recover")
GIVE = held(bear="give")


@both
def test_5_8_recover_is_mixed_freely_with_the_river(start: Start) -> None:
    document = scene(seat(pile="", hand="FO3", penalty="MP3 PB1"), river=RIVER, **RECOVER)
    board = to_drawing(start, document)
    assert board.legal == [
        "take FM1", "take MO2", "recover MP3", "take WP2", "take OB2", "recover PB1", "take PF2", "take BM2",
    ]  # fmt: skip
    board.play("recover PB1", "take FM1")
    assert "recover MP3" in board.legal
    board.play("recover MP3")
    assert board.hand(0) == "FM1 MP3 PB1"
    assert board.penalty(0) == ""
    assert board.seat == 1


@both
@pytest.mark.parametrize("edition", ["de", "es", "it"])
def test_5_8_recover_is_mixed_in_all_editions(start: Start, edition: str) -> None:
    document = scene(seat(pile="", hand="FW2", penalty="MP3"), river=RIVER, edition=edition, **RECOVER)
    board = to_drawing(start, document).play("take FM1", "recover MP3")
    assert board.hand(0) == "FM1 MP3"


@both
def test_3_5_recover_only_from_the_own_zone(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2"), seat(penalty="MP3"), river=RIVER, **RECOVER)
    assert to_drawing(start, document).offers("recover") == []


@both
def test_5_8_give_comes_after_the_last_card(start: Start) -> None:
    document = scene(seat(pile="", hand="FW2", penalty="MP3 PB1"), river=RIVER, **GIVE)
    board = to_drawing(start, document)
    assert board.offers("give") == []
    board.play("take FM1", "take MO2")
    assert board.legal == ["give MP3", "give PB1", "keep"]
    assert len(board.river.split()) == 6


@both
def test_5_8_give_with_two_players_needs_no_receiver(start: Start) -> None:
    document = scene(seat(pile="", hand="FW1", penalty="MP3 PB1"), seat(penalty="OP1"), river=RIVER, **GIVE)
    board = to_drawing(start, document).play("take FM1", "give PB1")
    assert board.penalty(0) == "MP3"
    assert board.penalty(1) == "OP1 PB1"
    assert board.seat == 1


@both
def test_5_8_give_with_two_players_from_the_other_seat(start: Start) -> None:
    document = scene(seat(), seat(pile="", hand="FW1", penalty="MP3 PB1"), mover=1, river=RIVER, **held(1, bear="give"))
    board = to_drawing(start, document).play("take FM1", "give PB1")
    assert (board.penalty(0), board.penalty(1)) == ("PB1", "MP3")
    assert board.seat == 0


@both
@pytest.mark.parametrize(("players", "receivers"), [(3, ["to 0", "to 2"]), (4, ["to 0", "to 2", "to 3"])])
def test_5_8_give_with_more_players_names_the_receiver(start: Start, players: int, receivers: list[str]) -> None:
    giver = seat(pile="", hand="FW1", penalty="MP3 PB1")
    document = scene(seat(), giver, players=players, mover=1, river=RIVER, **held(1, bear="give"))
    board = to_drawing(start, document).play("take FM1", "give PB1")
    assert board.legal == receivers
    assert board.seat == 1
    board.play("to 2")
    assert board.penalty(1) == "MP3"
    assert board.penalty(2) == "PB1"
    assert board.seat == 2


@both
def test_7_3_keep_declines_to_give(start: Start) -> None:
    document = scene(seat(pile="", hand="FW1", penalty="MP3"), river=RIVER, **GIVE)
    board = to_drawing(start, document).play("take FM1", "keep")
    assert board.penalty(0) == "MP3"
    assert board.seat == 1


@both
def test_5_8_give_needs_a_card_in_the_zone(start: Start) -> None:
    board = to_drawing(start, scene(seat(pile="", hand="FW1"), river=RIVER, **GIVE)).play("take FM1")
    assert board.seat == 1


@both
def test_3_5_give_once_a_turn(start: Start) -> None:
    document = scene(seat(pile="", hand="FW1", penalty="MP3 PB1"), river=RIVER, **GIVE)
    assert to_drawing(start, document).play("take FM1", "give MP3").seat == 1


@both
def test_5_8_a_card_that_was_just_discarded_may_be_given(start: Start) -> None:
    board = start(scene(FULL_HAND, river=RIVER, **GIVE)).play("place FW2", "right fox", "take FM1", "take MO2")
    assert board.offers("give") == []
    board.play("discard PB1")
    assert board.legal == ["give PB1", "keep"]
    board.play("give PB1")
    assert board.penalty(1) == "PB1"


@both
def test_5_8_give_with_a_draw_of_0(start: Start) -> None:
    powers = held(moose="draw", bear="give")
    document = scene(seat(pile="", hand="FW1", penalty="MP3"), river=RIVER, **powers)
    assert to_drawing(start, document).play("draw -1").legal == ["give MP3", "keep"]
