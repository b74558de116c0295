"""Islands and points (rules 2.10 to 2.12, 5.1 and 5.2)."""

import pytest

from arctic_env import Position
from tests.iglu.scenes import position, seat

pytestmark = [pytest.mark.jitless]


def islands(where: Position) -> list[int]:
    return [score["islands"] for score in where.scores()]


SIX = "c2 c3 c4 d2 d3 d4"


def test_5_1_the_worked_example_of_an_island_of_six() -> None:
    yellow, blue = seat(inuit="c2", igloos="c3"), seat(inuit="d2 d2 d3")
    red, green = seat(inuit="c4 c4"), seat(inuit="d4")
    where = position(yellow, blue, red, green, players=4, ice=SIX)
    assert islands(where) == [6, 6, 3, 0]


def test_5_2_alone_on_an_island_of_one_tile() -> None:
    assert islands(position(seat(inuit="c2"), seat(), ice="c2 e5")) == [1, 0]


def test_2_10_alone_the_size_is_squared() -> None:
    assert islands(position(seat(inuit="c2"), seat(), ice=SIX)) == [36, 0]
    assert islands(position(seat(igloos="c2"), seat(), ice=SIX)) == [36, 0]


def test_2_10_every_strongest_gets_all_and_every_second_strongest_half() -> None:
    two, one = seat(inuit="c2 c2"), seat(inuit="c3")
    assert islands(position(two, two, one, one, players=4, ice=SIX)) == [6, 6, 3, 3]
    assert islands(position(one, one, one, players=3, ice=SIX)) == [6, 6, 6]
    assert islands(position(two, seat(inuit="c2", igloos="d4"), one, players=3, ice=SIX)) == [3, 6, 0]


@pytest.mark.parametrize(("half", "points"), [("down", 2), ("up", 3)])
def test_2_10_half_of_an_odd_number_is_rounded_as_the_parameter_says(half: str, points: int) -> None:
    where = position(seat(inuit="c2 c2"), seat(inuit="c3"), ice="c2 c3 c4 d2 d3", half=half)
    assert islands(where) == [5, points]


def test_2_10_an_igloo_is_as_strong_as_two_inuit() -> None:
    assert islands(position(seat(igloos="c2"), seat(inuit="c3 c4"), ice=SIX)) == [6, 6]


def test_2_10_corners_neither_belong_nor_connect() -> None:
    """b1 and a2 touch by the corner a1 alone, where Inuit stand for nothing."""
    where = position(seat(inuit="a2 a1 a1"), seat(inuit="b1"), ice="a2 b1")
    assert islands(where) == [1, 1]


def test_2_10_glaciers_and_tiles_with_anything_on_them_belong_to_islands() -> None:
    where = position(seat(inuit="c2"), seat(), ice="c2", glaciers="c3 d3", bears="d3", foxes={"c3": [1]})
    assert islands(where) == [9, 0]


def test_2_10_diagonal_tiles_are_two_islands() -> None:
    assert islands(position(seat(inuit="c2"), seat(inuit="d3"), ice="c2 d3 d4")) == [1, 4]


def test_2_11_animals_and_islands_make_the_total() -> None:
    where = position(seat(inuit="c2", hunted="bear, fish 3, fox 2"), seat(hunted="fish 1"), ice="c2")
    assert where.scores() == [{"animals": 9, "islands": 1, "total": 10}, {"animals": 1, "islands": 0, "total": 1}]
    assert where.winners() == [0]


def test_2_11_equal_points_share_the_win_and_kept_tiles_count_nothing() -> None:
    where = position(seat(inuit="c2", kept="energy 3"), seat(inuit="g7"), seat(), players=3, ice="c2 g7")
    assert where.seat is None
    assert where.winners() == [0, 1]
    assert where.ranks().tolist() == [0, 0, 2]
    assert where.to_dict()["seats"][0]["kept"] == ["energy 3"]
    assert where.view(1).to_dict()["seats"][0]["kept"] == 1  # stays secret


def test_2_11_before_the_end_there_are_scores_but_no_winners() -> None:
    where = position(seat(inuit="c2"), seat(), ice="c2 g7")
    assert where.winners() == []
    assert where.scores()[0]["total"] == 1


@pytest.mark.parametrize(("tiles", "worth"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (8, 21)])
@pytest.mark.parametrize(("half", "extra"), [("down", 0), ("up", 1)])
def test_2_12_islands_have_other_values_and_are_not_squared(tiles: int, worth: int, half: str, extra: int) -> None:
    ice = " ".join(f"c{rank}" for rank in range(1, tiles + 1))
    alone = position(seat(inuit="c1"), seat(), ice=ice, variant="serious", half=half)
    assert islands(alone) == [worth, 0]
    shared = position(seat(inuit="c1 c1"), seat(inuit="c1"), ice=ice, variant="serious", half=half)
    assert islands(shared) == [worth, (worth + extra) // 2]
