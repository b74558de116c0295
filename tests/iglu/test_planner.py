"""The planner of IGLU IGLU keeps to the rules and its view, is the same everywhere, beats what it has to beat."""

import dataclasses

import numpy as np
import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.iglu.planner import IgluPlanner, Weights
from arctic_agents.iglu.value import PLANNER_STATE
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

IGLU = arctic_env.game("iglu")
RULES = [(2, "standard"), (3, "serious"), (4, "standard")]

# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.bounds
@pytest.mark.parametrize(("players", "variant"), RULES)
def test_plays_by_the_rules(players: int, variant: str) -> None:
    agents = [IgluPlanner, *[RandomAgent] * (players - 2), IgluPlanner]
    assert_keeps_to_the_rules(IGLU, agents, games=3, variant=variant)


@pytest.mark.parametrize("decisions", [0, 20, 60, 120, 180])
@pytest.mark.parametrize(("players", "variant"), RULES)
def test_knows_nothing_but_its_view(players: int, variant: str, decisions: int) -> None:
    states = some_states(IGLU, 30, players, decisions, variant=variant)
    others = other_worlds(IGLU, states)
    assert (states["faces"] != others["faces"]).any()
    np.testing.assert_array_equal(ask(IGLU, IgluPlanner, states), ask(IGLU, IgluPlanner, others))


@pytest.mark.parametrize(("players", "variant"), RULES)
def test_chooses_the_same_alone_and_among_others(players: int, variant: str) -> None:
    states = some_states(IGLU, 40, players, 60, variant=variant)
    seeds = np.arange(len(states))
    together = ask(IGLU, IgluPlanner, states, seeds)
    for row in reversed(range(len(states))):
        one = slice(row, row + 1)
        assert ask(IGLU, IgluPlanner, states[one], seeds[one])[0] == together[row]


def choices() -> list[int]:
    """Choices at the beginning of games: the interpreter takes seconds for each one in the action points."""
    chosen: list[int] = []
    for players, variant in RULES:
        for decisions in (5, 25):
            states = some_states(IGLU, 1, players, decisions, variant=variant)
            chosen += ask(IGLU, IgluPlanner, states).tolist()
    return chosen


@pytest.mark.slow
def test_chooses_the_same_with_the_jit_off(fresh_python: FreshPython) -> None:
    code = "from tests.iglu.test_planner import choices; print(choices())"
    assert fresh_python("-c", code, NUMBA_DISABLE_JIT="1").stdout.strip() == str(choices())


def test_the_seed_chooses_between_equals() -> None:
    # The board is the same from all four sides, but for the fish in the centre.
    states = np.repeat(IGLU.deal(seed=1, num_players=2).states, 50)
    assert len(np.unique(ask(IGLU, IgluPlanner, states, np.arange(50)))) > 1


# ------------------------------------------------------------------------------------------------ strength


@pytest.mark.parametrize(("players", "deals"), [(2, 6), (3, 4), (4, 4)])
def test_beats_greedy(players: int, deals: int) -> None:
    assert won_deals(IGLU, IgluPlanner, GreedyAgent, players, deals) >= 0.9


@pytest.mark.parametrize("players", [2, 4])
def test_beats_random_in_every_deal(players: int) -> None:
    assert won_deals(IGLU, IgluPlanner, RandomAgent, players, 4) == 1.0


# ------------------------------------------------------------------------------------------------ settings


def test_weights_are_set_by_name() -> None:
    agent = bind("planner:melt=2,reach=0.5", IGLU, 2)
    assert isinstance(agent, IgluPlanner)
    assert agent.weights == dataclasses.replace(Weights(), melt=2.0, reach=0.5)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("planner:greed=1", "planner has no weight 'greed'; there are alone, hope"),
        ("planner:hope=much", "planner: the weight hope is a number, not 'much'"),
        ("planner:alone=1.5", "the weight alone is from 0 to 1, not 1.5"),
        ("planner:keep=-0.1", "the weight keep is from 0 to 1, not -0.1"),
    ],
)
def test_what_it_does_not_know_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        bind(text, IGLU, 2)


def test_every_weight_matters_to_the_record_and_is_described() -> None:
    assert_weights_are_recorded_and_described(Weights())


def test_no_field_is_hidden_by_an_attribute_of_records() -> None:
    assert_no_field_is_hidden(PLANNER_STATE, to_record(Weights()).dtype)
