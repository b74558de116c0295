"""The decorator of every kernel: compiled once, kept for the next process, plain Python with the JIT off.

Kernels are functions of a module, and what they name is constant, because numba freezes it. They run without
the GIL. Switches are numba's own: `NUMBA_DISABLE_JIT=1` runs the same functions as Python,
`NUMBA_BOUNDSCHECK=1` checks every index. Two more are ours: `ARCTIC_CACHE_DIR` says where compiled kernels
are kept (`~` is the user's home; a relative folder is looked for where Python was started), `ARCTIC_QUIET=1`
silences the line that the first compilation prints.
"""

import contextlib
import functools
import os
import sys
import uuid
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
from llvmlite import ir
from numba.core import caching, types
from numba.core.errors import TypingError
from numba.core.types import Array, BaseTuple, Boolean, Number
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from arctic_env.files import tell
from arctic_env.kernels import cache
from arctic_env.kernels.cache import digest, numba_setting

Function = TypeVar("Function", bound=Callable[..., Any])

# Roughly, on one slow core. Nobody knows at the first kernel how many more will be wanted.
_DURATION = "about 30 s for a whole game and up to as long for an agent, less for some of their kernels"


def njit(function: Function) -> Function:
    """Compiles a function at its first call, or takes it from the kernel cache.

    Args:
        function: A function of a module whose arguments are scalars and numpy arrays.

    Returns:
        The dispatcher, which is called like the function; the function itself when the JIT is off.

    Raises:
        ImportError: The function's module is executed without standing in `sys.modules`.
    """
    return _compiled(function)


def parallel_njit(function: Function) -> Function:
    """Compile a function as `njit` does, with its loops over `numba.prange` shared out among numba's threads.

    `threads.run_parallel` calls it.
    """
    return _compiled(function, parallel=True)


def _compiled(function: Function, **options: Any) -> Function:
    if function.__module__ not in sys.modules:  # numba could not load its code from the cache again
        raise ImportError(f"put the module {function.__module__} into sys.modules before it is executed")
    if cache.numba_setting("DISABLE_JIT"):
        return function
    vars(function).update(options)  # part of the digest
    dispatcher: Any = numba.njit(**{**cache.OPTIONS, **options})(function)
    dispatcher.get_call_template = functools.partial(_call_template, dispatcher.get_call_template)
    folder = cache.kernel_folder()
    dispatcher._cache = _Unkept() if folder is None else _Kept(function, folder)
    return cast(Function, dispatcher)


def _call_template(template: Callable[..., Any], args: Iterable[Any], kws: dict[str, Any]) -> Any:
    """What numba asks a kernel that is called by another, but without the values of numbers that the call names.

    numba would compile a kernel once more for each of them, to the same code.
    """
    return template(tuple(map(_without_value, args)), {name: _without_value(kws[name]) for name in kws})


def _without_value(kind: Any) -> Any:
    return types.unliteral(kind) if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral) else kind


@functools.cache
def _announce(place: str) -> None:
    """Tells, once a process, why the first call takes its time."""
    if os.environ.get("ARCTIC_QUIET", "0") in ("", "0"):
        tell(f"arctic: compiling kernels, {_DURATION}; {place}", sys.stderr)


class _Unkept(caching.NullCache):
    """What stands for a cache where there is no place for one."""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        _announce("they cannot be kept for the next time here (see ARCTIC_CACHE_DIR)")


class _Kept(caching.NullCache):
    """The cache of one kernel, opened when the kernel is wanted: only then all that it names is there."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._function = function
        self._base = folder.parent
        self._files: _Files | None = None

    @property
    def cache_path(self) -> str | None:
        """The folder of the kernel's module, None before its first call."""
        return None if self._files is None else str(self._files.cache_path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Loads a compiled kernel, or returns None after telling the user that it will be compiled."""
        with contextlib.suppress(OSError):
            self._files = _Files(self._function)
            kernel = self._files.load_overload(sig, target_context)
            if kernel is not None:
                return kernel
        _announce(f"kept in {self._base}")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel if that can be; it works in this process all the same."""
        if self._files is not None:
            with contextlib.suppress(Exception):  # what another process has written there may raise anything, too
                self._files.save_overload(sig, data)
                cache.tidy(self._base)


class _Locator(caching._CacheLocator):
    """Gives a kernel's files a name that says what the kernel is made of, so that they cannot go stale."""

    def __init__(self, folder: Path, function: Callable[..., Any], file: str) -> None:
        self._folder = folder / function.__module__
        self._digest = digest(function)
        self._py_file = file  # numba's warnings name it

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator | None":
        folder = cache.kernel_folder()
        return None if folder is None else cls(folder, py_func, py_file)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return self._digest


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012 - the base class declares it so


class _Files(caching.FunctionCache):
    """numba's files of one kernel, proof against other processes and against damage."""

    _impl_class = _Implementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._base_name = self._impl.filename_base
        # numba numbers the files from its index. Two processes that compile different signatures at once
        # would both write number 1, and one would find the other's code under its own signature.
        self._cache_file._data_name_pattern = f"{self._base_name}.{{number}}-{uuid.uuid4().hex[:8]}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            kernel = super().load_overload(sig, target_context)
        except Exception:  # unpickling a damaged file raises anything
            self.flush()
            return None
        if kernel is not None:
            cache.mark_used(Path(self.cache_path), self._base_name)
        return kernel


# numba counts references when a kernel takes an array out of a tuple, makes a slice, or hands it to another kernel.
# Each count is an atomic instruction that waits for all stores before it; in loops over games that took a third of the
# time.


@intrinsic
def _without_owners(_: Any, kind: Any) -> Any:
    if (stranger := _stranger(kind)) is not None:
        raise TypingError(f"only arrays, numbers and tuples of them can be borrowed, not {stranger}")

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        return _disown(context, builder, kind, arguments[0])

    return kind(kind), generate


def _stranger(kind: Any) -> Any:
    """The first type in there that is none of an array or a number, None without any: it may be counted, too."""
    if isinstance(kind, BaseTuple):
        parts = (_stranger(part) for part in kind)  # type: ignore[attr-defined]
        return next((stranger for stranger in parts if stranger is not None), None)
    return None if isinstance(kind, Array | Boolean | Number) else kind


def _disown(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The value with no owner named in it, where it is an array or a tuple that holds some."""
    if isinstance(kind, Array):
        made = make_array(kind)(context, builder, value)
        made.meminfo = ir.Constant(made.meminfo.type, None)
        return made._getvalue()
    if isinstance(kind, BaseTuple):
        for place, part in enumerate(kind):  # type: ignore[arg-type, var-annotated]
            borrowed = _disown(context, builder, part, builder.extract_value(value, place))
            value = builder.insert_value(value, borrowed, place)
    return value


def _as_it_is(arrays: Any) -> Any:
    return arrays


# The array itself, or the tuple of arrays and numbers, not kept alive: for arrays that the caller of the kernel keeps,
# and never to be returned.
without_refcounts: Any = _as_it_is if numba_setting("DISABLE_JIT") else _without_owners


def specialize(file: str, name: str, names: Mapping[str, Any]) -> ModuleType:
    """Execute a file of kernels as another module, with the kernels of a game as its globals.

    numba takes microseconds for a kernel that is passed as an argument, and finds neither such a call nor a closure
    again in its cache. Kernels that are globals are inlined, and found again.

    Args:
        file: Where it stands.
        name: The name of the new module, which keeps what is compiled for different games apart.
        names: What the file finds in its globals, such as kernels by name.
    """
    module = ModuleType(name)
    module.__dict__.update(names, __file__=file)
    sys.modules[name] = module
    exec(compile(Path(file).read_text("utf-8"), file, "exec"), module.__dict__)
    return module
