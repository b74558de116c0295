"""A file of kernels executed once for each game, with that game's kernels as its globals.

numba takes microseconds for a kernel that is passed as an argument, and finds neither such a call nor a closure again
in its cache. Kernels that are globals are inlined, and found again.
"""

import importlib.util
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any


def execute_again(file: str, name: str, names: Mapping[str, Any]) -> ModuleType:
    """Execute a file as another module.

    Args:
        file: where it stands.
        name: the name of the new module, which keeps what is compiled for different games apart.
        names: what the file finds in its globals, such as kernels by name.

    Raises:
        ImportError: the file cannot be executed.
    """
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot execute {file} again as {name}")
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(names)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
