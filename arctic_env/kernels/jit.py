"""Tools for writing kernels: their decorator, records of states, and arrays without reference counts.

They are compiled once, kept for the next process, and plain Python with the JIT off. Kernels are functions of a module,
and what they name is constant, because numba freezes it. They run without the GIL. Switches are numba's own:
`NUMBA_DISABLE_JIT=1` runs the same functions as Python, `NUMBA_BOUNDSCHECK=1` checks every index. Two more are ours:
`ARCTIC_CACHE_DIR` says where compiled kernels are kept (`~` is the user's home; a relative folder is looked for where
Python was started), `ARCTIC_QUIET=1` silences the line that the first compilation prints.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numpy as np
from llvmlite import ir
from numba.core.errors import TypingError
from numba.core.types import Array, BaseTuple, Boolean, Number
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from arctic_env.kernels import cache
from arctic_env.kernels.cache import numba_setting
from arctic_env.kernels.compiling import Kernel

Function = TypeVar("Function", bound=Callable[..., Any])

Bytes = NDArray[np.int8]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def njit(function: Function) -> Function:
    """Compile a function at its first call, or load it from the kernel cache; with the JIT off, return it as it is.

    Its arguments are scalars and numpy arrays. ImportError if its module is not in `sys.modules`.
    """
    return _compiled(function)


def parallel_njit(function: Function) -> Function:
    """Compile a function as `njit` does, with its loops over `numba.prange` split among numba's threads.

    `threads.run_parallel` calls it.
    """
    return _compiled(function, parallel=True)


def _compiled(function: Function, **options: Any) -> Function:
    if function.__module__ not in sys.modules:  # numba could not load its code from the cache again
        raise ImportError(f"put the module {function.__module__} into sys.modules before it is executed")
    if numba_setting("DISABLE_JIT"):
        return function
    vars(function).update(options)  # part of the digest
    kernel: Any = Kernel(function, targetoptions={**cache.OPTIONS, **options})
    kernel._cache = cache.cache_of(function)
    kernel.callee._cache = cache.cache_of(function, callee=True)
    return cast(Function, kernel)


# numba counts references when a kernel takes an array out of a tuple, makes a slice, or hands it to another kernel.
# Each count is an atomic instruction that waits for all stores before it; in loops over games that took a third of the
# time.


@intrinsic
def _without_owners(_: Any, kind: Any) -> Any:
    if (stranger := _find_unsupported(kind)) is not None:
        raise TypingError(f"only arrays, numbers and tuples of them can be borrowed, not {stranger}")

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return _drop_owner(context, builder, kind, arguments[0])

    return kind(kind), generate


def _find_unsupported(kind: Any) -> Any:
    """Return the first type that is no array or number, also within tuples, because it may be reference-counted."""
    if isinstance(kind, BaseTuple):
        parts = (_find_unsupported(part) for part in kind)  # type: ignore[attr-defined]
        return next((stranger for stranger in parts if stranger is not None), None)
    return None if isinstance(kind, Array | Boolean | Number) else kind


def _drop_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Return an array, or a tuple's arrays, without the reference to the owner of the memory."""
    if isinstance(kind, Array):
        made = make_array(kind)(context, builder, value)
        made.meminfo = ir.Constant(made.meminfo.type, None)
        return made._getvalue()
    if isinstance(kind, BaseTuple):
        for place, part in enumerate(kind):  # type: ignore[arg-type, var-annotated]
            borrowed = _drop_owner(context, builder, part, builder.extract_value(value, place))
            value = builder.insert_value(value, borrowed, place)
    return value


# The array itself, or the tuple of arrays and numbers, not kept alive: for arrays that the caller of the kernel keeps,
# and never to be returned.
without_refcounts: Any = (lambda arrays: arrays) if numba_setting("DISABLE_JIT") else _without_owners


def specialize(file: str, name: str, names: Mapping[str, Any]) -> ModuleType:
    """Execute a file of kernels as another module, with kernels of a game, by name, as its globals.

    numba takes microseconds for a kernel passed as an argument, and finds neither such a call nor a closure again in
    its cache. Kernels that are globals are inlined and cached, under the name of the module.
    """
    module = ModuleType(name)
    module.__dict__.update(names, __file__=file)
    sys.modules[name] = module
    exec(compile(Path(file).read_text("utf-8"), file, "exec"), module.__dict__)
    return module


_numpys_record: Any = np.record  # whose stub forbids what numpy does not


class StateRecord(_numpys_record):  # type: ignore[misc]
    """A numpy record whose fields are read as attributes five times as fast.

    numpy's own records look a field up in several steps of Python, which with the JIT off takes most of the kernels'
    time. Each type of record is a class of its own, made with its fields, so that pickle can find it:

    >>> class Hand(StateRecord, fields=FIELDS):
    ...     '''Cards of a seat.'''
    >>> DTYPE = np.dtype((Hand, FIELDS))
    """

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__
    __setattr__ = np.void.__setitem__

    def __init_subclass__(cls, fields: Sequence[tuple[Any, ...]]) -> None:
        """Give the class an attribute for each field, (name, type) or (name, type, shape)."""
        for name, *_ in fields:
            setattr(cls, name, property(itemgetter(name)))


NOBODY = -1  # in the place of a seat, or of the number of an agent


@njit
def next_seat(seat: int, k: int, players: int) -> int:
    """Return the k-th seat after this one, k at most `players`; a remainder would take several times as long."""
    other = seat + k
    return other - players if other >= players else other
