"""A limit on how long an answer may take."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Late(BaseException):
    """Raised inside `deadline` when time is up; no Exception, so that an agent's own handlers let it pass."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Raise `Late` when the block takes longer than this; None is no limit.

    In the main thread of a process with interval timers the block is interrupted, endless Python loops
    included. Elsewhere, and inside compiled code, it is measured, and `Late` is raised when the block is
    done.
    """
    if seconds is None:
        yield
        return
    started = time.perf_counter()
    armed = _can_interrupt()
    previous = signal.signal(signal.SIGALRM, _ring) if armed else None
    try:
        if armed:
            signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        if armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous or signal.SIG_DFL)
    if time.perf_counter() - started > seconds:
        raise Late


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _ring(signum: int, frame: FrameType | None) -> None:
    raise Late
