"""Legal actions by number, random ones among them, and masks as bits: kernels.

Bytes of arrays are taken several at a time, where the compiler would take one by one: it does not know that two arrays
of a kernel do not overlap, and `view` costs 44 ns in a kernel. With the JIT off, or with bounds checked, the same is
done in plain Python or item by item. Items must lie side by side: kernels that are given arrays with gaps do not
compile.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import prange
from numba.core import types
from numba.core.cgutils import raw_memcpy
from numba.core.errors import TypingError
from numba.core.types import Array
from numba.extending import intrinsic
from numba.np.arrayobj import make_array
from numpy.typing import ArrayLike, NDArray

from arctic_env.kernels.cache import numba_setting
from arctic_env.kernels.jit import Bytes, Ints, njit, parallel_njit, without_refcounts
from arctic_env.kernels.random import below, restart, uniforms

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
def _bits_of(_: Any, items: Array, at: Any, value: Any) -> Any:
    _check_layout(items)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(context, builder, items, arguments[0], arguments[1])
        chunk = builder.load(builder.bitcast(address, _CHUNK.as_pointer()), align=1)
        first = builder.insert_element(ir.Constant(_CHUNK, None), arguments[2], ir.Constant(ir.IntType(32), 0))
        values = builder.shuffle_vector(first, first, ir.Constant(ir.VectorType(ir.IntType(32), WORD), None))
        return builder.bitcast(builder.icmp_signed("==", chunk, values), _UINT64)

    return types.uint64(items, types.intp, types.uint8), generate


@njit
def _bits_of_items(items: NDArray[Any], at: int, value: int) -> np.uint64:
    bits = np.uint64(0)
    for k in range(WORD):
        bits |= np.uint64(items[at + k] == value) << np.uint64(k)
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
def _copy_items(rows: Bytes, k: int, out: Bytes, at: int) -> None:
    for item in range(rows.shape[1]):
        out[at + item] = rows[k, item]


_PLAIN = numba_setting("DISABLE_JIT")
_CHECKED = _PLAIN or numba_setting("BOUNDSCHECK")

# bits_of(items, at, value): a uint64 whose bit k says whether items[at + k] of n bytes is the value, 0 to 127; at is at
# most n - 64.
bits_of: Any = _bits_of_items if _CHECKED else _bits_of
# count_bits(bits): how many bits of a uint64 are set.
count_bits: Any = _count_in_python if _PLAIN else _count_bits
# lowest_bit(bits): the number of the lowest bit that is set in a uint64, which is not 0.
lowest_bit: Any = _lowest_in_python if _PLAIN else _lowest_bit
# copy_row(rows, k, out, at): rows[k] of int8[rows, size] to out[at : at + size] of int8[n], which does not overlap.
copy_row: Any = _copy_items if _CHECKED else _copy_row


Mask = NDArray[np.int8]
Bits = NDArray[np.uint64]
Streams = NDArray[np.int64]

# Games that a thread works on before it takes others: few, so that none waits long for the last ones.
PART = 64
_ONE = np.uint64(1)


@njit
def count_words(actions: int) -> int:
    """Return the number of words of 64 bits with a bit for each action."""
    return (actions + WORD - 1) // WORD


@njit
def word_of(mask: Mask, word: int) -> np.uint64:
    """Return actions 64 * word and those after it of int8[actions] as bits, the first one lowest."""
    start, size = word * WORD, len(mask)
    if start + WORD <= size:
        return ~bits_of(mask, start, 0)  # type: ignore[no-any-return]
    if size >= WORD:  # the last 64, without those that belong to the word before
        return np.uint64(~bits_of(mask, size - WORD, 0) >> np.uint64(start + WORD - size))
    bits = np.uint64(0)
    for action in range(size):
        bits |= np.uint64(mask[action] != 0) << np.uint64(action)
    return bits


@njit
def write_bits(mask: Mask, bits: Bits) -> None:
    """Write int8[actions] as bits, uint64[words]."""
    for word in range(len(bits)):
        bits[word] = word_of(mask, word)


@njit
def write_mask(bits: Bits, mask: Mask) -> None:
    """Write uint64[words] as int8[actions]."""
    for action in range(len(mask)):
        mask[action] = is_set(bits, action)


@njit
def is_set(bits: Bits, action: int) -> bool:
    """Return whether the bit of an action is set in uint64[words]; False if there is no such action."""
    if action < 0 or action >= len(bits) * WORD:
        return False
    return bool(bits[action // WORD] >> np.uint64(action % WORD) & _ONE)


@njit
def count_legal(mask: Mask) -> int:
    """Return the number of legal actions of int8[actions]."""
    total = 0
    for word in range(count_words(len(mask))):
        total += count_bits(word_of(mask, word))
    return total


@njit
def nth_legal(mask: Mask, nth: int) -> int:
    """Return the nth legal action of int8[actions], counted from 0; -1 if there are fewer."""
    for word in range(count_words(len(mask))):
        bits = word_of(mask, word)
        here = count_bits(bits)
        if nth < here:
            for _ in range(nth):
                bits &= bits - _ONE  # without the lowest one
            return word * WORD + int(lowest_bit(bits))
        nth -= here
    return -1


@njit
def list_set(mask: Mask, items: NDArray[Any]) -> int:
    """Write the indices of the nonzero items of int8[n], in order, into an array of integers; return their number."""
    size = 0
    for word in range(count_words(len(mask))):
        bits = word_of(mask, word)
        while bits != 0:
            items[size] = word * WORD + int(lowest_bit(bits))
            size += 1
            bits &= bits - _ONE  # without the lowest one
    return size


@njit
def only_legal(mask: Mask) -> int:
    """Return the only legal action of int8[actions], -1 if there are more or none."""
    return nth_legal(mask, 0) if count_legal(mask) == 1 else -1


@njit
def choose(mask: Mask, stream: Ints) -> int:
    """Draw a legal action of int8[actions] uniformly; -1 if there is none."""
    legal = count_legal(mask)
    return nth_legal(mask, below(stream, legal)) if legal else -1


@njit
def choose_many(masks: Mask, streams: Streams, actions: Ints) -> None:
    """Write a random legal action of each mask, int8[n, actions] to int64[n]; each has a stream, int64[n, 4]."""
    masks, streams = without_refcounts(masks), without_refcounts(streams)
    for i in range(len(masks)):  # not by `choose`: handing it two slices takes a third of the time
        legal = count_legal(masks[i])
        actions[i] = nth_legal(masks[i], below(streams[i], legal)) if legal else -1


@parallel_njit
def choose_parallel(masks: Mask, streams: Streams, actions: Ints) -> None:
    """Choose as `choose_many` does, with numba's threads."""
    for part in prange((len(masks) + PART - 1) // PART):
        first, end = part * PART, (part + 1) * PART
        choose_many(masks[first:end], streams[first:end], actions[first:end])


@njit
def make_streams(seeds: Ints, streams: Streams) -> None:
    """Write a stream, int64[n, 4], from each seed, int64[n]."""
    for i in range(len(seeds)):
        restart(streams[i], seeds[i])


# ------------------------------------------------------------------------------------------ outside kernels


def legal_pairs(masks: Bytes) -> tuple[Ints, Ints]:
    """Return row and action id of every 1 in masks of 0 and 1, int8[n, A]; two int64[pairs], by row, then id."""
    # Looking for nonzero booleans in one dimension is ten times as fast as for bytes in two.
    flat = np.flatnonzero(masks.view(np.bool_))
    rows, actions = np.divmod(flat, masks.shape[1])
    return rows, actions


def choose_uniformly(masks: Bytes, seeds: ArrayLike) -> Ints:
    """Draw a legal action uniformly for each row of int8[n, A] from its seed; int64[n]."""
    rows, actions = legal_pairs(masks)
    counts = np.bincount(rows, minlength=len(masks))
    firsts = np.cumsum(counts) - counts
    nth = np.floor(uniforms(seeds) * counts).astype(np.int64)
    chosen: Ints = actions[firsts + nth]
    return chosen
