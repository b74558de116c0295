"""Showing how far a training run is: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TextIO, cast

from arctic_env.files import Aside, tell

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_SECONDS_BETWEEN_LINES = 10.0
_SETTLING = 10.0  # seconds before a rate says something about the hours to come


class Progress(Protocol):
    """Where a run tells how it goes."""

    def advance(self, steps: int, figures: str = "") -> None:
        """So many decisions have been learnt from; the figures are shown beside it, until there are newer ones."""

    def note(self, text: str) -> None:
        """Something that stays on the screen."""


class Pace:
    """How fast it goes and how long it will take; the clock starts at the first decisions, which wait for compiling."""

    def __init__(self, begun: int, total: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.begun, self.total, self.clock = begun, total, clock
        self._start: tuple[int, float] | None = None  # decisions and time

    def rate(self, steps: int) -> float | None:
        """Decisions a second; None until there is enough to tell."""
        now = self.clock()
        if self._start is None and steps > self.begun:
            self._start = steps, now
        if self._start is None or now - self._start[1] < _SETTLING or steps == self._start[0]:
            return None
        return (steps - self._start[0]) / (now - self._start[1])

    def words(self, steps: int) -> str:
        """Rate and remaining time."""
        rate = self.rate(steps)
        if rate is None:
            return "done" if steps >= self.total else "starting"
        left = "done" if steps >= self.total else f"{duration((self.total - steps) / rate)} left"
        return f"{rate:,.0f}/s, {left}"


def duration(seconds: float) -> str:
    """Seconds as `1:02:03` or `2:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@contextmanager
def show_training(begun: int, total: int, file: TextIO | None = None) -> Iterator[Progress]:
    """Progress of a run that has learnt from `begun` of `total` decisions; on standard error unless a file is given."""
    file = file or sys.stderr
    pace = Pace(begun, total)
    if not Aside(file).isatty():
        yield _Lines(pace, file)
        return
    with _bar(pace, file) as progress:
        yield progress


class _Lines:
    """A line every few seconds, and one at the end."""

    def __init__(self, pace: Pace, file: TextIO | None) -> None:
        self.pace, self.file = pace, file
        self.figures = ""
        self.last = pace.clock()
        self.done = False

    def advance(self, steps: int, figures: str = "") -> None:
        self.figures = figures or self.figures
        now = self.pace.clock()
        soon = steps < self.pace.total and now - self.last < _SECONDS_BETWEEN_LINES
        if soon or self.done:
            return
        self.last, self.done = now, steps >= self.pace.total
        done = f"training: {steps:,} of {self.pace.total:,} decisions, {self.pace.words(steps)}"
        self.note(f"{done}; {self.figures}" if self.figures else done)

    def note(self, text: str) -> None:
        tell(text, self.file)


@contextmanager
def _bar(pace: Pace, file: TextIO | None) -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as RichProgress

    columns = (
        TextColumn("training"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[pace]}", markup=False),
        TextColumn("{task.fields[figures]}", markup=False),
    )
    console = Console(file=cast(TextIO, Aside(file)))  # terminals may be closed in the meantime
    redirect = Aside(sys.stdout).isatty()  # else what a command prints into a file would go to the terminal
    with RichProgress(*columns, console=console, refresh_per_second=4, redirect_stdout=redirect) as rich:
        yield _Bar(pace, rich, rich.add_task("", total=pace.total, completed=pace.begun, pace="", figures=""))


class _Bar:
    """Rich's progress bar; notes scroll by above it."""

    def __init__(self, pace: Pace, rich: RichProgress, task: TaskID) -> None:
        self.pace, self.rich, self.task = pace, rich, task

    def advance(self, steps: int, figures: str = "") -> None:
        self.rich.update(self.task, completed=steps, pace=self.pace.words(steps))
        if figures:
            self.rich.update(self.task, figures=figures)

    def note(self, text: str) -> None:
        from rich.text import Text

        self.rich.console.print(Text(text))  # in a plain str, rich reads [v1] and :smile: as markup
