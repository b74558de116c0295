"""The type of states: a numpy record, but quick to read, also where numpy's own would hide a field."""

import copy
import pickle

import numpy as np
import pytest

import arctic_env
from arctic_env.kernels.jit import StateRecord

FIELDS = [("seat", "i1"), ("size", "i2"), ("cards", "u1", (3,))]


class Hand(StateRecord, fields=FIELDS):
    """A record with a field that is called as an attribute of numpy's."""


DTYPE = np.dtype((Hand, FIELDS))


@pytest.fixture
def hands() -> np.ndarray:
    return np.array([(1, 300, [1, 2, 3]), (2, -5, [4, 5, 6])], DTYPE)


def test_fields_are_attributes_and_items(hands: np.ndarray) -> None:
    hand = hands[1]
    assert (hand.seat, hand.size, hand["size"]) == (2, -5, -5)
    assert hand.cards.tolist() == [4, 5, 6]
    assert hand.seat.dtype == np.int8


def test_what_is_set_is_set_in_the_array(hands: np.ndarray) -> None:
    hand = hands[0]
    hand.seat, hand.size = 7, 9
    hand.cards[2] += 1
    assert str(hands[0]) == "(7, 9, [1, 2, 4])"


def test_there_are_no_other_attributes(hands: np.ndarray) -> None:
    with pytest.raises(AttributeError, match="sead"):
        _ = hands[0].sead
    with pytest.raises(ValueError, match="sead"):
        hands[0].sead = 1


def test_the_type_lasts(hands: np.ndarray) -> None:
    assert np.dtype((np.record, FIELDS)) == DTYPE
    for other in (hands.copy(), pickle.loads(pickle.dumps(hands)), copy.deepcopy(hands), np.repeat(hands, 2)):
        assert type(other[0]) is Hand
        assert other[0] == hands[0]


@pytest.mark.parametrize("name", arctic_env.games())
def test_states_of_all_games_are_such_records(name: str) -> None:
    state = arctic_env.game(name).deal(seed=1).states[0]
    assert isinstance(state, StateRecord)
    assert state.seat == state["seat"]
