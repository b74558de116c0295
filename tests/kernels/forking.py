"""Python processes that start quickly: forks of one that has loaded numba, which takes most of the time otherwise."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import PYTHONPATH, FreshPython
from tests.kernels import forks

_READ_AT_START = ("NUMBA_", "PYTHONHASHSEED")  # variables that are too late for a fork


@contextmanager
def forking(fresh_python: FreshPython, folder: Path) -> Iterator[FreshPython]:
    """Give what runs Python as `fresh_python` does: in a fork, or in a fresh process where that would differ."""
    command = [sys.executable, "-W", "error", forks.__file__]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    with server, server.stdin as orders, server.stdout as answers:  # type: ignore[union-attr] - both are pipes

        def run(
            *arguments: str | Path, cwd: Path | None = None, check: bool = True, **environment: str | Path
        ) -> subprocess.CompletedProcess[str]:
            changed = {name for name, value in environment.items() if os.environ.get(name, "") != str(value)}
            if arguments[0] not in ("-c", "-m") or any(name.startswith(_READ_AT_START) for name in changed):
                return fresh_python(*arguments, cwd=cwd, check=check, **environment)
            variables = os.environ | {"PYTHONPATH": PYTHONPATH} | {k: str(v) for k, v in environment.items()}
            order = {"arguments": [*map(str, arguments)], "cwd": str(cwd or Path.cwd())}
            print(json.dumps(order | {"environment": variables, "folder": str(folder)}), file=orders, flush=True)
            status = int(answers.readline())
            out, error = ((folder / name).read_text() for name in ("stdout", "stderr"))
            assert not check or status == 0, error
            return subprocess.CompletedProcess(arguments, status, out, error)

        yield run
