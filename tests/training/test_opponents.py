from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arctic_agents.networks.network import Network, make_network
from arctic_env import AgentError
from arctic_env.agents.batched import BatchedAgents
from arctic_training.self_play_env import OpponentMix
from tests.agents.positions import ARCTIC, random_decisions


def make(mix: dict[str, float], keep: int = 2) -> tuple[OpponentMix, Network]:
    torch.manual_seed(0)
    network = make_network(ARCTIC, 2, "mlp", 4)
    return OpponentMix(mix, network, ARCTIC, 2, keep), network


def shares(opponents: OpponentMix, n: int = 20_000) -> NDArray[np.float64]:
    drawn = opponents.draw(np.arange(n), np.arange(n))
    assert drawn.shape == (n,)
    return np.bincount(drawn.ravel() + 1, minlength=1 + len(opponents.agents)) / drawn.size


def first_weight(network: Network) -> torch.Tensor:
    return next(network.parameters())


def test_opponents_are_drawn_as_often_as_the_mix_says() -> None:
    opponents, _ = make({"latest": 2, "greedy": 1, "snapshots": 1, "random": 0})
    opponents.take_snapshot()
    opponents.take_snapshot()
    assert shares(opponents) == pytest.approx([0.5, 0.125, 0.125, 0.25, 0.0], abs=0.01)


def test_without_snapshots_the_latest_stands_in() -> None:
    opponents, _ = make({"snapshots": 0.5, "random": 0.5})
    assert shares(opponents) == pytest.approx([0.5, 0.0, 0.0, 0.5], abs=0.01)
    opponents.take_snapshot()
    assert shares(opponents) == pytest.approx([0.0, 0.5, 0.0, 0.5], abs=0.01)


def test_snapshots_stay_as_they_were_taken() -> None:
    opponents, network = make({"snapshots": 1})
    for value in (1.0, 2.0, 3.0):
        torch.nn.init.constant_(first_weight(network), value)
        opponents.take_snapshot()
    torch.nn.init.constant_(first_weight(network), 4.0)
    assert [first_weight(one).mean().item() for one in opponents.snapshots] == [3.0, 2.0]


def test_an_unknown_opponent_is_an_error_at_once() -> None:
    with pytest.raises(AgentError, match="no agent 'nobody'"):
        make({"latest": 1, "nobody:depth=2": 1})


def test_each_opponent_is_asked_once_for_its_rows() -> None:
    opponents, _ = make({"snapshots": 1, "random": 1, "greedy": 1})
    asked: list[tuple[str, int]] = []
    for name, agent in zip(["snapshots"] * 2 + ["random", "greedy"], opponents.agents, strict=True):
        agent.decide = noting(agent.decide, name, 0, asked)  # type: ignore[method-assign]
    decisions = random_decisions(12)
    numbers = np.array([0, 1, 2, 3] * 3)
    actions = answers_of(opponents, numbers, decisions)
    assert decisions.masks[np.arange(12), actions].all()
    assert asked == [("snapshots", 3), ("snapshots", 3), ("random", 3), ("greedy", 3)]


def test_threads_change_no_answer() -> None:
    mix = {"snapshots": 1, "random": 1, "greedy": 1}
    decisions, numbers = random_decisions(), np.arange(64) % 4
    answers = []
    for threads in (1, 3):
        _, network = make(mix)
        opponents = OpponentMix(mix, network, ARCTIC, 2, keep=2, threads=threads)
        answers.append(answers_of(opponents, numbers, decisions).tolist())
    assert answers[0] == answers[1]


def answers_of(opponents: OpponentMix, numbers: NDArray[np.int64], decisions: Any) -> NDArray[np.int64]:
    """What the opponents of these numbers do; of views the agents get the views once more."""
    rows = np.arange(len(numbers))
    agents = BatchedAgents(ARCTIC, opponents.agents, len(rows), 2, opponents.threads)
    agents.begin(rows, np.stack([numbers] * 2, axis=1), np.stack([rows] * 2, axis=1))
    return agents.decide(rows, decisions.views, decisions.seats, decisions.masks)


def noting(ask: Any, name: str, argument: int, asked: list[tuple[str, int]]) -> Any:
    """The same call, and a note of how many rows it was for."""

    def noted(*arguments: Any) -> Any:
        asked.append((name, len(arguments[argument])))
        return ask(*arguments)

    return noted
