"""Bytes of arrays taken several at a time, where the compiler would take one by one.

It does not know that two arrays of a kernel do not overlap, and `view` costs 44 ns in a kernel. With the JIT off, or
with bounds checked, the same is done in plain Python or item by item. Items must lie side by side: kernels that are
given arrays with gaps do not compile.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.cgutils import raw_memcpy
from numba.core.errors import TypingError
from numba.core.types import Array
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import NDArray

from arctic_env.kernels.cache import numba_setting
from arctic_env.kernels.jit import njit

WORD = 64  # bits of a word, a uint64

_BYTE = ir.IntType(8).as_pointer()
_UINT64 = ir.IntType(WORD)
_CHUNK = ir.VectorType(ir.IntType(8), WORD)


def _check_layout(*arrays: Array) -> None:
    if any(array.layout != "C" for array in arrays):
        raise TypingError("the array must be C-contiguous")


def _address(context: Any, builder: Any, array: Array, value: Any, offset: Any) -> Any:
    data = make_array(array)(context, builder, value).data  # type: ignore[no-untyped-call]
    return builder.gep(builder.bitcast(data, _BYTE), [offset])


@intrinsic
def _bits_at(_: Any, items: Array, at: Any) -> Any:
    _check_layout(items)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, items, arguments[0], arguments[1])
        chunk = builder.load(builder.bitcast(address, _CHUNK.as_pointer()), align=1)
        return builder.bitcast(builder.icmp_signed("!=", chunk, ir.Constant(_CHUNK, None)), _UINT64)

    return types.uint64(items, types.intp), generate


@njit
def _bits_of_items(items: NDArray[np.int8], at: int) -> np.uint64:
    bits = np.uint64(0)
    for k in range(WORD):
        bits |= np.uint64(items[at + k] != 0) << np.uint64(k)
    return bits


@intrinsic
def _count_bits(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _lowest_bit(_: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def _count_in_python(bits: np.uint64) -> int:
    return int(bits).bit_count()


def _lowest_in_python(bits: np.uint64) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic
def _copy_row(_: Any, rows: Array, k: Any, out: Array, at: Any) -> Any:
    _check_layout(rows, out)

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


_PLAIN = numba_setting("DISABLE_JIT")
_CHECKED = _PLAIN or numba_setting("BOUNDSCHECK")

# bits_at(items, at): a uint64 whose bit k says whether items[at + k] of int8[n] is not 0; at is at most n - 64.
bits_at: Any = _bits_of_items if _CHECKED else _bits_at
# count_bits(bits): how many bits of a uint64 are set.
count_bits: Any = _count_in_python if _PLAIN else _count_bits
# lowest_bit(bits): the number of the lowest bit that is set in a uint64, which is not 0.
lowest_bit: Any = _lowest_in_python if _PLAIN else _lowest_bit
# copy_row(rows, k, out, at): rows[k] of int8[rows, size] to out[at : at + size] of int8[n], which does not overlap.
copy_row: Any = _copy_items if _CHECKED else _copy_row
