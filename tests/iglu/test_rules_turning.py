"""The tile of the turn and drift (rules 2.2 to 2.4)."""

from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import Position
from tests.iglu.scenes import Document, offers, play, position, seat, within_turn

pytestmark = pytest.mark.jitless


def test_2_2_the_tile_to_turn_is_empty_face_down_and_next_to_sea() -> None:
    where = position(
        seat(inuit="c2", igloos="c3"), ice="c2 c3 c4 c5 c6 d4 e4", glaciers="d5", foxes={"c4": [1]}, bears="c5"
    )
    assert where.legal() == ["turn c6", "turn d4", "turn e4"]


def test_2_2_without_one_next_to_sea_it_is_an_empty_one_of_the_ring() -> None:
    every = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]
    about = ["c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5"]
    away = [square for square in every if square not in ("a1", "a8", "h1", "h8", "d4", "d5", "e4", "e5", *about)]
    where = position(seat(inuit="b1"), ice=" ".join(away), glaciers=" ".join(about))
    ring = [square for square in away if square[0] in "ah" or square[1] in "18"]
    assert offers(where, "turn") == [square for square in ring if square != "b1"]


def test_2_2_with_nothing_to_turn_the_game_ends_at_once() -> None:
    where = position(seat(inuit="c2", kept="melt, animals"), seat(), ice="c2", bears="e5")
    assert where.seat is None
    assert where.legal() == []
    assert where.to_dict()["stage"] == "over"
    assert where.to_dict()["seats"][0]["kept"] == ["animals", "melt"]


def test_2_2_the_last_tile_and_the_end_of_the_next_turn() -> None:
    where = position(seat(inuit="c2"), ice="c2", tiles={"e5": "fish 2"}, fish_first=(3, 1))
    after = play(where, "turn e5", "end phase")
    assert after.seat is None
    assert after.to_dict()["fish"] == {"e5": [1, 3]}
    assert "turn" not in after.to_dict()


def test_2_2_it_is_checked_again_after_a_kept_tile_once_all_is_settled() -> None:
    melting = position(seat(inuit="c2 c2", kept="melt, animals"), ice="c2 c3", tiles={}, mover=0)
    after = play(melting, "melt c3")
    assert after.seat is None  # c2 is all that is left, and taken
    fleeing = play(position(seat(inuit="c2", kept="melt"), ice="c2", tiles={"e5": "fish 1"}), "melt e5")
    assert fleeing.seat is None
    moving = position(seat(kept="animals"), ice="c2", bears="c3")
    assert moving.legal() == ["turn c2", "animals"]
    ends = play(moving, "animals", "step bear c3 south", "step bear c2 north", "step bear c3 south")
    assert ends.seat is None


def test_2_2_corners_are_chosen_and_steps_made_before_the_end_is_looked_for() -> None:
    where = position(seat(inuit="c2", kept="melt"), ice="c2 e5", tiles={})
    assert "melt c2" in where.legal()
    waiting = play(where, "melt c2")
    assert waiting.legal() == ["corner a1", "corner a8", "corner h1", "corner h8"]
    assert play(waiting, "corner h8").legal() == ["turn e5"]


def test_2_2_glaciers_are_never_turned() -> None:
    assert position(seat(), ice="h2", glaciers="c2").legal() == ["turn h2"]


@pytest.mark.parametrize(("face", "drawn"), [("fish 1", [3]), ("fish 2", [1, 3]), ("fish 3", [1, 2, 3])])
def test_2_3_fish_events_draw_as_many_fish_as_they_show(face: str, drawn: list[int]) -> None:
    where = position(seat(), ice="c2", tiles={"e5": face}, fish_first=(3, 1, 2))
    after = play(where, "turn e5").to_dict()
    assert after["fish"] == {"e5": drawn}
    assert "e5" not in after["tiles"]
    assert face in after["shown"]
    assert len(after["supply"]["fish"]) == 28 - len(drawn)


def test_2_3_events_draw_no_more_than_the_supply_has() -> None:
    every = [1] * 8 + [2] * 12 + [3] * 7
    where = position(
        seat(hunted="bear, bear, bear, bear, fox 1, fox 1, fox 1, fox 2, fox 2, fox 2, fox 2, fox 3, fox 3, fox 3"),
        tiles={"c2": "fish 3", "e5": "bear", "g7": "glacier"},
        fish={"h7": every},
    )
    assert play(where, "turn c2").to_dict()["fish"]["c2"] == [3]
    assert play(where, "turn e5").to_dict()["bears"] == []
    after = play(where, "turn g7").to_dict()
    assert (after["glaciers"], after["foxes"]) == (["g7"], {})


def test_2_3_a_bear_comes_to_the_new_sea_and_a_fox_to_the_glacier() -> None:
    where = position(seat(), tiles={"e5": "bear", "g7": "glacier"}, foxes_first=(2,))
    bear = play(where, "turn e5").to_dict()
    assert (bear["bears"], bear["supply"]["bears"]) == (["e5"], 3)
    glacier = play(where, "turn g7").to_dict()
    assert (glacier["glaciers"], glacier["foxes"]) == (["g7"], {"g7": [2]})
    assert "glacier" not in glacier["shown"][-1:]


# ------------------------------------------------------------------------------------------------ drift


def drifting(*seats: Document, **arguments: Any) -> Position:
    return position(*seats, turn={"drift": True}, **arguments)


def test_2_4_drift_has_to_push_if_it_can() -> None:
    where = play(position(seat(), ice="h7", tiles={"c3": "drift"}), "turn c3")
    assert where.legal() == ["drift h7 south", "drift h7 west"]
    assert play(where, "drift h7 west").to_dict()["tiles"].keys() == {"g7"}


def test_2_4_without_a_legal_push_nothing_happens() -> None:
    where = play(position(seat(), tiles={"c3": "drift", "e5": "fish 1"}), "turn c3", "drift e5 north", "end phase")
    assert where.seat == 1
    alone = play(position(seat(), tiles={"c3": "drift"}), "turn c3")
    assert "end phase" in alone.legal()


def test_2_4_a_loaded_drift_without_a_legal_push_is_over() -> None:
    assert "end phase" in drifting(seat()).legal()
    assert drifting(seat()).to_dict()["turn"] == within_turn(0)


def test_2_4_the_observation_shows_where_ice_will_go_and_whence() -> None:
    table = arctic_env.game("iglu").observation(2)
    where = drifting(seat(), ice="c3", glaciers="d2", fish={"d3": [1]}).play("drift c3 east")
    parts = table.split(where.view(1).observation())
    assert np.argwhere(parts["square"]).tolist() == [[3, 2]]  # d3, by file and rank
    assert parts["push"].tolist() == [0, 1, 0, 0]


def test_2_4_a_line_moves_with_all_that_is_on_it_and_the_drift_tile_is_gone_first() -> None:
    where = position(
        seat(inuit="b3 c3"),
        seat(igloos="d3"),
        tiles={"b3": "fish 1", "c3": "melt", "e3": "drift"},
        glaciers="d3",
        foxes={"c3": [2]},
        bears="b3",
    )
    after = play(where, "turn e3", "drift b3 east").to_dict()
    assert after["tiles"] == {"c3": "fish 1", "d3": "melt"}
    assert after["glaciers"] == ["e3"]
    assert after["foxes"] == {"d3": [2]}
    assert after["bears"] == ["c3"]
    assert after["seats"][0]["inuit"] == ["a1", "a1", "a1", "c3", "d3"]
    assert after["seats"][1]["igloos"] == ["e3"]


def test_2_4_part_of_a_line_may_be_pushed() -> None:
    where = drifting(seat(), ice="b3 c3 d3")
    after = where.play("drift c3 east").to_dict()
    assert set(after["tiles"]) == {"b3", "d3", "e3"}


def test_2_4_nothing_is_pushed_to_a_corner_or_off_the_board() -> None:
    where = drifting(seat(), ice="a2 a7 b1 b8 h4")
    texts = where.legal()
    assert "drift a2 south" not in texts
    assert "drift a7 north" not in texts
    assert "drift b1 west" not in texts
    assert "drift b8 west" not in texts
    assert "drift h4 east" not in texts
    assert "drift a2 north" in texts


def test_2_4_a_line_ends_at_sea_not_at_the_edge() -> None:
    where = drifting(seat(), ice="b4 c4 d4 e4 f4 g4 h4")
    assert [text for text in where.legal() if text.endswith("east")] == []
    assert len([text for text in where.legal() if text.endswith("west")]) == 7


def test_2_4_animals_make_room_one_by_one_in_any_order() -> None:
    where = drifting(seat(), ice="c3", glaciers="d2", fish={"d3": [1, 1, 3]}, bears="d3")
    pushed = where.play("drift c3 east")
    assert offers(pushed, "displace fish") == ["1 d4", "1 e3", "3 d4", "3 e3"]
    assert offers(pushed, "displace bear") == ["d4", "e3"]
    after = play(pushed, "displace fish 1 d4", "displace bear e3", "displace fish 1 e3")
    assert after.legal() == ["displace fish 3 d4", "displace fish 3 e3"]
    assert "c3" in after.to_dict()["tiles"]  # tiles move after the last one
    last = play(after, "displace fish 3 e3").to_dict()
    assert set(last["tiles"]) == {"d3"}
    assert last["fish"] == {"d4": [1], "e3": [1, 3]}  # fish that join a bear are not eaten
    assert last["bears"] == ["e3"]
    assert last["gone"] == []


def test_2_4_a_displaced_bear_eats_fish_that_it_joins_also_those_displaced_just_before() -> None:
    where = drifting(seat(), ice="c3", glaciers="d2", fish={"d3": [2], "d4": [3, 3]}, bears="d3")
    after = play(where.play("drift c3 east"), "displace fish 2 d4", "displace bear d4")
    assert after.to_dict()["gone"] == ["fish 2", "fish 3", "fish 3"]
    assert after.to_dict()["fish"] == {}


def test_2_4_a_bear_joins_no_bear() -> None:
    where = drifting(seat(), ice="c3", glaciers="d2", bears="d3 d4")
    assert offers(where.play("drift c3 east"), "displace bear") == ["e3"]


@pytest.mark.parametrize(("fish", "bears", "legal"), [({"d3": [1]}, "", False), ({}, "d3", False), ({}, "", True)])
def test_2_4_a_push_is_illegal_if_an_animal_cannot_make_room(
    fish: dict[str, list[int]], bears: str, legal: bool
) -> None:
    """The squares that the push leaves do not count: only ice is around d3."""
    where = drifting(seat(), ice="b3 c3", glaciers="d2 d4 e3", fish=fish, bears=bears)
    assert ("drift b3 east" in where.legal()) == legal


def test_2_4_a_bear_among_bears_alone_blocks_the_push_a_fish_beside_them_does_not() -> None:
    where = drifting(seat(), ice="c3", glaciers="d2", bears="d3 d4 e3")
    assert "drift c3 east" not in where.legal()
    fish = drifting(seat(), ice="c3", glaciers="d2", fish={"d3": [1]}, bears="d4 e3")
    assert "drift c3 east" in fish.legal()


def test_2_4_the_square_of_the_drift_tile_is_sea_by_then() -> None:
    where = position(seat(), ice="d4 d5", tiles={"e4": "drift"}, glaciers="c3 c4 c5 d3 d6 e3 e5")
    assert "drift d4 east" in play(where, "turn e4").legal()


def test_2_4_afterwards_come_the_action_points() -> None:
    where = play(position(seat(), ice="h7", tiles={"c3": "drift"}), "turn c3", "drift h7 west")
    assert where.legal()[-1] == "end phase"
    assert where.to_dict()["turn"] == within_turn(0)
