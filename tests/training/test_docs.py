"""The examples of training/arctic_training/README.md, as they stand but for the time that they take."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from arctic_agents.networks.checkpoint import find_champion, load_policy
from arctic_env.arena import bind
from arctic_env.cli import main
from tests.conftest import ROOT

README = ROOT / "training/arctic_training/README.md"


def test_the_example_trains_plays_and_keeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    for long, short in (("256, num", "8, num"), ("learn(100_000)", "learn(256)"), ("games=30", "games=6")):
        assert code.count(long) == 1
        code = code.replace(long, short)
    names: dict[str, Any] = {}
    exec(compile(code, str(README), "exec"), names)
    assert len(names["result"].pairs()) == 1
    assert names["model"].num_timesteps == 256
    bind("ppo:runs/mine", names["arctic"], 3)


def test_the_champion_of_the_package_is_a_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (text,) = re.findall(r"`arctic (train .*from=champion.*)`", README.read_text(encoding="utf-8"))
    *words, option, _ = shlex.split(text)
    assert option == "--out"
    few = ["games=4", "ppo.rollout=8", "threads=1", "evaluation.every=0", "tensorboard=false", "opponents={latest: 1}"]
    small = [word for change in few for word in ("--set", change)]
    run = str(tmp_path / "run")
    assert main([*words, *small, "--steps", "32", option, run]) == 0
    begun, made = load_policy(find_champion("arctic", 2)), load_policy(run)
    moved = [
        (weight - made.network.state_dict()[name]).abs().max().item()
        for name, weight in begun.network.state_dict().items()
    ]
    assert 0 < max(moved) < 0.01
