"""Words of memory that several threads read and write at once, inside kernels that do not hold the GIL.

Only for kernels: plain Python has no such operations, and with the JIT off nothing of this is used.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.types import Array
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numba.np.numpy_support import carray
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit

_ALIGNED = 8  # bytes


def _data(context: Any, builder: Any, array: Array, value: Any) -> Any:
    return make_array(array)(context, builder, value).data  # type: ignore[no-untyped-call]


def _address(context: Any, builder: Any, words: Array, arguments: Any) -> Any:
    return builder.gep(_data(context, builder, words, arguments[0]), [arguments[1]])


@intrinsic
def _load_word(_: Any, words: Array, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_address(context, builder, words, arguments), "acquire", _ALIGNED)

    return types.int64(words, types.intp), generate


@intrinsic
def _store_word(_: Any, words: Array, at: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, words, arguments)
        builder.store_atomic(arguments[2], address, "release", _ALIGNED)
        return context.get_dummy_value()

    return types.none(words, types.intp, types.int64), generate


@intrinsic
def _add_to_word(_: Any, words: Array, at: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.atomic_rmw(
            "add", _address(context, builder, words, arguments), arguments[2], "seq_cst"
        )

    return types.int64(words, types.intp, types.int64), generate


@intrinsic
def _address_of(_: Any, array: Array) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(_data(context, builder, array, arguments[0]), ir.IntType(64))

    return types.int64(array), generate


@intrinsic
def _pointer_to(_: Any, address: Any, like: Array) -> Any:
    pointer = types.CPointer(like.dtype)  # type: ignore[no-untyped-call]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(pointer))

    return pointer(types.int64, like), generate


# load_word(words, at): words[at] of int64[n], as it is in memory now; what was written before it is seen after it.
load_word: Any = _load_word
# store_word(words, at, value): writes words[at] of int64[n], after all that was written before it.
store_word: Any = _store_word
# add_to_word(words, at, value): adds to words[at] of int64[n], and nobody comes between; returns what it was before.
add_to_word: Any = _add_to_word
# address_of(array): where its items lie, int64.
address_of: Any = _address_of
_pointer: Any = _pointer_to  # to items of the type of an array


@njit
def items_at(address: int, n: int, like: NDArray[Any]) -> NDArray[Any]:
    """The array of n items that lies at an address, of the type of another, which somebody else keeps alive."""
    items: NDArray[Any] = carray(_pointer(address, like), n)
    return items


@njit
def rows_at(address: int, n: int, like: NDArray[Any]) -> NDArray[Any]:
    """The array of n rows that lies at an address, as wide as another, which somebody else keeps alive."""
    rows: NDArray[Any] = carray(_pointer(address, like), (n, like.shape[1]))
    return rows
