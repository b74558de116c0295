"""The example of training/README.md, as it stands but for the time that it takes."""

import re
from pathlib import Path
from typing import Any

import pytest

from arctic_env.arena import make_agent
from tests.conftest import ROOT

README = ROOT / "training/README.md"


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
    kept = make_agent("ppo:runs/mine")
    kept.check(names["arctic"], 3)
