"""Legal actions by number, random ones among them, and masks as bits: kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit, without_refcounts
from arctic_env.kernels.random import below, restart
from arctic_env.kernels.simd import WORD, bits_at, count_bits, lowest_bit

Mask = NDArray[np.int8]
Bits = NDArray[np.uint64]
Streams = NDArray[np.int64]

_ONE = np.uint64(1)


@njit
def count_words(actions: int) -> int:
    """How many words of 64 bits hold a bit for each action."""
    return (actions + WORD - 1) // WORD


@njit
def word_of(mask: Mask, word: int) -> np.uint64:
    """Actions 64 * word and those after it of int8[actions] as bits, the first one lowest."""
    start, size = word * WORD, len(mask)
    if start + WORD <= size:
        return bits_at(mask, start)  # type: ignore[no-any-return]
    if size >= WORD:  # the last 64, without those that belong to the word before
        return np.uint64(bits_at(mask, size - WORD) >> np.uint64(start + WORD - size))
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
    """Whether the bit of an action is set in uint64[words]; not if there is no such action."""
    if action < 0 or action >= len(bits) * WORD:
        return False
    return bool(bits[action // WORD] >> np.uint64(action % WORD) & _ONE)


@njit
def count_legal(mask: Mask) -> int:
    """How many actions of int8[actions] are legal."""
    total = 0
    for word in range(count_words(len(mask))):
        total += count_bits(word_of(mask, word))
    return total


@njit
def nth_legal(mask: Mask, nth: int) -> int:
    """The nth legal action of int8[actions], counted from 0; -1 when there are not so many."""
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
    """Write which items of int8[n] are not 0, in order, into an array of integers; returns how many."""
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
    """The only legal action of int8[actions], -1 if there are more or none."""
    return nth_legal(mask, 0) if count_legal(mask) == 1 else -1


@njit
def choose(mask: Mask, stream: NDArray[np.int64]) -> int:
    """A random legal action of int8[actions], all equally likely; -1 when there is none."""
    legal = count_legal(mask)
    return nth_legal(mask, below(stream, legal)) if legal else -1


@njit
def choose_many(masks: Mask, streams: Streams, actions: NDArray[np.int64]) -> None:
    """Write a random legal action of each mask, int8[n, actions] to int64[n]; each has a stream, int64[n, 4]."""
    masks, streams = without_refcounts(masks), without_refcounts(streams)
    for i in range(len(masks)):  # not by `choose`: handing it two slices takes a third of the time
        legal = count_legal(masks[i])
        actions[i] = nth_legal(masks[i], below(streams[i], legal)) if legal else -1


@njit
def make_streams(seeds: NDArray[np.int64], streams: Streams) -> None:
    """Write a stream, int64[n, 4], from each seed, int64[n]."""
    for i in range(len(seeds)):
        restart(streams[i], seeds[i])
