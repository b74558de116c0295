"""Training goes the same way in every game; ARCTIC is what the other tests train on."""

from pathlib import Path
from typing import Any

import torch

from arctic_agents.networks.checkpoint import find_checkpoint, load_policy, weights_of
from arctic_env.arena import GameSpec, play_many
from arctic_training.run import resume, train
from arctic_training.session import Session
from arctic_training.settings import TrainSettings, make_settings, read_document
from tests.conftest import ROOT
from tests.training.test_run import silent

UPDATE = 6 * 16
SMALL = {
    "games": 6,
    "steps": 4 * UPDATE,
    "opponents": {"latest": 0.5, "snapshots": 0.25, "greedy": 0.25},
    "ppo": {"rollout": 16, "batch": 48, "epochs": 1},
    "snapshots": {"every": 1, "keep": 2},
    "evaluation": {"every": 0},
    "checkpoints": {"every": 2, "keep": 2},
    "tensorboard": False,
}


def small(config: str, **changes: Any) -> TrainSettings:
    """The settings of a file, on a small scale."""
    document = read_document(ROOT / "configs" / config)
    return make_settings({**document, **SMALL, "network": {**document["network"], "width": 4}, **changes})


def test_iglu_is_trained_and_its_policy_plays(tmp_path: Path) -> None:
    outcome = train(small("iglu_2p.yaml"), tmp_path, show=silent)
    assert outcome.steps == 4 * UPDATE
    loaded = load_policy(tmp_path)
    assert (loaded.game.name, loaded.num_players, loaded.network.settings["kind"]) == ("iglu", 2, "board")
    agents = ["random", f"ppo:{tmp_path}"]
    (result,) = play_many([GameSpec(loaded.game.deal(seed=1, num_players=2), agents, seed=1)])
    assert not result.faults


def test_north_pole_is_trained_and_its_policy_plays(tmp_path: Path) -> None:
    train(small("north_pole_2p.yaml"), tmp_path, show=silent)
    loaded = load_policy(tmp_path)
    assert (loaded.game.name, loaded.num_players, loaded.network.settings["kind"]) == ("north_pole", 2, "race")
    agents = [f"ppo:{tmp_path}", f"search:policy={tmp_path},rollouts=4,depth=0"]
    (result,) = play_many([GameSpec(loaded.game.deal(seed=1, num_players=2), agents, seed=1)])
    assert not result.faults


def test_a_resumed_run_of_iglu_equals_one_without_a_pause_to_the_last_bit(tmp_path: Path) -> None:
    run, elsewhere = tmp_path / "run", tmp_path / "elsewhere"
    train(small("iglu_4p.yaml"), run, show=silent)
    find_checkpoint(run).rename(elsewhere)  # as if killed after the first checkpoint
    assert resume(run, show=silent).steps == 4 * UPDATE
    whole, resumed = (weights_of(load_policy(path).network) for path in (elsewhere, run))
    assert all(torch.equal(weight, resumed[name]) for name, weight in whole.items())


def test_the_plain_network_learns_iglu_as_well() -> None:
    session = Session(small("iglu_2p.yaml", network={"kind": "mlp", "width": 4}))
    session.model.learn(UPDATE)
    assert session.finite
