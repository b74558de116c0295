"""Positions and views as Python objects."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import arctic_env
from arctic_env import IllegalActionError

GAME = arctic_env.game("arctic")


def test_views_are_equal_when_the_same_seat_knows_the_same() -> None:
    position = GAME.deal(seed=1, num_players=3)
    view = position.view(1)
    assert view == position.view(1) == view.determinize(5).view(1)
    assert hash(view) == hash(position.view(1))
    assert view != position.view(2)
    assert view != position
    assert "seat 1" in repr(view)


def test_positions_copy_pickle_and_compare() -> None:
    position = GAME.deal(seed=1, num_players=2)
    later = position.play(position.legal()[0])
    assert pickle.loads(pickle.dumps(later)) == later != position
    assert copy.deepcopy(later) == later
    assert len({position, later, pickle.loads(pickle.dumps(position))}) == 2


def test_an_illegal_action_names_what_was_legal_and_changes_nothing() -> None:
    position = GAME.deal(seed=1, num_players=2)
    before = position.states.tobytes()
    with pytest.raises(IllegalActionError, match=position.legal()[0]):
        position.play("take FM1")
    with pytest.raises(IllegalActionError, match="is not legal"):
        position.apply(363)
    with pytest.raises(IllegalActionError, match="10000"):
        position.apply(10000)
    assert position.states.tobytes() == before


@pytest.mark.parametrize("action", [1.0, None, "1", True, (1,), np.array([1]), np.array(1.0)])
def test_what_is_no_number_of_an_action_is_an_illegal_action(action: Any) -> None:
    with pytest.raises(IllegalActionError, match="an action is an integer, not "):
        GAME.deal(seed=1, num_players=2).apply(action)


def test_any_whole_number_of_a_legal_action_is_played() -> None:
    position = GAME.deal(seed=1, num_players=2)
    action = int(position.mask().argmax())
    for number in (np.int8(action), np.array(action), position.mask().argmax(keepdims=True)[0]):
        assert position.apply(number) == position.apply(action)
    for number in (np.array(position.mask().argmin()), 10**400):
        with pytest.raises(IllegalActionError, match="is not legal for seat"):
            position.apply(number)


@pytest.mark.parametrize("text", [["x"], None, 3, np.array(["take MP2", "x"])])
def test_what_is_no_text_of_an_action_is_refused(text: Any) -> None:
    with pytest.raises(ValueError, match="arctic has no action"):
        GAME.deal(seed=1).action_id(text)
    with pytest.raises(IllegalActionError, match="is not legal for seat"):
        GAME.deal(seed=1).play(text)


@pytest.mark.parametrize("seat", [-1, 2, 1.0, "1", None, True, np.array([0, 1])])
def test_views_of_seats_that_are_none_are_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be 0 to 1, not "):
        GAME.deal(seed=1).view(seat)


def test_states_of_positions_cannot_be_written() -> None:
    position = GAME.deal(seed=1, num_players=2)
    with pytest.raises(ValueError, match="read-only"):
        position.states["seat"] = 1


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, None, "7"])
def test_seeds_out_of_range_are_refused(seed: object) -> None:
    with pytest.raises(ValueError, match="a seed is an integer"):
        GAME.deal(seed=seed)  # type: ignore[arg-type]


def test_numpys_values_of_parameters_are_taken_like_pythons() -> None:
    game = arctic_env.game("north_pole")
    numpys: dict[str, Any] = {"num_players": np.int64(4), "teams": np.True_}
    wanted = game.deal(seed=1, num_players=4, teams=True)
    assert game.deal(seed=np.int64(1), **numpys) == wanted
    assert GAME.deal(seed=1, edition=np.str_("es")) == GAME.deal(seed=1, edition="es")
    env = arctic_env.north_pole_v0.env(**numpys)
    env.reset(seed=1)
    assert env.unwrapped.position == wanted
    assert arctic_env.make_vec("north_pole", 2, **numpys).teams.tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("value", [1, np.int64(1), np.float64(1.0), "True"])
def test_what_is_no_truth_value_is_none_of_a_parameter(value: Any) -> None:
    own = value.item() if isinstance(value, np.generic) else value
    with pytest.raises(ValueError, match=f"teams must be one of False, True, not {own!r}$"):
        arctic_env.game("north_pole").deal(seed=1, num_players=4, teams=value)


def test_parameters_that_are_none_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="players must be 2 to 4"):
        GAME.deal(seed=1, num_players=5)
    with pytest.raises(ValueError, match="one of de, es, it"):
        GAME.deal(seed=1, edition="fr")
    with pytest.raises(ValueError, match="no parameter 'variant'"):
        GAME.deal(seed=1, variant="serious")
    with pytest.raises(ValueError, match="no game 'chess'"):
        arctic_env.game("chess")
