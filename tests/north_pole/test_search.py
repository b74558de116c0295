"""Search in RACE TO THE NORTH POLE, by the planner's suggestions and estimates."""

import numpy as np
import pytest

import arctic_env
from arctic_agents.north_pole.heuristics import HEURISTICS
from arctic_env.model.game import Position
from tests.agents.planning import assert_keeps_to_the_rules
from tests.north_pole.scenes import scene

NORTH_POLE = arctic_env.game("north_pole")


@pytest.mark.parametrize(("players", "teams"), [(2, False), (4, True)])
def test_search_plays_whole_games_by_the_rules(players: int, teams: bool) -> None:
    agents = ["search:rollouts=24", "planner"] * (players // 2)
    assert_keeps_to_the_rules(NORTH_POLE, agents, games=1, teams=teams)


def estimates(where: Position) -> list[float]:
    out = np.zeros(where.players)
    HEURISTICS.estimate(where.states.copy(), 0, HEURISTICS.make_workspace(NORTH_POLE, where.players), out)
    return out.tolist()


def test_who_has_fewest_steps_to_go_is_expected_to_bring_all_pawns_home() -> None:
    ahead, behind = estimates(NORTH_POLE.position(scene("d4", "f7", home=[3, 1])))
    assert ahead == 4
    assert 1 < behind < 3


def test_partners_share_what_they_are_expected_to_bring_home() -> None:
    where = scene("d3", "b2", "c2", "f7", players=4, teams=True, home=[2, 0, 2, 1])
    mine, theirs, partners, others = estimates(NORTH_POLE.position(where))
    assert mine == partners == 6
    assert 0 <= theirs == others < 4
