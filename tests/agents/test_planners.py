"""The agent `planner` is the planner of the game at hand."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import arctic_agents.arctic.planner
import arctic_agents.iglu.planner
import arctic_env
from arctic_agents.planner import make
from arctic_env.arena import play
from arctic_env.errors import AgentError
from arctic_env.model.registry import games


@pytest.mark.parametrize("name", games())
def test_every_game_has_its_planner(name: str) -> None:
    game = arctic_env.game(name)
    played = play(game.deal(seed=1, num_players=2), [make(), make()])
    assert played.finished
    assert not played.faults


def test_each_game_gets_its_own() -> None:
    planners = make()
    assert isinstance(planners.of("arctic"), arctic_agents.arctic.planner.PlannerAgent)
    assert isinstance(planners.of("iglu"), arctic_agents.iglu.planner.PlannerAgent)


def test_a_game_without_a_planner_is_refused() -> None:
    nothing: Any = np.zeros(0)
    with pytest.raises(AgentError, match="there is no planner of 'chess'"):
        make().decide(SimpleNamespace(name="chess"), nothing, nothing, nothing, nothing)  # type: ignore[arg-type]
    with pytest.raises(AgentError, match="there is no planner of 'chess'"):
        make().check(SimpleNamespace(name="chess"), 2)  # type: ignore[arg-type]


def test_options_of_one_game_are_refused_in_another() -> None:
    assert make(totem=2.0).of("arctic")
    with pytest.raises(AgentError, match="in iglu, planner has no weight 'totem'"):
        make(totem=2.0).of("iglu")
    with pytest.raises(AgentError, match="in arctic, planner has no weight 'melt'"):
        make(melt=2.0).of("arctic")


def test_options_of_no_game_are_refused_at_once() -> None:
    with pytest.raises(
        AgentError, match=r"in arctic, planner has no weight 'greed'.*; in iglu, planner has no"
    ):
        make(greed=1.0)
