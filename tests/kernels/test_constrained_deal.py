"""Drawing seatings: every way equally likely, whether kept by rejection or counted."""

import itertools
import math
from collections import Counter

import numba
import numpy as np
import pytest

from arctic_env.kernels.constrained_deal import _draw_by_counting, draw_kinds
from arctic_env.kernels.random import make_stream

pytestmark = pytest.mark.jitless

CASES = [
    # allowed kinds of each item, slots of each kind
    ([[0], [0, 1], [1, 2], [0, 2]], [2, 1, 2]),
    ([[0, 1], [1, 2], [2, 0]], [1, 1, 1]),
    ([[0, 1, 2], [0, 1], [1], [2]], [3, 2, 1]),
    ([[0, 2, 3], [0, 2, 3], [1, 2, 3], [1, 2, 3], [1]], [1, 2, 2, 1]),
]
# With the JIT off the same functions draw the same: a few draws show that they run, and never what cannot be.
SAMPLES = 500 if numba.config.DISABLE_JIT else 4000  # type: ignore[attr-defined]


def make(items: list[list[int]], slots: list[int]) -> tuple[np.ndarray, np.ndarray]:
    allowed = np.zeros((len(items), len(slots)), np.bool_)
    for item, kinds in enumerate(items):
        allowed[item, kinds] = True
    return allowed, np.array(slots, np.int64)


def all_ways(items: list[list[int]], slots: list[int]) -> Counter[tuple[int, ...]]:
    """How many seatings in single slots have these kinds."""
    single = [kind for kind, number in enumerate(slots) for _ in range(number)]
    ways: Counter[tuple[int, ...]] = Counter()
    for seating in itertools.permutations(range(len(single)), len(items)):
        kinds = tuple(single[slot] for slot in seating)
        if all(kind in items[item] for item, kind in enumerate(kinds)):
            ways[kinds] += 1
    return ways


@pytest.mark.parametrize("draw", [draw_kinds, _draw_by_counting])
@pytest.mark.parametrize(("items", "slots"), CASES)
def test_every_way_is_equally_likely(draw: object, items: list[list[int]], slots: list[int]) -> None:
    assert callable(draw)
    allowed, capacity = make(items, slots)
    expected = all_ways(items, slots)
    stream, kinds = make_stream(5), np.zeros(len(items), np.int64)
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(SAMPLES):
        assert draw(stream, allowed, capacity, kinds)
        seen[tuple(kinds.tolist())] += 1
    assert set(seen) <= set(expected)
    for way, number in expected.items():
        share = number / sum(expected.values())
        assert abs(seen[way] - SAMPLES * share) <= 4.5 * math.sqrt(SAMPLES * share * (1 - share))


def test_it_says_when_there_is_no_way() -> None:
    allowed, capacity = make([[0], [0], [1]], [1, 2])
    assert not draw_kinds(make_stream(1), allowed, capacity, np.zeros(3, np.int64))


def test_many_items_with_few_ways_are_seated() -> None:
    """As after many gifts: the zones are all but full and no set of places holds another."""
    items = [[0, 2, 3, 4]] * 7 + [[1, 2, 3]] * 7 + [[0, 4]] * 2 + [[1, 3]] * 2
    allowed, capacity = make(items, [3, 3, 4, 4, 5])
    kinds = np.zeros(len(items), np.int64)
    for seed in range(20):
        assert draw_kinds(make_stream(seed), allowed, capacity, kinds)
        assert all(allowed[np.arange(len(items)), kinds])
        assert (np.bincount(kinds, minlength=5) <= capacity).all()
