"""Bytes taken several at a time: the same as one by one, at every place of an array."""

import numpy as np
import pytest
from numba.core.errors import TypingError

from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import WORD, bits_at, copy_row, count_bits, lowest_bit


@njit
def all_bits(items: np.ndarray, bits: np.ndarray, numbers: np.ndarray, lowest: np.ndarray) -> None:
    for at in range(len(bits)):
        bits[at] = bits_at(items, at)
        numbers[at] = count_bits(bits[at])
        lowest[at] = lowest_bit(bits[at])


@njit
def copy(rows: np.ndarray, k: int, out: np.ndarray, at: int) -> None:
    copy_row(rows, k, out, at)


@pytest.mark.jitless
def test_a_bit_says_whether_an_item_is_set() -> None:
    items = np.random.default_rng(1).integers(-3, 4, 150).astype(np.int8)
    bits = np.zeros(len(items) - WORD + 1, np.uint64)
    numbers, lowest = np.zeros((2, len(bits)), np.int64)
    all_bits(items, bits, numbers, lowest)
    for at in range(len(bits)):
        places = np.flatnonzero(items[at : at + WORD])
        assert int(bits[at]) == sum(1 << place for place in places.tolist())
        assert numbers[at] == len(places)
        assert lowest[at] == places[0]


@pytest.mark.jitless
@pytest.mark.parametrize("size", [1, 6, 40])
def test_a_row_is_copied_and_nothing_else_is_written(size: int) -> None:
    rows = np.random.default_rng(2).integers(-128, 128, (4, size)).astype(np.int8)
    for k in range(4):
        for at in (0, 3, 10):
            out = np.full(size + 10, 7, np.int8)
            copy(rows, k, out, at)
            expected = np.full(size + 10, 7, np.int8)
            expected[at : at + size] = rows[k]
            assert np.array_equal(out, expected)


def test_arrays_with_gaps_are_refused_and_not_read_as_if_they_had_none() -> None:
    rows, out = np.zeros((4, 6), np.int8), np.zeros(40, np.int8)
    for given, target in ((rows.T, out), (rows[:, ::2], out), (rows, out[::2])):
        with pytest.raises(TypingError, match="C-contiguous"):
            copy(given, 0, target, 0)
    with pytest.raises(TypingError, match="C-contiguous"):
        all_bits(np.zeros(200, np.int8)[::2], np.zeros(1, np.uint64), *np.zeros((2, 1), np.int64))
