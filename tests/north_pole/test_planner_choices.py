"""What the planner of RACE TO THE NORTH POLE chooses where the right choice is plain; why stands beside each position.

The disc points at d4 where a scene says nothing else, and the board is not turned.
"""

from typing import Any

import arctic_env
from arctic_agents.north_pole.planner import NorthPolePlanner
from tests.agents.planning import play_on
from tests.north_pole.scenes import AFTER_CARD, scene, within_turn

NORTH_POLE = arctic_env.game("north_pole")
MARCHES = "march move, march move, march move"


def turn(*pawns: str, **scenery: Any) -> list[str]:
    """What the planner plays until its turn is over."""
    return play_on(NorthPolePlanner, NORTH_POLE.position(scene(*pawns, **scenery)))[0]


# ------------------------------------------------------------------------------------------------ the race


def test_the_last_pawn_enters_the_pole() -> None:
    assert turn("d4", "f7", cards="dash move, march move, sling", home=[3])[-1] == "go d4 pole"


def test_the_longer_dash_is_taken() -> None:
    # Two steps towards d4 instead of one.
    assert turn("d1", "f7 g7", cards="dash move", home=[3])[:2] == ["play 1", "go d1 d3"]


def test_a_storm_that_leads_the_disc_away_is_not_let_loose() -> None:
    # Six points lie there: a gallop fills the pile, and a half turn opens the Pole to the other side.
    played = turn(
        "d4 d2", "f7", cards="gallop move, march move, sling", home=[0, 0],
        storm="gallop ambush, gallop ambush", top="purple",
    )  # fmt: skip
    assert played[:2] == ["play 2", "go d4 pole"]


# ------------------------------------------------------------------------------------------------ attacks


def test_the_rival_before_the_pole_is_hit() -> None:
    # It would be home with its next card; another step of the own pawns wins nothing like it.
    played = turn("e4", "d4", cards="march ambush, march move, swoop move", sides={"N": MARCHES}, home=[0, 3])
    assert played[:2] == ["play 1", "go e4 d4"]


def test_the_rival_that_has_come_furthest_is_hit() -> None:
    # The one at e4 has two steps to go, the one at b2 five.
    played = turn("e3 b3", "e4 b2", cards="march ambush, march move", sides={"N": MARCHES}, home=[0, 1])
    assert played[:2] == ["play 1", "go e3 e4"]


def test_a_bear_attacks_without_danger_to_pawns() -> None:
    # Pawn and bear could both hit the rival before the Pole; a hazard costs the bear alone.
    played = turn("c4 c1", "d4", cards="march ambush", bears="e4", home=[1, 3], masks="hole, hole, bear")
    assert played[1] == "go bear e4 d4"


# ------------------------------------------------------------------------------------------------ cards of others


def test_a_steal_takes_the_card_that_leads_home() -> None:
    # No own card moves; of the others only the march at the west enters the Pole at once.
    played = turn("d4", "f7 g7", cards="steal, sling, sling", sides={"W": "sling, march move, sling"}, home=[3])
    assert played[0] == "steal 1 W2"


# ------------------------------------------------------------------------------------------------ equipment


def test_the_compass_opens_the_pole_to_an_own_pawn() -> None:
    played = turn("e5", "f7", cards="march move", home=[3], equipment=["compass"])
    assert played == ["compass e5", "play 1", "go e5 pole"]


def test_the_pickaxe_opens_a_closed_side_for_the_last_pawn() -> None:
    played = turn("e5", "f7", cards="march move", home=[3], equipment=["pickaxe"])
    assert played == ["pickaxe", "play 1", "go e5 pole"]


def test_a_husky_brings_the_last_two_steps() -> None:
    played = turn("e3", "f7", cards="swoop move, march move", home=[3, 3], equipment=["husky"])
    assert played[-1] == "go d4 pole"
    assert "husky" in played


def test_snowshoes_cross_the_crack_to_the_last_step() -> None:
    # A crack lies between d3 and d4 (1.4); round it two cards are needed.
    played = turn("d3", "e5 d7", cards="march move, march move", home=[3, 2], equipment=["snowshoes"])
    assert played[:3] == ["snowshoes", "play 1", "go d3 d4"]


def test_the_compass_turns_the_disc_away_from_a_rival() -> None:
    # The rival stands before the open Pole with its last pawn, and has a card that enters it.
    played = turn(
        "f3", "e5", cards="march move", sides={"N": MARCHES}, home=[0, 3],
        equipment=["compass"], disc="e5",
    )  # fmt: skip
    assert any(action.startswith("compass") for action in played)


def test_an_igloo_is_built_where_a_rival_could_hit() -> None:
    # The card has been played. The pawn stands two steps before the Pole, where a rival with ambushes has to go.
    where = scene(
        "c4", "b4", sides={"N": "march ambush, march ambush, march ambush"}, home=[2, 2], equipment=["igloo"],
        turn=AFTER_CARD, cards="march move, march move",
    )  # fmt: skip
    assert play_on(NorthPolePlanner, NORTH_POLE.position(where))[0][0] == "igloo c4"


def test_an_igloo_is_kept_where_no_rival_is_near() -> None:
    where = scene("c3", "f7", home=[0, 0], equipment=["igloo"], turn=AFTER_CARD, cards="march move, march move")
    assert play_on(NorthPolePlanner, NORTH_POLE.position(where))[0] == ["end"]


def test_the_piece_that_matters_least_makes_room() -> None:
    where = scene(
        "c3", "f7", equipment=["husky, compass, pickaxe, snowshoes"], turn=within_turn("room", played=True),
        cards="march move, march move",
    )  # fmt: skip
    assert play_on(NorthPolePlanner, NORTH_POLE.position(where))[0][0] == "discard snowshoes"


# ------------------------------------------------------------------------------------------------ teams


def test_the_way_is_cleared_for_a_partner() -> None:
    # The sling can hit the rival at d4, where the partner's last pawn has to enter, or the one at g2.
    played = turn(
        "d2 g6", "d4 g2", "d5", "", cards="sling", players=4, teams=True, home=[1, 1, 2],
        sides={"N": MARCHES, "W": MARCHES},
    )  # fmt: skip
    assert played[1] == "sling d2 d4"
