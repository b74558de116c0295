"""Bytes taken several at a time: the same as one by one, at every place of an array."""

import numpy as np
import pytest

from arctic_env.core.chunks import WORD, copy_row, word_at
from arctic_env.core.jit import njit


@njit
def words_of(items: np.ndarray, out: np.ndarray) -> None:
    for at in range(len(out)):
        out[at] = word_at(items, at)


@njit
def copy(rows: np.ndarray, k: int, out: np.ndarray, at: int) -> None:
    copy_row(rows, k, out, at)


@pytest.mark.jitless
def test_a_word_holds_eight_items_the_first_one_lowest() -> None:
    items = np.random.default_rng(1).integers(0, 128, 30).astype(np.int8)
    words = np.zeros(len(items) - WORD + 1, np.int64)
    words_of(items, words)
    for at, word in enumerate(words.tolist()):
        assert word.to_bytes(WORD, "little") == items[at : at + WORD].tobytes()


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
