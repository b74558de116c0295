"""The action points (2.9) and the serious variant's igloos (2.12)."""

from typing import Any

from tests.iglu.referee.scenes import in_points, play, referee, starting


def test_2_9_three_points_a_turn_and_unused_ones_are_lost() -> None:
    game = play(referee("c3 c4 c5 d8", inuit=("d8",)), "turn c3")
    assert game.document()["turn"]["points"] == 3
    play(game, "end phase", "turn c4", "end phase", "turn c5", "end phase")
    assert game.seat is None


def test_2_9_walking_to_adjacent_ice_or_corner_for_one_point() -> None:
    game = in_points("b1 b2 a3", glaciers="c1", inuit=("b1",), points=2)
    assert starting(game, "walk b1") == ["a1", "b2", "c1"]
    play(game, "walk b1 a1")
    assert starting(game, "walk a1") == ["b1"]
    play(game, "walk a1 b1")
    assert game.legal() == ["end phase"]


def test_2_9_onto_a_bear_only_with_a_harpoon_which_is_spent() -> None:
    assert starting(in_points("c3 c4", inuit=("c3",), bears="c4"), "walk c3") == []
    game = in_points("c3 c4", inuit=("c3",), bears="c4", foxes={"c4": [1]}, kept=("harpoon",))
    play(game, "walk c3 c4")
    tribe = game.document()["seats"][0]
    assert (tribe["hunted"], tribe["kept"], tribe["inuit"][0]) == (["bear"], [], "c4")
    assert game.table.bears == []
    assert game.table.foxes == {"c4": [1]}
    assert game.document()["turn"]["points"] == 2
    assert game.document()["turn"]["played"] == ["harpoon"]


def test_2_9_leaving_a_bears_tile_is_free_of_conditions() -> None:
    game = in_points("c3 c4", inuit=("c3",), igloos=("c3",), bears="c3")
    assert starting(game, "walk c3") == ["c4"]
    assert "kayak c3 c4" in game.legal()


def test_2_9_the_kayak_crosses_connected_sea_without_bears() -> None:
    wall = " ".join(f"d{rank}" for rank in range(1, 9))
    game = in_points(f"{wall} b4 f4", glaciers="b6", inuit=("b4",))
    goals = starting(game, "kayak b4")
    assert goals == ["a1", "a8", "b6", *wall.split()]
    gap = [f"d{rank}" for rank in range(1, 9) if rank != 5]
    game = in_points(f"{' '.join(gap)} b4 f4", inuit=("b4",))
    assert "f4" in starting(game, "kayak b4")
    assert "f4" not in starting(in_points(f"{' '.join(gap)} b4 f4", inuit=("b4",), bears="d5"), "kayak b4")
    assert "f4" in starting(in_points(f"{' '.join(gap)} b4 f4", inuit=("b4",), fish={"d5": [1]}), "kayak b4")


def test_2_9_the_kayak_needs_adjacent_sea_that_is_connected_orthogonally() -> None:
    ring = "c3 c4 c5 d3 d5 e3 e4 e5"
    game = in_points(f"d4 {ring} g7", inuit=("d4 c3",))
    assert starting(game, "kayak d4") == []
    assert "g7" in starting(game, "kayak c3")
    game = in_points("b1 a2", inuit=("a1",))
    assert starting(game, "kayak a1") == []  # no sea next to the corner


def test_2_9_the_kayak_costs_three_points_and_may_end_next_to_its_start() -> None:
    game = in_points("c3 c4", inuit=("c3",), points=3)
    assert "c4" in starting(game, "kayak c3")
    assert "c3" not in starting(game, "kayak c3")
    play(game, "kayak c3 c4")
    assert game.document()["turn"]["points"] == 0
    assert starting(in_points("c3 c4", inuit=("c3",), points=2), "kayak") == []


def test_2_9_the_kayak_goes_from_and_to_corners() -> None:
    game = in_points("e5", inuit=("a1",))
    assert starting(game, "kayak a1") == ["a8", "e5", "h1", "h8"]
    play(game, "kayak a1 h1")
    assert game.document()["seats"][0]["inuit"][0] == "h1"


def test_2_9_the_kayak_lands_on_a_bears_tile_as_in_walking() -> None:
    assert "e5" not in starting(in_points("e5", inuit=("a1",), bears="e5"), "kayak a1")
    game = play(in_points("e5", inuit=("a1",), bears="e5", kept=("harpoon",)), "kayak a1 e5")
    assert game.document()["seats"][0]["hunted"] == ["bear"]
    assert game.document()["seats"][0]["kept"] == []


def test_2_9_every_sea_area_next_to_the_start_counts() -> None:
    column = " ".join(f"d{rank}" for rank in range(1, 9))
    game = in_points(f"{column} b4 f4", inuit=("d4",))
    assert {"b4", "f4"} <= set(starting(game, "kayak d4"))


def test_2_9_hunting_costs_the_value_foxes_here_fish_beside() -> None:
    game = in_points("c3 c4", inuit=("c3",), foxes={"c3": [2, 3], "c4": [1]}, fish={"d3": [1, 3], "d4": [1]}, points=2)
    assert starting(game, "hunt") == ["fish 1 d3", "fox 2 c3"]
    play(game, "hunt fox 2 c3")
    assert game.document()["seats"][0]["hunted"] == ["fox 2"]
    assert game.table.foxes["c3"] == [3]
    assert starting(game, "hunt") == []


def test_2_9_bears_only_by_harpoon() -> None:
    game = in_points("c3", inuit=("c3",), igloos=("c3",), bears="c3", points=6)
    assert starting(game, "hunt") == []


def test_2_9_an_igloo_costs_three_points() -> None:
    game = in_points("c3 c4 c5", inuit=("c3 c3 c4", "c4"))
    assert starting(game, "igloo") == ["c3"]
    play(game, "igloo c3")
    assert game.document()["seats"][0]["igloos"] == ["c3"]
    assert game.document()["turn"]["points"] == 0
    assert starting(in_points("c3", inuit=("c3",), points=2), "igloo") == []


def test_2_9_one_igloo_a_square_none_on_corners_two_of_each_tribe() -> None:
    assert starting(in_points("c3", inuit=("c3",), igloos=("", "c3")), "igloo") == []
    assert starting(in_points("c3", inuit=("c3",), igloos=("c3",)), "igloo") == []
    assert starting(in_points("c3", inuit=("a1",)), "igloo") == []
    assert starting(in_points("c3 d3 e3", inuit=("c3",), igloos=("d3 e3",)), "igloo") == []


def test_2_9_glaciers_and_foxes_do_not_hinder_an_igloo() -> None:
    game = in_points(glaciers="c3", inuit=("c3",), foxes={"c3": [1]})
    assert starting(game, "igloo") == ["c3"]


def test_2_12_serious_no_inuit_enters_a_tile_with_a_foreign_igloo() -> None:
    scene: dict[str, Any] = {"inuit": ("c3",), "igloos": ("c4", "d3")}
    assert starting(in_points("c3 c4 d3", **scene), "walk c3") == ["c4", "d3"]
    game = in_points("c3 c4 d3", variant="serious", **scene)
    assert starting(game, "walk c3") == ["c4"]
    assert "d3" not in starting(game, "kayak c3")
