"""Work on processes of this machine; a single worker is this process itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from arctic_env.arena.backends import AHEAD, Result, Task, WorkerDied, one_thread


def run(
    start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
) -> Generator[Result, None, None]:
    """See `Run`."""
    if workers == 1:
        yield from map(start(), tasks)
        return
    workers = min(workers, len(tasks))
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (start,))
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


_work: Callable[[Any], Any] | None = None


def _begin(start: Callable[[], Callable[[Any], Any]]) -> None:
    """Begin a worker process."""
    global _work
    one_thread()
    _work = start()


def _do(task: Any) -> Any:
    assert _work is not None
    return _work(task)
