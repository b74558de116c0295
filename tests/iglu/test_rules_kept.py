"""Kept tiles, melt, moving animals, attacks (rules 2.5 to 2.8)."""

import pytest

from arctic_env import Position
from tests.iglu.scenes import acting, offers, play, position, seat

pytestmark = pytest.mark.jitless

CORNERS = ["corner a1", "corner a8", "corner h1", "corner h8"]


def kept(where: Position, which: int) -> list[str]:
    tiles: list[str] = where.to_dict()["seats"][which]["kept"]
    return tiles


def inuit(where: Position, which: int) -> list[str]:
    squares: list[str] = where.to_dict()["seats"][which]["inuit"]
    return squares


# ------------------------------------------------------------------------------------------------ 2.5


def test_2_5_before_the_turn_melt_and_animals_alone_can_be_played() -> None:
    where = position(seat(inuit="c2", kept="melt, animals, energy 1, harpoon"), ice="c2 c3 g7", foxes={"c2": [1]})
    assert where.legal() == ["turn c3", "turn g7", "melt c2", "melt c3", "melt g7", "animals"]


def test_2_5_in_the_action_points_all_can_be_played() -> None:
    where = acting(seat(inuit="c2", kept="melt, animals, energy 1, energy 3, harpoon"), ice="c2 c3", foxes={"c2": [1]})
    texts = set(where.legal())
    assert {"melt c2", "melt c3", "animals", "energy 1", "energy 3", "harpoon fox 1 c2", "end phase"} <= texts
    assert "energy 2" not in texts


def test_2_5_a_red_tile_that_was_turned_is_kept_and_playable_at_once() -> None:
    where = position(seat(), tiles={"c2": "energy 3"}, ice="g7")
    turned = play(where, "turn c2")
    assert kept(turned, 0) == ["energy 3"]
    assert "energy 3" not in turned.to_dict()["shown"][30:]
    after = play(turned, "energy 3")
    assert after.to_dict()["turn"]["points"] == 6
    assert after.to_dict()["shown"][-1] == "energy 3"
    assert kept(after, 0) == []


def test_2_5_one_of_each_type_a_turn_energy_being_one_type() -> None:
    where = acting(seat(kept="energy 1, energy 2, melt, melt, animals, animals"), ice="c2 c3 c4 g7", bears="e5")
    after = play(
        where, "energy 2", "melt c2", "animals", "step bear e5 north", "step bear e6 north", "step bear e7 east"
    )
    texts = after.legal()
    assert not {"energy 1", "animals"} & set(texts)
    assert offers(after, "melt") == []
    assert after.to_dict()["turn"]["played"] == ["animals", "energy", "melt"]
    again = play(after, "end phase", "turn c3", "end phase")
    assert again.seat == 0
    assert "melt c4" in again.legal()
    assert "turn" not in again.to_dict()


def test_2_5_a_second_harpoon_of_the_own_turn_is_not_playable() -> None:
    where = acting(seat(inuit="c2", kept="harpoon, harpoon"), ice="c2 c3", foxes={"c2": [1, 3]}, bears="c3")
    after = play(where, "harpoon fox 3 c2")
    assert after.to_dict()["turn"]["played"] == ["harpoon"]
    assert offers(after, "harpoon fox") == []
    assert "walk c2 c3" not in after.legal()
    assert "hunt fox 1 c2" in after.legal()


def test_2_5_within_reach_of_a_harpoon_is_what_can_be_hunted_and_a_bear_on_the_own_tile() -> None:
    where = acting(
        seat(inuit="c2 a1", kept="harpoon"),
        ice="c2 c4",
        glaciers="b1",
        fish={"c3": [3], "d4": [1], "a2": [2]},
        foxes={"c2": [2], "b1": [1]},
        bears="c2 c3",
        points=0,
    )
    assert where.legal() == ["harpoon fish 3 c3", "harpoon fox 2 c2", "harpoon bear c2", "end phase"]
    after = play(where, "harpoon bear c2")
    assert after.to_dict()["seats"][0]["hunted"] == ["bear"]
    assert after.to_dict()["bears"] == ["c3"]


# ------------------------------------------------------------------------------------------------ 2.6


def test_2_6_melting_takes_face_down_tiles_next_to_sea_without_igloos() -> None:
    where = position(seat(kept="melt"), seat(igloos="g7"), ice="b2 b3 c3 d3 c2 c4 g7 e5", glaciers="h3")
    assert offers(where, "melt") == ["b2", "b3", "c2", "c4", "d3", "e5"]


def test_2_6_animals_of_the_tile_leave_the_game_the_bear_first() -> None:
    where = position(seat(kept="melt"), ice="c2 g7", foxes={"c2": [3, 1, 1]}, bears="c2")
    after = play(where, "melt c2").to_dict()
    assert after["gone"] == ["bear", "fox 1", "fox 1", "fox 3"]
    assert (after["bears"], after["foxes"]) == ([], {})
    assert after["melted"] == ["fish 1"]
    assert after["shown"][-1] == "melt"


def test_2_6_each_inuit_goes_to_a_corner_of_the_players_choice_clockwise_the_own_last() -> None:
    where = position(
        seat(inuit="c2"), seat(inuit="c2 c2", kept="melt"), seat(inuit="c2"), players=3, mover=1, ice="c2 g7"
    )
    waiting = play(where, "melt c2")
    assert waiting.to_dict()["turn"]["waiting"] == [2, 0, 1, 1]
    assert waiting.to_dict()["turn"]["square"] == "c2"
    assert "c2" not in waiting.to_dict()["tiles"]
    assert inuit(waiting, 2).count("c2") == 1  # waits on its old square
    for corner, seat_after in (("h8", 2), ("a8", 0), ("h1", 1), ("a8", 1)):
        assert waiting.seat == 1
        assert waiting.legal() == CORNERS
        waiting = play(waiting, f"corner {corner}")
        assert corner in inuit(waiting, seat_after)
    assert "turn g7" in waiting.legal()
    assert inuit(waiting, 1) == ["a1", "a8", "h1"]


# ------------------------------------------------------------------------------------------------ 2.7


def test_2_7_fish_swim_foxes_run_bears_roam_and_none_enters_a_corner() -> None:
    where = position(
        seat(kept="animals"), ice="b2 b3 h2", fish={"a3": [2], "h7": [1]}, foxes={"b2": [3]}, bears="b1 c1 h7"
    )
    moving = play(where, "animals")
    assert offers(moving, "step fish") == ["1 h7 south", "1 h7 west", "2 a3 north", "2 a3 south"]
    assert offers(moving, "step fox") == ["3 b2 north"]
    assert offers(moving, "step bear") == ["b1 north", "c1 north", "c1 east", "h7 south", "h7 west"]


def test_2_7_three_steps_shared_out_freely_and_compulsory() -> None:
    where = play(position(seat(kept="animals"), ice="b2 b3 h2", foxes={"b2": [3], "b3": [1]}), "animals")
    assert where.to_dict()["turn"]["steps"] == 3
    where = play(where, "step fox 3 b2 north", "step fox 3 b3 south")
    assert where.to_dict()["turn"]["steps"] == 1
    assert all(text.startswith("step") for text in where.legal())
    assert "turn h2" in play(where, "step fox 1 b3 south").legal()


def test_2_7_steps_lapse_when_none_is_legal() -> None:
    where = position(seat(inuit="b2", kept="animals"), seat(kept="harpoon"), ice="b2 h2", bears="b3", mover=0)
    hunted = play(position(seat(kept="animals"), seat(inuit="b2", kept="harpoon"), ice="b2 h2", bears="b3"), "animals")
    after = play(hunted, "step bear b3 south", "harpoon")
    assert after.seat == 0
    assert after.legal() == ["turn h2"]
    assert "animals" in where.legal()


def test_2_7_playable_only_if_a_step_is_legal() -> None:
    assert "animals" not in position(seat(kept="animals"), ice="h2", glaciers="c3", foxes={"c3": [1]}).legal()
    surrounded = position(seat(kept="animals"), ice="h2", glaciers="c3 c4 c5 b4 d4", fish={"g7": [1]})
    assert "animals" in surrounded.legal()


def test_2_7_fish_and_foxes_that_join_a_bear_stay_and_it_does_not_attack_when_it_stands() -> None:
    where = play(position(seat(kept="animals"), ice="b2 b3 h2", foxes={"b2": [3]}, bears="b3"), "animals")
    after = play(where, "step fox 3 b2 north").to_dict()
    assert (after["foxes"], after["bears"], after["gone"]) == ({"b3": [3]}, ["b3"], [])


# ------------------------------------------------------------------------------------------------ 2.8


def attacked(*seats: dict[str, object], mover: int = 0, players: int = 2, played: tuple[str, ...] = ()) -> Position:
    """A bear of c4 is about to step south onto c3."""
    return position(
        *seats,
        turn={"points": 2, "steps": 2, "played": ["animals", *played]},
        mover=mover,
        players=players,
        ice="c3 g7",
        foxes={"c3": [2]},
        bears="c4",
    ).play("step bear c4 south")


def test_2_8_a_bear_removes_fish_and_foxes_even_if_it_is_harpooned_then() -> None:
    where = attacked(seat(), seat(inuit="c3", kept="harpoon"))
    assert where.to_dict()["gone"] == ["fox 2"]
    after = play(where, "harpoon").to_dict()
    assert after["gone"] == ["fox 2"]
    assert after["seats"][1]["hunted"] == ["bear"]
    assert after["seats"][1]["inuit"].count("c3") == 1


def test_2_8_owners_are_asked_clockwise_the_mover_last_and_the_first_harpoon_ends_it() -> None:
    seats = [seat(inuit="c3", kept="melt"), seat(inuit="c3", kept="harpoon"), seat(inuit="c3", kept="harpoon")]
    where = attacked(*seats, mover=1, players=3)
    assert where.to_dict()["turn"]["asked"] == [2, 0, 1]
    assert (where.seat, where.legal()) == (2, ["harpoon", "no harpoon"])
    where = play(where, "no harpoon")
    assert (where.seat, where.legal()) == (0, ["no harpoon"])  # asked, so that asking tells nothing
    where = play(where, "no harpoon")
    assert (where.seat, where.legal()) == (1, ["harpoon", "no harpoon"])
    after = play(where, "harpoon").to_dict()
    assert after["seats"][1]["hunted"] == ["bear"]
    assert "harpoon" in after["turn"]["played"]
    assert after["bears"] == []
    assert all("c3" in owner["inuit"] for owner in after["seats"])


def test_2_8_a_harpoon_out_of_turn_is_no_harpoon_of_the_turn() -> None:
    after = play(attacked(seat(inuit="c3", kept="harpoon"), seat(inuit="c3", kept="harpoon")), "harpoon")
    assert after.to_dict()["turn"]["played"] == ["animals"]
    assert kept(after, 0) == ["harpoon"]


def test_2_8_those_without_a_tile_are_not_asked_and_the_mover_not_after_a_harpoon() -> None:
    assert attacked(seat(), seat(inuit="c3")).legal() == CORNERS
    spent = attacked(seat(inuit="c3", kept="harpoon"), seat(), played=("harpoon",))
    assert spent.legal() == CORNERS


def test_2_8_the_hidden_are_asked_too() -> None:
    where = attacked(seat(), seat(inuit="c3", igloos="c3", kept="energy 1"))
    assert (where.seat, where.legal()) == (1, ["no harpoon"])
    after = play(where, "no harpoon")
    assert after.seat == 0
    assert "c3" in inuit(after, 1)
    assert after.to_dict()["bears"] == ["c3"]


def test_2_8_who_cannot_hide_goes_to_corners_of_the_movers_choice_in_order() -> None:
    seats = [seat(inuit="c3 c3"), seat(inuit="c3", igloos="c3"), seat(inuit="c3")]
    where = attacked(*seats, mover=0, players=3)
    assert where.to_dict()["turn"]["waiting"] == [2, 0, 0]
    after = play(where, "corner a8", "corner h1", "corner h8")
    assert inuit(after, 0) == ["a1", "h1", "h8"]
    assert inuit(after, 1) == ["a1", "a1", "c3"]
    assert inuit(after, 2) == ["a1", "a1", "a8"]
    assert after.to_dict()["bears"] == ["c3"]  # the bear stays
    assert after.to_dict()["turn"]["steps"] == 1
    assert offers(after, "step bear") == ["c3 north", "c3 east", "c3 south", "c3 west"]


def test_2_8_a_bear_that_attacks_no_inuit_needs_no_answer() -> None:
    where = position(seat(kept="animals"), seat(kept="harpoon"), ice="c3 g7", fish={"c5": [2]}, bears="c4")
    after = play(where, "animals", "step bear c4 north")
    assert after.seat == 0
    assert after.to_dict()["gone"] == ["fish 2"]


def test_2_8_the_animals_tile_is_discarded_before_so_it_does_not_count_as_kept() -> None:
    where = position(seat(inuit="c3", kept="animals"), ice="c3 g7", bears="c4")
    assert play(where, "animals", "step bear c4 south").legal() == CORNERS
