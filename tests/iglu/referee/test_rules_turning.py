"""Setup, the tile that is turned, its face (2.1 to 2.3), first turn (5.3)."""

import random

import pytest

from tests.iglu.referee.board import RING
from tests.iglu.referee.deals import deal
from tests.iglu.referee.iglu import Referee
from tests.iglu.referee.scenes import play, referee, starting


def test_2_1_a_fish_lies_on_each_centre_square() -> None:
    table = Referee(deal(random.Random(1), 3)).table
    assert sorted(table.fish) == ["d4", "d5", "e4", "e5"]
    assert all(len(values) == 1 for values in table.fish.values())
    assert len(table.supply["fish"]) == 24


@pytest.mark.parametrize(("players", "inuit"), [(2, 10), (3, 9), (4, 12)])
def test_2_1_inuit_are_placed_in_turn_order_from_the_starting_player(players: int, inuit: int) -> None:
    game = Referee(deal(random.Random(2), players))
    first = game.document()["first"]
    for number in range(inuit):
        assert game.document()["stage"] == "setup"
        assert game.seat == (first + number) % players
        assert sorted(starting(game, "place")) == sorted(RING)
        game.play("place c1")  # any number may share a square
    assert game.document()["stage"] == "play"
    assert game.seat == first
    assert "turn" not in game.document()


def test_5_3_the_first_turn_has_the_eight_tiles_next_to_the_centre() -> None:
    game = Referee(deal(random.Random(2), 3))
    while game.document()["stage"] == "setup":
        game.play("place c1")
    assert sorted(starting(game, "turn")) == ["c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5"]
    assert all(text.startswith("turn ") for text in game.legal())


def test_2_2_only_empty_face_down_tiles_next_to_sea() -> None:
    game = referee("c1 c2 c3 c4 c5 c6", glaciers="c7", inuit=("c2",), igloos=("", "c3"), foxes={"c4": [1]}, bears="c5")
    assert starting(game, "turn") == ["c1", "c6"]


def all_ice_but(*sea: str) -> str:
    squares = [file + rank for file in "abcdefgh" for rank in "12345678"]
    return " ".join(square for square in squares if square not in ("a1", "a8", "h1", "h8", *sea))


def test_2_2_a_corner_is_no_sea() -> None:
    game = referee(all_ice_but("d4", "d5", "e4", "e5"))
    assert sorted(starting(game, "turn")) == ["c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5"]


def test_2_2_with_none_next_to_sea_an_empty_tile_of_the_ring() -> None:
    game = referee(all_ice_but("d4", "d5", "e4", "e5"), players=2, inuit=("c4 c5 d3 d6 a2", "e3 e6 f4 f5 a3"))
    assert sorted(starting(game, "turn")) == sorted(set(RING) - {"a2", "a3"})
    play(game, "turn a4")
    assert game.table.is_sea("a4")


def test_2_2_with_none_at_all_the_game_ends_before_a_kept_tile_can_be_played() -> None:
    game = referee("c3", inuit=("c3",), kept=("melt, animals",), bears="d3")
    assert game.seat is None
    assert game.document()["stage"] == "over"
    assert game.legal() == []
    assert game.document()["seats"][0]["kept"] == ["animals", "melt"]


def test_2_2_glaciers_are_not_turned() -> None:
    assert referee(glaciers="c3 d3").seat is None


def test_2_2_the_end_is_checked_at_the_start_of_each_turn() -> None:
    game = play(referee("c3", faces={"c3": "fish 1"}), "turn c3")
    assert game.legal()[-1] == "end phase"
    game.play("end phase")
    assert game.seat is None
    assert game.winners() == [0, 1, 2]


def test_2_2_the_end_is_checked_again_after_a_kept_tile_played_before_turning() -> None:
    game = referee("c3", kept=("melt",))
    play(game, "melt c3")
    assert game.seat is None
    assert game.document()["seat"] is None


def test_2_2_the_check_waits_for_the_corners() -> None:
    game = referee("c3 e5", inuit=("c3",), kept=("melt",))
    play(game, "melt c3")
    assert game.legal() == ["corner a1", "corner a8", "corner h1", "corner h8"]
    play(game, "corner a1")
    assert game.legal() == ["turn e5"]


def test_2_2_the_check_waits_for_the_steps_and_attacks() -> None:
    game = referee("c3 c5", inuit=("", "c5"), bears="b3", kept=("animals", "melt"))
    play(game, "animals", "step bear b3 east")
    assert starting(game, "step bear")  # no tile can be turned just now, but steps are left
    play(game, "step bear c3 north", "step bear c4 north")
    assert game.seat == 1
    play(game, "no harpoon", "corner a1")
    assert game.legal() == ["turn c3"]


def test_2_2_a_bear_may_end_the_game_before_the_tile_is_turned() -> None:
    game = referee("c3", bears="b3", kept=("animals",))
    play(game, "animals", "step bear b3 south", "step bear b2 east", "step bear c2 north")
    assert game.seat is None


def test_2_3_fish_come_from_the_supply_in_its_order() -> None:
    fish = [3, 1, 2, 1, *[1] * 6, *[2] * 11, *[3] * 7]
    game = referee(
        "c3", faces={"c3": "fish 3"}, supply={"fish": fish, "foxes": [1] * 3 + [2] * 4 + [3] * 3, "bears": 4}
    )
    play(game, "turn c3")
    assert game.table.fish == {"c3": [3, 1, 2]}
    assert game.table.supply["fish"] == fish[3:]
    assert game.table.shown[-1] == "fish 3"
    assert starting(game, "end") == ["phase"]


def test_2_3_as_many_fish_as_the_supply_still_has() -> None:
    lying = {"a4": [1] * 8 + [2] * 12, "a5": [3] * 7}
    game = play(referee("c3", faces={"c3": "fish 3"}, fish=lying), "turn c3")
    assert game.table.fish["c3"] == [3]
    assert game.table.supply["fish"] == []


def test_2_3_a_bear_comes_unless_the_supply_is_empty() -> None:
    game = play(referee("c3", faces={"c3": "bear"}), "turn c3")
    assert game.table.bears == ["c3"]
    assert game.table.supply["bears"] == 3
    game = play(referee("c3", faces={"c3": "bear"}, bears="a4 b6 d7 f5"), "turn c3")
    assert "c3" not in game.table.bears
    assert game.table.is_sea("c3")


def test_2_3_a_glacier_stays_with_a_fox_or_without() -> None:
    foxes = [2, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    game = referee(
        "c3", faces={"c3": "glacier"}, supply={"fish": [1] * 8 + [2] * 12 + [3] * 8, "foxes": foxes, "bears": 4}
    )
    play(game, "turn c3")
    assert (game.table.glaciers, game.table.foxes, game.table.tiles) == (["c3"], {"c3": [2]}, {})
    assert "glacier" not in game.table.shown
    everywhere = {"d7": [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]}
    game = play(referee("c3 d7", faces={"c3": "glacier"}, foxes=everywhere), "turn c3")
    assert (game.table.glaciers, sorted(game.table.foxes)) == (["c3"], ["d7"])
