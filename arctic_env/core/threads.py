"""Work on the parts of a batch at once, for kernels that release the GIL.

Plain threads, because numba's own do not survive a fork and must not be started from two threads at a time. Every
game has its own chance, so results do not depend on how many threads there are.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any

from arctic_env.core.checks import count

_SMALLEST = 128  # games a part: with fewer, handing the work over takes longer than the work
_LARGEST = 512  # games a part: what the work on them touches shall stay in the cache of a core
_PARTS = 2  # at least, for each thread, so that none waits long for another that is slow


def available_cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Threads:
    """Some threads, started when they are first needed.

    Attributes:
        count: how many, the caller's own included.
    """

    def __init__(self, threads: int | None = None) -> None:
        """Plan threads.

        Args:
            threads: how many; None: one for each core that this process may use.

        Raises:
            ValueError: that is not a whole number of at least 1.
        """
        self.count = available_cores() if threads is None else count("threads", threads)
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0

    def parts(self, n: int) -> list[slice]:
        """N games in even parts."""
        wanted = max(-(-n // _LARGEST), _PARTS * self.count if self.count > 1 else 1)
        parts = max(1, min(wanted, n // _SMALLEST))
        bounds = [n * part // parts for part in range(parts + 1)]
        return [slice(*pair) for pair in pairwise(bounds)]

    def run(self, work: Callable[[slice], object], n: int) -> None:
        """Call `work` for each part of n games; it is over when all parts are.

        Each thread takes one part after the other, the caller's too: it waits for no thread that is late to wake up.
        """
        parts = self.parts(n)
        left = iter(parts)  # taking the next one is a single step of the interpreter

        def take_parts() -> None:
            for part in left:
                work(part)

        helpers = [self._ready().submit(take_parts) for _ in range(min(self.count, len(parts)) - 1)]
        try:
            take_parts()
        finally:
            begun = [helper for helper in helpers if not helper.cancel()]
            wait(begun)
        for helper in begun:
            helper.result()

    def _ready(self) -> ThreadPoolExecutor:
        """The pool; a new one in a process that was forked, where the threads of the old one do not exist."""
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.count - 1, thread_name_prefix="arctic")
            self._process = os.getpid()
        return self._pool

    def close(self) -> None:
        """Let the threads go; they start again when they are needed."""
        if self._pool is not None and self._process == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        """Only the number is copied and pickled."""
        return {"count": self.count, "_pool": None, "_process": 0}
