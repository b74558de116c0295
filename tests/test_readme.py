"""The README's first example: ten lines that run, and give the same each time."""

import re
from pathlib import Path

import pytest

import arctic_env
from tests.conftest import FreshPython

README = Path(__file__).parent.parent / "README.md"


def example() -> str:
    (code,) = re.findall(r"## Ten lines\n\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def test_the_design_notes_know_the_size_of_a_state() -> None:
    notes = (README.parent / "docs" / "design.md").read_text(encoding="utf-8")
    sizes = set(re.findall(r"of ([\d,]+) bytes", notes))
    assert sizes == {f"{arctic_env.game('arctic').dtype.itemsize:,}"}


def test_ten_lines_are_ten_lines() -> None:
    assert sum(bool(line.strip()) for line in example().splitlines()) == 10


def test_ten_lines_give_the_same_each_time(fresh_python: FreshPython, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example(), str(README), "exec"), {})
    here = capsys.readouterr().out
    assert here == fresh_python("-c", example(), PYTHONHASHSEED="1").stdout
    assert re.search(r"'total': -?\d+.*\[\d\]\n$", here)
