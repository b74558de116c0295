"""Checks of what users hand over."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from operator import index
from reprlib import Repr
from typing import Any, TypeGuard

import numpy as np

from arctic_env.errors import shorten

_MOST_SHOWN = 80  # letters of a value in a message
_MOST_LISTED = 400  # letters of a list in a message
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_repr = Repr()
_repr.maxstring = _repr.maxother = _MOST_SHOWN


def short_repr(value: object) -> str:
    """A value for messages: its `repr` in one line, cut short, or its type where Python writes none."""
    try:
        text = " ".join(_repr.repr(value).splitlines())
    except ValueError:  # a number of thousands of digits
        return f"a very long {type(value).__name__}"
    return shorten(text, _MOST_SHOWN)


def visible(text: str) -> str:
    """A text for terminals and pictures: what would steer a terminal, or XML lacks, is escaped as Python does it."""
    return _UNSEEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def listed(names: Iterable[object]) -> str:
    """Names for messages, with commas between them; of too many the first ones, and how many more there are."""
    texts = [str(name) for name in names]
    text = ", ".join(texts)
    if len(text) <= _MOST_LISTED:
        return text
    some = text[:_MOST_LISTED].count(", ") or 1
    return f"{', '.join(texts[:some])} and {len(texts) - some} more"


def unknown(name: object, known: Iterable[str]) -> str:
    """A name that is not among the known ones, for messages: with the nearest of them, and all there are."""
    known = list(known)
    near = get_close_matches(name, known, 1) if isinstance(name, str) and len(name) <= _MOST_SHOWN else []
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"{short_repr(name)}{hint}; there are {listed(known) or 'none'}"


def is_integer(value: object) -> TypeGuard[int]:
    """Whether a value is an integer by its type, Python's or numpy's; True and False are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def as_integer(value: Any) -> int | None:
    """The integer that a value is or, as an array of no dimensions, holds; None for others, True and False."""
    if isinstance(value, bool) or (not is_integer(value) and _is_no_number(value)):
        return None
    try:
        return index(value)
    except (TypeError, RuntimeError):  # the second of a tensor without data
        return None


def _is_no_number(value: Any) -> bool:
    """Whether an array or a tensor holds truth values or has dimensions; `index` takes some of torch's."""
    return "bool" in str(getattr(value, "dtype", "")) or getattr(value, "ndim", 0) != 0


def is_text(value: object) -> TypeGuard[str]:
    """Whether a value is a text that can be written as UTF-8: it has no lone surrogates."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_integer(name: str, value: object, most: int | None = None, least: int = 1) -> int:
    """The value, if it is an integer of at least the least and, if there is a limit, at most that.

    Raises:
        ValueError: it is not; the message calls it by the name.
    """
    if not is_integer(value) or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be an integer {wanted}, not {short_repr(value)}")
    return int(value)
