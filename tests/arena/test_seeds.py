import numpy as np
import pytest

from arctic_env.kernels.masks import choose_uniformly, legal_pairs
from arctic_env.kernels.random import MAX_SEED, make_seed, make_seeds, mix, one_way_seed, uniforms


def test_mix_is_splitmix64() -> None:
    # The first outputs of the reference implementation for the seed 1234567.
    step = 0x9E3779B97F4A7C15
    states = [(1234567 + i * step) % 2**64 for i in range(3)]
    assert [int(mix(state)) for state in states] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_seeds_do_not_depend_on_what_else_is_hashed() -> None:
    many = make_seeds(np.arange(100)[:, None], np.arange(4))
    assert many.dtype == np.int64
    assert many.shape == (100, 4)
    assert int(many[37, 2]) == make_seed(37, 2)


def test_seeds_differ_and_are_in_range() -> None:
    many = make_seeds(np.arange(1000)[:, None], np.arange(100))
    assert len(np.unique(many)) == many.size
    assert many.min() >= 0
    assert many.max() <= MAX_SEED
    assert make_seed(1, 2) != make_seed(2, 1)


def test_uniforms_fill_the_unit_interval_evenly() -> None:
    numbers = uniforms(np.arange(100_000))
    assert numbers.min() >= 0
    assert numbers.max() < 1
    counts, _ = np.histogram(numbers, bins=20, range=(0, 1))
    chi_square = ((counts - 5000) ** 2 / 5000).sum()
    assert chi_square < 43.8  # 99.9 % quantile, 19 degrees of freedom


def test_choice_is_legal_and_even() -> None:
    masks = np.zeros((30_000, 50), np.int8)
    masks[:, [3, 17, 49]] = 1
    chosen = choose_uniformly(masks, np.arange(30_000))
    actions, counts = np.unique(chosen, return_counts=True)
    assert actions.tolist() == [3, 17, 49]
    assert ((counts - 10_000) ** 2 / 10_000).sum() < 13.8  # 99.9 % quantile, 2 degrees of freedom


@pytest.mark.parametrize("rows", [[0], [5, 2], [9, 0, 3]])
def test_choice_depends_on_the_row_alone(rows: list[int]) -> None:
    masks = (np.random.default_rng(0).random((10, 40)) < 0.3).astype(np.int8)
    masks[:, 7] = 1
    seeds = np.arange(10) + 100
    assert choose_uniformly(masks[rows], seeds[rows]).tolist() == choose_uniformly(masks, seeds)[rows].tolist()


def test_legal_pairs_are_sorted_by_row_and_id() -> None:
    masks = (np.random.default_rng(2).random((30, 381)) < 0.1).astype(np.int8)
    masks[4] = 0
    rows, actions = legal_pairs(masks)
    wanted_rows, wanted_actions = np.nonzero(masks)
    assert rows.tolist() == wanted_rows.tolist()
    assert actions.tolist() == wanted_actions.tolist()


def test_the_seeds_of_agents_do_not_come_from_the_deal_by_what_can_be_undone() -> None:
    """`make_seeds` is a bijection but for one bit, so an agent could compute the deal's seed from it."""
    assert one_way_seed(7, 0) != make_seed(7, 0)
    assert one_way_seed(7, 0) == one_way_seed(7, 0) != one_way_seed(7, 1)
    assert 0 <= one_way_seed(2**63 - 1, 3) < 2**63
