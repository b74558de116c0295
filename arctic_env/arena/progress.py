"""A line that tells how far a long job is, how fast it goes and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO, cast

from arctic_env.files import Aside, tell

_SECONDS_BETWEEN_LINES = 5.0

Advance = Callable[[int], None]
"""Called with how much has been done so far."""


@contextmanager
def show_progress(
    label: str, total: int, unit: str, file: TextIO | None = None, begun: int = 0
) -> Iterator[Advance]:
    """Show progress of `total` units: a bar on a terminal with rich, else a plain line every few seconds.

    How fast it goes is told of what is done beyond `begun` units, which were done before.
    """
    file = file or sys.stderr
    if Aside(file).isatty():
        try:
            with _rich_bar(label, total, unit, file, begun) as advance:
                yield advance
            return
        except ImportError:
            pass
    yield _PlainLines(label, total, unit, file, begun)


@contextmanager
def _rich_bar(label: str, total: int, unit: str, file: TextIO | None, begun: int) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    speed = TextColumn("{task.fields[rate]}")
    columns = (TextColumn(label), BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn())
    started = time.monotonic()
    redirect = Aside(sys.stdout).isatty()  # else what a command prints into a file would go to the terminal
    console = Console(file=cast(TextIO, Aside(file)))  # terminals may be closed in the meantime
    with Progress(*columns, console=console, transient=True, redirect_stdout=redirect) as progress:
        task = progress.add_task(label, total=total, completed=begun, rate="")

        def advance(done: int) -> None:
            progress.update(task, completed=done, rate=_rate(done - begun, time.monotonic() - started, unit))

        yield advance


class _PlainLines:
    """One line every few seconds, and one at the end."""

    def __init__(self, label: str, total: int, unit: str, file: TextIO | None, begun: int) -> None:
        self.label, self.total, self.unit, self.file, self.begun = label, total, unit, file, begun
        self.started = self.last = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if done < self.total and now - self.last < _SECONDS_BETWEEN_LINES:
            return
        self.last = now
        elapsed, new = now - self.started, done - self.begun
        left = "done" if done >= self.total else f"{elapsed / new * (self.total - done):.0f} s left"
        rate = _rate(new, elapsed, self.unit)
        tell(f"{self.label}: {done:,} of {self.total:,} {self.unit}, {rate}, {left}", self.file)


def _rate(done: int, elapsed: float, unit: str) -> str:
    return f"{done / elapsed:,.1f} {unit}/s" if elapsed > 0 else ""
