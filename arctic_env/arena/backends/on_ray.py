"""Work on Ray, on this machine or on a cluster.

A Ray that the program has connected to is used and left as it is. Otherwise one is found by RAY_ADDRESS, where that
is set, or started on this machine with as many CPUs as there are workers, and shut down in the end. Each worker is an
actor on one CPU. On other machines the same arctic-env has to be installed.
"""

from __future__ import annotations

import logging
import os
import pickle
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from arctic_env.arena.backends import AHEAD, Result, Task, WorkerDied, from_bytes, one_thread, to_bytes
from arctic_env.errors import ArcticError, SettingsError

_STORE = 256 * 2**20  # bytes for results on their way; Ray would take a third of the memory
_TRIES = 2  # Ray gives itself 30 s to start, which on a busy machine may be too little


def run(
    start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
) -> Generator[Result, None, None]:
    """See `Run`."""
    ray = import_module("ray")
    workers = min(workers, len(tasks))
    with connected(ray, workers):
        packed = to_bytes(start)
        actors = [ray.remote(num_cpus=1)(_Worker).remote(sys.path, packed) for _ in range(workers)]
        try:
            yield from _in_order(ray, actors, tasks)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except ray.exceptions.RayActorError as error:
            raise WorkerDied from error
        finally:
            for actor in actors:
                ray.kill(actor)


@contextmanager
def connected(ray: Any, workers: int) -> Iterator[None]:
    """A connection to Ray, which is there already or ends with the block.

    Raises:
        SettingsError: Ray has fewer CPUs than there are workers.
        ArcticError: Ray does not start.
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


class _Worker:
    """An actor, with what its process needs to begin."""

    def __init__(self, path: Sequence[str], start: bytes) -> None:
        self._path = path
        self._start = start
        self._work: Callable[[Any], Any] | None = None

    def do(self, task: Any) -> bytes:
        """The result of a task, packed: arrays would be lent by Ray's store, which could never let go of them."""
        if self._work is None:  # not before: what goes wrong in a constructor, Ray tells as the actor's death
            one_thread()
            sys.path += [folder for folder in self._path if folder not in sys.path]  # as multiprocessing does
            self._work = from_bytes(self._start)()
        return pickle.dumps(self._work(task))


def _in_order(ray: Any, actors: Sequence[Any], tasks: Sequence[Any]) -> Iterator[Any]:
    """Hand tasks to whoever is free, and give the results in order."""
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
