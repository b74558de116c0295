import io
from pathlib import Path

import pytest

from arctic_training.progress import Pace, duration, show_training
from arctic_training.resume_state import Journal, read_journal
from arctic_training.run_folder import JOURNAL


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_pace_counts_from_the_first_decisions_of_this_session() -> None:
    """Half a minute of compiling is no part of it, and the first seconds promise nothing."""
    now = iter([100.0, 130.0, 131.0, 150.0, 151.0])
    pace = Pace(5_000, 20_000, clock=lambda: next(now))
    assert pace.words(5_000) == "starting"
    assert pace.words(5_500) == "starting"
    assert pace.words(6_000) == "starting"
    assert pace.words(15_500) == "500/s, 0:09 left"
    assert pace.words(20_000) == "690/s, done"


def test_a_pace_without_anything_done_promises_nothing() -> None:
    now = iter([0.0, 60.0, 120.0])
    pace = Pace(7, 20, clock=lambda: next(now))
    assert [pace.words(steps) for steps in (7, 10, 10)] == ["starting"] * 3


def test_a_short_run_is_done_before_there_is_a_pace() -> None:
    assert Pace(7, 20, clock=lambda: 1.0).words(20) == "done"


def test_durations_read_like_a_clock() -> None:
    assert [duration(seconds) for seconds in (0.4, 59.6, 125, 3723)] == ["0:00", "1:00", "2:05", "1:02:03"]


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
    journal = Journal(tmp_path, 0)
    for steps in (10, 20, 30):
        journal.write({"steps": steps})
    with (tmp_path / JOURNAL).open("a") as file:
        file.write('{"steps": 4')  # killed while writing
    assert [line["steps"] for line in read_journal(tmp_path)] == [10, 20, 30]
    Journal(tmp_path, 20).write({"steps": 21})
    assert [line["steps"] for line in read_journal(tmp_path)] == [10, 20, 21]
    Journal(tmp_path, 0)
    assert read_journal(tmp_path) == []
