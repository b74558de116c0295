"""The digest of a kernel: new when anything changes that is compiled into it, and only then.

Each example is a module's source with a function `kernel` and a change of it.
"""

import itertools
from collections.abc import Callable
from types import ModuleType

import pytest
from numba.core.dispatcher import Dispatcher

import arctic_env
from arctic_env.kernels.cache import digest
from tests.conftest import FreshPython

ORIGINAL = """
import enum
import types
import numba
import numba.extending
import numpy as np

SCALAR = 1
TUPLE = (1, ("a", 2.5))
TABLE = np.array([[1, 2], [3, 4]], np.int8)
STATE = np.dtype((np.record, [("seat", "i1")]))
NAMES = types.SimpleNamespace(unused=1)
data = types.ModuleType("data")
data.VALUE = 1
data.OTHER = 1
data.inner = types.ModuleType("data.inner")
data.inner.DEEP = 1
unused = 1

class Animal(enum.IntEnum):
    FOX = 1

@numba.njit
def far(x):
    return x + SCALAR

@numba.njit
def near(x, step=1):
    return far(x) + step

def plain(x):
    return x

@numba.njit
def even(x):
    return True if x == 0 else odd(x - 1)

@numba.njit
def odd(x):
    return False if x == 0 else even(x - 1)

@numba.extending.intrinsic
def built(typing, x):
    def generate(context, builder, signature, arguments):
        return builder.add(arguments[0], arguments[0])

    return x(x), generate

def kernel(x):
    # in words
    values = [TUPLE[0] * item for item in range(3)]
    if x in {"fox", "bear", "orca"}:
        return near(x)
    sizes = np.zeros(1, STATE).size + TABLE[0, 1]
    return plain(x) + data.VALUE + data.inner.DEEP + Animal.FOX + even(x) + sizes + built(x)
"""

CHANGES = {
    "a constant of a callee's callee": ("SCALAR = 1", "SCALAR = 2"),
    "the type of a constant": ("SCALAR = 1", "SCALAR = 1.0"),
    "a value within a tuple": ("2.5", "2.6"),
    "a cell of a table": ("[3, 4]", "[3, 5]"),
    "the type of a table": ("np.int8", "np.int16"),
    "the shape of a table": ("[[1, 2], [3, 4]]", "[[1, 2, 3, 4]]"),
    "a field of a dtype": ('"seat"', '"hand"'),
    "a value of a module": ("data.VALUE = 1", "data.VALUE = 2"),
    "a value of a module in a module": ("DEEP = 1", "DEEP = 2"),
    "a member of an enumeration": ("FOX = 1", "FOX = 2"),
    "the code of a callee": ("far(x) + step", "far(x) - step"),
    "a default argument of a callee": ("step=1", "step=2"),
    "the options of a callee": ("@numba.njit\ndef far", "@numba.njit(fastmath=True)\ndef far"),
    "what an intrinsic generates": ("builder.add", "builder.mul"),
    "a plain function": ("return x\n", "return -x\n"),
    "a function in a circle of calls": ("False if x", "True if x"),
    "an operation": ("TUPLE[0] * item", "TUPLE[0] + item"),
    "a literal": ("range(3)", "range(4)"),
    "a set of literals": ('"bear"', '"walrus"'),
    "an attribute": (".size", ".ndim"),
}
NO_CHANGES = {
    "a value that no kernel names": ("unused = 1", "unused = 2"),
    "a value of a module that no kernel names": ("data.OTHER = 1", "data.OTHER = 2"),
    "a comment": ("# in words", "# in other words\n"),
    "lines above": ("import enum", "\n\n\nimport enum"),
    "a new function": ("def plain", "def another():\n    return 1\n\ndef plain"),
}


def kernel_of(source: str) -> Callable[..., object]:
    module = ModuleType("example")
    exec(compile(source, "example.py", "exec"), vars(module))
    return module.kernel


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_what_is_compiled_is_seen(change: str) -> None:
    old, new = CHANGES[change]
    assert old in ORIGINAL
    assert digest(kernel_of(ORIGINAL.replace(old, new))) != digest(kernel_of(ORIGINAL))


@pytest.mark.parametrize("change", NO_CHANGES)
def test_a_change_of_anything_else_is_not(change: str) -> None:
    old, new = NO_CHANGES[change]
    assert old in ORIGINAL
    assert digest(kernel_of(ORIGINAL.replace(old, new))) == digest(kernel_of(ORIGINAL))


def test_all_changes_differ_from_each_other() -> None:
    digests = [digest(kernel_of(ORIGINAL.replace(old, new))) for old, new in CHANGES.values()]
    assert all(one != other for one, other in itertools.combinations(digests, 2))


def test_the_digest_is_the_same_in_every_process(fresh_python: FreshPython) -> None:
    script = "from tests.kernels.test_cache_digest import *; print(digest(kernel_of(ORIGINAL)))"
    digests = {fresh_python("-c", script, PYTHONHASHSEED=str(seed)).stdout for seed in range(1, 3)}
    assert digests == {digest(kernel_of(ORIGINAL)) + "\n"}


def digests_of_loops() -> dict[str, str]:
    """Of all loops of all games."""
    digests = {}
    for name in arctic_env.games():
        game = arctic_env.game(name)
        for module in (game.batch, game.vector):
            kernels = {key: value for key, value in vars(module).items() if isinstance(value, Dispatcher)}
            digests |= {f"{name} {key}": digest(kernel.py_func) for key, kernel in kernels.items()}
    return digests


def test_kernels_are_found_again_in_every_process(fresh_python: FreshPython) -> None:
    """What numba brings is known by name: its own functions may hold addresses, which are new each time."""
    script = "from tests.kernels.test_cache_digest import *; print(digests_of_loops())"
    assert "step_parallel" in str(digests_of_loops())
    assert fresh_python("-c", script, PYTHONHASHSEED="1").stdout == f"{digests_of_loops()}\n"


def test_what_a_closure_holds_counts() -> None:
    def made(step: int) -> Callable[[int], int]:
        return lambda x: x + step

    assert digest(made(1)) != digest(made(2))
    assert digest(made(1)) == digest(made(1))
