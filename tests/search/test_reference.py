"""Trees of the kernels are those that a plain search grows: visits, values and how often actions were available."""

import numpy as np
import pytest

from arctic_agents.search import Options
from arctic_agents.search.engine import Engine
from arctic_agents.search.search_root import SearchRoot
from arctic_agents.search.tree import ROOT
from arctic_env.arena import make_seed
from arctic_env.kernels.random import make_stream
from arctic_env.model.game import Game, Position
from tests.agents.planning import some_states
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC, IGLU
from tests.search.reference import Node, Reference

SEED, EXPLORATION = 5, 0.7


@pytest.mark.parametrize(
    ("game", "players", "decisions", "simulations", "reward"),
    [
        (TOY, 2, 0, 400, "margin"),
        (TOY, 3, 1, 400, "win"),
        (ARCTIC, 2, 70, 120, "margin"),
        (ARCTIC, 3, 110, 120, "rank"),
        (ARCTIC, 4, 160, 120, "win"),
        (IGLU, 3, 150, 60, "score"),
    ],
)
def test_a_plain_search_grows_the_same_tree(
    game: Game, players: int, decisions: int, simulations: int, reward: str
) -> None:
    states = some_states(game, 8, players, decisions)
    positions = [Position(game, states[i : i + 1].copy()) for i in range(len(states))]
    position = next(where for where in positions if where.mask().sum() > 1)
    assert position.seat is not None
    seat = position.seat
    options = Options(
        simulations=simulations,
        worlds=20,
        prior=False,
        playout="random",
        horizon="end",
        reward=reward,
        exploration=EXPLORATION,
    )
    engine, view = Engine(game, players, options), position.view(seat).states.copy()
    root = engine.grow(view, np.array([seat], np.int8), np.array([SEED]))[0][0]
    of_the_tree = make_seed(SEED, 0)
    plain = Reference(engine, seat, make_stream(make_seed(of_the_tree, 1)))
    worlds, _ = engine.worlds(view, seat, make_seed(of_the_tree, 0)).after(0, simulations)
    for k in range(simulations):
        plain.simulate(worlds[k % 20 : k % 20 + 1])
    assert_equal(plain.root, root, ROOT)


def assert_equal(node: Node, root: SearchRoot, number: int) -> None:
    tree = root.tree
    assert tree.visits[number] == node.visits
    assert tree.value[number] == pytest.approx(node.value)
    children = {int(tree.action[child]): child for child in root.children(number)}
    assert children.keys() == node.children.keys()
    for action, child in children.items():
        assert tree.available[child] == node.children[action].available
        assert_equal(node.children[action], root, child)
