"""Kept tiles (2.5) and melt (2.6)."""

from typing import Any

import pytest

from tests.iglu.referee.iglu import RefusedError
from tests.iglu.referee.scenes import in_points, play, referee, starting

ALL_KINDS = ("melt, animals, harpoon, energy 2",)


def test_2_5_before_the_tile_is_turned_only_melt_and_animals() -> None:
    game = referee("c3 c4", kept=ALL_KINDS, inuit=("c3",), fish={"d3": [1]})
    assert game.legal() == ["turn c4", "melt c3", "melt c4", "animals"]


def test_2_5_in_the_action_points_everything() -> None:
    game = in_points("c3 c4", kept=ALL_KINDS, inuit=("c3",), fish={"d3": [3]}, points=0)
    assert game.legal() == ["melt c3", "melt c4", "animals", "harpoon fish 3 d3", "energy 2", "end phase"]


def test_2_5_at_most_one_of_each_type_a_turn_energy_being_one_type() -> None:
    game = in_points("c3 c4", kept=("energy 1, energy 3, energy 3, melt, melt",), points=0)
    assert starting(game, "energy") == ["1", "3"]
    play(game, "energy 3")
    assert game.document()["turn"]["points"] == 3
    assert starting(game, "energy") == []
    play(game, "melt c3")
    assert starting(game, "melt") == []
    assert game.document()["seats"][0]["kept"] == ["energy 1", "energy 3", "melt"]


def test_2_5_a_melt_before_turning_counts_for_the_whole_turn() -> None:
    game = play(referee("c3 c4 c6", faces={"c4": "fish 1"}, kept=("melt, melt",)), "melt c3")
    assert starting(game, "melt") == []
    play(game, "turn c4")
    assert starting(game, "melt") == []


def test_2_5_the_limit_is_gone_in_the_next_turn() -> None:
    game = play(in_points("c3 c4 c5 c6", kept=("melt, melt",)), "melt c3", "end phase")
    for _ in range(2):
        play(game, f"turn {starting(game, 'turn')[0]}", "end phase")
    assert game.seat == 0
    assert starting(game, "melt") == starting(game, "turn")


def test_2_5_a_red_tile_turned_is_kept_and_playable_at_once() -> None:
    game = play(referee("c3 c4", faces={"c3": "melt"}), "turn c3")
    assert game.document()["seats"][0]["kept"] == ["melt"]
    assert game.table.is_sea("c3")
    assert "melt" not in game.document()["shown"][-1:]
    assert starting(game, "melt") == ["c4"]


@pytest.mark.parametrize("text", ["turn c4", "energy 2", "harpoon"])
def test_2_5_what_is_not_legal_is_refused(text: str) -> None:
    game = in_points("c3 c4")
    with pytest.raises(RefusedError, match="end phase"):
        game.play(text)


def test_2_5_a_played_tile_is_shown_to_all() -> None:
    game = play(in_points("c3", kept=("energy 2",)), "energy 2")
    assert game.document()["shown"][-1] == "energy 2"
    assert game.document()["seats"][0]["kept"] == []


def test_2_5_a_harpoon_hunts_any_animal_within_reach_free_of_points() -> None:
    game = in_points(
        "c3",
        kept=("harpoon, harpoon",),
        inuit=("c3",),
        igloos=("c3",),
        foxes={"c3": [3]},
        fish={"d3": [3, 1], "e3": [2]},
        bears="c3",
        points=0,
    )
    assert starting(game, "harpoon") == ["fish 1 d3", "fish 3 d3", "fox 3 c3", "bear c3"]
    play(game, "harpoon bear c3")
    assert game.document()["seats"][0]["hunted"] == ["bear"]
    assert game.table.bears == []
    assert starting(game, "harpoon") == []  # one a turn


def test_2_5_a_bear_on_another_tile_or_on_sea_is_out_of_reach() -> None:
    game = in_points("c3 c4", kept=("harpoon",), inuit=("c3",), bears="c4 d3")
    assert starting(game, "harpoon") == []


def test_2_5_never_from_a_corner() -> None:
    game = in_points("a2", kept=("harpoon",), inuit=("a1",), fish={"b1": [1]}, foxes={"a2": [1]})
    assert starting(game, "harpoon") == []
    assert starting(game, "hunt") == []


def test_2_5_animals_beside_a_bear_can_be_hunted() -> None:
    game = in_points("c3", kept=("harpoon",), inuit=("c3",), fish={"d3": [1]}, foxes={"c3": [1]}, bears="d3 c3")
    assert {"harpoon fish 1 d3", "harpoon fox 1 c3", "hunt fish 1 d3", "hunt fox 1 c3"} <= set(game.legal())


def test_2_5_the_limit_counts_every_harpoon_of_the_own_turn() -> None:
    spent: dict[str, Any] = {"kept": ("harpoon",), "inuit": ("c3",), "turn": {"played": ["harpoon"]}}
    game = in_points("c3 c4", bears="c4", foxes={"c3": [1]}, **spent)
    assert starting(game, "harpoon") == []
    assert "walk c3 c4" not in game.legal()
    game = in_points("c3 c4", bears="c4", kept=("harpoon, harpoon",), inuit=("c3",), foxes={"c4": [1]})
    play(game, "walk c3 c4")
    assert starting(game, "harpoon") == []


def test_2_5_without_limit_in_the_turns_of_others() -> None:
    game = in_points(
        "c3 c4", kept=("animals", "harpoon, harpoon"), inuit=("", "c3 c4"), bears="b3 b4", turn={"played": []}
    )
    play(game, "animals", "step bear b3 east", "harpoon", "step bear b4 east")
    assert (game.seat, game.legal()) == (1, ["harpoon", "no harpoon"])
    play(game, "harpoon")
    assert game.document()["seats"][1]["hunted"] == ["bear", "bear"]


def test_2_6_a_face_down_tile_next_to_sea_without_igloo() -> None:
    around_d4 = "c4 d3 d5 e4"
    game = in_points(
        f"d4 {around_d4}",
        glaciers="g2",
        kept=("melt",),
        inuit=("c4",),
        igloos=("", "d3"),
        foxes={"d5": [1]},
        bears="e4",
    )
    assert starting(game, "melt") == ["c4", "d5", "e4"]


def test_2_6_the_tile_goes_unseen_and_its_animals_leave_the_game() -> None:
    game = in_points("c3", faces={"c3": "drift"}, kept=("melt",), foxes={"c3": [2, 1]}, bears="c3")
    play(game, "melt c3")
    document = game.document()
    assert document["melted"][-1] == "drift"
    assert document["shown"][-1] == "melt"
    assert document["gone"] == ["bear", "fox 1", "fox 2"]
    assert document["bears"] == []
    assert document["supply"]["bears"] == 3
    assert game.seat == 0


def test_2_6_each_inuit_to_a_corner_clockwise_from_the_left_the_own_last() -> None:
    game = in_points("c3 c5", seat=1, kept=("", "melt"), inuit=("c3", "c3", "c3 c3"))
    play(game, "melt c3")
    document = game.document()
    assert "c3" not in document["tiles"]  # gone before the first corner is chosen
    assert document["seats"][2]["inuit"] == ["c3", "c3", "h8"]  # but they still stand there
    assert document["turn"]["waiting"] == [2, 2, 0, 1]
    corners = ["a1", "a8", "h1", "a1"]
    for corner in corners:
        assert game.seat == 1
        assert game.legal() == ["corner a1", "corner a8", "corner h1", "corner h8"]
        play(game, f"corner {corner}")
    assert [tribe["inuit"] for tribe in game.document()["seats"]] == [
        ["h1", "h8", "h8"],
        ["a1", "h8", "h8"],
        ["a1", "a8", "h8"],
    ]
    assert "end phase" in game.legal()


def test_2_6_hiding_is_no_help_on_a_tile_that_melts_since_igloos_forbid_it() -> None:
    game = in_points("c3", kept=("melt",), inuit=("c3",), igloos=("c3",))
    assert starting(game, "melt") == []


def test_2_6_inuit_on_a_fellow_square_of_the_same_owner_are_one_decision_each() -> None:
    game = play(in_points("c3", kept=("melt",), inuit=("c3 c3",)), "melt c3", "corner a1")
    assert game.document()["turn"]["square"] == "c3"
    play(game, "corner a8")
    assert game.document()["turn"]["square"] is None
