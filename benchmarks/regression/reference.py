"""Fixed work that the project's own is compared with: what slows the machine slows both.

Baselines are ratios to it, so any change here needs new ones.
"""

import numpy as np
from numba import njit

_WORDS = np.arange(1 << 12, dtype=np.int64) * 0x9E3779B1 % (1 << 32)  # 32 KiB
_BYTES, _COPY = np.ones(1 << 16, np.uint8), np.zeros(1 << 16, np.uint8)


def kernel() -> None:
    """Compiled integers: a random stream, a table, branches that cannot be foreseen."""
    _mix(_WORDS, 600_000)


def python() -> None:
    """Interpreted: dictionaries, attributes, calls, and numpy on small arrays."""
    seen: dict[int, int] = {}
    row = np.zeros(128, np.int8)
    for number in range(4_000):
        key = number * 7 % 61
        seen[key] = seen.get(key, 0) + 1
        row[key] ^= 1
        if number % 4 == 0:
            np.flatnonzero(row)


def copies() -> None:
    """Copies of 64 KiB into memory that is there: what asking for it costs hangs on what a process did before."""
    for _ in range(500):
        np.copyto(_COPY, _BYTES)


@njit(cache=True)
def _mix(words, steps):  # type: ignore[no-untyped-def]
    word, total = 1, 0
    for _ in range(steps):
        word = (word * 1103515245 + words[word & 4095]) & 0xFFFFFFFF
        if word & 0x10000:
            total += words[(word >> 7) & 4095]
        elif word & 0x20000:
            total ^= word
        else:
            total -= word >> 3
    return total
