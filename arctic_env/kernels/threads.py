"""Work on the parts of a batch at once: numba's parallel loops for steps, plain threads for everything else.

Every game has its own randomness, so results do not depend on how many threads there are. Plain threads work on
kernels that release the GIL, and where numba's threads cannot be used.
"""

import functools
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import pairwise
from typing import Any

import numba
from numba.np.ufunc.parallel import threading_layer

from arctic_env.kernels.cache import numba_setting
from arctic_env.kernels.cores import available_cores
from arctic_env.validation import check_integer

MOST_THREADS = 256  # of a process; with very many torch ends it
_SMALLEST = 128  # games a part: with fewer, handing the work over takes longer than the work
_LARGEST = 512  # games a part: what the work on them touches shall stay in the cache of a core
_PARTS = 2  # at least, for each thread, so that none waits long for another that is slow
# To wake a thread takes longer than the time between two steps, and one that looks for work without end slows down
# torch beside it. So they look for about a millisecond, where OpenMP is GNU's, and elsewhere sleep at once.
_WAITING = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "30000"}
_PROCESS = os.getpid()
# Plain Python has no parallel loops, and checked indices may raise, which they cannot do in one.
_HAS_LOOPS = not (numba_setting("DISABLE_JIT") or numba_setting("BOUNDSCHECK"))


def run_parallel(kernel: Callable[..., None], threads: int, *arguments: object) -> bool:
    """Call a kernel of `parallel_njit` with this many of numba's threads, or all that numba has; return whether it was.

    It is not if numba's threads cannot be used: without OpenMP or TBB, with indices checked or the JIT off, or in a
    forked child, which GNU OpenMP would kill.
    """
    if threads < 2 or not _HAS_LOOPS or os.getpid() != _PROCESS or not _start_loops():
        return False
    most = min(threads, numba_setting("NUMBA_NUM_THREADS"))
    before = numba.get_num_threads()
    numba.set_num_threads(most)
    try:
        kernel(*arguments)
    finally:
        numba.set_num_threads(before)
    return True


@functools.cache
def _start_loops() -> bool:
    """Start numba's threads; return whether they may be called from several threads.

    OpenMP reads once, at the start, how long an idle thread spins before it sleeps.
    """
    own = {} if _WAITING.keys() & os.environ.keys() else _WAITING
    os.environ.update(own)
    try:
        numba.get_num_threads()  # starts them
    except ValueError:  # there is no such layer as the user has asked for
        return False
    finally:
        for name in own:
            del os.environ[name]
    return threading_layer() in ("omp", "tbb")  # type: ignore[no-untyped-call]


def check_threads(threads: int | None) -> int:
    """Return the number of threads, 1 to MOST_THREADS or ValueError; None is one for each core to be used."""
    return available_cores() if threads is None else check_integer("threads", threads, MOST_THREADS)


class Threads:
    """A pool of threads, started at first use."""

    def __init__(self, threads: int | None = None, smallest: int = _SMALLEST) -> None:
        """Plan threads, as `check_threads`; a part has `smallest` games at least, 1 where each takes long."""
        self.count = check_threads(threads)  # number of threads, including the caller's
        self._smallest = smallest
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # whose pool it is

    def parts(self, n: int) -> list[slice]:
        """Return n games in even parts."""
        wanted = max(-(-n // _LARGEST), _PARTS * self.count if self.count > 1 else 1)
        parts = max(1, min(wanted, n // self._smallest))
        bounds = [n * part // parts for part in range(parts + 1)]
        return [slice(*pair) for pair in pairwise(bounds)]

    def run(self, work: Callable[[slice], object], n: int) -> None:
        """Call `work` for each part of n games, and return when all are done.

        Each thread takes one part after the other, the caller's too: it waits for no thread that is slow to wake up.
        Errors of a part, or an interrupt, are raised when no thread works any more; parts that are not begun by
        then are skipped.
        """
        parts = self.parts(n)
        left = iter(parts)  # taking the next one is a single step of the interpreter

        def take_parts() -> None:
            try:
                for part in left:
                    work(part)
            finally:
                deque(left, maxlen=0)  # after an error nothing is left for the others

        helpers: list[Future[None]] = []
        try:
            for _ in range(min(self.count, len(parts)) - 1):
                helpers.append(self._ready().submit(take_parts))
            take_parts()
        finally:
            working = [helper for helper in helpers if not helper.cancel()]
            _wait_for_all(working)
        for helper in working:
            helper.result()

    def _ready(self) -> ThreadPoolExecutor:
        """Return the pool, a new one after a fork, which does not copy threads."""
        if self._pool is None or self._process != os.getpid():
            self._pool = ThreadPoolExecutor(self.count - 1, thread_name_prefix="arctic")
            self._process = os.getpid()
        return self._pool

    def close(self) -> None:
        """Stop the threads; they start again when needed."""
        pool, self._pool = self._pool, None
        if pool is not None and self._process == os.getpid():
            pool.shutdown()

    def __getstate__(self) -> dict[str, Any]:
        """Return the settings alone for copies and pickles."""
        return {**vars(self), "_pool": None}


def _wait_for_all(working: list[Future[None]]) -> None:
    """Wait until all are done, through interrupts; raise the last one."""
    interrupt = None
    while not all(helper.done() for helper in working):
        try:
            wait(working)
        except BaseException as error:
            interrupt = error
    if interrupt is not None:
        raise interrupt
