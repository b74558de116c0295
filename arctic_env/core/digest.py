"""What a kernel is made of, as one short text: its code, the values that it names, and its callees' as well.

numba freezes all of that into machine code, but looks at the kernel's own file alone when it asks whether a
compiled kernel still holds. Equal digests mean equal machine code, wherever the sources stand and whatever
else is changed in them.
"""

import enum
import hashlib
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic

TOOLS = ("numpy", "numba", "math", "cmath", "builtins")  # what numba knows by name and compiles by itself


def digest(function: Callable[..., Any]) -> str:
    """Describes a kernel with all that it can reach, as 32 hexadecimal digits.

    The names in its code are looked up, so this is for its first call, when its module is complete.
    """
    assert isinstance(function, FunctionType)
    return _Description(function).finish()


class _Description:
    """A hash that grows by one function after the other, numbered in the order in which they are met."""

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
        self._value((function.__defaults__, function.__kwdefaults__, cells))
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
            case (
                _
            ):  # where the text holds an address the digest is new in each process: slow, but never wrong
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
        """A module counts with all that has one of the names in the code."""
        self._write(module.__name__)
        if not _is_tool(module.__name__) and module.__name__ not in self._modules:
            self._modules.add(module.__name__)
            self._namespace(vars(module))


def _is_tool(module: str | None) -> bool:
    """Whether all in a module is known by its name, in the versions that the kernel cache goes by."""
    return module is not None and module.partition(".")[0] in TOOLS
