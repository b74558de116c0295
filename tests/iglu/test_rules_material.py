"""Board, material, setup and the worked example of the first turn (rules 1, 2.1 and 5.3)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env.games.iglu import material, squares
from tests.iglu.scenes import BEARS, FISH, FOXES, TILES, offers

pytestmark = [pytest.mark.jitless]

GAME = arctic_env.game("iglu")
RING = {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9) if file in "ah" or rank in (1, 8)}
RING -= {"a1", "a8", "h1", "h8"}


def test_1_1_the_board_has_four_corners_a_ring_and_a_centre_of_sea() -> None:
    document = GAME.deal(seed=1).to_dict()
    every = {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)}
    assert set(document["tiles"]) == every - {"a1", "a8", "h1", "h8", "d4", "e4", "d5", "e5"}
    assert document["glaciers"] == []
    assert set(offers(GAME.deal(seed=1), "place")) == RING
    assert len(RING) == 24


@pytest.mark.parametrize("square", range(64))
def test_1_1_north_is_towards_rank_8(square: int) -> None:
    file, rank = divmod(square, 8)
    steps = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
    for direction, (right, up) in enumerate(steps.values()):
        other = (file + right) * 8 + rank + up
        inside = 0 <= file + right < 8 and 0 <= rank + up < 8
        assert squares.NEIGHBOUR[square, direction] == (other if inside else -1)
        if square not in squares.CORNERS:
            entered = other if inside and other not in squares.CORNERS else None
            assert squares.shift(1 << square, direction) == (0 if entered is None else 1 << entered)


def test_1_2_animals_and_tribes() -> None:
    for players in (2, 3, 4):
        document = GAME.deal(seed=2, num_players=players).to_dict()
        centre = Counter(value for values in document["fish"].values() for value in values)
        assert Counter(document["supply"]["fish"]) + centre == Counter(FISH)
        assert Counter(document["supply"]["foxes"]) == Counter(FOXES)
        assert document["supply"]["bears"] == BEARS
        position = GAME.deal(seed=2, num_players=players)
        while position.to_dict()["stage"] == "setup":
            position = position.play("place c1")
        assert [len(owner["inuit"]) for owner in position.to_dict()["seats"]] == [5 if players == 2 else 3] * players


def test_1_3_the_deal_holds_the_tile_table() -> None:
    document = GAME.deal(seed=3).to_dict()
    assert Counter(document["tiles"].values()) == Counter(TILES)
    assert sum(TILES.values()) == material.N_TILES == 56
    assert set(material.RED_FACES) == {"melt", "energy 1", "energy 2", "energy 3", "harpoon", "animals"}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"melt": -2, "drift": 16}, "melt must be an integer of 0 to 56, not -2"),
        ({"energy 1": 258}, "energy 1 must be an integer of 0 to 56, not 258"),
        ({"bear": 4.5}, "bear must be an integer of 0 to 56, not 4.5"),
        ({"bear": True, "drift": 11}, "bear must be an integer of 0 to 56, not True"),
        ({"bear": "4"}, "bear must be an integer of 0 to 56, not '4'"),
        ({"seal": 0}, "'seal' is no tile; there are animals, energy 1,"),
        ({"drift": 9}, "there must be 56 tiles in all, not 57"),
        (dict.fromkeys(TILES, 56), "there must be 56 tiles in all, not 672"),
    ],
)
def test_1_3_a_tile_table_of_ones_own_is_checked(change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=f"tiles.toml: {complaint}"):
        material.tile_counts(TILES | change)


def test_1_3_faces_may_be_left_out_of_a_tile_table() -> None:
    counts = material.tile_counts({"melt": 50, "glacier": 6})
    assert counts.dtype == np.int8
    assert (counts[material.MELT], counts[material.GLACIER], counts.sum()) == (50, 6, 56)


def test_2_1_a_random_fish_on_each_centre_square_and_a_random_first_player() -> None:
    deals = [GAME.deal(seed=seed, num_players=4).to_dict() for seed in range(60)]
    assert all(sorted(document["fish"]) == ["d4", "d5", "e4", "e5"] for document in deals)
    assert {values[0] for document in deals for values in document["fish"].values()} == {1, 2, 3}
    assert {document["first"] for document in deals} == {0, 1, 2, 3}
    assert all(document["seat"] == document["first"] for document in deals)


def test_2_1_inuit_are_placed_one_at_a_time_in_turn_order() -> None:
    position = GAME.deal(seed=4, num_players=3)
    first = position.seat
    assert first is not None
    for number in range(9):
        assert position.seat == (first + number) % 3
        assert position.to_dict()["stage"] == "setup"
        position = position.play("place c8")
    document = position.to_dict()
    assert (document["stage"], document["seat"]) == ("play", first)
    assert [owner["inuit"] for owner in document["seats"]] == [["c8"] * 3] * 3


def test_5_3_in_the_first_turn_the_eight_tiles_next_to_the_centre_can_be_turned() -> None:
    position = GAME.deal(seed=5, num_players=2)
    while position.to_dict()["stage"] == "setup":
        position = position.play("place a2")
    assert position.legal() == [f"turn {square}" for square in ("c4", "c5", "d3", "d6", "e3", "e6", "f4", "f5")]
