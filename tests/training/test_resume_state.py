"""A run goes on from where it can have come to, or is refused by name."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from arctic_agents.networks import MANIFEST
from arctic_agents.networks.checkpoint import find_checkpoint, save_checkpoint
from arctic_env import CheckpointError
from arctic_training.session import COUNTERS, TENSORS, Session, restore_session
from tests.training.test_run import UPDATE, tiny, train_tiny


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a run of one update."""
    run = tmp_path_factory.mktemp("runs") / "tiny"
    train_tiny(run, steps=UPDATE)
    return find_checkpoint(run)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tables": {}}, "made for other tables of arctic than there are now"),
        ({"version": 9}, "made for version 9 of arctic"),
        ({"game": "chess"}, "made for a game 'chess'"),
    ],
)
def test_a_run_does_not_go_on_with_other_tables(
    checkpoint: Path, change: dict[str, object], message: str, tmp_path: Path
) -> None:
    assert_refused(checkpoint, change, message, tmp_path)


def assert_refused(checkpoint: Path, change: dict[str, object], message: str, tmp_path: Path) -> None:
    """A copy of the checkpoint whose manifest is changed is refused by the name of that file."""
    folder = tmp_path / "one"
    shutil.copytree(checkpoint, folder)
    manifest = folder / MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
    with pytest.raises(CheckpointError, match=f"{manifest}: {message}"):
        restore_session(Session(tiny()), folder)


@pytest.mark.parametrize(
    "made",
    [
        {"game": "iglu", "network": {"kind": "mlp", "width": 4}},
        {"num_players": 3},
        {"network": {"kind": "mlp", "width": 4}},
    ],
)
def test_a_policy_of_something_else_is_not_gone_on_with(checkpoint: Path, made: dict[str, Any], tmp_path: Path) -> None:
    folder = tmp_path / "one"
    shutil.copytree(checkpoint, folder)
    other, about = Session(tiny(**made)), json.loads((folder / MANIFEST).read_text())["about"]
    more = {name: (folder / name).read_bytes() for name in (TENSORS, COUNTERS)}
    save_checkpoint(folder, other.network, other.game, other.settings.num_players, about, more)
    with pytest.raises(CheckpointError, match="does not fit a run of its settings"):
        restore_session(Session(tiny()), folder)
