"""The cache of compiled kernels: in the first folder that can be written, and limited in size.

A kernel is found again by a digest of all that it is made of.
"""

import contextlib
import enum
import functools
import hashlib
import os
import stat
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import caching
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.runtime.nrt import rtsys

from arctic_env.files import tell
from arctic_env.kernels.compiling import rebuild_callee

# With which numba compiles every kernel. Entries for callers in C would take a tenth of the time, and there are none.
OPTIONS: dict[str, Any] = {"nopython": True, "nogil": True, "no_cfunc_wrapper": True}
KEPT = 512 * 2**20  # bytes of kernels, the last used ones; all of ARCTIC takes some 17 million
GRACE = 3600  # seconds in which a kernel that was used is not removed
CHOSEN = "ARCTIC_CACHE_DIR"  # the environment variable with the folder that the user has chosen

if chosen := os.environ.get(CHOSEN):  # stays where it is now when this process, or one that it starts, moves
    os.environ[CHOSEN] = os.path.abspath(os.path.expanduser(chosen))


def numba_setting(name: str) -> Any:
    """Return a setting of numba, which reads it from the environment at import."""
    return getattr(numba.config, name)


_NUMBAS = numba_setting("CACHE_DIR") and os.path.abspath(numba_setting("CACHE_DIR"))


@functools.cache
def kernel_folder() -> Path | None:
    """Return the folder for kernels compiled by this Python and numba with these settings; None for nowhere."""
    if numba_setting("OPT") == 0:
        return None  # unoptimised code holds addresses
    folders = (base / _toolchain() for base in _bases())
    return next((folder for folder in folders if _is_usable(folder)), None)


def _toolchain() -> str:
    """Return a text of all that affects machine code beside the kernel; numba itself tells processors apart."""
    packages = [version(package) for package in ("numba", "llvmlite", "numpy")]
    settings = [str(numba_setting(name)) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]
    text = "\n".join([sys.version, *packages, *settings, repr(OPTIONS)])
    return "kernels-" + hashlib.sha256(text.encode()).hexdigest()[:16]


def _bases() -> Iterator[Path]:
    if chosen := os.environ.get(CHOSEN):
        yield Path(chosen)
    if _NUMBAS:
        yield Path(_NUMBAS) / "arctic-env"
    if (caches := _user_caches()) is not None:
        yield caches / "arctic-env"
    if (private := _private_temporary()) is not None:
        yield private


def _user_caches() -> Path | None:
    """Return this system's folder for a user's caches; None for a user without a home."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        chosen = Path(os.environ.get(variable, ""))
        if chosen.is_absolute():  # what is not is to be ignored, says the XDG Base Directory Specification
            return chosen
    home = Path(os.path.expanduser("~"))
    if not home.is_absolute() or not home.is_dir():
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _private_temporary() -> Path | None:
    """Return a temporary folder that only this user can write: files loaded from it are executed."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    try:
        folder = Path(tempfile.gettempdir()) / f"arctic-env-{owner}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    ours = status.st_uid == owner and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if stat.S_ISDIR(status.st_mode) and (ours or os.name == "nt") else None


def _is_usable(folder: Path) -> bool:
    """Return whether kernels can be written there, or are there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        with contextlib.suppress(OSError):  # of a folder that cannot be looked into, as another user's home
            return folder.is_dir() and any(folder.iterdir())
        return False
    return True


def mark_used(folder: Path, name: str) -> None:
    """Mark the files of a kernel as recently used, so that `tidy` keeps them."""
    with contextlib.suppress(OSError):  # a folder that can only be read is not tidied either
        for file in folder.glob(f"{name}.*"):
            os.utime(file)


@functools.cache
def tidy(base: Path) -> None:
    """Remove the least recently used kernels when there are too many; once a process."""
    room = KEPT
    for status, file in sorted(_kernel_files(base), key=lambda entry: -entry[0].st_mtime):
        room -= status.st_size
        if room < 0 and status.st_mtime < time.time() - GRACE:
            file.unlink(missing_ok=True)


def _kernel_files(base: Path) -> Iterator[tuple[os.stat_result, Path]]:
    for file in base.glob("kernels-*/*/*.nb?"):
        try:
            yield file.stat(), file
        except OSError:
            continue  # another process tidies up as well


# ------------------------------------------------------------------------------------------ digests
#
# What a kernel is made of, as one short text: its code, the values that it names, and its callees' as well.
#
# numba freezes all of that into machine code, but looks at the kernel's own file alone when it asks whether a
# compiled kernel still holds. Equal digests mean equal machine code, wherever the sources stand and whatever
# else is changed in them.


TOOLS = ("numpy", "numba", "math", "cmath", "builtins")  # what numba knows by name and compiles by itself


def digest(function: Callable[..., Any]) -> str:
    """Return a hash of a kernel and all that it can reach, 32 hexadecimal digits.

    Names in its code are looked up, so it is called at the first call, when the module is complete.
    """
    assert isinstance(function, FunctionType)
    return _Description(function).finish()


class _Description:
    """A hash of functions, one after the other, numbered in the order of their first use."""

    def __init__(self, function: FunctionType) -> None:
        self._hash = hashlib.sha256()
        self._numbers: dict[FunctionType, int] = {}
        self._left = [function]
        self._names: list[str] = []  # in the code of the function that is being described
        self._modules: set[str] = set()  # that this function's description contains already

    def finish(self) -> str:
        while self._left:
            self._function(self._left.pop())
        return self._hash.hexdigest()[:32]

    def _write(self, *parts: object) -> None:
        self._hash.update(repr(parts).encode())

    def _function(self, function: FunctionType) -> None:
        self._names, self._modules = [], set()
        self._code(function.__code__)
        cells = tuple(cell.cell_contents for cell in function.__closure__ or ())
        self._value((function.__defaults__, function.__kwdefaults__, cells, *vars(function).items()))
        self._namespace(function.__globals__)

    def _code(self, code: CodeType) -> None:
        self._names += code.co_names
        self._write(code.co_code, code.co_flags, code.co_names, code.co_varnames, code.co_freevars)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant)
            else:
                self._value(constant)

    def _namespace(self, namespace: dict[str, Any]) -> None:
        for name in dict.fromkeys(self._names):
            if name in namespace:
                self._write(name)
                self._value(namespace[name])

    def _value(self, value: Any) -> None:
        if isinstance(value, Dispatcher):
            self._write("kernel", sorted(value.targetoptions.items()))
            value = value.py_func
        elif isinstance(value, _Intrinsic):
            self._write("intrinsic")
            value = value._defn
        self._write(type(value))
        match value:
            case FunctionType():
                self._callee(value)
            case ModuleType():
                self._module(value)
            case np.ndarray():
                self._write(value.dtype, value.shape, value.strides, hashlib.sha256(value.tobytes()).digest())
            case tuple():
                self._write(len(value))
                for item in value:
                    self._value(item)
            case frozenset():
                self._write(sorted(map(repr, value)))
            case enum.EnumMeta():
                self._write(value, [(name, value[name].value) for name in value.__members__])
            case _:  # where the text holds an address the digest is new in each process: slow, but never wrong
                self._write(value)

    def _callee(self, function: FunctionType) -> None:
        if _is_tool(function.__module__):
            self._write(function.__module__, function.__qualname__)
            return
        if function not in self._numbers:
            self._numbers[function] = len(self._numbers)
            self._left.append(function)
        self._write(self._numbers[function])

    def _module(self, module: ModuleType) -> None:
        """Add a module: its attributes whose names occur in the code."""
        self._write(module.__name__)
        if not _is_tool(module.__name__) and module.__name__ not in self._modules:
            self._modules.add(module.__name__)
            self._namespace(vars(module))


def _is_tool(module: str | None) -> bool:
    """Return whether a module is fully known by its name, for the versions in the kernel cache's folder."""
    return module is not None and module.partition(".")[0] in TOOLS


# ------------------------------------------------------------------------------------------ numba's side


# Roughly, on one slow core. Nobody knows at the first kernel how many more will be wanted.
_DURATION = "about 20 s for a whole game and up to as long for an agent, less for some of their kernels"


def cache_of(function: Callable[..., Any], callee: bool = False) -> caching.NullCache:
    """Return the cache of a kernel, or of its form for callers that are kernels; numba asks it before it compiles."""
    folder = kernel_folder()
    return _Unkept() if folder is None else _Kept(function, folder, _CalleeFiles if callee else _Files)


_misses: list[float] = []  # the time when a kernel was last looked for in vain


def compiling_since(began: float) -> str:
    """Return why what began at this time (`time.monotonic`) takes long, if kernels have been compiled; else nothing."""
    if not _misses or _misses[-1] < began:
        return ""
    once = "only this once" if kernel_folder() else "each time, for lack of a folder to keep them in"
    return f"kernels are compiled, {once}: this can take a minute"


def _announce(place: str) -> None:
    """Note that a kernel is compiled, and print, once a process, why the first call takes its time."""
    _misses[:] = [time.monotonic()]
    _print_why(place)


@functools.cache
def _print_why(place: str) -> None:
    if os.environ.get("ARCTIC_QUIET", "0") in ("", "0"):
        tell(f"arctic: compiling kernels, {_DURATION}; {place}", sys.stderr)


class _Unkept(caching.NullCache):
    """A cache that keeps nothing, for lack of a folder."""

    def load_overload(self, sig: Any, target_context: Any) -> None:
        _announce("they cannot be kept for the next time here (see ARCTIC_CACHE_DIR)")


class _Kept(caching.NullCache):
    """The cache of one kernel, opened at its first call, when all names in it are defined."""

    def __init__(self, function: Callable[..., Any], folder: Path, kind: "type[_Files]") -> None:
        self._function = function
        self._kind = kind
        self._base = folder.parent
        self._files: _Files | None = None

    @property
    def cache_path(self) -> str | None:
        """The folder of the kernel's module, None before its first call."""
        return None if self._files is None else str(self._files.cache_path)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled kernel; return None after telling the user that it will be compiled."""
        with contextlib.suppress(OSError):
            self._files = self._kind(self._function)
            kernel = self._files.load_overload(sig, target_context)
            if kernel is not None:
                return kernel
        _announce(f"kept in {self._base}")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel if possible; it works in this process anyway."""
        if self._files is not None:
            with contextlib.suppress(Exception):  # what another process has written there may raise anything, too
                self._files.save_overload(sig, data)
                tidy(self._base)


class _Locator(caching._CacheLocator):
    """A locator whose file names contain the kernel's digest, so that files cannot go stale."""

    def __init__(self, folder: Path, function: Callable[..., Any], file: str) -> None:
        self._folder = folder / function.__module__
        self._digest = digest(function)
        self._py_file = file  # numba's warnings name it

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator | None":
        folder = kernel_folder()
        return None if folder is None else cls(folder, py_func, py_file)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return self._digest


class _CalleeLocator(_Locator):
    def get_disambiguator(self) -> str:
        return self._digest + "-callee"


class _Implementation(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012 - the base class declares it so


class _CalleeImplementation(caching.CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_CalleeLocator]  # noqa: RUF012

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        return rebuild_callee(target_context, payload)


class _Files(caching.FunctionCache):
    """numba's files of one kernel, safe from other processes and from damage."""

    _impl_class: type[caching.CompileResultCacheImpl] = _Implementation

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._base_name = self._impl.filename_base
        # numba numbers the files from its index. Two processes that compile different signatures at once
        # would both write number 1, and one would find the other's code under its own signature.
        self._cache_file._data_name_pattern = f"{self._base_name}.{{number}}-{uuid.uuid4().hex[:8]}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        # numba would first import all that it compiles with, in three times as long as a game's kernels take to load.
        rtsys.initialize(target_context)
        try:
            kernel = self._load_overload(sig, target_context)
        except Exception:  # unpickling a damaged file raises anything
            self.flush()
            return None
        if kernel is not None:
            mark_used(Path(self.cache_path), self._base_name)
        return kernel


class _CalleeFiles(_Files):
    _impl_class = _CalleeImplementation
