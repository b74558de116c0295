"""Backends for the work of a tournament: processes of this machine, or Ray.

A backend is a function `run(start, tasks, workers)`. Each worker calls `start()` once, which returns a function from a
task to its result. Results come in the order of the tasks, whichever worker is done first; few tasks are handed out
ahead, so that results do not pile up. Closing the generator stops the workers.

`run_on_ray` uses the Ray that the program has connected to, and leaves it as it is. Otherwise it connects to the one
of RAY_ADDRESS, where that is set, or starts one on this machine with as many CPUs as there are workers, and shuts it
down in the end. Each worker is an actor on one CPU. On other machines the same arctic-env has to be installed.
"""

import logging
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock, Thread
from types import CodeType, ModuleType
from typing import Any, Literal, Protocol, TypeVar

import cloudpickle

from arctic_env.agents.guarded_calls import message_of, traceback_of
from arctic_env.errors import AgentError, ArcticError, SettingsError

Task = TypeVar("Task")
Result = TypeVar("Result")

Backend = Literal["processes", "ray"]

AHEAD = 4  # tasks for each worker that are handed out at a time


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """A pickler like cloudpickle's, but code keeps its file name, for tracebacks in the worker."""

    def reducer_override(self, obj: Any) -> Any:
        """Reduce an object for pickling."""
        if not isinstance(obj, CodeType):
            return super().reducer_override(obj)
        make, values = self.dispatch_table[CodeType](obj)
        return make, tuple(obj.co_filename if value == "<dynamic-code>" else value for value in values)


def to_bytes(value: object) -> bytes:
    """Pickle by value objects defined in the main module, by name all others."""
    with BytesIO() as file:
        _Pickler(file).dump(value)
        return file.getvalue()


def from_bytes(data: bytes) -> Any:
    """Unpickle in a worker; raise AgentError if the object cannot be made there, such as without its module."""
    try:
        return pickle.loads(data)
    except (Exception, SystemExit) as error:  # whatever an agent's own methods raise
        raise AgentError(
            f"an agent cannot be made again in a worker process ({message_of(error)}); "
            "with workers=1 on the backend processes it stays in this one",
            traceback_of(error),
        ) from error


def one_thread() -> None:
    """Limit a worker process to one thread: several workers would slow each other down."""
    for variable in ("OMP_NUM_THREADS", "POLARS_MAX_THREADS"):
        os.environ[variable] = "1"


class WorkerDied(Exception):
    """A worker has died before its answer."""


class RunTasks(Protocol):
    """A function that runs all tasks on a number of workers and yields their results, in order.

    Raises:
        WorkerDied: A worker is gone.
        Exception: Whatever `start` or a task raised, as it was raised.
    """

    def __call__(
        self, start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
    ) -> Generator[Result, None, None]:
        """Begin; `start` has to be picklable by value (cloudpickle), the tasks and results by name."""


# ------------------------------------------------------------------------------------------ processes


def run_on_processes(
    start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
) -> Generator[Result, None, None]:
    """See `RunTasks`."""
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


class Child(SpawnProcess):
    """A process that ends with the one that started it, also where that one was killed.

    Ctrl-C reaches both. While the child starts and imports it waits, and then ends the child silently.
    """

    def start(self) -> None:
        """Start it with interrupts held back, as the child inherits that."""
        if not hasattr(signal, "pthread_sigmask"):  # on Windows
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def run(self) -> None:
        """Watch the other process, and work."""
        Thread(target=_leave_with_parent, daemon=True).start()
        try:
            if hasattr(signal, "pthread_sigmask"):
                signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
            super().run()
        except KeyboardInterrupt:
            os._exit(130)


def _leave_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


_starting = Lock()


class _Guest(Child):
    """A child that does not run the program's main module again.

    Its definitions are pickled by value, so it is not needed; and a script without the guard
    `if __name__ == "__main__"` would run again in each worker, and a notebook's cells could not be found at all.
    """

    def start(self) -> None:
        """Start it with the main module hidden."""
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


class _Worker:
    """Does tasks in a process of its own, the function for which it unpickles.

    It does so at the first task, so that errors are raised unchanged: what goes wrong before, in an initializer or a
    constructor, is told as the worker's death.
    """

    def __init__(self, start: bytes, path: Sequence[str] = ()) -> None:
        one_thread()
        sys.path += [folder for folder in path if folder not in sys.path]  # as multiprocessing does
        self._start = start

    @cached_property
    def work(self) -> Callable[[Any], Any]:
        """The function for tasks."""
        start: Callable[[], Callable[[Any], Any]] = from_bytes(self._start)
        return start()

    def do(self, task: Any) -> bytes:
        """Return the pickled result of a task: arrays would be borrowed from Ray's store and never released."""
        return pickle.dumps(self.work(task))


_worker: _Worker  # of this process


def _begin(start: bytes) -> None:
    """Begin a worker process."""
    global _worker
    _worker = _Worker(start)


def _do(task: Any) -> Any:
    return _worker.work(task)


# ------------------------------------------------------------------------------------------ Ray

_STORE = 256 * 2**20  # bytes for results on their way; Ray would take a third of the memory
_TRIES = 2  # Ray gives itself 30 s to start, which on a busy machine may be too little


def run_on_ray(
    start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
) -> Generator[Result, None, None]:
    """See `RunTasks`."""
    ray = import_module("ray")
    workers = min(workers, len(tasks))
    with connected(ray, workers):
        packed = to_bytes(start)
        actors = [ray.remote(num_cpus=1)(_Worker).remote(packed, sys.path) for _ in range(workers)]
        try:
            yield from _ray_in_order(ray, actors, tasks)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except ray.exceptions.RayActorError as error:
            raise WorkerDied from error
        finally:
            for actor in actors:
                ray.kill(actor)


@contextmanager
def connected(ray: Any, workers: int) -> Iterator[None]:
    """Connect to Ray; a connection of our own ends with the block.

    Raise SettingsError if Ray has fewer CPUs than there are workers, ArcticError if it does not start.
    """
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, workers)
    try:
        cpus = int(ray.cluster_resources().get("CPU", 0))
        if cpus < workers:
            raise SettingsError(f"{workers} workers need as many CPUs, and Ray has {cpus}")
        yield
    finally:
        if ours:
            ray.shutdown()


def _connect(ray: Any, workers: int) -> None:
    """Connect to the Ray of RAY_ADDRESS, or start one."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # what is run here is nobody else's business
    address = os.environ.get("RAY_ADDRESS")
    options: dict[str, Any] = {"address": address, "logging_level": logging.ERROR, "log_to_driver": False}
    if address is None:
        options |= {"address": "local", "num_cpus": workers, "object_store_memory": _STORE}
        options["include_dashboard"] = False
    for tries_left in reversed(range(_TRIES)):
        try:
            ray.init(**options)
            return
        except Exception as error:  # Ray says it with exceptions of any kind
            ray.shutdown()
            if not tries_left:
                raise ArcticError(f"Ray does not start: {error}") from error


def _ray_in_order(ray: Any, actors: Sequence[Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """Give tasks to free workers, and yield the results in order."""
    ahead = len(actors) * AHEAD
    free = deque(actors) * 2  # one task to do and one that waits for each
    left = deque(enumerate(tasks))
    running: dict[Any, tuple[int, Any]] = {}
    done: dict[int, Any] = {}
    for number in range(len(tasks)):
        while number not in done:
            while free and left and left[0][0] < number + ahead:
                (i, task), actor = left.popleft(), free.popleft()
                running[actor.do.remote(task)] = i, actor
            for reference in ray.wait(list(running))[0]:
                i, actor = running.pop(reference)
                done[i] = reference
                free.append(actor)
        yield pickle.loads(ray.get(done.pop(number)))


def find_backend(name: Backend) -> RunTasks:
    """Return the `run` of a backend; SettingsError when its package is not installed."""
    if name == "ray" and find_spec("ray") is None:
        raise SettingsError("the backend ray needs the package ray: pip install 'arctic-env[ray]'")
    return run_on_ray if name == "ray" else run_on_processes
