"""Progress of a long job: how far it is, how fast it goes and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, TextIO

from arctic_env.files import tell

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

_SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """Progress in plain lines: one every few seconds, and one at the end."""

    def __init__(self, label: str, total: int, unit: str, file: TextIO | None, begun: int = 0) -> None:
        self.label, self.total, self.unit, self.file, self.begun = label, total, unit, file, begun
        self.figures, self.done = "", begun
        self.started = self.last = time.monotonic()

    def advance(self, done: int, figures: str = "") -> None:
        """Set the progress made so far; figures are shown beside it, until there are newer ones."""
        now = time.monotonic()
        self.figures = figures or self.figures
        ended, self.done = self.done >= self.total, done
        if not ended and (done >= self.total or now - self.last >= _SECONDS_BETWEEN_LINES):
            self.last = now
            text = f"{self.label}: {done:,} of {self.total:,} {self.unit}, {self._pace(now)}"
            self.note(f"{text}; {self.figures}" if self.figures else text)

    def note(self, text: str) -> None:
        """Show a line that stays on the screen."""
        tell(text, self.file)

    def _pace(self, now: float) -> str:
        """Return rate and remaining time; earlier progress does not count."""
        rate = (self.done - self.begun) / max(now - self.started, 1e-9)
        left = f"{_duration((self.total - self.done) / rate)} left" if rate > 0 else "starting"
        return f"{rate:,.1f} {self.unit}/s, {'done' if self.done >= self.total else left}"


class _Bar(Progress):
    """Progress as rich's bar; notes scroll by above it."""

    def __init__(self, rich: RichProgress, label: str, total: int, unit: str, begun: int) -> None:
        super().__init__(label, total, unit, None, begun)
        self.rich = rich
        self.task = rich.add_task(label, total=total, completed=begun, pace="", figures="")

    def advance(self, done: int, figures: str = "") -> None:
        self.figures, self.done = figures or self.figures, done
        pace = self._pace(time.monotonic())
        self.rich.update(self.task, completed=done, pace=pace, figures=self.figures)

    def note(self, text: str) -> None:
        from rich.text import Text

        self.rich.console.print(Text(text))  # in a plain str, rich reads [v1] and :smile: as markup


@contextmanager
def show_progress(label: str, total: int, unit: str, file: TextIO | None = None, begun: int = 0) -> Iterator[Progress]:
    """Show progress of `total` units, of which `begun` were done before: a bar on a terminal with rich, else lines."""
    file = file or sys.stderr
    if not file.isatty() or find_spec("rich") is None:
        yield Progress(label, total, unit, file, begun)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as RichProgress

    texts = [TextColumn(f"{{task.fields[{name}]}}", markup=False) for name in ("pace", "figures")]
    redirect = sys.stdout.isatty()  # else what a command prints into a file would go to the terminal
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), *texts)
    with RichProgress(
        *columns, console=Console(file=file), transient=True, refresh_per_second=4, redirect_stdout=redirect
    ) as rich:
        yield _Bar(rich, label, total, unit, begun)


def _duration(seconds: float) -> str:
    """Return seconds as `1:02:03` or `2:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
