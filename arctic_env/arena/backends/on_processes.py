"""Work on processes of this machine; a single worker is this process itself."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock, Thread
from types import ModuleType
from typing import Any

from arctic_env.arena.backends import AHEAD, Result, Task, WorkerDied, from_bytes, one_thread, to_bytes


def run(
    start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
) -> Generator[Result, None, None]:
    """See `Run`."""
    if workers == 1:
        yield from map(start(), tasks)
        return
    workers = min(workers, len(tasks))
    pool = ProcessPoolExecutor(workers, _Guests(), _begin, (to_bytes(start),))
    try:
        yield from _in_order(pool, tasks, workers * AHEAD)
    except BrokenProcessPool as error:
        raise WorkerDied from error
    finally:
        pool.shutdown(cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, tasks: Sequence[Any], ahead: int) -> Generator[Any, None, None]:
    waiting: deque[Future[Any]] = deque()
    for task in tasks:
        waiting.append(pool.submit(_do, task))
        if len(waiting) == ahead:
            yield waiting.popleft().result()
    for future in waiting:
        yield future.result()


# ------------------------------------------------------------------------------------------ processes


class Child(SpawnProcess):
    """A process that ends with the one that started it, also where that one was killed."""

    def run(self) -> None:
        """Watch the other process, and work."""
        Thread(target=_leave_with_parent, daemon=True).start()
        super().run()


def _leave_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


class Children(SpawnContext):
    """Starts a `Child` for each process, as the context of multiprocessing or of an executor."""

    Process = Child


_starting = Lock()


class _Guest(Child):
    """A child that does not run the program's main module again.

    What is defined there comes by value, so it is not needed; and a script that does not guard what it does by
    `if __name__ == "__main__"` would do it anew in each worker, a notebook's cells could not be found at all.
    """

    def start(self) -> None:
        """Start it, the main module being out of sight."""
        with _starting:
            main = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                super().start()
            finally:
                sys.modules["__main__"] = main


class _Guests(SpawnContext):
    Process = _Guest


# ------------------------------------------------------------------------------------------ in a worker

_packed = b""


def _begin(packed: bytes) -> None:
    """Begin a worker process."""
    global _packed
    one_thread()
    _packed = packed


@cache
def _work() -> Callable[[Any], Any]:
    """What does tasks; made with the first one, so that what goes wrong in it is told as it was raised."""
    start: Callable[[], Callable[[Any], Any]] = from_bytes(_packed)
    return start()


def _do(task: Any) -> Any:
    return _work()(task)
