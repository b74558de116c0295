"""Material, board, tile table (1.1 to 1.3)."""

import random

from tests.iglu.referee import board, material
from tests.iglu.referee.deals import deal
from tests.iglu.referee.iglu import Referee


def test_1_1_the_board_has_64_squares_four_corners_and_a_ring_of_24() -> None:
    assert len(board.SQUARES) == 64
    assert sorted(board.SQUARES) == board.SQUARES
    assert len(board.RING) == 24
    assert not set(board.RING) & {"a1", "h1", "a8", "h8", "b2", "d4"}
    assert {"a2", "b1", "g8", "h7", "d1", "a5"} <= set(board.RING)


def test_1_1_north_is_towards_rank_8_and_east_towards_file_h() -> None:
    assert [board.beyond("d4", direction) for direction in ("north", "east", "south", "west")] == [
        "d5",
        "e4",
        "d3",
        "c4",
    ]
    assert board.beyond("d8", "north") is None
    assert board.beyond("a4", "west") is None
    assert sorted(board.neighbours("a1")) == ["a2", "b1"]


def test_1_1_a_deal_leaves_the_four_centre_squares_open() -> None:
    table = Referee(deal(random.Random(1), 3)).table
    assert len(table.tiles) == 56
    assert table.sea() == ["d4", "d5", "e4", "e5"]


def test_1_2_animals() -> None:
    assert material.all_animals() == {
        "fish 1": 8, "fish 2": 12, "fish 3": 8, "fox 1": 3, "fox 2": 4, "fox 3": 3, "bear": 4,
    }  # fmt: skip
    assert [material.value(animal) for animal in ("fish 3", "fox 1", "bear")] == [3, 1, 4]


def test_1_2_three_inuit_each_and_with_two_players_five() -> None:
    assert [material.inuit_of_each(players) for players in (2, 3, 4)] == [5, 3, 3]


def test_1_3_the_tile_table() -> None:
    assert sum(material.TILES.values()) == 56
    shown = sum(number * material.TILES[f"fish {number}"] for number in (1, 2, 3))
    assert shown == sum(material.FISH.values()) - 4
    assert material.TILES["bear"] == material.BEARS
    assert material.TILES["glacier"] == sum(material.FOXES.values())


def test_1_3_red_frames() -> None:
    red = {face for face in material.TILES if material.is_red(face)}
    assert red == {"melt", "energy 1", "energy 2", "energy 3", "harpoon", "animals"}
