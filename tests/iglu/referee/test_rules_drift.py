"""Drift (2.4)."""

from typing import Any

from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.scenes import play, referee, starting


def drifting(ice: str, **arguments: Any) -> Referee:
    """The drift tile has been turned on b1, far from what is tested unless it is meant."""
    game = referee(f"{ice} b1", faces={"b1": "drift"}, **arguments)
    return play(game, "turn b1")


def test_2_4_a_single_tile_moves_in_every_direction_that_is_free() -> None:
    game = drifting("e4")
    assert starting(game, "drift") == ["e4 north", "e4 east", "e4 south", "e4 west"]
    play(game, "drift e4 north")
    assert list(game.table.tiles) == ["e5"]
    assert "end phase" in game.legal()


def test_2_4_the_drift_tile_is_gone_first() -> None:
    game = drifting("b2")
    assert "b2 south" in starting(game, "drift")
    play(game, "drift b2 south")
    assert list(game.table.tiles) == ["b1"]


def test_2_4_an_unbroken_line_moves_with_all_that_stands_on_it() -> None:
    game = drifting(
        "d3 d4 d7", glaciers="d5", inuit=("d3 d4", "d4"), igloos=("d5", "d4"), foxes={"d4": [2], "d5": [1]}, bears="d3"
    )
    faces = dict(game.table.tiles)
    play(game, "drift d3 north")
    table = game.table
    assert table.tiles == {"d4": faces["d3"], "d5": faces["d4"], "d7": faces["d7"]}
    assert table.glaciers == ["d6"]
    assert table.inuit[0][:2] == ["d4", "d5"]
    assert table.inuit[1][0] == "d5"
    assert table.igloos[:2] == [["d6"], ["d5"]]
    assert table.foxes == {"d5": [2], "d6": [1]}
    assert table.bears == ["d4"]


def test_2_4_the_line_begins_at_the_pushed_tile() -> None:
    game = play(drifting("d3 d4 d5"), "drift d4 north")
    assert sorted(game.table.tiles) == ["d3", "d5", "d6"]


def test_2_4_never_over_the_border_nor_onto_a_corner() -> None:
    game = drifting("a2 a3 c8 d8")
    pushes = starting(game, "drift")
    assert "a2 west" not in pushes
    assert "a2 south" not in pushes  # a1
    assert "a3 south" not in pushes
    assert "c8 north" not in pushes
    assert {"a2 north", "a3 north", "c8 west", "d8 west"} <= set(pushes)  # b8 is still free
    assert "d8 east" in pushes
    assert "b8 west" not in starting(drifting("b8"), "drift")


def test_2_4_no_legal_push_nothing_happens() -> None:
    game = drifting("", fish={"e4": [1]})
    assert "end phase" in game.legal()
    assert starting(game, "drift") == []


def test_2_4_fish_are_displaced_before_the_tiles_move() -> None:
    game = drifting("d3 e5", fish={"d4": [2, 1, 2]})
    play(game, "drift d3 north")
    assert game.legal() == [f"displace fish {points} {goal}" for points in (1, 2) for goal in ("c4", "d5", "e4")]
    assert "d3" in game.table.tiles
    play(game, "displace fish 2 c4", "displace fish 2 d5")
    assert game.legal() == ["displace fish 1 c4", "displace fish 1 d5", "displace fish 1 e4"]
    assert "d3" in game.table.tiles
    play(game, "displace fish 1 d5")
    assert "d4" in game.table.tiles
    assert game.table.fish == {"c4": [2], "d5": [2, 1]}


def test_2_4_a_choice_of_one_is_a_decision() -> None:
    game = play(drifting("d3 c4 e4", fish={"d4": [1]}), "drift d3 north")
    assert game.legal() == ["displace fish 1 d5"]


def test_2_4_squares_vacated_by_the_push_do_not_count() -> None:
    game = drifting("d3 c4 e4 d5", fish={"d4": [1]})
    assert "d3 north" not in starting(game, "drift")  # d3 would be free only afterwards
    assert "d5 south" not in starting(game, "drift")
    assert "d3 south" in starting(game, "drift")


def test_2_4_the_square_of_the_drift_tile_does_count() -> None:
    game = referee("d3 c4 e4 d5", faces={"d5": "drift"}, fish={"d4": [1]})
    play(game, "turn d5", "drift d3 north")
    assert game.legal() == ["displace fish 1 d5"]


def test_2_4_fish_do_not_flee_to_corners() -> None:
    game = drifting("c8 b7", fish={"b8": [3]})
    assert "c8 west" not in starting(game, "drift")
    game = drifting("c8", fish={"b8": [3]})
    play(game, "drift c8 west")
    assert game.legal() == ["displace fish 3 b7"]


def test_2_4_a_bear_may_not_join_a_bear_but_fish_may() -> None:
    game = drifting("d3 c4 e4", bears="d4 d5")
    assert "d3 north" not in starting(game, "drift")
    game = drifting("d3 c4 e4", fish={"d4": [2]}, bears="d5")
    play(game, "drift d3 north", "displace fish 2 d5")
    assert game.table.fish == {"d5": [2]}
    assert game.table.bears == ["d5"]
    assert game.table.gone == []


def test_2_4_one_animal_that_cannot_go_makes_the_push_illegal() -> None:
    game = drifting("d3 c4 e4", fish={"d4": [2]}, bears="d4 d5")
    assert "d3 north" not in starting(game, "drift")


def test_2_4_a_displaced_bear_eats_fish_that_it_joins() -> None:
    game = drifting("d3 c4", fish={"d5": [3, 1]}, bears="d4")
    play(game, "drift d3 north")
    assert game.legal() == ["displace bear d5", "displace bear e4"]
    play(game, "displace bear d5")
    assert game.table.bears == ["d5"]
    assert game.table.fish == {}
    assert game.table.gone == ["fish 1", "fish 3"]


def test_2_4_the_order_is_the_pushers() -> None:
    start = drifting("d3 c4 e4", fish={"d4": [2]}, bears="d4")
    play(start, "drift d3 north")
    assert start.legal() == ["displace fish 2 d5", "displace bear d5"]
    eaten = play(start.copy(), "displace fish 2 d5", "displace bear d5")
    assert (eaten.table.gone, eaten.table.fish) == (["fish 2"], {})
    spared = play(start.copy(), "displace bear d5", "displace fish 2 d5")
    assert (spared.table.gone, spared.table.fish) == ([], {"d5": [2]})


def test_2_4_animals_elsewhere_than_on_the_entered_square_stay() -> None:
    game = play(drifting("d3", fish={"d5": [1], "e4": [2]}, bears="c4"), "drift d3 north")
    assert game.table.fish == {"d5": [1], "e4": [2]}
    assert game.table.bears == ["c4"]


def test_2_4_the_rulebooks_drawing_takes_the_fish_out_of_reach() -> None:
    game = drifting("d3 e4 e5 c6 e6", inuit=("d3", "e4"), fish={"d4": [2, 3]})
    play(game, "drift d3 north")
    assert game.legal() == [f"displace fish {points} {goal}" for points in (2, 3) for goal in ("c4", "d5")]
    play(game, "displace fish 2 c4", "displace fish 3 c4")
    assert starting(game, "hunt") == ["fish 2 c4", "fish 3 c4"]  # green, from d4
    play(game, "end phase", "turn c6")
    assert starting(game, "hunt") == []  # yellow, from e4
