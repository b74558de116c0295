"""A run goes on from where it can have come to, or is refused by name."""

import json
import shutil
from pathlib import Path

import pytest

from agents.policy.checkpoint import MANIFEST, find_checkpoint
from arctic_env import CheckpointError
from tests.training.test_run import UPDATE, tiny, train_tiny
from training.session import Session
from training.state import restore_session


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a run of one update."""
    run = tmp_path_factory.mktemp("runs") / "tiny"
    train_tiny(run, steps=UPDATE)
    return find_checkpoint(run)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": -UPDATE}, "steps must be decisions of whole updates of 96, not -96"),
        ({"steps": 97}, "steps must be decisions of whole updates of 96, not 97"),
        ({"steps": 96.0}, r"steps must be a whole number, not 96\.0"),
        ({"seconds": float("nan")}, "seconds must be a finite number, not nan"),
        ({"seconds": -1}, r"seconds must be 0 or more, not -1\.0"),
        ({"seconds": None}, "seconds must be a number, not None"),
        ({"seconds": "abc"}, "seconds must be a number, not 'abc'"),
        ({"seconds": 10**400}, "seconds must be a number, not 10000"),
    ],
)
def test_a_run_that_cannot_be_is_refused(
    checkpoint: Path, change: dict[str, object], message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "one"
    shutil.copytree(checkpoint, folder)
    manifest = folder / MANIFEST
    document = json.loads(manifest.read_text())
    document["about"] |= change
    manifest.write_text(json.dumps(document))
    with pytest.raises(CheckpointError, match=f"{manifest}: about: {message}"):
        restore_session(Session(tiny()), folder)
