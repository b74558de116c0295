"""Trees of the kernels that go by a policy are those that a plain search grows, whatever is searched beside them."""

import numpy as np
import pytest

from arctic_agents.search import Options
from arctic_agents.search.engine import NetworkEngine
from arctic_agents.search.search_root import SearchRoot
from arctic_agents.search.tree import ROOT
from arctic_agents.search.worlds import draw_worlds
from arctic_env.kernels.random import make_stream
from arctic_env.kernels.rewards import MARGIN, RANK, SCORE, WIN
from arctic_env.model.game import Game
from tests.agents.planning import some_states
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, IGLU
from tests.search.reference_judged import Hashing, JudgedNode, JudgedReference


@pytest.mark.parametrize(
    ("game", "players", "decisions", "payoff", "shaped", "options"),
    [
        (TOY, 2, 0, WIN, False, {"simulations": 300, "worlds": 40, "batch": 1}),
        (TOY, 3, 1, MARGIN, True, {"simulations": 301, "worlds": 60, "batch": 8, "trees": 3}),
        (ARCTIC, 2, 20, MARGIN, True, {"simulations": 150, "batch": 1, "temperature": 1.0}),
        (ARCTIC, 2, 104, WIN, False, {"simulations": 200, "worlds": 7, "batch": 8}),
        (ARCTIC, 3, 110, RANK, True, {"simulations": 100, "worlds": 100, "batch": 16, "trees": 2}),
        (ARCTIC, 4, 160, SCORE, False, {"simulations": 100, "batch": 5, "temperature": 0.5}),
        (IGLU, 2, 150, MARGIN, True, {"simulations": 60, "worlds": 20, "batch": 4}),
    ],
)
def test_a_plain_search_grows_the_same_trees(
    game: Game, players: int, decisions: int, payoff: int, shaped: bool, options: dict[str, float]
) -> None:
    states = some_states(game, 8, players, decisions)
    masks = np.zeros((len(states), game.actions.size), np.int8)
    game.batch.legal(states, masks)
    asked = states[masks.sum(axis=1) > 1][-3:]
    seats, views = asked["seat"].astype(np.int8), np.empty_like(asked)
    game.batch.view(asked, seats, views)
    judge, chosen = Hashing(game, players, payoff, shaped), Options(exploration=0.7, **options)  # type: ignore[arg-type]
    engine = NetworkEngine(game, players, chosen, judge, draw_worlds)  # type: ignore[arg-type]
    seeds = np.arange(len(asked))
    of_worlds, of_chance = engine.tree_seeds(seeds)
    together = engine.grow(views, seats, seeds)
    row = len(asked) - 1
    view, seat = views[row : row + 1], int(seats[row])
    for number, root in enumerate(together[row]):
        worlds = engine.worlds(view, seat, int(of_worlds[row, number]))
        plain = JudgedReference(engine, judge, seat, worlds, make_stream(int(of_chance[row, number])))
        plain.grow(engine.share(number))
        assert root.room > 0
        assert_equal(plain.root, root, ROOT)
    assert len(together[row]) == chosen.trees


def assert_equal(node: JudgedNode, root: SearchRoot, number: int) -> None:
    tree = root.tree
    assert (tree.visits[number], tree.under_way[number]) == (node.visits, 0)
    assert tree.value[number] == pytest.approx(node.value, abs=1e-5)
    children = {int(tree.action[child]): child for child in root.children(number)}
    assert children.keys() == node.children.keys()
    for action, child in children.items():
        same = node.children[action]
        assert tree.available[child] == same.available
        assert tree.prior[child] == pytest.approx(same.prior, abs=1e-5)
        assert_equal(same, root, child)
