"""Work on the parts of a batch at once, for kernels that release the GIL.

Plain threads, because numba's own do not survive a fork and must not be started from two threads at a time. Every
game has its own chance, so results do not depend on how many threads there are. Work comes thousands of times a
second, so it is handed over by a queue alone; with an executor of the standard library a step takes a tenth more of
processor time.
"""

import os
import threading
from collections import deque
from collections.abc import Callable
from itertools import pairwise
from queue import SimpleQueue
from typing import Any

from arctic_env.kernels.cores import available_cores
from arctic_env.validation import check_integer

MOST_THREADS = 256  # of a process; with very many torch ends it
_SMALLEST = 128  # games a part: with fewer, handing the work over takes longer than the work
_LARGEST = 512  # games a part: what the work on them touches shall stay in the cache of a core
_PARTS = 2  # at least, for each thread, so that none waits long for another that is slow


class Threads:
    """Some threads, started when they are first needed.

    Attributes:
        count: how many, the caller's own included.
    """

    def __init__(self, threads: int | None = None, smallest: int = _SMALLEST) -> None:
        """Plan threads.

        Args:
            threads: how many; None: one for each core that this process may use.
            smallest: games a part has at least; 1 where each takes long.

        Raises:
            ValueError: that is not an integer from 1 to MOST_THREADS.
        """
        self.count = available_cores() if threads is None else check_integer("threads", threads, MOST_THREADS)
        self._smallest = smallest
        self._helpers: _Helpers | None = None

    def parts(self, n: int) -> list[slice]:
        """N games in even parts."""
        wanted = max(-(-n // _LARGEST), _PARTS * self.count if self.count > 1 else 1)
        parts = max(1, min(wanted, n // self._smallest))
        bounds = [n * part // parts for part in range(parts + 1)]
        return [slice(*pair) for pair in pairwise(bounds)]

    def run(self, work: Callable[[slice], object], n: int) -> None:
        """Call `work` for each part of n games; it is over when all parts are.

        Each thread takes one part after the other, the caller's too: it waits for no thread that is late to wake up.
        What a part raises, or an interrupt, comes out when no thread works any more; parts that nobody has begun by
        then are left undone.
        """
        parts = self.parts(n)
        left = iter(parts)  # taking the next one is a single step of the interpreter

        def take_parts() -> None:
            try:
                for part in left:
                    work(part)
            except BaseException:
                deque(left, maxlen=0)  # takes all that is left away from the others
                raise

        wanted = min(self.count, len(parts)) - 1
        if wanted == 0:
            take_parts()
            return
        job = _Job(take_parts)
        try:
            self._ready().call(job, wanted)
            take_parts()
        finally:
            error = job.finish()
        if error is not None:
            raise error

    def _ready(self) -> "_Helpers":
        """The helpers; new ones in a process that was forked, where the threads of the old ones do not exist."""
        if self._helpers is None or self._helpers.process != os.getpid():
            self._helpers = _Helpers()
        return self._helpers

    def close(self) -> None:
        """Let the threads go; they start again when they are needed."""
        helpers, self._helpers = self._helpers, None
        if helpers is not None and helpers.process == os.getpid():
            helpers.dismiss()

    def __getstate__(self) -> dict[str, Any]:
        """Only the numbers are copied and pickled."""
        return {"count": self.count, "_smallest": self._smallest, "_helpers": None}


class _Job:
    """Work that others may join until it is over.

    Helpers change the lists and the queue, each time in a single step of the interpreter; the caller only reads them,
    so that it can be interrupted anywhere and begin to wait anew.
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._over = False
        self._begun: list[None] = []  # one for each helper that has come
        self._outcomes: list[BaseException | None] = []  # of those that have stopped
        self._stops: SimpleQueue[None] = SimpleQueue()  # wakes the caller

    def join(self) -> None:
        """Work too, unless it is over."""
        self._begun.append(None)  # before looking, so that whoever ends the job knows of this helper
        error = None if self._over else self._try_to_work()
        self._outcomes.append(error)
        self._stops.put(None)

    def _try_to_work(self) -> BaseException | None:
        try:
            self._work()
        except BaseException as error:  # for the caller of `finish`
            return error
        return None

    def finish(self) -> BaseException | None:
        """Let nobody begin any more, wait for those that have, and return what one of them raised.

        Raises:
            BaseException: what interrupted the waiting, after all of them have stopped.
        """
        interrupt = None
        while True:
            try:
                self._wait()
                break
            except BaseException as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt
        return next((error for error in self._outcomes if error is not None), None)

    def _wait(self) -> None:
        self._over = True
        # Whoever comes from here on does nothing, but says so: counted anew each time, it stands for nobody who works.
        while len(self._outcomes) < len(self._begun):
            self._stops.get()


class _Helpers:
    """Threads that wait for jobs until they are dismissed or nobody knows them any more."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self._threads: list[threading.Thread] = []
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()

    def call(self, job: _Job, helpers: int) -> None:
        while len(self._threads) < helpers:
            thread = threading.Thread(target=_serve, args=(self._jobs,), name="arctic", daemon=True)
            thread.start()
            self._threads.append(thread)
        for _ in range(helpers):
            self._jobs.put(job)

    def dismiss(self) -> None:
        self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def __del__(self) -> None:
        self._jobs.put(None)


def _serve(jobs: "SimpleQueue[_Job | None]") -> None:
    while _join(jobs.get()):
        pass
    jobs.put(None)  # for the next one; one whose start was interrupted is on no list


def _join(job: _Job | None) -> bool:
    """Work on a job; False if there is none. In a function of its own, so that no job is kept for longer."""
    if job is not None:
        job.join()
    return job is not None
