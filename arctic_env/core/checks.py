"""Checks of what users hand over."""

import reprlib
from operator import index
from typing import Any, TypeGuard

import numpy as np


def shown(value: object) -> str:
    """A value for messages: its `repr`, cut short, or its type where Python writes none."""
    try:
        return reprlib.repr(value)
    except ValueError:  # a number of thousands of digits
        return f"a very long {type(value).__name__}"


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number by its type, Python's or numpy's; True and False are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def as_whole(value: Any) -> int | None:
    """The whole number that a value is or, as an array of no dimensions, holds; None for others, True and False."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be written as UTF-8: it has no lone surrogates."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def count(name: str, value: object, most: int | None = None, least: int = 1) -> int:
    """The value, if it is a whole number of at least the least and, if there is a limit, at most that.

    Raises:
        ValueError: it is not; the message calls it by the name.
    """
    if not is_whole(value) or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be a whole number {wanted}, not {shown(value)}")
    return int(value)
