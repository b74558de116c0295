"""Where the work of a tournament is done: processes of this machine, or Ray.

A backend is a module with a function `run(start, tasks, workers)`. Each worker calls `start()` once, which gives it a
function from a task to its result. Results come in the order of the tasks, whichever worker is done first; few tasks
are handed out ahead, so that results do not pile up. Closing the generator stops the workers.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Generator, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from types import CodeType
from typing import Any, Literal, Protocol, TypeVar

import cloudpickle

from arctic_env.errors import AgentError, SettingsError

Task = TypeVar("Task")
Result = TypeVar("Result")

Backend = Literal["processes", "ray"]

AHEAD = 4  # tasks for each worker that are handed out at a time


class _Pickler(cloudpickle.Pickler):  # type: ignore[misc]
    """As cloudpickle's, but code keeps the name of its file, which a traceback in the worker shows."""

    def reducer_override(self, obj: Any) -> Any:
        """How an object is pickled."""
        if not isinstance(obj, CodeType):
            return super().reducer_override(obj)
        make, values = self.dispatch_table[CodeType](obj)
        return make, tuple(obj.co_filename if value == "<dynamic-code>" else value for value in values)


def to_bytes(value: object) -> bytes:
    """Pickle by value what is defined in the main module, by name what is in others."""
    with BytesIO() as file:
        _Pickler(file).dump(value)
        return file.getvalue()


def from_bytes(data: bytes) -> Any:
    """What `to_bytes` packed, in a worker; AgentError where it cannot be made there, its module not being found."""
    try:
        return pickle.loads(data)
    except (Exception, SystemExit) as error:  # whatever an agent's own methods raise
        raise AgentError(
            f"an agent cannot be made again in a worker process ({type(error).__name__}: {error}); "
            "with workers=1 on the backend processes it stays in this one"
        ) from error


def one_thread() -> None:
    """Leave one thread to this process, a worker's, whose work begins: several workers would slow each other down."""
    for variable in ("OMP_NUM_THREADS", "POLARS_MAX_THREADS"):
        os.environ[variable] = "1"


class WorkerDied(Exception):
    """A worker is gone without having answered."""


class Run(Protocol):
    """Does all tasks on so many workers and gives their results, in order.

    Raises:
        WorkerDied: A worker is gone.
        Exception: Whatever `start` or a task raised, as it was raised.
    """

    def __call__(
        self, start: Callable[[], Callable[[Task], Result]], tasks: Sequence[Task], workers: int
    ) -> Generator[Result, None, None]:
        """Begin; `start` has to be picklable by value (cloudpickle), the tasks and results by name."""


def find_backend(name: Backend) -> Run:
    """The `run` of a backend; SettingsError when its package is not installed."""
    if name == "ray" and find_spec("ray") is None:
        raise SettingsError("the backend ray needs the package ray: pip install 'arctic-env[ray]'")
    run: Run = import_module(f"{__name__}.on_{name}").run
    return run
