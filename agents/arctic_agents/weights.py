"""Weights of planners: dataclasses of floats, read from options and handed to kernels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arctic_env.errors import AgentError
from arctic_env.validation import short_repr, unknown

MOST = 100
"""Points that a weight may be worth: what comes of several together must stay far from what planners call never."""

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    W = TypeVar("W", bound=DataclassInstance)


def read_weights(kind: type[W], options: dict[str, Any]) -> W:
    """The default weights of a planner with some of them changed.

    Args:
        kind: The dataclass of its weights, all of them floats.
        options: New values by name.

    Raises:
        AgentError: There is no weight of that name, or it is not a number of -MOST to MOST.
    """
    names = [field.name for field in fields(kind)]
    for name, value in options.items():
        if name not in names:
            raise AgentError(f"planner has no weight {unknown(name, names)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise AgentError(f"planner: the weight {name} is a number, not {short_repr(value)}")
        if not -MOST <= value <= MOST:
            raise AgentError(
                f"planner: the weight {name} is from {-MOST:,} to {MOST:,}, not {short_repr(value)}"
            )
    return kind(**{name: float(value) for name, value in options.items()})


def check_shares(weights: DataclassInstance, names: Iterable[str]) -> None:
    """AgentError unless the weights of these names are from 0 to 1."""
    for name in names:
        if not 0 <= getattr(weights, name) <= 1:
            raise AgentError(f"planner: the weight {name} is from 0 to 1, not {getattr(weights, name)}")


def to_record(weights: DataclassInstance) -> NDArray[Any]:
    """Weights as kernels read them: an array of one record with a float64 field each."""
    dtype = _dtype_of(type(weights))
    return np.array([tuple(getattr(weights, name) for name in dtype.names or ())], dtype)


@cache
def _dtype_of(kind: type[DataclassInstance]) -> np.dtype[Any]:
    return np.dtype((np.record, [(field.name, "f8") for field in fields(kind)]))
