"""Seeds, random numbers hashed from them, and small random streams for kernels.

Every game at a table has a seed, every seat of it a seed made from that, and every decision of the seat a
seed made from that and the number of decisions the seat has made. Whatever is random in an answer is drawn
from the seed of its own decision, so a game is the same alone, in a batch, and in any number of processes.

Agents see the seeds of their decisions. These must not lead back to the deal, where all that is hidden could be read:
whatever an agent gets goes through `one_way_seed` first; `make_seeds` alone can be undone.

numpy's generators cost microseconds to hand to a kernel; a stream is four int64 words made from a seed, the same bits
compiled, interpreted and in every process. All words stay below 2**32, so no operation overflows, compiled or not.
Source: C. Doty-Humphrey's sfc32 of PractRand.
"""

import hashlib

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arctic_env.kernels.jit import Floats, Ints, njit
from arctic_env.validation import is_integer, short_repr

_WORD = 0xFFFFFFFF
_WARM_UP = 15  # outputs dropped after seeding, as the author of sfc32 advises
_NEXT = 1  # keeps the seed of the next game apart from what happens in this one

MAX_SEED = 2**63 - 1
STREAM_WORDS = 4  # of int64


def check_seed(seed: object) -> int:
    """Return the seed as an int; ValueError if it is not an integer of 0 to MAX_SEED."""
    if not is_integer(seed) or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is an integer of 0 to 2**63 - 1, not {short_repr(seed)}")
    return int(seed)


@njit
def make_stream(seed: int) -> Ints:
    """Return a stream, int64[4], from a seed of 0 to MAX_SEED."""
    stream = np.empty(STREAM_WORDS, np.int64)
    restart(stream, seed)
    return stream


@njit
def restart(stream: Ints, seed: int) -> None:
    """Make int64[4] the stream of another seed."""
    _begin(stream, seed, 0)


@njit
def next_seed(seed: int) -> int:
    """Return the seed after this one, of 0 to MAX_SEED: an environment's stream of games is one number."""
    stream = np.empty(STREAM_WORDS, np.int64)
    _begin(stream, seed, _NEXT)
    return (next_word(stream) >> 1) << 32 | next_word(stream)


@njit
def _begin(stream: Ints, seed: int, purpose: int) -> None:
    stream[0] = seed & _WORD
    stream[1] = (seed >> 32) & _WORD
    stream[2] = purpose
    stream[3] = 1
    for _ in range(_WARM_UP):
        next_word(stream)


@njit
def next_word(stream: Ints) -> int:
    """Return the next 32 random bits, as an int64."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    word = (a + b + counter) & _WORD
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & _WORD
    stream[2] = (((c << 21) | (c >> 11)) + word) & _WORD
    stream[3] = (counter + 1) & _WORD
    return int(word)


@njit
def below(stream: Ints, n: int) -> int:
    """Draw an integer of 0 to n - 1 uniformly, for n of 1 to 2**31 (Lemire's method with rejection)."""
    product = next_word(stream) * n
    if product & _WORD < n:
        threshold = (_WORD + 1 - n) % n
        while product & _WORD < threshold:
            product = next_word(stream) * n
    return product >> 32


@njit
def fraction(stream: Ints) -> float:
    """Draw a number from [0, 1), a multiple of 2**-53."""
    high, low = next_word(stream) >> 5, next_word(stream) >> 6
    return (high * 2.0**26 + low) / 2.0**53


@njit
def shuffle(stream: Ints, items: NDArray[np.generic], n: int) -> None:
    """Shuffle the first n items in place."""
    for i in range(n - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]


# ------------------------------------------------------------------------------------------ splitmix64

_HALF = 16
_GOLDEN = (0x9E3779B9, 0x7F4A7C15)  # the increment of splitmix64, high and low half
_FACTORS = ((0xBF58476D, 0x1CE4E5B9), (0x94D049BB, 0x133111EB))
_WORD_BITS = 32


@njit
def draw_counted(counter: Ints, n: int) -> int:
    """Advance a counter of splitmix64, int64[2] of its high and low half, and return its output modulo n.

    A counter has the same numbers in every language, so documents may hold it; n is 1 to 2**30. The bias that the
    remainder has is below n / 2**64.
    """
    low = int(counter[1]) + _GOLDEN[1]
    counter[0] = (int(counter[0]) + _GOLDEN[0] + (low >> _WORD_BITS)) & _WORD
    counter[1] = low & _WORD
    high, low = _shifted_in(int(counter[0]), int(counter[1]), 30)
    high, low = _times(high, low, _FACTORS[0][0], _FACTORS[0][1])
    high, low = _shifted_in(high, low, 27)
    high, low = _times(high, low, _FACTORS[1][0], _FACTORS[1][1])
    high, low = _shifted_in(high, low, 31)
    return ((high % n) * ((_WORD + 1) % n) + low) % n


@njit
def _shifted_in(high: int, low: int, shift: int) -> tuple[int, int]:
    """Return a 64-bit number xor itself shifted to the right."""
    return high ^ high >> shift, low ^ (low >> shift | high << (_WORD_BITS - shift)) & _WORD


@njit
def _times(high: int, low: int, factor_high: int, factor_low: int) -> tuple[int, int]:
    """Return the product of two 64-bit numbers modulo 2**64; no intermediate result needs 63 bits."""
    mask = (1 << _HALF) - 1
    first, second = low * (factor_low & mask), low * (factor_low >> _HALF)
    bottom = first + ((second & mask) << _HALF)
    crossed = (high * (factor_low & mask) & _WORD) + ((high * (factor_low >> _HALF) & mask) << _HALF)
    crossed += (low * (factor_high & mask) & _WORD) + ((low * (factor_high >> _HALF) & mask) << _HALF)
    return (crossed + (second >> _HALF) + (bottom >> _WORD_BITS)) & _WORD, bottom & _WORD


# splitmix64 over arrays: its increment, and the two multipliers and three shifts of its output function.
_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_SIGN_BIT = np.uint64(1)
_SPARE_BITS = np.uint64(11)  # of 64 bits a float64 holds 53
_UNIT = 2.0**-53


def mix(*parts: ArrayLike) -> NDArray[np.uint64]:
    """Hash integers of at least 0 into 64 bits, element by element; the parts are broadcast together."""
    arrays = np.broadcast_arrays(*(np.asarray(part).astype(np.uint64) for part in parts))
    words = np.zeros(arrays[0].shape, np.uint64)
    with np.errstate(over="ignore"):
        for array in arrays:
            words = _scramble(words + _STEP + array)
    return words


def _scramble(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    words = (words ^ (words >> _SHIFTS[0])) * _FIRST
    words = (words ^ (words >> _SHIFTS[1])) * _SECOND
    return words ^ (words >> _SHIFTS[2])


def make_seeds(*parts: ArrayLike) -> Ints:
    """Hash as `mix` does, but to int64 seeds within 0 to MAX_SEED."""
    return (mix(*parts) >> _SIGN_BIT).astype(np.int64)


def make_seed(*parts: int) -> int:
    """Return one seed of 0 to MAX_SEED from integers of at least 0."""
    return int(make_seeds(*parts))


def one_way_seed(*parts: int) -> int:
    """Return a seed as `make_seed` does, from which the parts can only be found by trying them all."""
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> int(_SIGN_BIT)


def uniforms(*parts: ArrayLike) -> Floats:
    """Return numbers in [0, 1) hashed from integers, element by element; the parts are broadcast together."""
    return (mix(*parts) >> _SPARE_BITS).astype(np.float64) * _UNIT
