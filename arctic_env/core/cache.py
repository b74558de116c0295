"""Where compiled kernels are kept: a folder that is named by all that went into them.

numba notices a change in the file of a kernel, not in the helpers, constants and tables that it took from
other files. So the folder's name carries a hash of every source that a kernel can see: `core` and `games`,
and the whole packages that the kernel and those it calls stand in. A change sends kernels elsewhere.
"""

import functools
import hashlib
import itertools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
from numba.core.dispatcher import Dispatcher

CORE = Path(__file__).parent
ENGINE = ("arctic_env.core.", "arctic_env.games.")
SOURCES = (".py", ".toml", ".json", ".csv")
KEPT = 5  # folders of one package that outlive the next one: other interpreters, branches, settings
GRACE = 3600  # seconds in which an old folder may still serve a running process


def numba_setting(name: str) -> Any:
    """A setting of numba's, which sets them when it is imported and from its environment variables."""
    return getattr(numba.config, name)


def folder_of(function: Callable[..., Any]) -> Path | None:
    """Finds the folder for the kernels of a function's module.

    Returns:
        The folder, which need not exist yet, or None when there is no place to write or no source to hash.
    """
    packages = _packages(function)
    sources = _sources(packages)
    if not sources or numba_setting("OPT") == 0:  # unoptimised code holds addresses and cannot be kept
        return None
    # Sizes and times are looked at anew for each function, so a module that is reloaded after a change moves.
    states = ((path, path.stat()) for path in sources)
    fingerprint = _fingerprint(tuple((path, state.st_size, state.st_mtime_ns) for path, state in states))
    folder = _package_folder(f"{'+'.join(sorted(packages)) or 'arctic_env'}-{fingerprint}")
    return None if folder is None else folder / _module_name(function)


def _packages(function: Callable[..., Any]) -> frozenset[str]:
    """The packages beside `core` and `games` whose sources a kernel can see: its own and its callees'."""
    seen, left = {function}, [function]
    while left:
        callees = _callees(left.pop()) - seen
        seen |= callees
        left += callees
    modules = map(_module_name, seen)
    return frozenset(module.partition(".")[0] for module in modules if not module.startswith(ENGINE))


def _callees(function: Callable[..., Any]) -> set[Callable[..., Any]]:
    """The kernels that a function calls by their names; what its module defines later adds no package."""
    names = function.__code__.co_names
    values = [function.__globals__.get(name) for name in names]
    for module in [value for value in values if isinstance(value, ModuleType)]:
        values += [vars(module).get(name) for name in names]
    return {value.py_func for value in values if isinstance(value, Dispatcher)}


def _module_name(function: Callable[..., Any]) -> str:
    """The module as others import it, also when it was started by `python -m`."""
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    return spec.name if function.__module__ == "__main__" and spec is not None else function.__module__


@functools.cache
def _sources(packages: frozenset[str]) -> tuple[Path, ...]:
    """The files that kernels of these packages can depend on; empty when they cannot be told."""
    engine = _tree(CORE) + _tree(CORE.parent / "games")
    others = [_own_sources(sys.modules.get(package)) for package in packages]
    return tuple(sorted({*engine, *itertools.chain(*others)})) if all(others) else ()


def _own_sources(package: ModuleType | None) -> list[Path]:
    """All of a package, or a lone module with what stands beside it and may be imported by it."""
    if folders := getattr(package, "__path__", None):
        return [path for folder in folders for path in _tree(Path(folder))]
    script = Path(getattr(package, "__file__", None) or "")
    return [path for path in script.parent.iterdir() if path.suffix in SOURCES] if script.is_file() else []


def _tree(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.suffix in SOURCES]


@functools.cache
def _fingerprint(sources: tuple[tuple[Path, int, int], ...]) -> str:
    """Hashes the sources and all else that shapes machine code (numba itself tells processors apart)."""
    digest = hashlib.sha256("\n".join(_toolchain()).encode())
    for path, size, _ in sources:
        digest.update(f"\n{path.name} {size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _toolchain() -> list[str]:
    packages = [version(package) for package in ("numba", "llvmlite", "numpy")]
    settings = [str(numba_setting(name)) for name in ("OPT", "BOUNDSCHECK", "DEBUGINFO_DEFAULT")]
    return [sys.version, *packages, *settings]


@functools.cache
def _package_folder(name: str) -> Path | None:
    """The first place that holds such a folder or lets us make it; marks the folder as used."""
    for base in _bases():
        folder = base / name
        if folder.is_dir() or _make(folder):
            _mark_used(folder)
            return folder
    return None


def _bases() -> Iterator[Path]:
    if chosen := os.environ.get("ARCTIC_CACHE_DIR"):
        yield Path(chosen)
    if shared := numba_setting("CACHE_DIR"):
        yield Path(shared) / "arctic-env"
    if (caches := _user_caches()) is not None:
        yield caches / "arctic-env"
    if (private := _private_temporary()) is not None:
        yield private


def _user_caches() -> Path | None:
    """Where this system keeps a user's caches; None for a user without a home."""
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if chosen := os.environ.get(variable):
            return Path(chosen)
    home = Path(os.path.expanduser("~"))
    if not home.is_absolute() or not home.is_dir():
        return None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def _private_temporary() -> Path | None:
    """A temporary folder of this user alone: what is loaded from it is run."""
    owner = os.getuid() if hasattr(os, "getuid") else 0
    try:
        folder = Path(tempfile.gettempdir()) / f"arctic-env-{owner}"
        folder.mkdir(mode=0o700, exist_ok=True)
        status = folder.lstat()
    except OSError:
        return None
    ours = status.st_uid == owner and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return folder if stat.S_ISDIR(status.st_mode) and (ours or os.name == "nt") else None


def _make(folder: Path) -> bool:
    """Makes the folder if it can be written to, and clears away what it replaces."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    _prune(folder)
    return True


def _mark_used(folder: Path) -> None:
    try:
        os.utime(folder)
    except OSError:
        return  # a folder that can only be read is never pruned by us either


def _prune(newest: Path) -> None:
    """Removes the package's folders beyond the last used ones."""
    package, _, _ = newest.name.rpartition("-")
    pattern = re.compile(re.escape(package) + "-[0-9a-f]{16}")
    try:
        known = [path for path in newest.parent.iterdir() if pattern.fullmatch(path.name)]
        used = {path: path.stat().st_mtime for path in known}
    except OSError:
        return  # another process prunes at this moment
    others = sorted(used.keys() - {newest}, key=used.__getitem__, reverse=True)
    for path in others[KEPT - 1 :]:
        if used[path] < time.time() - GRACE:
            shutil.rmtree(path, ignore_errors=True)
