"""The examples of docs/logs.md, run as they stand; its tables are those of the code."""

import re
from pathlib import Path

import pytest

from arctic_env.arena import open_log
from arctic_env.arena.logs.layout import DECISION_COLUMNS, RESULT_COLUMNS, to_markdown

DOCUMENT = Path(__file__).parent.parent / "docs/logs.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(code, str(DOCUMENT), "exec"), names)
    printed = capsys.readouterr().out
    assert printed.startswith("['random', 'greedy'] 1\n")
    assert "own totem" in printed
    assert printed.endswith("True\n")
    assert open_log("match").about["agents"] == ["greedy", "random"]


@pytest.mark.parametrize("columns", [DECISION_COLUMNS, RESULT_COLUMNS], ids=["decisions", "results"])
def test_the_tables_are_those_of_the_code(columns: dict) -> None:
    assert to_markdown(columns) in DOCUMENT.read_text(encoding="utf-8")
