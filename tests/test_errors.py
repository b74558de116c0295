"""The errors: one family, precise, and able to cross processes."""

import pickle

import pytest

from arctic_env import errors

ERRORS = [value for value in vars(errors).values() if isinstance(value, type)]


@pytest.mark.parametrize("kind", ERRORS)
def test_every_error_is_an_arctic_error_and_says_when_it_is_raised(kind: type[Exception]) -> None:
    assert issubclass(kind, errors.ArcticError)
    assert kind.__doc__


@pytest.mark.parametrize(
    "kind", [kind for kind in ERRORS if kind.__name__ not in ("ArcticError", "AgentError", "OutputError")]
)
def test_bad_input_is_a_value_error_too(kind: type[Exception]) -> None:
    assert issubclass(kind, ValueError)


def test_a_position_error_names_the_field_and_why() -> None:
    error = errors.PositionError("seats[1].hand[0]", "FM1 stands twice")
    assert (error.field, error.reason) == ("seats[1].hand[0]", "FM1 stands twice")
    assert str(error) == "seats[1].hand[0]: FM1 stands twice"


@pytest.mark.parametrize("kind", ERRORS)
def test_what_users_have_written_does_not_make_a_message_endless(kind: type[Exception]) -> None:
    told = "a" * 100_000, "of the end"
    error = kind(*told) if kind is errors.PositionError else kind(" ".join(told))
    assert len(str(error)) < 1010
    assert str(error).startswith("aaa")
    assert str(error).endswith("of the end")


@pytest.mark.parametrize("kind", ERRORS)
def test_errors_survive_pickling(kind: type[Exception]) -> None:
    error = kind("deck", "no list") if kind is errors.PositionError else kind("why")
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert (str(copy), vars(copy)) == (str(error), vars(error))
