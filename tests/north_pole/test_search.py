"""Search in RACE TO THE NORTH POLE, by the planner's suggestions and estimates."""

import numpy as np
import pytest

import arctic_env
from arctic_agents.north_pole.heuristics import HEURISTICS
from arctic_env.model.position import Position
from tests.agents.planning import assert_keeps_to_the_rules, other_worlds, some_states
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


def test_who_is_ahead_is_expected_to_bring_all_pawns_home() -> None:
    ahead, behind = estimates(NORTH_POLE.position(scene("d4", "f7", home=[3, 1])))
    assert ahead == 4
    assert 1 < behind < 3


def test_partners_share_what_they_are_expected_to_bring_home() -> None:
    where = scene("d3", "b2", "c2", "f7", players=4, teams=True, home=[2, 0, 2, 1])
    mine, theirs, partners, others = estimates(NORTH_POLE.position(where))
    assert mine == partners == 6
    assert 0 <= theirs == others < 4


def test_a_reply_is_the_best_card_at_once() -> None:
    """It enters the Pole where a card leads there."""
    where = NORTH_POLE.position(scene("d4", "f7", home=[3, 1], cards="sling red, march move red, steal blue"))
    workspace, stream = HEURISTICS.make_workspace(NORTH_POLE, 2), np.zeros(4, np.int64)
    assert HEURISTICS.play is not None
    played = []
    while where.seat == 0:
        action = HEURISTICS.play(where.states.copy(), 0, where.mask(), stream, workspace)
        played.append(where.action_text(action))
        where = where.apply(action)
    assert where.winners() == [0], played


def test_replies_follow_from_the_view_and_are_legal() -> None:
    states = some_states(NORTH_POLE, 12, 3, 40)
    others, seen = other_worlds(NORTH_POLE, states), set()
    workspace, stream = HEURISTICS.make_workspace(NORTH_POLE, 3), np.zeros(4, np.int64)
    assert HEURISTICS.play is not None
    for row in range(len(states)):
        mask = Position(NORTH_POLE, states[row : row + 1].copy()).mask()
        replies = [HEURISTICS.play(worlds.copy(), row, mask, stream, workspace) for worlds in (states, others)]
        assert mask[replies[0]]
        assert replies[0] == replies[1]
        seen.add(int(states[row].decision))
    assert len(seen) > 2
