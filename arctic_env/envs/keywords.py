"""Keyword arguments that there are not: the message names the nearest one, and all there are."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from arctic_env.validation import unknown

P = ParamSpec("P")
R = TypeVar("R")


def keywords(make: Callable[..., object]) -> list[str]:
    """The names that a function or a class takes as arguments."""
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [name for name, each in inspect.signature(make).parameters.items() if each.kind in kinds]


def check_keywords(make: Callable[P, R]) -> Callable[P, R]:
    """Let a function say what it takes when it is called with a keyword that it does not take."""
    known = keywords(make)

    @wraps(make)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in known:
                raise TypeError(f"{make.__name__}() has no argument {unknown(name, known)}")
        return make(*args, **kwargs)

    return call
