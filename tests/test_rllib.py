"""The example for RLlib, in the environment that `make rllib` sets up."""

import os
import re
import subprocess

import pytest

from tests.conftest import ROOT

PYTHON = ROOT / "build" / "rllib" / "bin" / "python"
EXAMPLE = ROOT / "docs" / "examples" / "rllib_self_play.py"
BUSY = "timed out during startup"  # what Ray says when it could not start within its 30 s


@pytest.mark.slow
@pytest.mark.skipif(not PYTHON.exists(), reason="RLlib has an environment of its own, which `make rllib` sets up")
def test_the_example_trains_with_masks_and_plays() -> None:
    words = [PYTHON, EXAMPLE, "--iterations", "1", "--games", "6", "--num-players", "3"]
    environment = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300)
    if BUSY in done.stderr:
        pytest.skip("the machine is too busy for Ray to start")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^iteration 1: \d+ decisions a game$", done.stdout, re.MULTILINE)
    assert re.search(r"^rllib ahead of random in \d+ % \[\d+, \d+\] of \d+ deals$", done.stdout, re.MULTILINE)
    assert "Illegal move" not in done.stdout + done.stderr
