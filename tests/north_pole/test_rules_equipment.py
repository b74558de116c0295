"""Equipment (rule 3.7)."""

from typing import Any

import pytest

from tests.north_pole.boards import Board, Start, both
from tests.north_pole.scenes import offers, play, scene, within_turn

pytestmark = pytest.mark.jitless

AROUND = "dash move, march move"  # cards that some pawn can always play
COMPASS = ["compass d5", "compass e4", "compass e5"]


def held(board: Board, seat: int = 0) -> list[str]:
    pieces: list[str] = board.document()["seats"][seat]["equipment"]
    return pieces


def attack(start: Start, mask: str, *equipment: str, **arguments: Any) -> Board:
    """Seat 0 attacks b7 from b6 with slot 1 and reveals that mask; slot 2 can be played after it."""
    cards = arguments.pop("cards", "march ambush, march move")
    given = ", ".join(equipment)
    board = start(scene("b6", "b7 g7", cards=cards, equipment=(given,), masks=f"{mask}, storm", **arguments))
    return play(board, "play 1", "go b6 b7")


# ---------------------------------------------------------------- 3.7, when


@both
def test_3_7_before_and_after_the_action_and_not_in_phase_1(start: Start) -> None:
    document = scene("b6", cards="march move", equipment=("compass, igloo",), turn=None)
    board = start(document)
    assert board.legal() == ["camp c1", "camp d1", "camp e1", "camp f1"]
    play(board, "camp c1")
    assert board.legal() == [*COMPASS, "igloo b6", "play 1"]
    play(board, "play 1")
    assert {text.split()[0] for text in board.legal()} == {"go"}  # nothing comes between
    play(board, "go b6 b5")
    assert board.legal() == [*COMPASS, "end", "igloo b5"]


@both
def test_3_7_each_piece_once_several_a_turn(start: Start) -> None:
    board = start(scene("b6", cards="march move", equipment=("compass, igloo",)))
    play(board, "compass e5", "igloo b6")
    assert board.legal() == ["play 1"]
    assert held(board) == []
    assert {"compass"} <= set(board.document()["spent"])
    assert board.document()["igloos"] == {"b6": 0}


@both
def test_3_7_after_the_action_end_is_asked_only_while_something_can_be_used(start: Start) -> None:
    board = start(scene("b6 d4", cards=AROUND, equipment=("snowshoes, pickaxe",)))
    assert play(board, "play 1", "go b6 b5").seat == 1
    board = start(scene("b6", cards="march move", equipment=("husky, igloo",)))
    assert play(board, "play 1", "go b6 a6").seat == 1  # no other card, and the pawn is in a camp
    board = play(start(scene("b6", cards="march move", equipment=("igloo",))), "play 1", "go b6 b5")
    assert board.legal() == ["end", "igloo b5"]
    assert play(board, "igloo b5").seat == 1


# ---------------------------------------------------------------- 3.7, a fourth piece


@both
def test_3_7_a_fourth_piece_asks_for_room_at_once(start: Start) -> None:
    board = attack(start, "snowshoes", "pickaxe", "igloo", "backpack")
    document = board.document()
    assert document["turn"]["decision"] == "room"
    assert document["storm"] == ["march ambush blue"]
    assert board.legal() == [
        "discard backpack",
        "discard igloo",
        "discard pickaxe",
        "discard snowshoes",
        "igloo b7",
        "pack 2",
    ]
    spent = board.document()["spent"]
    play(board, "discard snowshoes")
    assert held(board) == ["backpack", "igloo", "pickaxe"]
    assert board.document()["spent"] == sorted([*spent, "snowshoes"])
    assert board.legal() == ["end", "igloo b7", "pack 2"]
    assert board.document()["turn"] == within_turn("end", played=True)


@both
def test_3_7_room_comes_before_the_weather(start: Start) -> None:
    board = attack(start, "pickaxe", "snowshoes", "snowshoes", "compass", storm="gallop move, sling", top="red")
    assert board.document()["turned"] == 0
    assert board.legal() == [*COMPASS, "discard compass", "discard pickaxe", "discard snowshoes"]
    play(board, "compass e5")
    assert board.document()["turned"] == 3
    assert board.document()["disc"] == "e4"  # set before the storm, which turned the board under it


@both
def test_3_7_packing_makes_no_room(start: Start) -> None:
    board = play(attack(start, "igloo", "backpack", "snowshoes", "pickaxe"), "pack 2")
    assert board.legal() == ["discard backpack", "discard igloo", "discard pickaxe", "discard snowshoes", "igloo b7"]
    assert board.document()["seats"][0]["pack"] == "march move blue"
    assert board.document()["turn"]["packed"]
    play(board, "discard backpack")
    assert board.document()["seats"][0]["pack"] is None
    assert board.document()["discard"] == ["march move blue"]
    assert not board.document()["turn"]["packed"]


@both
def test_3_7_a_husky_at_a_fourth_piece_is_an_extra_card_after_the_weather(start: Start) -> None:
    board = attack(
        start, "pickaxe", "husky", "snowshoes", "compass", storm="sling, march move, march move", top="purple"
    )
    sides = board.document()["sides"]
    assert "husky" in board.legal()
    play(board, "husky")
    document = board.document()
    assert document["turned"] == 2
    assert (document["turn"]["decision"], document["turn"]["extra"]) == ("end", 0)  # lost: no card lies in the north
    assert document["sides"] == sides
    board = play(attack(start, "pickaxe", "husky", "snowshoes", "compass"), "husky")
    assert board.document()["turn"]["extra"] == 1
    assert board.legal() == [*COMPASS, "play 2"]


@both
def test_3_7_a_filled_backpack_counts_as_a_piece(start: Start) -> None:
    board = attack(start, "igloo", "snowshoes", "pickaxe", packs=("sling",))
    assert board.document()["turn"]["decision"] == "room"
    assert offers(board, "discard") == ["backpack", "igloo", "pickaxe", "snowshoes"]
    assert attack(start, "igloo", "snowshoes", packs=("sling",)).document()["turn"]["decision"] == "end"


# ---------------------------------------------------------------- 3.7, husky


@both
def test_3_7_husky_plays_another_card_whose_weather_is_checked(start: Start) -> None:
    board = start(scene("b6", cards=AROUND, equipment=("husky",), storm="sling, march move", top="purple"))
    assert "husky" not in board.legal()
    play(board, "play 1", "go b6 b4")
    assert board.legal() == ["end", "husky"]
    play(board, "husky")
    assert board.legal() == ["play 2"]
    assert board.document()["turned"] == 0
    play(board, "play 2", "go b4 b5")
    assert board.document()["turned"] == 2
    assert board.seat == 1


@both
def test_3_7_husky_is_not_offered_if_no_other_card_can_be_played(start: Start) -> None:
    board = start(scene("b6", "g7", cards="march move, sling", equipment=("husky",)))
    assert play(board, "play 1", "go b6 b5").seat == 1


@both
def test_3_7_an_extra_card_that_cannot_be_played_after_a_storm_is_lost(start: Start) -> None:
    turn = {"decision": "room", "played": True, "extra": 1}
    held_now = ("husky, igloo, snowshoes, pickaxe",)
    arguments: dict[str, Any] = {"storm": "sling, sling", "equipment": held_now, "turn": turn, "top": "blue"}
    board = play(start(scene("b6", cards="march move", **arguments)), "discard pickaxe")
    assert board.document()["turn"]["extra"] == 0
    assert board.legal() == ["end", "igloo b6"]
    board = play(start(scene("b6", sides={"E": "march move"}, **arguments)), "discard pickaxe")
    assert board.document()["turn"]["extra"] == 1
    assert board.legal() == ["igloo b6", "play 1"]


# ---------------------------------------------------------------- 3.7, snowshoes and pickaxe


@both
def test_3_7_snowshoes_ignore_cracks_for_one_card(start: Start) -> None:
    board = start(scene("c2", cards="march move, march move", equipment=("snowshoes, husky",)))
    play(board, "snowshoes")
    assert board.document()["turn"]["declared"] == ["snowshoes"]
    assert held(board) == ["husky"]
    assert board.legal() == ["play 1", "play 2"]
    play(board, "play 1")
    assert board.legal() == ["go c2 c3"]  # only what they make possible
    spent = board.document()["spent"].count("snowshoes")
    play(board, "go c2 c3")
    assert board.document()["spent"].count("snowshoes") == spent + 1
    assert "go c3 c2" not in play(board, "husky", "play 2").legal()


@both
def test_3_7_snowshoes_are_declared_only_if_they_make_a_play_possible(start: Start) -> None:
    assert start(scene("b6", cards="march move", equipment=("snowshoes",))).legal() == ["play 1"]
    assert "snowshoes" in start(scene("b6 c2", cards="march move", equipment=("snowshoes",))).legal()
    assert "snowshoes" not in start(scene("c2", cards="sling", equipment=("snowshoes",))).legal()


@both
def test_3_7_snowshoes_cross_with_diagonal_steps_dashes_and_ambushes(start: Start) -> None:
    def reached(card: str, *pawns: str) -> list[str]:
        board = play(start(scene(*pawns, cards=card, equipment=("snowshoes",))), "snowshoes", "play 1")
        return offers(board, "go")

    assert reached("swoop move", "c4") == ["c4 d5"]
    assert reached("dash move", "c6") == ["c6 c7", "c6 c8"]
    assert reached("dash move", "c5") == ["c5 c7", "c5 d5", "c5 e5"]
    assert reached("march ambush", "c6", "c7") == ["c6 c7"]
    assert reached("dash move", "c4") == ["c4 c2", "c4 d4", "c4 e4", "c4 pole"]


@both
def test_3_7_snowshoes_do_not_cross_holes(start: Start) -> None:
    board = start(scene("c6", cards="dash move", equipment=("snowshoes",), holes="c7"))
    assert "snowshoes" not in board.legal()


@both
def test_3_7_a_pickaxe_enters_the_pole_from_any_centre_square(start: Start) -> None:
    board = start(scene("e5 f4", cards="dash move", equipment=("pickaxe",), disc="d4"))
    play(board, "pickaxe", "play 1")
    assert board.legal() == ["go e5 pole", "go f4 pole"]
    play(board, "go f4 pole")
    assert board.document()["seats"][0]["home"] == 1
    board = start(scene("d4", cards="march move", equipment=("pickaxe",), disc="d4"))
    assert "pickaxe" not in board.legal()


@both
@pytest.mark.parametrize("card", ["march ambush", "sling"])
def test_3_7_a_pickaxe_breaks_an_igloo_and_attacks_the_pawn_in_it(start: Start, card: str) -> None:
    board = start(scene("b6", "b7 f2", cards=card, equipment=("pickaxe",), igloos={"b7": 1}, masks="snowshoes, husky"))
    assert ("play 1" in board.legal()) == (card == "march ambush")
    play(board, "pickaxe", "play 1")
    verb = "sling" if card == "sling" else "go"
    assert board.legal() == [f"{verb} b6 b7"]
    spent = board.document()["spent"]
    play(board, f"{verb} b6 b7")
    document = board.document()
    assert document["igloos"] == {}
    assert document["seats"][1]["pawns"] == ["f2"]
    assert held(board) == ["snowshoes"]
    assert document["spent"].count("igloo") == spent.count("igloo") + 1
    assert document["spent"].count("pickaxe") == spent.count("pickaxe") + 1


@both
def test_3_7_a_pickaxe_for_a_move_card_breaks_no_igloo(start: Start) -> None:
    board = start(scene("b6", "b7", cards="march move", equipment=("pickaxe",), igloos={"b7": 1}))
    assert board.legal() == ["play 1"]


# ---------------------------------------------------------------- 3.7, backpack, igloo, compass


@both
def test_3_7_a_packed_card_may_be_played_from_the_next_own_turn_on(start: Start) -> None:
    board = start(scene("b6", cards="march move, swoop move red", equipment=("backpack",)))
    play(board, "pack 2")
    assert board.document()["seats"][0]["pack"] == "swoop move red"
    assert held(board) == []
    assert board.legal() == ["play 1"]
    play(board, "play 1", "go b6 b5")
    assert None not in board.document()["sides"]["S"]  # three new ones beside the packed one
    later = start(board.document() | {"seat": 0, "turn": None})
    play(later, "camp c1")
    assert "play pack" in later.legal()
    spent = later.document()["spent"].count("backpack")
    play(later, "play pack", "go b5 a6")
    document = later.document()
    assert document["seats"][0]["pack"] is None
    assert document["spent"].count("backpack") == spent + 1
    assert document["storm"] == ["march move blue", "swoop move red"]


@both
def test_3_7_a_packed_card_does_not_turn_away_in_a_storm(start: Start) -> None:
    board = start(scene("b6", cards="march move", packs=("swoop move red",), storm="sling, gallop ambush"))
    board = play(board, "play 1", "go b6 b5")
    assert board.document()["seats"][0]["pack"] == "swoop move red"


@both
def test_3_7_an_igloo_stands_on_an_own_pawn_not_in_a_camp_nor_at_the_centre(start: Start) -> None:
    board = start(scene("b6 a5 d4 h8", "g7", cards=AROUND, equipment=("igloo",)))
    assert offers(board, "igloo") == ["b6", "h8"]


@both
def test_3_7_no_attack_from_or_on_an_igloo(start: Start) -> None:
    board = start(scene("b6", "b7", cards="march ambush, sling, march move", igloos={"b6": 0}))
    assert board.legal() == ["play 1", "play 3"]
    assert "b6 b7" not in offers(play(board, "play 1"), "go")
    board = start(scene("b6", "b7", cards="march ambush, sling, march move", igloos={"b7": 1}))
    assert board.legal() == ["play 1", "play 3"]
    assert "b6 b7" not in offers(play(board, "play 1"), "go")


@both
def test_3_7_an_igloo_is_gone_when_the_pawn_leaves(start: Start) -> None:
    board = start(scene("b6", cards="march move", igloos={"b6": 0}))
    spent = board.document()["spent"].count("igloo")
    document = play(board, "play 1", "go b6 b5").document()
    assert document["igloos"] == {}
    assert document["spent"].count("igloo") == spent + 1


@both
def test_3_7_a_compass_turns_the_disc_to_any_other_direction(start: Start) -> None:
    board = start(scene("b6", cards="march move", equipment=("compass",), disc="e4"))
    assert offers(board, "compass") == ["d4", "d5", "e5"]
    assert play(board, "compass d5").document()["disc"] == "d5"
    board = start(scene("b6", cards="march move", equipment=("compass",), players=4, teams=True))
    assert offers(board, "compass") == ["d5"]
