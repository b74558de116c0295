"""A small random stream for kernels: sfc32, the same bits compiled, interpreted and in every process.

numpy's generators cost microseconds to hand to a kernel; this stream is four int64 words made from a seed.
All words stay below 2**32, so no operation overflows, compiled or not. Source: C. Doty-Humphrey's sfc32 of PractRand.
"""

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit
from arctic_env.validation import is_integer, short_repr

_WORD = 0xFFFFFFFF
_WARM_UP = 15  # outputs dropped after seeding, as the author of sfc32 advises
_NEXT = 1  # keeps the seed of the next game apart from what happens in this one

MAX_SEED = 2**63 - 1
STREAM_WORDS = 4  # of int64


def check_seed(seed: object) -> int:
    """Return the seed as an int.

    Raises:
        ValueError: It is not an integer of 0 to MAX_SEED.
    """
    if not is_integer(seed) or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is an integer of 0 to 2**63 - 1, not {short_repr(seed)}")
    return int(seed)


@njit
def make_stream(seed: int) -> NDArray[np.int64]:
    """A stream, int64[4], from a seed of 0 to MAX_SEED."""
    stream = np.empty(STREAM_WORDS, np.int64)
    restart(stream, seed)
    return stream


@njit
def restart(stream: NDArray[np.int64], seed: int) -> None:
    """Make what is in int64[4] the stream of another seed."""
    _begin(stream, seed, 0)


@njit
def next_seed(seed: int) -> int:
    """The seed after this one, of 0 to MAX_SEED: an environment's own stream of games is one number."""
    stream = np.empty(STREAM_WORDS, np.int64)
    _begin(stream, seed, _NEXT)
    return (next_word(stream) >> 1) << 32 | next_word(stream)


@njit
def _begin(stream: NDArray[np.int64], seed: int, purpose: int) -> None:
    stream[0] = seed & _WORD
    stream[1] = (seed >> 32) & _WORD
    stream[2] = purpose
    stream[3] = 1
    for _ in range(_WARM_UP):
        next_word(stream)


@njit
def next_word(stream: NDArray[np.int64]) -> int:
    """The next 32 random bits, as an int64."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    word = (a + b + counter) & _WORD
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & _WORD
    stream[2] = (((c << 21) | (c >> 11)) + word) & _WORD
    stream[3] = (counter + 1) & _WORD
    return int(word)


@njit
def below(stream: NDArray[np.int64], n: int) -> int:
    """A number of 0 to n - 1, all equally likely, for n of 1 to 2**31 (Lemire's method with rejection)."""
    product = next_word(stream) * n
    if product & _WORD < n:
        threshold = (_WORD + 1 - n) % n
        while product & _WORD < threshold:
            product = next_word(stream) * n
    return product >> 32


@njit
def fraction(stream: NDArray[np.int64]) -> float:
    """A number of 0 to below 1, a multiple of 2**-53."""
    high, low = next_word(stream) >> 5, next_word(stream) >> 6
    return (high * 2.0**26 + low) / 2.0**53


@njit
def shuffle(stream: NDArray[np.int64], items: NDArray[np.generic], n: int) -> None:
    """Shuffle the first n items in place."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
