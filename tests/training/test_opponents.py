import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from agents.policy.network import Network, make_network
from arctic_env import AgentError
from tests.training.tables import ARCTIC
from training.opponents import Opponents


def make(mix: dict[str, float], keep: int = 2) -> tuple[Opponents, Network]:
    torch.manual_seed(0)
    network = make_network(ARCTIC, 2, "mlp", 4)
    return Opponents(mix, network, ARCTIC, 2, keep), network


def shares(opponents: Opponents, n: int = 20_000) -> NDArray[np.float64]:
    drawn = opponents.draw(np.arange(n)[:, None], np.arange(2))
    assert drawn.shape == (n, 2)
    return np.bincount(drawn.ravel(), minlength=len(opponents.agents)) / drawn.size


def first_weight(network: Network) -> torch.Tensor:
    return next(network.parameters())


def test_opponents_are_drawn_as_often_as_the_mix_says() -> None:
    opponents, _ = make({"latest": 2, "greedy": 1, "snapshots": 1, "random": 0})
    opponents.take_snapshot()
    opponents.take_snapshot()
    assert opponents.names == ["latest", "snapshots", "snapshots", "greedy", "random"]
    assert shares(opponents) == pytest.approx([0.5, 0.125, 0.125, 0.25, 0.0], abs=0.01)


def test_without_snapshots_the_latest_stands_in() -> None:
    opponents, _ = make({"snapshots": 0.5, "random": 0.5})
    assert shares(opponents) == pytest.approx([0.5, 0.0, 0.0, 0.5], abs=0.01)
    opponents.take_snapshot()
    assert shares(opponents) == pytest.approx([0.0, 0.5, 0.0, 0.5], abs=0.01)


def test_seats_of_a_game_are_drawn_apart() -> None:
    opponents, _ = make({"latest": 1, "random": 1})
    drawn = opponents.draw(np.arange(4000)[:, None], np.arange(2))
    assert np.corrcoef(drawn.T)[0, 1] == pytest.approx(0.0, abs=0.06)


def test_the_latest_goes_with_the_learner_and_snapshots_stay() -> None:
    opponents, network = make({"snapshots": 1})
    for value in (1.0, 2.0, 3.0):
        torch.nn.init.constant_(first_weight(network), value)
        opponents.take_snapshot()
    torch.nn.init.constant_(first_weight(network), 4.0)
    assert opponents.agents[0].network is network
    assert [first_weight(one).mean().item() for one in opponents.snapshots] == [3.0, 2.0]


def test_an_unknown_opponent_is_an_error_at_once() -> None:
    with pytest.raises(AgentError, match="no agent 'nobody'"):
        make({"latest": 1, "nobody:depth=2": 1})
