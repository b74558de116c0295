"""What is written anew loses nothing when it is cut short, as by a kill or a full disk."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import full_disk
from tests.training.test_tuning import TINY
from training import exploit
from training.exploit import EXPLOIT, write_gain
from training.journal import JOURNAL, Journal
from training.tuning.journal import Journal as TuningJournal


def go_on_with_a_run(folder: Path) -> None:
    Journal(folder, 2)


def go_on_with_a_tuning(folder: Path) -> None:
    TuningJournal(folder, TINY)


def measure_anew(folder: Path) -> None:
    write_gain(folder, Gain())  # type: ignore[arg-type]


class Gain:
    def to_document(self) -> dict[str, Any]:
        return {"format": exploit.FORMAT, "agent": "x" * 100}


@pytest.mark.parametrize(
    ("name", "lines", "write"),
    [
        (JOURNAL, [{"steps": 1}, {"steps": 2}, {"steps": 3}], go_on_with_a_run),
        (JOURNAL, [TINY.to_dict(), {"generation": 0}], go_on_with_a_tuning),
        (EXPLOIT, [{"format": exploit.FORMAT}], measure_anew),
    ],
    ids=["run", "tuning", "exploiter"],
)
def test_what_is_there_stays_until_all_of_the_new_is_there(
    name: str, lines: list[dict[str, Any]], write: Callable[[Path], None], tmp_path: Path
) -> None:
    before = "".join(json.dumps(line) + "\n" for line in lines)
    (tmp_path / name).write_text(before)
    with full_disk(after=5), pytest.raises(OSError, match="too large"):
        write(tmp_path)
    assert (tmp_path / name).read_text() == before
    write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [name]
