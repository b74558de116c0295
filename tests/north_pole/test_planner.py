"""The planner of RACE TO THE NORTH POLE keeps to the rules and its view, is the same everywhere, beats greedy."""

import dataclasses

import numpy as np
import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.north_pole.planner import NorthPolePlanner, Weights
from arctic_agents.north_pole.value import PLANNER_STATE
from arctic_agents.planner import to_record
from arctic_agents.random import RandomAgent
from arctic_env.agents.specs import bind
from arctic_env.errors import AgentError
from tests.agents.planning import (
    ask,
    assert_keeps_to_the_rules,
    assert_no_field_is_hidden,
    assert_weights_are_recorded_and_described,
    other_worlds,
    some_states,
    won_deals,
)
from tests.conftest import FreshPython

NORTH_POLE = arctic_env.game("north_pole")
RULES = [(2, False), (3, False), (4, False), (4, True)]

# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.bounds
@pytest.mark.parametrize(("players", "teams"), RULES)
def test_plays_by_the_rules(players: int, teams: bool) -> None:
    agents = [(NorthPolePlanner, RandomAgent)[seat % 2] for seat in range(players)]
    assert_keeps_to_the_rules(NORTH_POLE, agents, games=3, teams=teams)


@pytest.mark.parametrize("decisions", [0, 20, 60, 120, 300])
@pytest.mark.parametrize(("players", "teams"), RULES)
def test_knows_nothing_but_its_view(players: int, teams: bool, decisions: int) -> None:
    states = some_states(NORTH_POLE, 30, players, decisions, teams=teams)
    others = other_worlds(NORTH_POLE, states)
    assert (states["deck"] != others["deck"]).any()
    np.testing.assert_array_equal(ask(NORTH_POLE, NorthPolePlanner, states), ask(NORTH_POLE, NorthPolePlanner, others))


@pytest.mark.parametrize(("players", "teams"), RULES)
def test_chooses_the_same_alone_and_among_others(players: int, teams: bool) -> None:
    states = some_states(NORTH_POLE, 40, players, 60, teams=teams)
    seeds = np.arange(len(states))
    together = ask(NORTH_POLE, NorthPolePlanner, states, seeds)
    for row in reversed(range(len(states))):
        one = slice(row, row + 1)
        assert ask(NORTH_POLE, NorthPolePlanner, states[one], seeds[one])[0] == together[row]


def choices() -> list[int]:
    """Choices in games of each kind, few enough for the interpreter."""
    chosen: list[int] = []
    for players, teams in RULES:
        states = some_states(NORTH_POLE, 1, players, 25, teams=teams)
        chosen += ask(NORTH_POLE, NorthPolePlanner, states).tolist()
    return chosen


@pytest.mark.slow
def test_chooses_the_same_with_the_jit_off(fresh_python: FreshPython) -> None:
    code = "from tests.north_pole.test_planner import choices; print(choices())"
    assert fresh_python("-c", code, NUMBA_DISABLE_JIT="1").stdout.strip() == str(choices())


def test_the_seed_chooses_between_equals() -> None:
    states = np.repeat(some_states(NORTH_POLE, 20, 2, 0), 30)
    chosen = ask(NORTH_POLE, NorthPolePlanner, states, np.arange(len(states))).reshape(20, 30)
    assert any(len(np.unique(row)) > 1 for row in chosen)


# ------------------------------------------------------------------------------------------------ strength


@pytest.mark.parametrize(("players", "deals"), [(2, 20), (3, 20), (4, 20)])
def test_beats_greedy(players: int, deals: int) -> None:
    assert won_deals(NORTH_POLE, NorthPolePlanner, GreedyAgent, players, deals) >= 0.9


@pytest.mark.parametrize("players", [2, 4])
def test_beats_random_in_every_deal(players: int) -> None:
    assert won_deals(NORTH_POLE, NorthPolePlanner, RandomAgent, players, 4) == 1.0


# ------------------------------------------------------------------------------------------------ settings


def test_weights_are_set_by_name() -> None:
    agent = bind("planner:husky=2,hand=0.25", NORTH_POLE, 2)
    assert isinstance(agent, NorthPolePlanner)
    assert agent.weights == dataclasses.replace(Weights(), husky=2.0, hand=0.25)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("planner:greed=1", "planner has no weight 'greed'; there are ship, entry"),
        ("planner:ship=far", "planner: the weight ship is a number, not 'far'"),
        ("planner:hit=1.5", "the weight hit is from 0 to 1, not 1.5"),
        ("planner:leader=-0.1", "the weight leader is from 0 to 1, not -0.1"),
    ],
)
def test_what_it_does_not_know_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        bind(text, NORTH_POLE, 2)


def test_every_weight_matters_to_the_record_and_is_described() -> None:
    assert_weights_are_recorded_and_described(Weights())


def test_no_field_is_hidden_by_an_attribute_of_records() -> None:
    assert_no_field_is_hidden(PLANNER_STATE, to_record(Weights()).dtype)
