"""A trained network as search asks it, and the agent with one."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from arctic_agents.networks.checkpoint import load_policy, save_checkpoint
from arctic_agents.networks.evaluator import Evaluator, load_evaluator
from arctic_agents.networks.network import make_network
from arctic_env.agents.specs import bind
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.errors import AgentError, CheckpointError
from arctic_env.kernels.rewards import MARGIN
from tests.agents.positions import random_decisions
from tests.conformance.toy.game import GAME as TOY
from tests.search.playing import ARCTIC

ABOUT = {"settings": {"reward": {"kind": "margin", "scale": 30.0, "shaping": False}}}
SHAPED = {"settings": {"reward": {"kind": "margin", "scale": 30.0, "shaping": True}}}


def save(folder: Path, critic: str = "view", about: dict[str, Any] = ABOUT) -> str:
    torch.manual_seed(1)
    save_checkpoint(folder, make_network(ARCTIC, 2, "mlp", 4, critic), ARCTIC, 2, about)
    return str(folder)


@pytest.mark.parametrize("critic", ["view", "full"])
def test_an_evaluator_says_what_its_network_says(tmp_path: Path, critic: str) -> None:
    evaluator = load_evaluator(save(tmp_path / "one", critic), ARCTIC, 2)
    network = load_policy(tmp_path / "one").network
    asked = random_decisions(8)
    observations, legal = asked.tensors()
    lengths, actions, ends = legal.lengths.numpy(), legal.actions.numpy(), legal.ends.numpy()
    seen = observations
    if critic == "full":
        others = np.zeros_like(asked.observations)
        ARCTIC.batch.encode(asked.views, 1 - asked.seats, others)
        seen = torch.stack([observations, torch.from_numpy(others)], 1)
    with torch.no_grad():
        logits = network.logits(observations, legal)
        chances, values = legal.log_probs(logits).exp().numpy(), network.values(seen).numpy()
    assert evaluator.probabilities(asked.views, asked.seats, lengths, actions) == pytest.approx(chances, abs=1e-6)
    assert evaluator.logits(asked.observations, ends, actions) == pytest.approx(logits.numpy(), abs=1e-6)
    assert evaluator.utilities(asked.views, asked.seats) == pytest.approx(values, abs=1e-6)
    assert (evaluator.payoff, evaluator.unit, evaluator.shaped) == (MARGIN, 30.0, False)


def test_what_was_paid_already_is_added_to_shaped_values(tmp_path: Path) -> None:
    plain, shaped = (load_evaluator(save(tmp_path / "one", about=about), ARCTIC, 2) for about in (ABOUT, SHAPED))
    asked = random_decisions(8)
    paid = np.zeros((8, 2))
    ARCTIC.batch.payoffs(asked.views, MARGIN, 30.0, paid)
    more = shaped.utilities(asked.views, asked.seats) - plain.utilities(asked.views, asked.seats)
    assert more == pytest.approx(paid[np.arange(8), asked.seats], abs=1e-6)
    assert np.abs(more).max() > 0.05


def test_a_checkpoint_must_say_what_was_paid(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="does not say what its network was paid"):
        load_evaluator(save(tmp_path / "one", about={"steps": 3}), ARCTIC, 2)


def test_an_agent_with_a_policy_plays(tmp_path: Path) -> None:
    agent = f"search:rollouts=6,depth=0,policy={save(tmp_path / 'one')}"
    tables = [GameSpec(ARCTIC.deal(seed=seed), [agent, "random"], seed) for seed in range(2)]
    results = play_many(tables, limits=Limits(on_fault="raise", decisions=30))
    assert not any(result.faults for result in results)


def test_a_policy_is_for_one_game_and_number_of_players(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="the policy was made for 2 players, not for 3"):
        bind(f"search:policy={save(tmp_path / 'one')}", ARCTIC, 3)


def test_the_champion_guides_in_its_game() -> None:
    assert isinstance(load_evaluator("champion", ARCTIC, 2), Evaluator)
    with pytest.raises(AgentError, match="there is no champion of toy for 2 players"):
        load_evaluator("champion", TOY, 2)


def test_torch_is_not_loaded_without_a_policy(fresh_python: Any) -> None:
    script = (
        "import sys, json, arctic_env; from arctic_env.agents.specs import bind; game = arctic_env.game('arctic');"
        "bind('search', game, 2); print(json.dumps('torch' in sys.modules))"
    )
    assert json.loads(fresh_python("-c", script).stdout) is False
