"""Candidates, halving and comparisons by worlds."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.search import Options, SearchAgent
from arctic_agents.search.agent import Tried
from arctic_env.agents.specs import bind
from tests.agents.planning import some_states
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DRAW, KEEP, SHOW
from tests.search.playing import ARCTIC, IGLU, Saying, searcher, toy


def tried(values: Any) -> Tried:
    made = Tried(toy(3).view(0).states, 0, 1, np.arange(len(values)))
    made.values = np.array(values, np.float64)
    return made


def search_all(agent: SearchAgent, states: NDArray[Any]) -> list[Tried]:
    seats, views = states["seat"].astype(np.int8), np.zeros_like(states)
    agent.game.batch.view(states, seats, views)
    masks = np.zeros((len(states), agent.game.actions.size), np.int8)
    agent.game.batch.legal(states, masks)
    rows = np.flatnonzero(masks.sum(axis=1) > 1)
    return agent.search(views[rows], seats[rows], masks[rows], rows)


def test_differences_are_those_of_the_same_worlds() -> None:
    generator = np.random.default_rng(1)
    values = generator.normal(size=(3, 12)) + 5 * generator.normal(size=12)
    values[2, 7:] = np.nan
    means, errors = tried(values).differences()
    for k, worlds in ((1, 12), (2, 7)):
        differences = (values[k] - values[0])[:worlds]
        assert means[k] == pytest.approx(differences.mean())
        assert errors[k] == pytest.approx(differences.std(ddof=1) / worlds**0.5)
    assert (means[0], errors[0]) == (0.0, 0.0)


def test_errors_of_a_single_world_are_infinite() -> None:
    assert tried([[1.0], [3.0]]).differences()[1].tolist() == [np.inf, np.inf]


@pytest.mark.parametrize(
    ("means", "left"), [([1, 3, 2, 4], [1, 3]), ([5, 1, 2], [0, 2]), ([2, 2, 2, 2, 2], [0, 1, 2]), ([1, 2], [1])]
)
def test_the_worse_half_is_dropped(means: list[float], left: list[int]) -> None:
    one = tried([[mean, mean] for mean in means])
    one.halve()
    assert one.left.tolist() == left


@pytest.mark.parametrize(("means", "left"), [([1, 3, 2, 4], [0, 3]), ([5, 1, 2], [0, 2]), ([1, 4, 3, 2, 2], [0, 1, 2])])
def test_the_first_one_is_kept_if_asked_for(means: list[float], left: list[int]) -> None:
    one = tried([[mean, mean] for mean in means])
    one.halve(keep_first=True)
    assert one.left.tolist() == left


def test_what_was_dropped_is_not_chosen() -> None:
    one = tried([[1.0, 1.0], [2.0, 2.0], [9.0, np.nan]])
    one.left = np.array([0, 1])
    assert one.best(0.0) == 1


@pytest.mark.parametrize(("caution", "best"), [(0.0, 1), (1.0, 1), (3.0, 0)])
def test_caution_departs_for_so_many_standard_errors(caution: float, best: int) -> None:
    differences = np.array([0.0, 1.0, 2.0, 1.0])  # 1 in the mean, with an error of 0.41: 2.4 times that
    world = np.array([7.0, -7.0, 3.0, 0.0])
    assert tried([world, world + differences]).best(caution) == best


@pytest.mark.parametrize("rollouts", [2, 3, 7, 24, 96, 400])
@pytest.mark.parametrize("policy", ["", "champion"])
def test_no_more_rollouts_are_made_than_allowed_and_nearly_all_of_them(rollouts: int, policy: str) -> None:
    if policy and rollouts > 24:
        pytest.skip("the same by a slower way")
    agent = bind(f"search:rollouts={rollouts},depth=1{',policy=' + policy if policy else ''}", ARCTIC, 2)
    for each in search_all(agent, some_states(ARCTIC, 12, 2, 20)):
        assert each.counts.min() >= 1
        spent = int(each.counts.sum())
        assert spent <= rollouts
        assert rollouts - spent < len(each.actions) + len(each.left)
        assert len(set(each.counts[each.left].tolist())) == 1
        assert each.counts.max() == each.counts[each.left[0]]


def test_the_planners_choice_comes_first_without_a_policy_and_best_ones_are_kept() -> None:
    states = some_states(IGLU, 6, 2, 30)
    few, many = (search_all(searcher(game=IGLU, candidates=n, rollouts=60), states) for n in (4, 60))
    planner = bind("tuned", IGLU, 2)  # whose weights search takes
    seen = 0
    for one, all_of_them in zip(few, many, strict=True):
        assert len(one.actions) == min(4, len(all_of_them.actions))
        assert one.actions[0] == all_of_them.actions[0]
        assert set(one.actions) <= set(all_of_them.actions)
        seen += len(all_of_them.actions) > 4
    assert seen > 2
    views, seats = np.zeros_like(states), states["seat"].astype(np.int8)
    IGLU.batch.view(states, seats, views)
    masks = np.zeros((len(states), IGLU.actions.size), np.int8)
    IGLU.batch.legal(states, masks)
    choices = planner.decide(views, seats, masks, np.arange(len(states)))[masks.sum(axis=1) > 1]
    assert (choices == [each.actions[0] for each in few]).mean() > 0.5  # of equals it may choose another


@pytest.mark.parametrize(("options", "candidates"), [({}, [SHOW, KEEP, DRAW]), ({"candidates": 2}, [SHOW, KEEP])])
def test_candidates_are_the_most_probable_actions(options: dict[str, Any], candidates: list[int]) -> None:
    said: Any = Saying({KEEP: 0.2, SHOW: 0.7, DRAW: 0.1}, lambda _: 0.0)
    agent = SearchAgent(TOY, 2, Options(**options), said)
    (found,) = search_all(agent, toy(3).states.copy())
    assert found.actions.tolist() == candidates
    assert found.priors is not None
    assert found.priors.tolist() == pytest.approx([{KEEP: 0.2, SHOW: 0.7, DRAW: 0.1}[action] for action in candidates])


def test_the_planners_choice_is_tried_with_a_policy() -> None:
    agent = bind("search:policy=champion,candidates=2,rollouts=4,depth=0", ARCTIC, 2)
    alone = searcher(candidates=2, rollouts=4, depth=0)
    states = some_states(ARCTIC, 12, 2, 30)
    for with_policy, without in zip(search_all(agent, states), search_all(alone, states), strict=True):
        assert without.actions[0] in with_policy.actions
