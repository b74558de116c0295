"""Random legal actions, as kernels."""

import numpy as np
from numpy.typing import NDArray

from arctic_env.core.borrow import borrow
from arctic_env.core.chunks import WORD, word_at
from arctic_env.core.jit import njit
from arctic_env.core.random import STREAM_WORDS, below, make_stream

# Words of eight bytes: a one in each byte, and a bit above each one's sum.
_ONES = 0x0101010101010101
_HIGH = -0x7F7F7F7F7F7F7F80  # 0x80 in each byte, as an int64
_LAST, _SUM = 56, 15  # where the last byte is, and the bits that a sum of eight takes
_BYTE = 7

Mask = NDArray[np.int8]
Streams = NDArray[np.int64]


@njit
def count_legal(mask: Mask) -> int:
    """How many actions of int8[actions] are legal, for up to 32,767 actions."""
    total = np.int16(0)  # narrow numbers are added 16 at a time, numbers of 8 bytes 4
    for action in range(len(mask)):
        total = np.int16(total + mask[action])
    return int(total)


@njit
def nth_legal(mask: Mask, nth: int) -> int:
    """The nth legal action of int8[actions], counted from 0; -1 when there are not so many."""
    start = 0
    while start + WORD <= len(mask):
        sums = word_at(mask, start) * _ONES  # each byte: how many are legal up to there
        here = sums >> _LAST & _SUM
        if nth < here:
            passed = (nth * _ONES | _HIGH) - sums >> _BYTE & _ONES  # a one where `sums` is at most nth
            return int(start + (passed * _ONES >> _LAST & _SUM))
        nth -= here
        start += WORD
    for action in range(start, len(mask)):
        nth -= int(mask[action])
        if nth < 0:
            return action
    return -1


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
    masks, streams = borrow(masks), borrow(streams)
    for i in range(len(masks)):  # not by `choose`: handing it two slices takes a third of the time
        legal = count_legal(masks[i])
        actions[i] = nth_legal(masks[i], below(streams[i], legal)) if legal else -1


@njit
def make_streams(seeds: NDArray[np.int64], streams: Streams) -> None:
    """Write a stream, int64[n, 4], from each seed, int64[n]."""
    for i in range(len(seeds)):
        stream = make_stream(seeds[i])
        for word in range(STREAM_WORDS):
            streams[i, word] = stream[word]
