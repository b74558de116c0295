"""Islands, scores, winners (2.10 to 2.12) and the worked examples 5.1, 5.2."""

from typing import Any

import pytest

from tests.iglu.referee.scenes import play, referee

SIX = "b2 b3 b4 c2 c3 c4"


def island_points(ice: str, **arguments: Any) -> list[int]:
    return [score["islands"] for score in referee(ice, **arguments).scores()]


YELLOW_BLUE_RED_GREEN: dict[str, Any] = {"players": 4, "inuit": ("b2", "b3 b3 b4", "c2 c3", "c4"), "igloos": ("b2",)}


def test_5_1_two_strongest_tribes_a_second_and_a_third() -> None:
    assert island_points(SIX, **YELLOW_BLUE_RED_GREEN) == [6, 6, 3, 0]


def test_5_2_alone_on_an_island_of_one_tile() -> None:
    assert island_points("f6", inuit=("", "f6")) == [0, 1, 0]


def test_2_10_alone_the_size_squared() -> None:
    assert island_points(SIX, inuit=("b2",)) == [36, 0, 0]
    assert island_points(SIX, igloos=("", "b2")) == [0, 36, 0]


def test_2_10_two_strongest_and_nobody_else_are_not_alone() -> None:
    assert island_points(SIX, inuit=("b2", "b2")) == [6, 6, 0]


def test_2_10_every_second_strongest_gets_half_rounded_down_or_up() -> None:
    five = "b2 b3 b4 c2 c3"
    tribes = {"inuit": ("b2 b2", "b3", "c2")}
    assert island_points(five, **tribes) == [5, 2, 2]
    assert island_points(five, half="up", **tribes) == [5, 3, 3]
    one = {"inuit": ("b2 b2", "b2")}
    assert island_points("b2", **one) == [1, 0, 0]
    assert island_points("b2", half="up", **one) == [1, 1, 0]


def test_2_10_corners_neither_belong_nor_connect() -> None:
    assert island_points("a2 b1", inuit=("a2", "b1", "a1")) == [1, 1, 0]
    assert island_points("a2 b1 b2", inuit=("a2", "b1", "a1")) == [3, 3, 0]


def test_2_10_squares_that_touch_at_a_corner_are_two_islands() -> None:
    assert island_points("c3 d4", inuit=("c3", "d4")) == [1, 1, 0]


def test_2_10_whatever_lies_on_the_ice_belongs_to_the_island() -> None:
    arguments: dict[str, Any] = {"inuit": ("c3",), "foxes": {"c4": [1]}, "bears": "c5"}
    assert island_points("c3 c4 c5", glaciers="c6", **arguments) == [16, 0, 0]


def test_2_10_inuit_on_corners_have_no_strength() -> None:
    assert island_points("a2", inuit=("a1",)) == [0, 0, 0]


def test_2_11_scores_have_three_parts() -> None:
    seats = referee("c3 f6", inuit=("c3",)).document()
    seats["seats"][0]["hunted"] = ["bear", "fish 2", "fox 3"]
    seats["supply"]["bears"] -= 1
    seats["supply"]["fish"].remove(2)
    seats["supply"]["foxes"].remove(3)
    game = referee(**{name: value for name, value in seats.items() if name in ("supply", "seats", "tiles", "shown")})
    assert game.scores()[0] == {"animals": 9, "islands": 1, "total": 10}


def test_2_11_equal_points_share_the_win_and_kept_tiles_count_nothing() -> None:
    game = referee("c3 c5 c7", inuit=("c3", "c5", ""), kept=("melt, harpoon", "", "energy 3"))
    play(game, "turn c7", "end phase")
    assert game.seat is None
    assert game.winners() == [0, 1]
    assert game.document()["seats"][0]["kept"] == ["harpoon", "melt"]
    assert game.view(1)["seats"][0]["kept"] == 2


def test_2_11_no_winners_before_the_end() -> None:
    assert referee("c3 c5").winners() == []


SIZES = ["b2", "b2 b3", "b2 b3 b4", "b2 b3 b4 b5", "b2 b3 b4 b5 b6", SIX, f"{SIX} c5"]


@pytest.mark.parametrize(("ice", "value"), list(zip(SIZES, [1, 3, 6, 10, 15, 21, 21], strict=True)))
def test_2_12_serious_values_of_islands_and_no_squaring(ice: str, value: int) -> None:
    assert island_points(ice, variant="serious", inuit=("b2",)) == [value, 0, 0]
    second: dict[str, Any] = {"inuit": ("b2 b2", "b2"), "variant": "serious"}
    assert island_points(ice, **second) == [value, value // 2, 0]
    assert island_points(ice, half="up", **second) == [value, (value + 1) // 2, 0]
