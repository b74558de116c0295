"""Masks: bytes taken several at a time are the same as one by one, and choices among them are uniform."""

import numpy as np
import pytest
from numba.core.errors import TypingError

import arctic_env
from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import (
    WORD,
    bits_of,
    choose,
    copy_row,
    count_bits,
    count_legal,
    count_words,
    is_set,
    list_set,
    lowest_bit,
    nth_legal,
    only_legal,
    write_bits,
)
from arctic_env.kernels.random import make_stream


@njit
def all_bits(items: np.ndarray, value: int, bits: np.ndarray, numbers: np.ndarray, lowest: np.ndarray) -> None:
    for at in range(len(bits)):
        bits[at] = bits_of(items, at, value)
        numbers[at] = count_bits(bits[at])
        lowest[at] = lowest_bit(bits[at])


@njit
def copy(rows: np.ndarray, k: int, out: np.ndarray, at: int) -> None:
    copy_row(rows, k, out, at)


@pytest.mark.jitless
@pytest.mark.parametrize("kind", [np.int8, np.uint8])
@pytest.mark.parametrize("value", [0, 2])
def test_a_bit_says_whether_an_item_is_the_value(value: int, kind: type[np.integer]) -> None:
    items = np.random.default_rng(1).integers(-3, 4, 150).astype(kind)
    bits = np.zeros(len(items) - WORD + 1, np.uint64)
    numbers, lowest = np.zeros((2, len(bits)), np.int64)
    all_bits(items, value, bits, numbers, lowest)
    for at in range(len(bits)):
        places = np.flatnonzero(items[at : at + WORD] == value)
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
        all_bits(np.zeros(200, np.int8)[::2], 0, np.zeros(1, np.uint64), *np.zeros((2, 1), np.int64))


# Choosing among legal actions: uniform, and the same whatever the number of threads.


def mask(*legal: int, size: int = 21) -> np.ndarray:
    """int8[size], 1 for these actions."""
    made = np.zeros(size, np.int8)
    made[list(legal)] = 1
    return made


@pytest.mark.jitless
@pytest.mark.parametrize("legal", [(0,), (20,), (7, 8), (0, 3, 8, 15, 16, 20), tuple(range(21))])
def test_legal_actions_are_found_by_number(legal: tuple[int, ...]) -> None:
    given = mask(*legal)
    assert count_legal(given) == len(legal)
    assert tuple(nth_legal(given, nth) for nth in range(len(legal))) == legal
    assert nth_legal(given, len(legal)) == -1
    assert only_legal(given) == (legal[0] if len(legal) == 1 else -1)


@pytest.mark.jitless
@pytest.mark.parametrize("size", [1, 63, 64, 65, 128, 130, 381])
def test_masks_of_every_length_are_read_to_their_ends(size: int) -> None:
    for given in (
        np.ones(size, np.int8),
        mask(0, size - 1, size=size),
        np.random.default_rng(size).integers(0, 2, size).astype(np.int8),
    ):
        legal = np.flatnonzero(given).tolist()
        assert count_legal(given) == len(legal)
        assert [nth_legal(given, nth) for nth in range(len(legal))] == legal
        assert nth_legal(given, len(legal)) == -1
        listed = np.full(size, -1)
        assert list_set(given, listed) == len(legal)
        assert listed.tolist() == legal + [-1] * (size - len(legal))
        bits = np.empty(count_words(size), np.uint64)
        write_bits(given, bits)
        assert [action for action in range(-1, 8 * bits.nbytes + 1) if is_set(bits, action)] == legal


@pytest.mark.jitless
def test_nothing_is_chosen_where_nothing_is_legal() -> None:
    assert count_legal(mask()) == 0
    assert choose(mask(), make_stream(0)) == only_legal(mask()) == -1


def test_more_actions_than_a_byte_counts() -> None:
    everything = np.ones(1000, np.int8)
    assert count_legal(everything) == 1000
    assert nth_legal(everything, 999) == 999


@pytest.mark.jitless
def test_choices_are_uniform() -> None:
    stream, legal = make_stream(1), (2, 9, 20)
    chosen = [choose(mask(*legal), stream) for _ in range(3000)]
    counts = [chosen.count(action) for action in legal]
    assert sum(counts) == 3000
    assert all(abs(count - 1000) < 5 * 26 for count in counts)  # five standard deviations


def test_each_place_has_its_own_chance_and_threads_do_not_matter() -> None:
    masks = np.ones((2100, 512), np.int8)  # enough for two threads
    one, two, other = (arctic_env.RandomActions(2100, seed, threads) for seed, threads in ((5, 1), (5, 2), (6, 1)))
    first, second = one(masks), one(masks)
    assert np.array_equal(first, two(masks))
    assert np.array_equal(second, two(masks))
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, other(masks))
    assert len(set(first.tolist())) > 50


def test_games_that_wait_get_no_action() -> None:
    masks = np.stack([mask(4), mask(), mask(1, 2)])
    assert arctic_env.RandomActions(3)(masks).tolist()[:2] == [4, -1]


@pytest.mark.parametrize("size", [5, 64, 200])
def test_masks_may_lie_in_memory_in_any_way(size: int) -> None:
    masks = np.random.default_rng(size).integers(0, 2, (30, size)).astype(np.int8)
    expected = arctic_env.RandomActions(30, seed=1)(masks)
    apart = np.ones((60, 2 * size), np.int8)
    apart[::2, ::2] = masks
    for laid in (np.asfortranarray(masks), apart[::2, ::2], masks[:, ::-1].copy()[:, ::-1]):
        assert np.array_equal(laid, masks)
        assert not laid.flags.c_contiguous
        assert np.array_equal(arctic_env.RandomActions(30, seed=1)(laid), expected)


@pytest.mark.parametrize(
    "masks", [np.ones((2, 5), np.int8), np.ones((3, 5), np.bool_), np.ones(3, np.int8), np.ones((3, 5, 1), np.int8)]
)
def test_other_masks_are_refused(masks: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"int8\[3, actions\]"):
        arctic_env.RandomActions(3)(masks)


def test_a_batch_of_games_is_played_to_the_end() -> None:
    vec = arctic_env.make_vec("arctic", 4, num_players=2, autoreset_mode="disabled")
    step, play = vec.reset(seed=3), arctic_env.RandomActions(4, seed=3)
    while step.final is None:
        step = vec.step(play(step.action_masks))
    assert step.terminations.any()
