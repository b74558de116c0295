"""Bytes of arrays taken several at a time, where the compiler would take one by one.

It does not know that two arrays of a kernel do not overlap, and `view` costs 44 ns in a kernel. With the JIT off, or
with bounds checked, the same is done in plain Python or item by item.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import raw_memcpy
from numba.core.types import Array
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from arctic_env.core.cache import numba_setting
from arctic_env.core.jit import njit

WORD = 8  # bytes of an int64

_BYTE = ir.IntType(8).as_pointer()
_INT64 = ir.IntType(64).as_pointer()
_BYTE_BITS = 8


def _address(context: Any, builder: Any, array: Array, value: Any, offset: Any) -> Any:
    data = make_array(array)(context, builder, value).data  # type: ignore[no-untyped-call]
    return builder.gep(builder.bitcast(data, _BYTE), [offset])


@intrinsic
def _word_at(_: Any, items: Array, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, items, arguments[0], arguments[1])
        return builder.load(builder.bitcast(address, _INT64), align=1)

    return types.int64(items, types.intp), generate


@njit
def _word_of_items(items: NDArray[np.int8], at: int) -> int:
    word = 0
    for k in range(WORD):
        word |= int(items[at + k]) << _BYTE_BITS * k
    return word


@intrinsic
def _copy_row(_: Any, rows: Array, k: Any, out: Array, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, k, target, at = arguments
        size = builder.extract_value(make_array(rows)(context, builder, value).shape, 1)  # type: ignore[no-untyped-call]
        source = _address(context, builder, rows, value, builder.mul(k, size))
        one = ir.Constant(size.type, 1)
        destination = _address(context, builder, out, target, at)
        raw_memcpy(builder, destination, source, size, one)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.none(rows, types.intp, out, types.intp), generate


@njit
def _copy_items(rows: NDArray[np.int8], k: int, out: NDArray[np.int8], at: int) -> None:
    for item in range(rows.shape[1]):
        out[at + item] = rows[k, item]


_CHECKED = numba_setting("DISABLE_JIT") or numba_setting("BOUNDSCHECK")

# word_at(items, at): items[at : at + 8] of int8[n], none of them negative, as one int64, the first one lowest.
word_at: Any = _word_of_items if _CHECKED else _word_at
# copy_row(rows, k, out, at): rows[k] of int8[rows, size] to out[at : at + size] of int8[n], which does not overlap.
copy_row: Any = _copy_items if _CHECKED else _copy_row
