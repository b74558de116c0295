"""The planner keeps to the rules and to its view, is the same everywhere, and beats what it has to beat."""

import dataclasses
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import arctic_env
from agents.arctic.desk import DESK
from agents.arctic.planner import PlannerAgent
from agents.arctic.weights import Weights
from agents.greedy import GreedyAgent
from agents.planner import Planners
from agents.random import RandomAgent
from agents.weights import to_record
from arctic_env.arena import Agent, Limits, Table, choose_uniformly, make_agent, make_seeds, play_many
from arctic_env.errors import AgentError
from tests.arctic.scenes import scene, seat
from tests.conftest import FreshPython

ARCTIC = arctic_env.game("arctic")
RULES = [(2, "de"), (3, "es"), (4, "it")]


def some_states(n: int, players: int, edition: str, decisions: int) -> NDArray[Any]:
    """As many games after so many random decisions, less those that are over."""
    states = np.zeros(n, ARCTIC.dtype)
    ARCTIC.loops.deal(states, np.arange(n), *ARCTIC.options(players, edition=edition))
    masks = np.zeros((n, ARCTIC.actions.size), np.int8)
    for decision in range(decisions):
        ARCTIC.loops.legal(states, masks)
        masks[states["seat"] < 0, 0] = 1  # any action: finished games are left alone
        ARCTIC.loops.apply(states, choose_uniformly(masks, make_seeds(np.arange(n), [decision])))
    return states[states["seat"] >= 0]


def ask(agent: Agent, states: NDArray[Any], seeds: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """What the agent does for the seat to decide; without seeds by way of `act_many`."""
    seats = states["seat"].copy()
    views = np.empty_like(states)
    ARCTIC.loops.view(states, seats, views)
    masks = np.empty((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.loops.legal(states, masks)
    before = views.tobytes(), masks.tobytes()
    if seeds is None:
        actions = agent.act_many(ARCTIC, views, seats, masks, np.random.default_rng(5))
    else:
        actions = agent.decide(ARCTIC, views, seats, masks, seeds)
    assert before == (views.tobytes(), masks.tobytes())
    assert masks[np.arange(len(states)), actions].all()
    return actions


# ------------------------------------------------------------------------------------------------ laws


@pytest.mark.bounds
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", ["de", "es", "it"])
@pytest.mark.parametrize("depth", [0, 1])
def test_plays_by_the_rules(players: int, edition: str, depth: int) -> None:
    agents = [PlannerAgent(depth=depth), *[RandomAgent()] * (players - 2), PlannerAgent()]
    starts = [ARCTIC.deal(seed=seed, players=players, edition=edition) for seed in range(10)]
    tables = [Table(start, agents, seed) for seed, start in enumerate(starts)]
    results = play_many(tables, limits=Limits(on_fault="raise"))
    assert all(result.finished for result in results)


@pytest.mark.parametrize("decisions", [0, 10, 30, 60, 90])
@pytest.mark.parametrize(("players", "edition"), RULES)
def test_knows_nothing_but_its_view(players: int, edition: str, decisions: int) -> None:
    states = some_states(30, players, edition, decisions)
    seats = states["seat"].copy()
    views, others = np.empty_like(states), np.empty_like(states)
    ARCTIC.loops.view(states, seats, views)
    ARCTIC.loops.determinize(views, seats, np.arange(len(states)) + 1000, others)
    assert (states["place"] != others["place"]).any()
    for depth in (0, 1):
        agent = PlannerAgent(depth=depth)
        np.testing.assert_array_equal(ask(agent, states), ask(agent, others))


@pytest.mark.parametrize(("players", "edition"), RULES)
def test_chooses_the_same_alone_and_among_others(players: int, edition: str) -> None:
    states = some_states(40, players, edition, 40)
    seeds = np.arange(len(states))
    together = ask(PlannerAgent(), states, seeds)
    for row in reversed(range(len(states))):
        one = slice(row, row + 1)
        assert ask(PlannerAgent(), states[one], seeds[one])[0] == together[row]


def choices() -> list[int]:
    """Choices of both depths in the middle of games."""
    chosen: list[int] = []
    for players, edition in RULES:
        for decisions in (20, 60):
            states = some_states(4, players, edition, decisions)
            chosen += ask(PlannerAgent(depth=1), states).tolist()
            chosen += ask(PlannerAgent(depth=0), states).tolist()
    return chosen


@pytest.mark.slow
def test_chooses_the_same_with_the_jit_off(fresh_python: FreshPython) -> None:
    code = "from tests.agents.test_planner import choices; print(choices())"
    assert fresh_python("-c", code, NUMBA_DISABLE_JIT="1").stdout.strip() == str(choices())


def test_the_seed_chooses_between_equals() -> None:
    # The first turn of a game: of two tokens that mean nothing to the seat either may go right.
    start = scene(seat(hand="FM1", pile="FB5", totem="bear"), stage="last", river="MP3 WO1 OB2 PM3 BW3 OF3")
    states = np.repeat(ARCTIC.position(start).play("place FM1").states, 50)
    assert len(np.unique(ask(PlannerAgent(), states, np.arange(50)))) == len(["right fox", "right moose"])


# ------------------------------------------------------------------------------------------------ strength


def won_deals(mine: Agent, other: Agent, players: int, deals: int) -> float:
    """Share of duplicate deals that `mine` wins against others in all other seats, each deal played from every seat.

    A deal is won when its scores are higher than those of the others in the mean over the seats.
    """
    tables = []
    for deal in range(deals):
        start = ARCTIC.deal(seed=10_000 + deal, players=players)
        for place in range(players):
            tables.append(Table(start, [mine if each == place else other for each in range(players)], deal))
    results = play_many(tables, limits=Limits(on_fault="raise"))
    scores = np.array([result.scores for result in results]).reshape(deals, players, players)
    own = scores[:, np.arange(players), np.arange(players)].mean(axis=1)
    others = (scores.sum(axis=(1, 2)) / players - own) / (players - 1)
    return float((own > others).mean())


@pytest.mark.parametrize(("players", "deals"), [(2, 20), (3, 8), (4, 5)])
def test_beats_greedy(players: int, deals: int) -> None:
    assert won_deals(PlannerAgent(), GreedyAgent(), players, deals) >= 0.9


@pytest.mark.parametrize("players", [2, 4])
def test_beats_random_in_every_deal(players: int) -> None:
    assert won_deals(PlannerAgent(), RandomAgent(), players, 20) == 1.0


def test_planning_the_turn_beats_looking_one_action_ahead() -> None:
    assert won_deals(PlannerAgent(depth=1), PlannerAgent(depth=0), 2, 20) >= 0.9


# ------------------------------------------------------------------------------------------------ settings


def test_weights_are_set_by_name() -> None:
    agents = make_agent("planner:depth=0,run=1.5,totem=2")
    assert isinstance(agents, Planners)
    agent = agents.of("arctic")
    assert isinstance(agent, PlannerAgent)
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
        ("planner:deep", "positional"),
    ],
)
def test_what_it_does_not_know_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        make_agent(text)


def test_another_game_is_refused() -> None:
    nothing: Any = np.zeros(0)
    with pytest.raises(AgentError, match="planner plays arctic, not iglu"):
        PlannerAgent().decide(SimpleNamespace(name="iglu"), nothing, nothing, nothing, nothing)  # type: ignore[arg-type]


def test_every_weight_matters_to_the_record_and_is_described() -> None:
    record = to_record(Weights())
    for field in dataclasses.fields(Weights):
        assert record[field.name][0] == getattr(Weights(), field.name)
        assert f"        {field.name}: " in str(Weights.__doc__)


def test_no_field_is_hidden_by_an_attribute_of_records() -> None:
    # With the JIT off a record's own attributes (size, base, ...) would be read instead.
    attributes = set(dir(np.zeros(1, np.dtype((np.record, [("field", "i8")])))[0])) - {"field"}
    assert attributes.isdisjoint(DESK.names or ())
    assert attributes.isdisjoint(to_record(Weights()).dtype.names or ())
