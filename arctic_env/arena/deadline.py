"""A limit on how long an answer may take."""

import math
import signal
import threading
import time
from types import FrameType, TracebackType

MOST_SECONDS = 100_000_000
"""The longest limit, three years: the timers of some systems hold no more."""

_AGAIN = 0.1  # seconds from one ring to the next, for those who catch the first
_AT_ONCE = 1e-6  # 0 would stop a timer


class Late(BaseException):
    """Raised inside `deadline` when time is up; no Exception, so that an agent's own handlers let it pass."""


class deadline:
    """Raise `Late` when a block takes longer than so many seconds; None is no limit.

    In the main thread of a process with interval timers the block is interrupted, endless Python loops
    included, and again every tenth of a second if it goes on. Elsewhere, and inside compiled code, it is
    measured, and `Late` is raised when the block is done.

    There is one such timer in a process. If it is running already, for a limit around this one or for somebody
    else, it does not ring during the block; afterwards it has the rest of its time, or rings at once if that is
    over.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = math.inf if seconds is None else seconds
        self._armed = seconds is not None and _can_interrupt()

    def __enter__(self) -> None:
        self._started = time.perf_counter()
        if self._armed:
            self._left, self._interval = signal.setitimer(signal.ITIMER_REAL, 0)
            self._previous = signal.signal(signal.SIGALRM, _ring)
            signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        taken = time.perf_counter() - self._started
        if self._armed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._previous or signal.SIG_DFL)
            if self._left:
                signal.setitimer(signal.ITIMER_REAL, max(self._left - taken, _AT_ONCE), self._interval)
        if error is None and taken > self._seconds:
            raise Late


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _ring(signum: int, frame: FrameType | None) -> None:
    """Interrupt the block, but not the code above while it puts the timer away."""
    if frame is None or frame.f_code.co_filename != _ring.__code__.co_filename:
        raise Late
