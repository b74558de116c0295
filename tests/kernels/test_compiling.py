"""Kernels that call kernels: one compiled function, in which faults, recursion and threads work as in numba."""

from pathlib import Path

import pytest

from tests.conftest import FreshPython

SCRIPT = """

import numba, numpy as np
from arctic_env.kernels.jit import njit, parallel_njit

@njit
def step(x):
    if x > 3:
        raise ValueError("too large", x)
    return x + 1

@njit
def twice(x):
    return 2 * step(x)

@njit
def factorial(n):
    return n * factorial(n - 1) if n > 1 else 1

@njit
def half(n):
    return factorial(n) / 2

@njit
def third(values, n):
    return values[n]

@njit
def last(values):
    return third(values, len(values))

@parallel_njit
def fill(values):
    for i in numba.prange(len(values)):
        values[i] = step(i % 3)
    return values

print(twice(2), half(4), factorial(5), fill(np.zeros(7, np.int64)).tolist())
for call in (lambda: twice(7), lambda: step(9), lambda: last(np.arange(3))):
    try:
        print(call())
    except (ValueError, IndexError) as error:
        print(type(error).__name__, *error.args)
if hasattr(step, "callee"):
    print([len(kernel.signatures) for kernel in (step, factorial, third)], len(third.callee.overloads))
"""


MORE = """
import pathlib, pickle
from kernels_of_a_user import *

@numba.njit
def by_numba(x):
    return twice(x)

try:
    by_numba(8)
except ValueError as error:
    print(*error.args)

@njit
def more(x):
    return step(x) + factorial(x) + third(np.arange(9), x)

print(more(3))
try:
    more(5)
except ValueError as error:
    print(*error.args)
pathlib.Path("kernel.pickle").write_bytes(pickle.dumps(twice))
print([sum(kernel.callee.stats.cache_hits.values()) for kernel in (step, factorial, third)])
"""


@pytest.mark.slow
def test_callees_work_when_they_are_compiled_and_from_the_cache(tmp_path: Path, fresh_python: FreshPython) -> None:
    (tmp_path / "kernels_of_a_user.py").write_text(SCRIPT)
    settings = {"ARCTIC_CACHE_DIR": tmp_path, "ARCTIC_QUIET": 1, "NUMBA_BOUNDSCHECK": 1}
    command = "-c", "import kernels_of_a_user"
    first, second = (fresh_python(*command, cwd=tmp_path, **settings) for _ in range(2))
    values = "6 12.0 120 [1, 2, 3, 1, 2, 3, 1]"
    faults = "ValueError too large 7", "ValueError too large 9", "IndexError index is out of bounds"
    # What only kernels call has no entry for Python, and a kernel from the cache asks for no callee.
    assert first.stdout.splitlines() == [values, *faults, "[1, 1, 0] 1"]
    assert second.stdout.splitlines() == [values, *faults, "[1, 1, 0] 0"]
    (tmp_path / "more.py").write_text(MORE)
    third = fresh_python("-c", "import more", cwd=tmp_path, **settings)
    assert third.stdout.splitlines()[1 + len(faults) :] == [
        "[1, 1, 0] 0",
        "too large 8",
        "13",
        "too large 5",
        "[1, 1, 1]",
    ]
    unpickled = "import pickle; print(pickle.load(open('kernel.pickle', 'rb'))(2))"
    assert fresh_python("-c", unpickled, cwd=tmp_path, **settings).stdout.splitlines()[-1] == "6"
    plain = fresh_python(*command, cwd=tmp_path, NUMBA_DISABLE_JIT=1)
    assert plain.stdout.splitlines() == [
        values,
        *faults[:2],
        "IndexError index 3 is out of bounds for axis 0 with size 3",
    ]
