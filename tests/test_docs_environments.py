"""The examples of docs/environments.md, as they stand but for the time that they take."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parent.parent / "docs/environments.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = DOCUMENT.read_text(encoding="utf-8")
    text = text.replace("env, verbose=1).learn(100_000)", "env, n_steps=256, verbose=1).learn(256)")
    text = text.replace("n_steps=64, batch", "n_steps=32, batch").replace("\n).learn(100_000)", "\n).learn(2048)")
    text = text.replace("1024", "64")
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, str(DOCUMENT), "exec"), names)
    printed = capsys.readouterr().out
    assert "ep_rew_mean" in printed
    assert re.search(r"^.+ (0\.\d+|1\.0)$", printed, re.MULTILINE)
    assert (tmp_path / "arctic_ppo.zip").exists()
