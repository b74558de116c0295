"""The README's first example: ten lines that run, and give the same each time."""

import re
from pathlib import Path

from tests.conftest import FreshPython

README = Path(__file__).parent.parent / "README.md"


def example() -> str:
    (code,) = re.findall(
        r"## Ten lines\n\n```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL
    )
    return str(code)


def test_ten_lines_are_ten_lines() -> None:
    assert sum(bool(line.strip()) for line in example().splitlines()) == 10


def test_ten_lines_give_the_same_each_time(fresh_python: FreshPython) -> None:
    one, two = (fresh_python("-c", example(), PYTHONHASHSEED=seed) for seed in "12")
    assert one.stdout == two.stdout
    assert re.search(r"'total': -?\d+.*\[\d\]\n$", one.stdout)
