"""Move animals (2.7) and bears that attack (2.8)."""

from typing import Any

from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.scenes import in_points, play, referee, starting


def stepping(ice: str = "", **arguments: Any) -> Referee:
    """Seat 0 has played move animals in its action points."""
    kept = arguments.pop("kept", ())
    mine = ", ".join(["animals", *kept[:1]])
    return play(in_points(ice, kept=(mine, *kept[1:]), **arguments), "animals")


def test_2_7_playable_only_if_a_step_is_legal() -> None:
    ring = " ".join(f"{file}{rank}" for file in "cde" for rank in "345")
    alone = referee(ring.replace("d4 ", ""), kept=("animals",), fish={"d4": [1]})
    assert "animals" not in alone.legal()
    assert "animals" in referee(ring, kept=("animals",), foxes={"d4": [1]}).legal()
    assert "animals" not in referee("d4 g7", kept=("animals",), foxes={"d4": [1]}).legal()
    assert "animals" not in referee("d4", kept=("animals",)).legal()


def test_2_7_fish_from_sea_to_sea_foxes_from_ice_to_ice() -> None:
    game = stepping("c3 c4", glaciers="b3", fish={"d3": [2, 2, 1]}, foxes={"c3": [3]})
    assert game.legal() == [
        "step fish 1 d3 north",
        "step fish 1 d3 east",
        "step fish 1 d3 south",
        "step fish 2 d3 north",
        "step fish 2 d3 east",
        "step fish 2 d3 south",
        "step fox 3 c3 north",
        "step fox 3 c3 west",
    ]


def test_2_7_a_bear_to_any_square_without_a_bear() -> None:
    game = stepping("c3 c4", bears="c3 c4")
    assert starting(game, "step bear") == ["c3 east", "c3 south", "c3 west", "c4 north", "c4 east", "c4 west"]


def test_2_7_no_animal_enters_a_corner() -> None:
    game = stepping("a2", bears="a2", fish={"b1": [1]})
    assert "step bear a2 south" not in game.legal()
    assert "step fish 1 b1 west" not in game.legal()


def test_2_7_the_four_central_squares_are_open_to_bears_and_fish() -> None:
    game = stepping("c4", bears="c4", fish={"d3": [1]})
    assert {"step bear c4 east", "step fish 1 d3 north"} <= set(game.legal())


def test_2_7_three_steps_shared_out_freely_and_compulsory() -> None:
    game = stepping("c3 c4", fish={"e5": [1]}, bears="f6", foxes={"c3": [1]})
    play(game, "step fox 1 c3 north")
    assert all(text.startswith("step") for text in game.legal())
    play(game, "step fish 1 e5 east", "step bear f6 north")
    assert "end phase" in game.legal()
    assert game.table.foxes == {"c4": [1]}
    assert game.table.fish == {"f5": [1]}
    assert game.table.bears == ["f7"]


def test_2_7_steps_end_when_none_is_legal() -> None:
    game = stepping("c3", inuit=("", "c3"), bears="b3", kept=("", "harpoon"))
    play(game, "step bear b3 east", "harpoon")
    assert "end phase" in game.legal()
    assert game.document()["turn"]["steps"] == 0


def test_2_7_only_a_bear_that_moves_attacks() -> None:
    game = stepping("c3 c4", fish={"e5": [1]}, foxes={"c3": [2]}, bears="c4 f5", inuit=("", "c4"))
    play(game, "step fish 1 e5 east", "step fox 2 c3 north")
    assert game.table.fish == {"f5": [1]}
    assert game.table.foxes == {"c4": [2]}
    assert game.table.gone == []
    assert game.seat == 0


def test_2_8_fish_and_foxes_are_removed_even_if_the_bear_is_harpooned_then() -> None:
    game = stepping("c3", foxes={"c3": [2, 1]}, inuit=("", "c3"), bears="b3", kept=("", "harpoon"))
    play(game, "step bear b3 east")
    assert game.table.gone == ["fox 1", "fox 2"]
    play(game, "harpoon")
    assert game.document()["seats"][1]["hunted"] == ["bear"]
    assert game.table.gone == ["fox 1", "fox 2"]
    assert game.table.bears == []
    assert game.table.inuit[1][0] == "c3"


def test_2_8_a_bear_eats_fish() -> None:
    game = play(stepping(fish={"c3": [2]}, bears="b3"), "step bear b3 east")
    assert (game.table.gone, game.table.fish) == (["fish 2"], {})


def attacked(**arguments: Any) -> Referee:
    """Four tribes on c3, and seat 2's move animals brings the bear from b3."""
    kept = arguments.pop("kept", ("harpoon", "harpoon", "", "harpoon"))
    with_animals = (*kept[:2], ", ".join(filter(None, ["animals", kept[2]])), kept[3])
    game = in_points(
        "c3 c5", players=4, seat=2, inuit=("c3", "c3", "c3", "c3"), bears="b3", kept=with_animals, **arguments
    )
    return play(game, "animals", "step bear b3 east")


def test_2_8_owners_are_asked_clockwise_from_the_movers_left_the_mover_last() -> None:
    game = attacked(kept=("harpoon", "harpoon", "harpoon", "harpoon"))
    for seat in (3, 0, 1, 2):
        assert (game.seat, game.legal()) == (seat, ["harpoon", "no harpoon"])
        play(game, "no harpoon")
    assert (game.seat, game.legal()[0]) == (2, "corner a1")


def test_2_8_the_first_who_does_keeps_the_bear_and_all_stay() -> None:
    game = play(attacked(), "no harpoon", "harpoon")
    document = game.document()
    assert document["seats"][0]["hunted"] == ["bear"]
    assert document["shown"][-1] == "harpoon"
    assert all("c3" in tribe["inuit"] for tribe in document["seats"])
    assert game.seat == 2  # nobody else is asked
    assert "end phase" in game.legal()  # no animal is left for the other steps


def test_2_8_steps_that_are_left_go_on() -> None:
    game = play(attacked(fish={"e5": [1]}), "harpoon")
    assert game.seat == 2
    assert all(text.startswith("step fish") for text in game.legal())
    assert game.document()["turn"]["steps"] == 2


def test_2_8_every_owner_with_a_kept_tile_is_asked_others_are_not() -> None:
    game = attacked(kept=("", "energy 1", "", "melt"))
    for seat in (3, 1):
        assert (game.seat, game.legal()) == (seat, ["no harpoon"])
        play(game, "no harpoon")
    assert game.legal()[0] == "corner a1"


def test_2_8_whoever_has_no_inuit_there_is_not_asked() -> None:
    game = stepping("c3 c4", inuit=("", "c4", "c3"), bears="b3", kept=("", "harpoon", ""))
    play(game, "step bear b3 east")
    assert (game.seat, game.legal()[0]) == (0, "corner a1")


def test_2_8_hidden_owners_are_asked_too() -> None:
    game = attacked(igloos=("", "", "", "c3"))
    assert game.seat == 3
    play(game, "no harpoon", "no harpoon", "no harpoon")
    assert game.document()["turn"]["waiting"] == [0, 1, 2]


def test_2_8_all_hide_nobody_flees() -> None:
    game = stepping("c3", inuit=("", "c3 c3"), igloos=("", "c3"), bears="b3", kept=("", "melt"))
    play(game, "step bear b3 east")
    assert (game.seat, game.legal()) == (1, ["no harpoon"])
    play(game, "no harpoon")
    assert game.table.inuit[1][:2] == ["c3", "c3"]
    assert starting(game, "step bear")
    assert game.table.bears == ["c3"]


def test_2_8_the_mover_is_asked_with_a_kept_tile_left() -> None:
    game = stepping("c3", inuit=("c3",), bears="b3", kept=("harpoon",))
    play(game, "step bear b3 east")
    assert (game.seat, game.legal()) == (0, ["harpoon", "no harpoon"])
    play(game, "harpoon")
    assert game.document()["turn"]["played"] == ["animals", "harpoon"]


def test_2_8_the_played_animals_tile_no_longer_counts_as_kept() -> None:
    game = play(stepping("c3", inuit=("c3",), bears="b3"), "step bear b3 east")
    assert game.legal()[0] == "corner a1"


def test_2_8_a_mover_who_has_played_a_harpoon_this_turn_is_not_asked() -> None:
    game = stepping("c3", inuit=("c3",), bears="b3", kept=("harpoon, melt",), turn={"played": ["harpoon"]})
    play(game, "step bear b3 east")
    assert game.legal()[0] == "corner a1"


def test_2_8_the_movers_harpoon_against_an_attack_uses_up_the_limit() -> None:
    game = stepping("c3", inuit=("c3",), foxes={}, fish={"d3": [1]}, bears="b3", kept=("harpoon, harpoon",))
    play(game, "step bear b3 east", "harpoon", "step fish 1 d3 east", "step fish 1 e3 west")
    assert starting(game, "harpoon") == []
    assert "hunt fish 1 d3" in game.legal()


def test_2_8_the_mover_chooses_corners_in_the_order_of_melting_and_the_bear_stays() -> None:
    game = attacked(kept=("", "", "", ""))
    assert game.document()["turn"]["waiting"] == [3, 0, 1, 2]
    play(game, "corner a1", "corner a8", "corner h1")
    assert game.document()["seats"][2]["inuit"][0] == "c3"
    play(game, "corner h8")
    assert [tribe["inuit"][0] for tribe in game.document()["seats"]] == ["a8", "h1", "h8", "a1"]
    assert game.table.bears == ["c3"]
    assert all(text.startswith("step bear") for text in game.legal())


def test_2_8_an_attack_before_the_tile_is_turned_goes_back_there() -> None:
    game = referee("c3 c5", inuit=("", "c3"), bears="b3", kept=("animals", "harpoon"))
    play(game, "animals", "step bear b3 east", "harpoon")
    assert starting(game, "turn") == ["c5"]
