"""The planner keeps to the rules and to its view, is the same everywhere, and beats what it has to beat."""

import dataclasses
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from arctic_agents.arctic.heuristics import make_workspace, suggest
from arctic_agents.arctic.planner import ArcticPlanner, Weights
from arctic_agents.arctic.planner_state import PLANNER_STATE
from arctic_agents.greedy import GreedyAgent
from arctic_agents.planner import to_record
from arctic_agents.random import RandomAgent
from arctic_env.agents.specs import bind
from arctic_env.errors import AgentError
from arctic_env.kernels.random import make_stream
from tests.agents.planning import (
    ask,
    assert_keeps_to_the_rules,
    assert_no_field_is_hidden,
    assert_weights_are_recorded_and_described,
    other_worlds,
    some_states,
    won_deals,
)
from tests.arctic.scenes import scene, seat
from tests.conftest import FreshPython

ARCTIC = arctic_env.game("arctic")
RULES = [(2, "de"), (3, "es"), (4, "it")]


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["de", "es", "it"])
@pytest.mark.parametrize("depth", [0, 1])
def test_plays_by_the_rules(players: int, edition: str, depth: int) -> None:
    agents = [partial(ArcticPlanner, depth=depth), *[RandomAgent] * (players - 2), ArcticPlanner]
    assert_keeps_to_the_rules(ARCTIC, agents, edition=edition)


@pytest.mark.parametrize("decisions", [0, 10, 30, 60, 90])
@pytest.mark.parametrize(("players", "edition"), RULES)
def test_knows_nothing_but_its_view(players: int, edition: str, decisions: int) -> None:
    states = some_states(ARCTIC, 30, players, decisions, edition=edition)
    others = other_worlds(ARCTIC, states)
    assert (states["place"] != others["place"]).any()
    for depth in (0, 1):
        agent = partial(ArcticPlanner, depth=depth)
        np.testing.assert_array_equal(ask(ARCTIC, agent, states), ask(ARCTIC, agent, others))


@pytest.mark.parametrize(("players", "edition"), RULES)
def test_chooses_the_same_alone_and_among_others(players: int, edition: str) -> None:
    states = some_states(ARCTIC, 40, players, 40, edition=edition)
    seeds = np.arange(len(states))
    together = ask(ARCTIC, ArcticPlanner, states, seeds)
    for row in reversed(range(len(states))):
        one = slice(row, row + 1)
        assert ask(ARCTIC, ArcticPlanner, states[one], seeds[one])[0] == together[row]


def choices_with(left: int, states: NDArray[Any], players: int) -> list[int]:
    """What the planner suggests, decision by decision, with such numbers all over the planner_states before each."""
    workspace, mask, chosen = make_workspace(ARCTIC, players), np.zeros(ARCTIC.actions.size, np.int8), []
    for i in range(len(states)):
        for field in PLANNER_STATE.names or ():
            workspace.planner_states[field] = left
        ARCTIC.kernels.legal(states, i, mask)
        chosen.append(suggest(states, i, mask, make_stream(i), workspace))
    return chosen


@pytest.mark.parametrize(("players", "edition"), RULES)
def test_what_lies_on_the_desks_from_decisions_before_counts_for_nothing(players: int, edition: str) -> None:
    for decisions in (80, 120, 160):
        states = some_states(ARCTIC, 200, players, decisions, edition=edition)
        clean = choices_with(0, states, players)
        assert choices_with(3, states, players) == clean
        assert choices_with(-3, states, players) == clean


def choices() -> list[int]:
    """Choices of both depths, and with belief, in the middle of games."""
    chosen: list[int] = []
    for players, edition in RULES:
        for decisions in (20, 60):
            states = some_states(ARCTIC, 4, players, decisions, edition=edition)
            chosen += ask(ARCTIC, partial(ArcticPlanner, depth=1), states).tolist()
            chosen += ask(ARCTIC, partial(ArcticPlanner, depth=0), states).tolist()
            chosen += ask(ARCTIC, partial(ArcticPlanner, belief=True), states).tolist()
    return chosen


@pytest.mark.slow
def test_chooses_the_same_with_the_jit_off(fresh_python: FreshPython) -> None:
    code = "from tests.arctic.test_planner import choices; print(choices())"
    assert fresh_python("-c", code, NUMBA_DISABLE_JIT="1").stdout.strip() == str(choices())


def test_the_seed_chooses_between_equals() -> None:
    # The first turn of a game: of two tokens that mean nothing to the seat either may go right.
    start = scene(seat(hand="FM1", pile="FB5", totem="bear"), stage="last", river="MP3 WO1 OB2 PM3 BW3 OF3")
    states = np.repeat(ARCTIC.position(start).play("place FM1").states, 50)
    assert len(np.unique(ask(ARCTIC, ArcticPlanner, states, np.arange(50)))) == len(["right fox", "right moose"])


# ------------------------------------------------------------------------------------------------ strength


@pytest.mark.parametrize(("players", "deals"), [(2, 20), (3, 8), (4, 5)])
def test_beats_greedy(players: int, deals: int) -> None:
    assert won_deals(ARCTIC, ArcticPlanner, GreedyAgent, players, deals) >= 0.9


@pytest.mark.parametrize("players", [2, 4])
def test_beats_random_in_every_deal(players: int) -> None:
    assert won_deals(ARCTIC, ArcticPlanner, RandomAgent, players, 20) == 1.0


def test_planning_the_turn_beats_looking_one_action_ahead() -> None:
    assert won_deals(ARCTIC, partial(ArcticPlanner, depth=1), partial(ArcticPlanner, depth=0), 2, 20) >= 0.9


# ------------------------------------------------------------------------------------------------ settings


def test_weights_are_set_by_name() -> None:
    agent = bind("planner:depth=0,run=1.5,totem=2", ARCTIC, 2)
    assert isinstance(agent, ArcticPlanner)
    assert agent.depth == 0
    assert agent.weights == dataclasses.replace(Weights(), run=1.5, totem=2.0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("planner:greed=1", "no weight 'greed'; there are run, diversity"),
        ("planner:run=much", "the weight run is a number, not 'much'"),
        ("planner:run=true", "the weight run is a number, not True"),
        ("planner:run=nan", "the weight run is a number, not nan"),
        ("planner:pace=0", "pace is more than 0"),
        ("planner:depth=7", r"depth is 0 \(one action\) or 1 \(the turn\), not 7"),
        ("planner:depth=1.0", "depth is 0"),
        ("planner:deep", "takes nothing but options, KEY=VALUE, not 'deep'"),
    ],
)
def test_what_it_does_not_know_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        bind(text, ARCTIC, 2)


def test_every_weight_matters_to_the_record_and_is_described() -> None:
    assert_weights_are_recorded_and_described(Weights())


def test_no_field_is_hidden_by_an_attribute_of_records() -> None:
    assert_no_field_is_hidden(PLANNER_STATE, to_record(Weights()).dtype)
