import io
from pathlib import Path

import pytest

from arctic_training.run import _cut_journal, show_training
from arctic_training.run_folder import JOURNAL, read_journal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_plain_lines_where_there_is_no_terminal() -> None:
    file = io.StringIO()
    with show_training(0, 100, file) as progress:
        progress.advance(50)
        progress.advance(60, "margin +1.0")
        progress.note("something to keep")
        progress.advance(100)
        progress.advance(100, "margin +2.0")
    lines = file.getvalue().splitlines()
    assert lines[0] == "something to keep"
    assert lines[1].startswith("training: 100 of 100 decisions, ")
    assert lines[1].endswith("; margin +1.0")
    assert len(lines) == 2


def test_a_bar_on_a_terminal_with_notes_above_it(capsys: pytest.CaptureFixture[str]) -> None:
    file = Terminal()
    with show_training(10, 100, file) as progress:
        print("a line for a file")
        progress.advance(60, "margin [bold]+1.0")
        progress.note("something [to] :smile: keep")
    shown = file.getvalue()
    assert "60/100" in shown
    assert "something [to] :smile: keep" in shown
    assert capsys.readouterr().out == "a line for a file\n"


def test_a_journal_goes_on_where_the_checkpoint_was(tmp_path: Path) -> None:
    with (tmp_path / JOURNAL).open("w") as file:
        for steps in (10, 20, 30):
            file.write(f'{{"steps": {steps}}}\n')
        file.write('{"steps": 4')  # killed while writing
    assert [line["steps"] for line in read_journal(tmp_path)] == [10, 20, 30]
    _cut_journal(tmp_path, 20)
    assert [line["steps"] for line in read_journal(tmp_path)] == [10, 20]
    _cut_journal(tmp_path, 0)
    assert read_journal(tmp_path) == []
