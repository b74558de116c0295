"""What the planner of IGLU IGLU chooses where the right choice is plain; why it is plain stands beside each position.

Inuit that a scene does not name stand on the corner a1. Where no tile is left that could be turned, the game ends
with this turn, and only points count.
"""

from typing import Any

import arctic_env
from arctic_agents.iglu.planner import IgluPlanner
from tests.agents.planning import play_on
from tests.iglu.scenes import Document, acting, position, scene, seat, within_turn

PLANNER = IgluPlanner
MANY = "b6 b7 c6 c7 d6 d7 e6 e7"  # empty tiles: as many turns to come

SETTLED = "g1 g2 h2"  # for Inuit that have no better place to go to


def turn(*seats: Document, **scenery: Any) -> list[str]:
    """What the planner plays from its action points on."""
    return play_on(PLANNER, acting(*seats, **scenery))[0]


# ------------------------------------------------------------------------------------------------ islands


def test_of_two_empty_islands_the_larger_one_is_settled() -> None:
    # Three tiles bring 9 points, two bring 4.
    played = turn(seat(), glaciers="c3 c4 c5 f6 f7")
    assert played[0] in ("kayak a1 c3", "kayak a1 c4", "kayak a1 c5")


def test_the_island_of_a_rival_who_is_alone_is_joined() -> None:
    # Joined, the rival's 16 points become 4, and 4 are won. The other island would bring 9 and leave the rival the 16.
    played = turn(seat(), seat("f6"), glaciers="c3 c4 c5 f6 f7 g6 g7")
    assert played[0].split()[:2] == ["kayak", "a1"]
    assert played[0].split()[2] in ("f6", "f7", "g6", "g7")


def test_a_step_makes_the_strongest_tribe() -> None:
    # One against one on four tiles. One more from the corner, and the rival has 2 of the 4 points.
    played = turn(seat("a3"), seat("a4"), glaciers="a2 a3 a4 b3", points=1)
    assert played == ["walk a1 a2", "end phase"]


def test_an_igloo_decides_an_island() -> None:
    # One Inuit against two: an igloo makes it 3 against 2, one more Inuit by kayak only 2 against 2.
    played = turn(seat("c3"), seat("d3 d4"), glaciers="c3 c4 c5 d3 d4 e3 e4")
    assert played == ["igloo c3", "end phase"]


def test_no_inuit_leaves_a_tile_that_is_lost_without_it() -> None:
    # The fox is worth a point, and two points are left to come back from it: four tiles stay four tiles.
    mine = seat("c3 c4")
    played, after = play_on(PLANNER, acting(mine, glaciers="c5 c6", ice="c3 c4", foxes={"c5": [1]}))
    assert sorted(played) == ["end phase", "hunt fox 1 c5", "walk c4 c5", "walk c5 c4"]
    assert after.seat is None
    assert after.scores()[0] == {"animals": 1, "islands": 16, "total": 17}


# ------------------------------------------------------------------------------------------------ hunting


def test_points_go_where_they_bring_most() -> None:
    # A fish of 3 for three points instead of one of 1.
    assert turn(seat("c3"), glaciers="c3", fish={"c4": [3], "d3": [1]})[0] == "hunt fish 3 c4"


def test_what_costs_more_than_is_left_is_not_waited_for() -> None:
    # With two points a fish of 2 and none of 3.
    assert turn(seat("c3"), glaciers="c3", fish={"c4": [3], "d3": [2]}, points=2)[0] == "hunt fish 2 d3"


def test_a_step_leads_to_the_hunt() -> None:
    played = turn(seat("c3"), glaciers="c3 c4", foxes={"c4": [2]})
    assert played[:2] == ["walk c3 c4", "hunt fox 2 c4"]


def test_what_a_rival_could_hunt_is_hunted_first() -> None:
    # Two fish of 3 and points for one. A rival stands beside the one at e3, nobody else beside the one at b3.
    mine, other = seat(f"c3 d3 {SETTLED}"), seat("f3")
    played = turn(mine, other, glaciers=f"c3 d3 f3 {SETTLED}", ice=MANY, fish={"b3": [3], "e3": [3]})
    assert played[0] == "hunt fish 3 e3"


# ------------------------------------------------------------------------------------------------ tiles and ice


def test_the_tile_beside_own_inuit_is_turned() -> None:
    # What comes up at c3 can be hunted from b3, what comes up at f6 by the rival.
    where = position(seat("b3"), seat("g6"), glaciers="b3 g6", ice="c3 f6")
    assert play_on(PLANNER, where)[0][0] == "turn c3"


def test_drift_breaks_the_island_of_a_rival() -> None:
    # The rival's three tiles bring 9, whatever push parts them leaves 4 or less; the own two tiles stay together.
    where = position(seat("g6"), seat("c3"), glaciers="c3 d3 e3 g6 g7", turn={"drift": True})
    played, after = play_on(PLANNER, where)
    assert played[0].startswith("drift")
    assert after.scores()[1]["islands"] == 1
    assert after.scores()[0]["islands"] >= 4


def test_drift_joins_own_islands() -> None:
    # Pushed west, d3 joins the two tiles with the Inuit: 9 points instead of 4.
    where = position(seat("b3"), glaciers="a3 b3 d3", turn={"drift": True, "points": 0})
    _, after = play_on(PLANNER, where)
    assert after.scores()[0]["islands"] == 9


def test_fish_make_room_towards_own_hunters() -> None:
    # The fish of c4 may go to b4, beside the own Inuit, or to d4, beside the rival's, or north to neither.
    where = position(
        seat("a4 c1"), seat("e4"), glaciers="a4 c1 c3 e4 c2", ice=MANY, fish={"c4": [3]},
        turn={"push": "c3 north", "points": 3},
    )  # fmt: skip
    assert play_on(PLANNER, where)[0][0] == "displace fish 3 b4"


# ------------------------------------------------------------------------------------------------ kept tiles


def test_ice_melts_under_a_rival() -> None:
    # The rival is alone on three tiles, and the one it stands on is face down.
    played, after = play_on(PLANNER, acting(seat(kept="melt"), seat("e3"), glaciers="d3 f3", ice="e3", points=0))
    assert played[0] == "melt e3"
    assert after.scores()[1]["islands"] == 0


def test_ice_does_not_melt_under_its_own_inuit() -> None:
    played = turn(seat("e3", kept="melt"), glaciers="d3 f3", ice="e3", points=0)
    assert played == ["end phase"]


def test_a_rival_is_sent_to_the_corner_far_from_its_tribe() -> None:
    # Three rivals stand in the north-east, so a1 is furthest from them.
    other = seat("g7 g7 f7 f7 e3")
    played = turn(seat("g2", kept="melt"), other, glaciers="g7 f7 g2", ice=f"e3 {MANY}", points=0)
    assert played[:2] == ["melt e3", "corner a1"]


def test_an_own_inuit_flees_to_the_corner_near_its_tribe() -> None:
    # A bear has come to e3, and the other Inuit of the tribe are at g7.
    mine = seat("e3 g7 g7 f7 f7")
    turn_ = {"points": 3, "waiting": [0], "square": "e3"}
    where = position(mine, glaciers="e3 g7 f7", bears="e3", ice=MANY, turn=turn_)
    assert play_on(PLANNER, where)[0][0] == "corner h8"


def test_a_bear_attacks_a_rival() -> None:
    # Two steps bring the bear to a rival who is alone on three tiles and keeps nothing.
    played, after = play_on(
        PLANNER, acting(seat(kept="animals"), seat("e3"), glaciers="d3 e3 f3", bears="e5", points=0)
    )
    assert played[:3] == ["animals", "step bear e5 south", "step bear e4 south"]
    assert after.scores()[1]["islands"] == 0


def test_a_tile_is_kept_where_it_does_no_good() -> None:
    # Two glaciers with all Inuit, no rival and no animal near: there is nothing to melt, to move or to walk to.
    played = turn(seat("g2 g2 g2 h2 h2", kept="animals, melt"), glaciers="g2 h2", ice=MANY, points=0)
    assert played == ["end phase"]


def test_a_bear_that_attacks_is_harpooned() -> None:
    document = scene(seat("c3"), seat("e3", kept="harpoon"), glaciers="c3 e3", ice=MANY, bears="e3")
    document["seat"] = 1
    document["turn"] = within_turn(0, steps=2, asked=[1], square="e3", played=["animals"])
    assert play_on(PLANNER, arctic_env.game("iglu").position(document))[0][0] == "harpoon"


def test_a_bear_within_reach_is_walked_onto_with_a_harpoon() -> None:
    played = turn(seat("c3", kept="harpoon"), glaciers="c3 c4", bears="c4", ice=MANY, points=1)
    assert "walk c3 c4" in played


def test_a_harpoon_is_kept_early_and_used_in_the_end() -> None:
    # A fish of 1 is no prey for a harpoon as long as bears may come; in the last turn it is.
    mine = seat("c3", kept="harpoon")
    assert turn(mine, glaciers="c3", fish={"c4": [1]}, ice=MANY, points=0) == ["end phase"]
    assert turn(mine, glaciers="c3", fish={"c4": [1]}, points=0) == ["harpoon fish 1 c4", "end phase"]


def test_energy_is_played_for_what_it_can_hunt() -> None:
    # The last turn: kept energy is worth nothing any more, three points are a fish of 3.
    played = turn(seat("c3", kept="energy 3"), glaciers="c3", fish={"c4": [3]}, points=0)
    assert played == ["energy 3", "hunt fish 3 c4", "end phase"]


# ------------------------------------------------------------------------------------------------ setup


def test_inuit_are_placed_nearest_to_the_fish() -> None:
    # From the middle of each side the fish in the centre are nearest.
    start = arctic_env.game("iglu").deal(seed=3, num_players=2)
    square = play_on(PLANNER, start)[0][0].removeprefix("place ")
    assert square in ("a4", "a5", "d1", "e1", "d8", "e8", "h4", "h5")
