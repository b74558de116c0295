"""The ship, the duty to play, new cards and steals (rules 3.1, 3.2, 3.5, 6.2, 6.5)."""

import pytest

from tests.north_pole.boards import Board, Start, both
from tests.north_pole.scenes import AFTER_CARD, EXTRA, offers, play, scene

pytestmark = pytest.mark.jitless


def pawns(board: Board, seat: int) -> list[str]:
    squares: list[str] = board.document()["seats"][seat]["pawns"]
    return squares


# ------------------------------------------------------------------------------------------------ 3.1


@both
def test_3_1_one_pawn_leaves_the_ship_for_a_square_of_the_camp(start: Start) -> None:
    board = start(scene("c1 b2", cards="march move", turn=None))
    assert board.legal() == ["camp c1", "camp d1", "camp e1", "camp f1"]
    play(board, "camp c1")
    assert pawns(board, 0) == ["b2", "c1", "c1"]
    assert board.document()["seats"][0]["ship"] == 1
    assert board.legal() == ["play 1"]  # the other one has to wait


@both
def test_3_1_the_camp_is_the_one_now_on_the_player_s_side(start: Start) -> None:
    assert offers(start(scene(turn=None, turned=1)), "camp") == ["h3", "h4", "h5", "h6"]
    assert offers(start(scene(turn=None, turned=3)), "camp") == ["a3", "a4", "a5", "a6"]
    assert offers(start(scene(turn=None, turned=2, seat=1)), "camp") == ["c1", "d1", "e1", "f1"]


@both
def test_3_1_nothing_is_asked_with_an_empty_ship(start: Start) -> None:
    board = start(scene("b2 b4", home=(2,), cards="march move", turn=None))
    assert board.legal() == ["play 1"]
    assert board.document()["turn"]["decision"] == "card"


@both
def test_3_1_a_hole_closes_a_camp_square(start: Start) -> None:
    assert offers(start(scene(turn=None, holes="d1")), "camp") == ["c1", "e1", "f1"]


# ------------------------------------------------------------------------------------------------ 3.2


@both
def test_3_2_some_card_must_be_played_if_an_own_one_can(start: Start) -> None:
    board = start(scene("b6", cards="march move, sling, steal"))
    assert board.legal() == ["play 1", "steal 3 S1"]


@both
def test_3_2_a_card_that_cannot_do_anything_is_not_offered(start: Start) -> None:
    board = start(scene("b6 g2", "g7", cards="sling, march move, steal", sides={"W": "steal"}))
    assert board.legal() == ["play 1", "play 2", "steal 3 S1", "steal 3 S2"]
    board = start(scene("b6", "g7", cards="sling, march move"))
    assert board.legal() == ["play 2"]


@both
def test_3_2_without_a_playable_own_card_there_are_new_cards_and_no_end(start: Start) -> None:
    board = start(
        scene("b6", "g7", cards="sling", discard="swoop move blue", deck="dash move red, sling red, sling blue")
    )
    assert board.legal() == ["new cards"]
    play(board, "new cards")
    assert board.document()["discard"] == ["swoop move blue", "sling blue"]


@both
def test_3_2_new_cards_are_three_and_come_once_a_turn(start: Start) -> None:
    deck = "dash move red, dash move blue, gallop move red"
    board = start(scene(cards="-, sling blue", deck=deck, equipment=("igloo",)))
    play(board, "new cards")
    document = board.document()
    assert document["sides"]["S"] == deck.split(", ")
    assert document["discard"] == ["sling blue"]
    assert board.legal() == ["discard igloo", "end"]
    play(board, "discard igloo")
    assert board.seat == 1  # no pawn on the board: nothing can be played, and the turn ends


@both
def test_3_2_after_new_cards_a_piece_is_discarded_to_play_or_the_turn_ends(start: Start) -> None:
    scenery = scene("b6", cards="sling", deck="march move, dash move, sling", equipment=("pickaxe, husky",))
    board = play(start(scenery), "new cards")
    assert board.legal() == ["discard husky", "discard pickaxe", "end"]
    play(board, "discard pickaxe")
    assert board.legal() == ["play 1", "play 2"]
    assert board.document()["turn"]["discarded"]
    assert board.document()["seats"][0]["equipment"] == ["husky"]
    board = play(start(scenery), "new cards", "end")
    assert board.seat == 1
    assert board.document()["turns"] == 8
    assert board.document()["seats"][0]["equipment"] == ["husky", "pickaxe"]


@both
def test_3_2_a_bear_s_card_is_allowed_but_lifts_no_duty_and_makes_none(start: Start) -> None:
    board = start(scene("", "g7", cards="sling, march move", bears="b6"))
    assert board.legal() == ["new cards", "play 2"]
    play(board, "play 2")
    assert offers(board, "go") == ["bear b6 a6", "bear b6 b5", "bear b6 b7", "bear b6 c6"]
    board = play(start(scene("f6", cards="march move", bears="b6")), "play 1")
    assert "bear b6 b5" in offers(board, "go")
    assert "f6 f7" in offers(board, "go")


@both
def test_3_2_a_packed_card_makes_no_duty(start: Start) -> None:
    board = start(scene("b6", "g7", cards="sling", packs=("march move",)))
    assert board.legal() == ["new cards", "play pack"]


@both
def test_3_2_equipment_may_be_used_where_no_card_can_be_played(start: Start) -> None:
    board = start(scene("b6", "g7", cards="sling", equipment=("compass, igloo, backpack",)))
    assert board.legal() == ["compass d5", "compass e4", "compass e5", "igloo b6", "new cards", "pack 1"]


@both
def test_3_2_a_steal_counts_if_what_it_takes_can_be_played(start: Start) -> None:
    board = start(scene("b6", cards="steal", sides={"W": "sling, march move, steal"}))
    assert board.legal() == ["steal 1 W2"]
    assert start(scene("b6", cards="steal", sides={"W": "sling, steal"})).legal() == ["new cards"]
    board = start(scene("", cards="steal", sides={"W": "march move"}, bears="b6"))
    assert board.legal() == ["new cards", "steal 1 W1"]


# ------------------------------------------------------------------------------------------------ 3.5


@both
def test_3_5_a_steal_plays_a_face_up_card_with_points_from_any_side(start: Start) -> None:
    sides = {"N": "march move, sling", "E": "steal, swoop move", "W": "-, -, dash move"}
    board = start(scene("b6", "b2", cards="gallop move, steal, march ambush", sides=sides))
    stolen = ["E2", "N1", "N2", "S1", "S3", "W3"]
    assert offers(board, "steal") == [f"2 {place}" for place in stolen]


@both
def test_3_5_the_steal_is_discarded_and_what_it_took_lies_on_the_storm_pile(start: Start) -> None:
    sides = {"N": "march move blue, sling"}
    board = start(scene("b6", "b2", cards="steal red, dash move", sides=sides, storm="swoop move red"))
    play(board, "steal 1 N1")
    document = board.document()
    assert document["turn"]["card"] == 1
    assert document["turn"]["taken"] == "N1"
    assert document["sides"]["N"][0] == "march move blue"  # until it does something
    document = play(board, "go b6 b5").document()
    assert document["discard"] == ["steal red"]
    assert document["storm"] == ["swoop move red", "march move blue"]
    assert None not in document["sides"]["S"]


@both
def test_3_5_the_robbed_side_is_not_refilled_until_its_player_s_end_of_turn(start: Start) -> None:
    board = start(scene("b6", "g7", cards="steal", sides={"N": "march move, dash move, dash move"}))
    play(board, "steal 1 N1", "go b6 b5")
    assert board.document()["sides"]["N"][0] is None
    play(board, "camp c8", "play 2")
    play(board, board.legal()[0])
    assert None not in board.document()["sides"]["N"]


@both
def test_3_5_a_packed_steal(start: Start) -> None:
    board = start(scene("b6", "b2", cards="march move red", packs=("steal blue",), sides={"N": "dash move blue"}))
    assert board.legal() == ["play 1", "steal pack N1", "steal pack S1"]
    play(board, "steal pack S1", "go b6 b5")
    document = board.document()
    assert (document["discard"], document["storm"]) == (["steal blue"], ["march move red"])
    assert document["seats"][0]["pack"] is None
    assert document["sides"]["N"][0] == "dash move blue"


# ------------------------------------------------------------------------------------------------ 6.2 and 6.5


@both
def test_6_2_packing_may_end_the_duty(start: Start) -> None:
    board = start(scene("b6", "g7", cards="sling, march move", equipment=("backpack",)))
    assert board.legal() == ["pack 1", "pack 2", "play 2"]
    assert play(board, "pack 2").legal() == ["new cards"]


@both
def test_6_2_a_compass_may_take_away_the_only_step(start: Start) -> None:
    # Cracks lie towards d3 and c4.
    board = start(scene("d4", "e4 d5", cards="march move", equipment=("compass",), disc="d4"))
    assert "play 1" in board.legal()
    play(board, "compass e5")
    assert board.legal() == ["new cards"]


@both
def test_6_2_after_new_cards_every_card_needs_a_discard_first(start: Start) -> None:
    turn = {"new_cards": True}
    held = ("backpack, igloo, compass",)
    board = start(scene("b6", "g7", cards="march move", bears="f3", equipment=held, turn=turn))
    discards = ["discard backpack", "discard compass", "discard igloo"]
    compass = ["compass d5", "compass e4", "compass e5"]
    assert board.legal() == [*compass, *discards, "end", "igloo b6", "pack 1"]
    board = start(scene("d4", cards="-", packs=("march move",), equipment=("pickaxe",), disc="e5", turn=turn))
    assert board.legal() == ["discard backpack", "discard pickaxe", "end"]


@both
def test_6_2_snowshoes_and_pickaxe_come_only_after_the_discard(start: Start) -> None:
    turn = {"new_cards": True}
    board = start(scene("d5", cards="dash move", equipment=("pickaxe, snowshoes",), turn=turn))
    assert board.legal() == ["discard pickaxe", "discard snowshoes", "end"]
    assert play(board, "discard snowshoes").legal() == ["pickaxe", "play 1"]


@both
def test_6_2_once_discarded_a_playable_own_card_must_be_played(start: Start) -> None:
    turn = {"new_cards": True, "discarded": True}
    assert start(scene("b6", cards="march move", equipment=("igloo",), turn=turn)).legal() == ["igloo b6", "play 1"]
    board = start(scene("", cards="march move", bears="b6", equipment=("husky",), turn=turn))
    assert board.legal() == ["end", "play 1"]
    board = start(scene("b6", "g7", cards="sling", packs=("march move",), turn=turn))
    assert board.legal() == ["end", "play pack"]


@both
def test_6_2_end_as_the_only_action_is_not_asked_others_are(start: Start) -> None:
    board = start(scene("b6", "g7", cards="sling", deck="sling blue, sling red, sling purple"))
    assert board.legal() == ["new cards"]
    assert play(board, "new cards").seat == 1
    assert start(scene("b6", "b7", cards="sling")).legal() == ["play 1"]
    board = play(start(scene("b6", "b7", cards="sling")), "play 1")
    assert board.legal() == ["sling b6 b7"]


@both
def test_6_5_a_steal_takes_no_packed_card_but_one_of_the_own_side(start: Start) -> None:
    packs = ("march move", "dash move")
    board = start(scene("b6", cards="steal, gallop move", packs=packs))
    assert board.legal() == ["play 2", "play pack", "steal 1 S2"]
    board = start(scene("b6", cards="steal, gallop move blue"))
    document = play(board, "steal 1 S2", "go b6 b5").document()
    assert document["storm"] == ["gallop move blue"]
    assert None not in document["sides"]["S"]


@both
def test_3_2_extra_cards_and_the_end_know_no_new_cards(start: Start) -> None:
    assert "new cards" not in start(scene("b6", cards="march move", equipment=("compass",), turn=AFTER_CARD)).legal()
    assert start(scene("b6", cards="march move", turn=EXTRA)).legal() == ["play 1"]
