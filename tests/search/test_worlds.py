"""Worlds are drawn when they are wanted, each one for as many simulations as the others."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.search.worlds import States, Worlds
from arctic_env.arena import make_seeds

SEED = 5


class Drawing:
    """Worlds that are the seeds that they were drawn from, and how many were drawn at a time."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def __call__(self, seeds: NDArray[np.int64]) -> States:
        self.sizes.append(len(seeds))
        return seeds.copy()


def take(worlds: Worlds, simulations: int, most: int) -> list[int]:
    """The world of each simulation, at most so many of which are made together."""
    taken: list[int] = []
    while len(taken) < simulations:
        count = min(most, simulations - len(taken), worlds.left(len(taken)))
        there, first = worlds.after(len(taken), count)
        taken += [int(there[k % len(there)]) for k in range(first, first + count)]
    return taken


@pytest.mark.parametrize("most", [1, 7, 16, 1000])
def test_each_world_of_a_block_is_taken_as_often_and_all_in_turn(most: int) -> None:
    taken = take(Worlds(Drawing(), SEED, size=10, simulations=40), 120, most)
    assert taken == [int(seed) for k in range(120) for seed in make_seeds([SEED], [10 * (k // 40) + k % 10])]
    assert set(Counter(taken).values()) == {4}


def test_none_is_drawn_before_it_is_wanted() -> None:
    drawing = Drawing()
    take(Worlds(drawing, SEED, size=1_000_000, simulations=10_000_000), 48, 16)
    assert drawing.sizes == [16, 16, 16]
    drawing.sizes.clear()
    take(Worlds(drawing, SEED, size=10, simulations=40), 60, 16)
    assert drawing.sizes == [10, 10]


def test_more_are_drawn_at_once_if_asked_for_but_no_more_than_a_block() -> None:
    drawing = Drawing()
    worlds = Worlds(drawing, SEED, size=40, simulations=160)
    sizes = [len(worlds.after(done, 1, 32)[0]) for done in (0, 1, 31, 32)]
    assert (sizes, drawing.sizes) == ([32, 32, 32, 33], [32, 1])
    worlds.after(160, 1, 99)
    assert drawing.sizes == [32, 1, 40]


def test_no_more_than_a_block_is_kept() -> None:
    worlds = Worlds(Drawing(), SEED, size=10, simulations=40)
    for done in range(0, 4000, 8):
        assert len(worlds.after(done, 8)[0]) <= 10


def test_many_worlds_are_not_copied_each_time_that_some_are_drawn() -> None:
    worlds = Worlds(Drawing(), SEED, size=100_000, simulations=1_000_000)
    rooms = [worlds.after(done, 1)[0].base for done in range(3000)]
    assert sum(one is not other for one, other in pairwise(rooms)) < 20
