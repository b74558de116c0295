"""Steps, slings, attacks and peace (rules 3.3, 3.4, 6.1, 6.3, 6.4)."""

import pytest

from tests.north_pole.boards import Board, Start, both
from tests.north_pole.scenes import goals, offers, play, scene

pytestmark = pytest.mark.jitless


def pawns(board: Board, seat: int) -> list[str]:
    squares: list[str] = board.document()["seats"][seat]["pawns"]
    return squares


# ------------------------------------------------------------------------------------------------ 3.3


@both
def test_3_3_no_step_enters_an_occupied_square_or_a_hole(start: Start) -> None:
    reached = goals(start, "march move", "b6", "b7", bears="c6", holes="b5")
    assert reached == ["a6"]
    assert goals(start, "march ambush", "f6", "f7", bears="g6", holes="f5") == ["e6", "f7", "g6"]


@both
def test_3_3_own_pawns_block_also_an_ambush(start: Start) -> None:
    board = play(start(scene("b6 b7", cards="march ambush")), "play 1")
    assert "b6 b7" not in offers(board, "go")
    assert "b7 b6" not in offers(board, "go")


@both
def test_3_3_camps_hold_any_number_and_nothing_is_attacked_in_from_or_into_one(start: Start) -> None:
    assert "a5" in goals(start, "march move", "b5", "a5 a5")
    board = play(start(scene("b5", "a5 a5", cards="march ambush")), "play 1", "go b5 a5")
    assert (pawns(board, 0), pawns(board, 1)) == (["a5"], ["a5", "a5"])
    assert "b5" not in goals(start, "march ambush", "a5", "b5")
    assert "a5" in goals(start, "march ambush", "a4", "a5")


@both
def test_3_3_a_dash_that_begins_in_a_camp_does_not_attack(start: Start) -> None:
    assert goals(start, "dash ambush", "a5", "c5") == ["a3", "a4", "a6", "a7", "b5"]
    assert goals(start, "dash ambush", "b5", "d5", turned=2)[:2] == ["a5", "b3"]


@both
def test_3_3_a_dash_passes_pawns_in_camps_and_no_others(start: Start) -> None:
    assert "c3" not in goals(start, "dash ambush", "a3", "b3")
    assert "d6" not in goals(start, "dash ambush", "b6", "c6")
    assert "a5" in goals(start, "dash move", "a7", "a6 a6")
    assert "d6" not in goals(start, "dash move", "b6", bears="c6")
    assert "d6" not in goals(start, "dash move", "b6", holes="c6")
    assert "d6" in goals(start, "dash ambush", "b6", "d6")


@both
def test_3_3_a_dash_crosses_no_crack_with_either_step(start: Start) -> None:
    assert "c8" not in goals(start, "dash move", "c6")
    assert "c7" not in goals(start, "dash move", "c5")
    assert "c6" in goals(start, "dash move", "c4")


@both
def test_3_3_a_sling_hits_the_first_along_row_or_column_over_cracks_holes_and_pole(start: Start) -> None:
    assert goals(start, "sling", "c3", "c2 c6", holes="c4 c5") == ["c2", "c6"]
    assert goals(start, "sling", "d2", "d6 g2", holes="d5") == ["d6", "g2"]
    assert goals(start, "sling", "b2", "b4 b7 c3") == ["b4"]
    assert goals(start, "sling", "b2", "b7", bears="b4") == ["b4"]
    assert offers(play(start(scene("b2 b4", "b7", cards="sling")), "play 1"), "sling") == ["b4 b7"]


@both
def test_3_3_a_sling_does_not_move_the_pawn(start: Start) -> None:
    board = play(start(scene("b2", "b7", cards="sling")), "play 1", "sling b2 b7")
    assert (pawns(board, 0), pawns(board, 1)) == (["b2"], [])
    assert board.document()["seats"][1]["ship"] == 4


@both
def test_3_3_no_sling_from_at_or_over_a_pawn_in_a_camp(start: Start) -> None:
    assert goals(start, "sling", "c1", "c6") == []
    assert goals(start, "sling", "c6", "c8") == []
    assert goals(start, "sling", "a2", "a7") == ["a7"]
    assert goals(start, "sling", "a2", "a4 a7") == []
    assert goals(start, "sling", "a2", "a7", bears="a4") == []


@both
@pytest.mark.parametrize("name", ["march", "swoop", "gallop", "dash"])
def test_3_3_from_the_open_centre_square_any_movement_card_enters_the_pole(start: Start, name: str) -> None:
    for form in ("move", "ambush"):
        assert "pole" in goals(start, f"{name} {form}", "d4")
        assert "pole" not in goals(start, f"{name} {form}", "e4")
    assert goals(start, "sling", "d4") == []


@both
def test_3_3_a_dash_enters_the_pole_from_outside_the_centre_only_over_the_open_square(start: Start) -> None:
    assert "pole" in goals(start, "dash move", "e3", disc="e4")
    assert "pole" in goals(start, "dash move", "f4", disc="e4")
    assert "pole" not in goals(start, "dash move", "f4", disc="d4")
    assert "pole" not in goals(start, "dash move", "d4", disc="e4")
    assert "pole" not in goals(start, "dash move", "c4", disc="d4")  # a crack
    assert "pole" not in goals(start, "dash ambush", "f4", "e4", disc="e4")
    assert "pole" not in goals(start, "march move", "f4", disc="e4")


@both
def test_3_3_a_pawn_at_the_pole_is_home(start: Start) -> None:
    board = play(start(scene("d4 b2", cards="march move")), "play 1", "go d4 pole")
    assert pawns(board, 0) == ["b2"]
    assert board.document()["seats"][0]["home"] == 1
    assert board.scores() == [{"home": 1, "total": 1}, {"home": 0, "total": 0}]


# ------------------------------------------------------------------------------------------------ 3.4


@both
def test_3_4_an_attacked_pawn_goes_to_its_ship_and_the_top_mask_is_revealed(start: Start) -> None:
    board = start(scene("b6", "b7 b5", cards="march ambush", masks="snowshoes, compass"))
    play(board, "play 1", "go b6 b7")
    document = board.document()
    assert (pawns(board, 0), pawns(board, 1)) == (["b7"], ["b5"])
    assert document["seats"][1]["ship"] == 3
    assert (document["masks"], document["seats"][0]["equipment"]) == (["compass"], ["snowshoes"])


@both
def test_3_4_after_the_last_mask_there_is_peace(start: Start) -> None:
    assert goals(start, "sling", "b2", "b4", masks="") == []
    assert goals(start, "march ambush", "b6", "b7", masks="") == ["a6", "b5", "b7", "c6"]
    board = play(start(scene("b6", "b7", cards="march ambush", masks="")), "play 1", "go b6 b7")
    assert (pawns(board, 0), pawns(board, 1)) == (["b7"], ["b7"])
    assert board.document()["seats"][0]["equipment"] == []


@both
def test_3_4_the_attack_that_reveals_the_last_mask_makes_peace(start: Start) -> None:
    board = start(
        scene("b6", "b7 d7", cards="march ambush, sling, march ambush", masks="compass", equipment=("husky",))
    )
    play(board, "play 1", "go b6 b7", "husky")
    assert board.document()["masks"] == []
    assert offers(board, "play") == ["3"]
    assert "b7 c7" in offers(play(board, "play 3"), "go")


@both
def test_3_4_holes_close_their_square_also_in_peace(start: Start) -> None:
    assert goals(start, "march move", "b6", masks="", holes="b7") == ["a6", "b5", "c6"]
    assert "d6" not in goals(start, "dash move", "b6", masks="", holes="c6")


# ------------------------------------------------------------------------------------------ 6.1, 6.3, 6.4


@both
def test_6_1_diagonal_steps_between_centre_squares_are_ordinary(start: Start) -> None:
    assert {"e5", "pole"} <= set(goals(start, "swoop move", "d4"))
    assert "e4" in goals(start, "gallop move", "d5")
    assert "e5" in goals(start, "swoop ambush", "d4", "e5")


@both
def test_6_3_an_attack_ends_the_move(start: Start) -> None:
    assert goals(start, "dash ambush", "b6", "c6 b5") == ["a6", "b5", "b7", "b8", "c6"]


@both
def test_6_3_in_camps_bears_count_as_pawns(start: Start) -> None:
    assert "a5" in goals(start, "march ambush", "b5", bears="a5 a5")
    board = play(start(scene("b5", cards="march ambush", bears="a5")), "play 1", "go b5 a5")
    assert board.document()["bears"] == ["a5"]
    assert goals(start, "sling", "g5", bears="h5") == []
    board = play(start(scene("g5", "g4", cards="march ambush", bears="h4 h4")), "play 1")
    assert "bear h4 h5" in offers(board, "go")
    assert "bear h4 g4" not in offers(board, "go")


@both
def test_6_4_in_peace_own_pawns_and_bears_block_no_more(start: Start) -> None:
    board = play(start(scene("b6 b7", cards="dash move", bears="c6", masks="")), "play 1")
    assert {"b6 b7", "b6 b8", "b6 c6", "b6 d6", "b7 b6", "b7 b5", "bear c6 b6", "bear c6 a6"} <= set(
        offers(board, "go")
    )


@both
def test_6_4_in_peace_igloos_may_be_built_and_go_when_any_pawn_of_the_owner_leaves(start: Start) -> None:
    document = scene("b6 b6 f2", "b6", cards="march move", masks="", igloos={"b6": 0}, equipment=("igloo",))
    board = start(document)
    assert offers(board, "igloo") == ["f2"]
    play(board, "play 1", "go b6 b5")
    assert board.document()["igloos"] == {}
    assert pawns(board, 0) == ["b5", "b6", "f2"]
    board = start(scene("b6", "b6 g7", cards="march move", masks="", igloos={"b6": 1}))
    assert play(board, "play 1", "go b6 b5").document()["igloos"] == {"b6": 1}
