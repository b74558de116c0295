"""A critic that sees all seats judges worlds of the search, never the game itself."""

from pathlib import Path

import numpy as np
import pytest
import torch

from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.evaluator import load_evaluator
from arctic_agents.networks.network import make_network
from arctic_agents.search import search
from arctic_env.model.game import Game, Position
from tests.agents.planning import other_worlds, some_states
from tests.search.playing import ARCTIC, IGLU

ABOUT = {"settings": {"reward": {"kind": "win", "scale": 30.0, "shaping": False}}}


@pytest.mark.parametrize(
    ("game", "kind", "players", "decisions"),
    [(ARCTIC, "cards", 2, 30), (ARCTIC, "cards", 3, 90), (ARCTIC, "cards", 4, 150), (IGLU, "board", 3, 100)],
)
def test_nothing_hidden_reaches_a_critic_that_sees_all(
    tmp_path: Path, game: Game, kind: str, players: int, decisions: int
) -> None:
    torch.manual_seed(2)
    network = make_network(game, players, kind, 4, "full")
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn(weights.shape) * 0.3)
    save_checkpoint(tmp_path / "one", network, game, players, ABOUT)
    states = some_states(game, 4, players, decisions)
    others = other_worlds(game, states)
    seats = states["seat"].astype(np.int8)
    evaluator = load_evaluator(tmp_path / "one", game, players)
    said, said_of_others = (evaluator.evaluate(each, seats) for each in (states, others))
    assert (said.probabilities == said_of_others.probabilities).all()
    assert (said.values != said_of_others.values).any()
    for k in range(len(states)):
        one, other = (Position(game, each[k : k + 1].copy()) for each in (states, others))
        options = {"simulations": 25, "worlds": 5, "batch": 4, "policy": str(tmp_path / "one")}
        assert search(one, **options) == search(other, **options)
