"""A random legal action for each of many games at once, for libraries that show masks as arrays.

numba and numpy alone, since this project is not installed beside them.
"""

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

_BLOCK = 16  # actions that are passed over at once


class Chooser:
    """Draws legal actions for n games, each equally likely, from a stream of its own."""

    def __init__(self, n: int, dtype: type[np.generic], seed: int = 1) -> None:
        """Start a stream; actions come as `dtype[n]`, always in the same array."""
        self._actions = np.zeros(n, dtype)
        self._stream = np.array([seed], np.uint64)

    def __call__(self, masks: NDArray[Any]) -> NDArray[Any]:
        """Actions for masks int8[n, A] or bool[n, A]; 0 where nothing is legal."""
        _choose(masks.view(np.uint8), self._stream, self._actions[: len(masks)])
        return self._actions[: len(masks)]


@njit(cache=True, nogil=True)
def _choose(masks, stream, actions):  # type: ignore[no-untyped-def]
    size = masks.shape[1]
    word = stream[0]
    for i in range(len(masks)):
        mask = masks[i]
        count = 0
        for action in range(size):
            count += mask[action]
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        nth = (np.int64(word >> np.uint64(33)) * count) >> 31
        start = 0
        while start + _BLOCK < size:
            inside = 0
            for action in range(start, start + _BLOCK):
                inside += mask[action]
            if nth < inside:
                break
            nth -= inside
            start += _BLOCK
        actions[i] = 0
        for action in range(start, size):
            nth -= mask[action]
            if nth < 0:
                actions[i] = action
                break
    stream[0] = word
