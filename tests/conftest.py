"""What all tests share: one thread a process, steady hypothesis runs, and Python processes without a past."""

import gc
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent.parent
ROOTS = {  # of each package
    "arctic_env": ROOT / "arctic_env",
    "arctic_agents": ROOT / "agents" / "arctic_agents",
    "arctic_training": ROOT / "training" / "arctic_training",
}
PYTHONPATH = os.pathsep.join(str(path.parent) for path in ROOTS.values())

for variable in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")  # read when torch is imported
os.environ["NUMBA_NUM_THREADS"] = "3"  # read when numba is imported; only batches that ask for threads use them

gc.disable()  # while tests are collected: all that is made then stays, and looking it through takes a third of the time


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


# The same examples on every machine and in every run; a slow first call compiles kernels and is no fault.
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


class FreshPython(Protocol):
    def __call__(
        self, *arguments: str | Path, cwd: Path | None = None, check: bool = True, **environment: str | Path
    ) -> subprocess.CompletedProcess[str]:
        """Run Python with these arguments and further environment variables; with check it must succeed."""


@pytest.fixture(scope="session")
def fresh_python() -> FreshPython:
    def run(
        *arguments: str | Path, cwd: Path | None = None, check: bool = True, **environment: str | Path
    ) -> subprocess.CompletedProcess[str]:
        variables = os.environ | {"PYTHONPATH": PYTHONPATH} | {k: str(v) for k, v in environment.items()}
        command = [sys.executable, "-W", "error", *map(str, arguments)]
        done = subprocess.run(command, cwd=cwd, env=variables, capture_output=True, text=True, timeout=300)
        assert not check or done.returncode == 0, done.stderr
        return done

    return run


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Interrupts raise KeyboardInterrupt, also where shells started the tests in the background, without them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def full_disk(after: int) -> Iterator[None]:
    """No file can get longer than so many bytes; what would stops there with an OSError."""
    import resource  # Unix has it

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (after, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """What somebody types: a function that puts lines into standard input, a pipe; games are saved elsewhere."""
    monkeypatch.chdir(tmp_path)
    with ExitStack() as stack:

        def put(*lines: str) -> None:
            end, begin = os.pipe()
            with open(begin, "w") as pipe:
                pipe.writelines(line + "\n" for line in lines)
            monkeypatch.setattr("sys.stdin", stack.enter_context(open(end)))

        yield put
