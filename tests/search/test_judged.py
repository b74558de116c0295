"""Search with a policy in trees that have little room."""

import numpy as np
import pytest

from arctic_agents.search import Options
from arctic_agents.search import engine as judged
from arctic_agents.search.engine import NetworkEngine
from arctic_agents.search.search_root import SearchRoot
from arctic_agents.search.worlds import draw_worlds
from arctic_env.kernels.rewards import MARGIN
from arctic_env.model.game import Position
from tests.agents.planning import some_states
from tests.search.playing import IGLU
from tests.search.reference_judged import Hashing


def widest(decisions: int) -> Position:
    """Of some positions the one with most legal actions."""
    states = some_states(IGLU, 16, 2, decisions)
    positions = [Position(IGLU, states[k : k + 1].copy()) for k in range(len(states))]
    return max(positions, key=lambda position: int(position.mask().sum()))


def grow(position: Position, simulations: int) -> SearchRoot:
    """The tree of that decision."""
    judge = Hashing(IGLU, 2, MARGIN, shaped=False)
    engine = NetworkEngine(IGLU, 2, Options(simulations=simulations), judge, draw_worlds)  # type: ignore[arg-type]
    seat = position.states["seat"].astype(np.int8)
    return engine.grow(position.view(int(seat[0])).states.copy(), seat, np.array([3]))[0][0]


@pytest.mark.parametrize("simulations", [1, 4])
def test_all_actions_have_room_however_few_simulations_there_are(simulations: int) -> None:
    position = widest(140)
    actions = int(position.mask().sum())
    assert actions > 100
    root = grow(position, simulations)
    visits = [int(root.tree.visits[child]) for child in root.children()]
    assert (len(visits), sum(visits)) == (actions, simulations - 1)  # the first one asks for the chances


def test_in_a_full_tree_a_node_has_all_its_actions_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With some of them the others would seem to be worth a try for ever, and lead nowhere."""
    monkeypatch.setattr(judged, "MOST_NODES", 300)
    root = grow(widest(30), 600)
    assert root.room < 42
    for node in range(int(root.tree.size[0])):
        chances = [root.tree.prior[child] for child in root.children(node)]
        assert not chances or sum(chances) > 1 - 1e-4  # more where other worlds have other actions
