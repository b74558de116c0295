"""A program that loads numba, but nothing of ours, and forks for each Python process that it is asked for.

It reads one order a line and answers with exit statuses. `forking.py` starts it.
"""

import json
import os
import runpy
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

import numba


def serve() -> None:
    numba.njit(lambda: 0)()  # loads the compiler
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def become(order: dict[str, Any]) -> None:
    """Do what a Python process does that was started with these arguments, and end."""
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(Path(order["folder"]) / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["cwd"])
    tempfile.tempdir = None
    sys.path[:] = [order["cwd"], *os.environ["PYTHONPATH"].split(os.pathsep), *sys.path[1:]]
    option, what, *sys.argv[1:] = order["arguments"]
    sys.argv[0] = option
    status = 0
    try:
        if option == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            sys.modules["__main__"] = main = ModuleType("__main__")
            exec(compile(what, "<string>", "exec"), vars(main))
    except BaseException:
        sys.excepthook(*sys.exc_info())
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    serve()
