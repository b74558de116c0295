"""What an evaluator refuses, and what it can know."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from arctic_agents.networks.checkpoint import save_checkpoint
from arctic_agents.networks.evaluator import load_evaluator
from arctic_agents.networks.network import Network, make_network
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.masks import legal_pairs
from tests.agents.planning import some_states
from tests.agents.positions import ARCTIC

PAID = {"kind": "margin", "scale": 30.0, "shaping": True}


def save(folder: Path, network: Network, paid: dict[str, Any] = PAID) -> Path:
    save_checkpoint(folder, network, ARCTIC, 2, {"settings": {"reward": paid}})
    return folder


@pytest.mark.parametrize("part", ["actor", "critic"])
def test_what_is_no_number_is_refused(tmp_path: Path, part: str) -> None:
    """Finite weights are not enough; search would choose by comparing with nothing."""
    network = make_network(ARCTIC, 2, "mlp", 4)
    with torch.no_grad():
        for weights in network.get_submodule(part).parameters():
            weights.fill_(1e30)
    evaluator, states = (load_evaluator(save(tmp_path / "one", network), ARCTIC, 2), some_states(ARCTIC, 3, 2, 9))
    seats, masks = states["seat"].astype(np.int8), np.zeros((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.batch.legal(states, masks)
    legal, lengths = legal_pairs(masks)[1], masks.sum(axis=1, dtype=np.int64)
    asked = {
        "actor": lambda: evaluator.probabilities(states, seats, lengths, legal),
        "critic": lambda: evaluator.utilities(states, seats),
    }
    with pytest.raises(AgentError, match="the policy for arctic says what are no finite numbers"):
        asked[part]()


@pytest.mark.parametrize("scale", ["much", None])
def test_a_scale_that_is_none_is_refused(tmp_path: Path, scale: Any) -> None:
    folder = save(tmp_path / "one", make_network(ARCTIC, 2, "mlp", 4), {**PAID, "scale": scale})
    with pytest.raises(CheckpointError, match="does not say what its network was paid"):
        load_evaluator(folder, ARCTIC, 2)
