"""Arrays that kernels borrow: what they hold is the same, and nothing else can be lent."""

from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from numba.typed import List

from arctic_env.kernels.jit import njit, without_refcounts


@njit
def total(lent: Any) -> float:
    lent = without_refcounts(lent)
    return float(lent[0].sum() + lent[1][0][1] + lent[1][1])


@njit
def size(lent: Any) -> int:
    return len(without_refcounts(lent)[1])


def test_arrays_numbers_and_tuples_of_them_are_as_they_were() -> None:
    lent = np.arange(4), (np.array([2.0, 0.5]), 7)
    assert {total(lent) for _ in range(1_000)} == {6 + 0.5 + 7}
    np.testing.assert_array_equal(lent[0], np.arange(4))


@pytest.mark.parametrize("other", ["text", List([1, 2]), None])
def test_what_is_no_array_number_or_tuple_of_them_is_refused(other: Any) -> None:
    with pytest.raises(TypingError, match="only arrays, numbers and tuples of them can be borrowed, not"):
        size((np.arange(4), other))
