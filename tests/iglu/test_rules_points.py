"""Action points: walking, kayak, hunting, igloos; the serious variant (rules 2.9 and 2.12)."""

import pytest

from tests.iglu.scenes import acting, offers, play, seat

pytestmark = pytest.mark.jitless


def test_2_9_three_points_a_turn_unused_ones_are_lost() -> None:
    where = acting(seat(inuit="c2"), ice="c2 c3 g7 h7", glaciers="c4")
    after = play(where, "walk c2 c3", "walk c3 c4", "walk c4 c3")
    assert offers(after, "walk") == []
    assert after.legal() == ["end phase"]
    assert play(after, "end phase", "turn g7").to_dict()["turn"]["points"] == 3


def test_2_9_walking_leads_to_adjacent_ice_and_corners() -> None:
    where = acting(seat(inuit="b1 c2 h8"), ice="b1 b2 c2", glaciers="d2 h7")
    assert offers(where, "walk") == ["a1 b1", "b1 a1", "b1 b2", "c2 b2", "c2 d2", "h8 h7"]


def test_2_9_walking_onto_a_bear_spends_a_harpoon_and_wins_it() -> None:
    where = acting(seat(inuit="c2", kept="harpoon"), ice="c2 c3", bears="c3")
    after = play(where, "walk c2 c3").to_dict()
    assert after["seats"][0]["hunted"] == ["bear"]
    assert after["seats"][0]["kept"] == []
    assert after["turn"]["points"] == 2
    assert after["turn"]["played"] == ["harpoon"]
    assert offers(acting(seat(inuit="c2", kept="melt"), ice="c2 c3", bears="c3"), "walk") == []


def test_2_9_leaving_a_bears_tile_is_free() -> None:
    assert offers(acting(seat(inuit="c2"), ice="c2 c3", bears="c2"), "walk") == ["c2 c3"]


def test_2_9_the_kayak_crosses_connected_sea_without_bears() -> None:
    """A bear on c5 cuts the sea: from c2 the kayak reaches what lies beside the southern area."""
    wall = "a5 b5 d5 e5 f5 g5 h5"
    where = acting(seat(inuit="c2 a1 a1 a1 a1"), ice="c2 h7", glaciers=wall, bears="c5")
    goals = [text.split()[1] for text in offers(where, "kayak") if text.startswith("c2 ")]
    assert goals == ["a1", "a5", "b5", "d5", "e5", "f5", "g5", "h1", "h5"]
    assert "h7" not in goals


def test_2_9_a_kayak_takes_three_points_and_starts_and_lands_on_corners_too() -> None:
    where = acting(seat(inuit="c2"), ice="c2 g7")
    assert {"a1 c2", "a1 g7", "c2 a1", "c2 h8"} <= set(offers(where, "kayak"))
    assert "c2 c2" not in offers(where, "kayak")
    after = play(where, "kayak a1 g7")
    assert after.to_dict()["turn"]["points"] == 0
    assert offers(play(where, "end phase", "turn g7"), "kayak") != []
    assert offers(acting(seat(inuit="c2"), ice="c2 g7", points=2), "kayak") == []


def test_2_9_a_goal_may_be_adjacent_and_a_corner_joins_no_areas() -> None:
    where = acting(seat(inuit="c2"), ice="c2 c3 g7")
    assert "c2 c3" in offers(where, "kayak")
    split = acting(seat(inuit="c1"), ice="c1", glaciers="b2 b3 c2 d1")
    goals = [text.split()[1] for text in offers(split, "kayak") if text.startswith("c1 ")]
    assert goals == ["a1", "b2"]


def test_2_9_from_between_two_areas_both_are_used() -> None:
    wall = "c3 d3 e3 f3 g3 h3 b3"
    where = acting(seat(inuit="a3"), ice="a3 c1 c6", glaciers=wall, points=3)
    goals = {text.split()[1] for text in offers(where, "kayak") if text.startswith("a3 ")}
    assert {"c1", "c6"} <= goals


def test_2_9_landing_on_a_bear_is_as_walking_onto_one() -> None:
    assert "c2 g7" not in offers(acting(seat(inuit="c2"), ice="c2 g7", bears="g7"), "kayak")
    where = acting(seat(inuit="c2", kept="harpoon"), ice="c2 g7", bears="g7")
    after = play(where, "kayak c2 g7").to_dict()
    assert after["seats"][0]["hunted"] == ["bear"]
    assert after["bears"] == []


def test_2_9_hunting_takes_as_many_points_as_the_value() -> None:
    where = acting(seat(inuit="c2"), ice="c2 g7", fish={"c3": [1, 1, 2, 3], "d3": [1]}, foxes={"c2": [2], "g7": [1]})
    assert offers(where, "hunt fish") == ["1 c3", "2 c3", "3 c3"]
    assert offers(where, "hunt fox") == ["2 c2"]
    after = play(where, "hunt fish 1 c3")
    assert after.to_dict()["turn"]["points"] == 2
    assert offers(after, "hunt fish") == ["1 c3", "2 c3"]
    assert play(after, "hunt fox 2 c2").to_dict()["seats"][0]["hunted"] == ["fish 1", "fox 2"]


def test_2_9_no_hunting_from_corners_and_no_bears_for_points() -> None:
    where = acting(seat(inuit="c2", kept="energy 3"), ice="c2 g7", fish={"a2": [1], "b1": [1]}, bears="c2")
    texts = play(where, "energy 3").legal()
    assert not [text for text in texts if text.startswith(("hunt", "harpoon"))]


def test_2_9_an_igloo_needs_three_points_an_own_inuit_no_foreign_one_and_no_igloo() -> None:
    where = acting(
        seat(inuit="c2 c3 c4 d2 h1"),
        seat(inuit="c3", igloos="c4"),
        ice="c2 c3 c4 e5",
        glaciers="d2",
        foxes={"d2": [1]},
        bears="c2",
    )
    assert offers(where, "igloo") == ["c2", "d2"]
    after = play(where, "igloo d2")
    assert after.to_dict()["seats"][0]["igloos"] == ["d2"]
    assert after.to_dict()["turn"]["points"] == 0
    assert offers(acting(seat(inuit="c2"), ice="c2", points=2), "igloo") == []


def test_2_9_a_tribe_builds_two_igloos() -> None:
    assert offers(acting(seat(inuit="c2", igloos="c3 c4"), ice="c2 c3 c4"), "igloo") == []


def test_2_12_no_inuit_enters_a_tile_with_a_foreign_igloo() -> None:
    seats = [seat(inuit="c2 c4", igloos="c5"), seat(igloos="c3 c4 g7"[:5])]
    serious = acting(*seats, ice="c2 c3 c4 c5 g7", variant="serious")
    assert offers(serious, "walk") == ["c4 c5"]
    assert not [text for text in offers(serious, "kayak") if text.endswith(("c3", "c4"))]
    standard = acting(*seats, ice="c2 c3 c4 c5 g7")
    assert offers(standard, "walk") == ["c2 c3", "c4 c3", "c4 c5"]
