"""Equipment where pieces, cards and bears meet (rules 6.6 to 6.9)."""

from typing import Any

import pytest

from tests.north_pole.boards import Start, both
from tests.north_pole.scenes import AFTER_CARD, EXTRA, offers, play, scene

pytestmark = pytest.mark.jitless

AROUND = "dash move, march move"  # cards that some pawn can always play
COMPASS = ["compass d5", "compass e4", "compass e5"]


@both
def test_6_6_while_one_backpack_is_filled_no_second_one_is(start: Start) -> None:
    board = start(scene("b6", cards=AROUND, equipment=("backpack",), packs=("sling",)))
    assert offers(board, "pack") == []


@both
def test_6_6_the_empty_backpack_is_discarded_before_the_filled_one(start: Start) -> None:
    turn = {"new_cards": True}
    board = start(scene("b6", cards="march move", equipment=("backpack",), packs=("sling blue",), turn=turn))
    assert board.legal() == ["discard backpack", "end"]
    document = play(board, "discard backpack").document()
    assert (document["seats"][0]["equipment"], document["seats"][0]["pack"]) == ([], "sling blue")
    board = start(scene("b6", cards="march move", packs=("sling blue",), turn=turn))
    document = play(board, "discard backpack").document()
    assert (document["seats"][0]["pack"], document["discard"]) == (None, ["sling blue"])


@both
def test_6_7_another_may_be_the_packed_one_or_a_bear_s_without_further_equipment(start: Start) -> None:
    board = start(scene("b6", "g7", equipment=("husky",), packs=("march move",), turn=AFTER_CARD))
    assert board.legal() == ["end", "husky"]
    board = start(scene("", "g7", cards="march move", equipment=("husky",), bears="b6", turn=AFTER_CARD))
    assert board.legal() == ["end", "husky"]
    walled: dict[str, Any] = {"holes": "d2 c1 b2", "cards": "march move", "turn": AFTER_CARD}
    board = start(scene("c2", "g7", equipment=("husky, snowshoes, compass",), **walled))
    assert board.legal() == [*COMPASS, "end"]


@both
def test_6_7_husky_is_not_offered_while_an_extra_card_is_due(start: Start) -> None:
    board = start(scene("b6", cards=AROUND, equipment=("husky, compass",), turn=EXTRA))
    assert board.legal() == [*COMPASS, "play 1", "play 2"]


@both
def test_6_7_an_extra_card_is_lost_as_soon_as_none_can_be_played(start: Start) -> None:
    board = start(scene("b6", "g7", cards="march move, sling", equipment=("backpack, igloo",), turn=EXTRA))
    assert board.legal() == ["igloo b6", "pack 1", "pack 2", "play 1"]
    play(board, "pack 1")
    assert board.document()["turn"]["extra"] == 0
    assert board.legal() == ["end", "igloo b6"]
    board = start(scene("b6", "b7", cards="sling", equipment=("igloo, snowshoes",), turn=EXTRA))
    assert play(board, "igloo b6").seat == 1
    board = start(scene("d4", "e4 d5", cards="march move", equipment=("compass, pickaxe",), turn=EXTRA))
    assert board.legal() == [*COMPASS, "play 1"]
    assert play(board, "compass e5").seat == 1  # though the pickaxe would help


@both
def test_6_7_new_cards_are_never_available_for_an_extra_card(start: Start) -> None:
    board = start(scene("", cards="march move", bears="b6", equipment=("igloo",), turn=EXTRA))
    assert board.legal() == ["play 1"]


@both
def test_6_8_both_may_be_declared_for_a_card_that_needs_both(start: Start) -> None:
    """An igloo behind a crack, and the Pole behind a crack and a closed square."""
    arguments: dict[str, Any] = {"cards": "march ambush, swoop move", "equipment": ("snowshoes, pickaxe",)}
    board = start(scene("c2", "c3", igloos={"c3": 1}, **arguments))
    assert {"snowshoes", "pickaxe"} <= set(board.legal())
    play(board, "pickaxe")
    assert board.legal() == ["snowshoes"]
    play(board, "snowshoes")
    assert board.legal() == ["play 1"]
    play(board, "play 1")
    assert board.legal() == ["go c2 c3"]
    board = start(scene("c4", cards="dash move", equipment=("snowshoes, pickaxe",), disc="e5"))
    play(board, "snowshoes")
    assert board.legal() == ["pickaxe", "play 1"]
    play(board, "pickaxe", "play 1")
    assert board.legal() == ["go c4 pole"]


@both
def test_6_8_never_more_than_the_play_needs(start: Start) -> None:
    board = start(scene("c2 e5", cards="march move", equipment=("snowshoes, pickaxe",)))
    play(board, "snowshoes")
    assert board.legal() == ["play 1"]
    assert play(board, "play 1").legal() == ["go c2 c3", "go e5 f5"]  # and not to the Pole
    board = start(scene("c2", "c3", cards="march ambush", igloos={"c3": 1}, equipment=("pickaxe",)))
    assert "pickaxe" not in board.legal()  # without snowshoes it is no help


@both
def test_6_8_after_declaring_only_the_card_or_the_other_declaration_follows(start: Start) -> None:
    board = start(scene("c2 e5 b6", cards="dash move", equipment=("snowshoes, pickaxe, compass",)))
    assert "compass e5" in board.legal()
    assert play(board, "snowshoes").legal() == ["play 1"]


@both
def test_6_8_a_steal_is_named_with_what_is_declared(start: Start) -> None:
    board = start(
        scene("c2", cards="steal", sides={"N": "march move, swoop move, dash move"}, equipment=("snowshoes",))
    )
    play(board, "snowshoes")
    assert board.legal() == ["steal 1 N1", "steal 1 N3"]
    play(board, "steal 1 N3")
    assert board.legal() == ["go c2 c3", "go c2 c4"]


@both
def test_6_9_one_igloo_a_square_only_on_the_seat_s_own_pawn(start: Start) -> None:
    board = start(scene("b6 b4", "g7", cards=AROUND, equipment=("igloo",), igloos={"b6": 0}))
    assert offers(board, "igloo") == ["b4"]
    board = start(scene("b6", "b6", cards=AROUND, equipment=("igloo",), igloos={"b6": 1}, masks=""))
    assert offers(board, "igloo") == []
    partner = scene("b6", "", "b4", cards=AROUND, equipment=("igloo",), players=4, teams=True)
    assert offers(start(partner), "igloo") == ["b6"]


@both
def test_6_9_a_pawn_in_an_igloo_does_not_attack_even_with_a_pickaxe(start: Start) -> None:
    board = start(scene("b6", "b7", cards="march ambush, sling", igloos={"b6": 0, "b7": 1}, equipment=("pickaxe",)))
    assert board.legal() == ["play 1"]
