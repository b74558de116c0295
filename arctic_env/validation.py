"""Checks of users' input."""

from collections.abc import Iterable
from difflib import get_close_matches
from importlib.util import find_spec
from operator import index
from reprlib import Repr
from typing import Any, TypeGuard

import numpy as np

from arctic_env.errors import SettingsError

_MOST_SHOWN = 80  # letters of a value in a message
_MOST_LISTED = 400  # letters of a list in a message
_repr = Repr()
_repr.maxstring = _repr.maxother = _MOST_SHOWN


def short_repr(value: object) -> str:
    """Return the `repr` of a value for messages: in one line, cut short."""
    text = " ".join(_repr.repr(value).splitlines())
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN // 2]}...{text[-_MOST_SHOWN // 2 :]}"


def listed(names: Iterable[object], most: int = _MOST_LISTED) -> str:
    """Join names for messages, with commas between them; of too many the first ones, and the number of the others."""
    texts = [str(name) for name in names]
    text = ", ".join(texts)
    if len(text) <= most:
        return text
    some = text[:most].count(", ") or 1
    return f"{', '.join(texts[:some])} and {len(texts) - some} more"


def unknown(name: object, known: Iterable[str]) -> str:
    """Return a name that is not among the known ones, for messages: with the nearest of them, and all of them."""
    known = list(known)
    return f"{short_repr(name)}{near_miss(name, known)}; there are {listed(known) or 'none'}"


def near_miss(name: object, known: Iterable[str]) -> str:
    """Return " (did you mean ...?)" with the known name that is nearest to another; "" if none is near."""
    near = get_close_matches(name, known, 1) if isinstance(name, str) and len(name) <= _MOST_SHOWN else []
    return f" (did you mean {near[0]}?)" if near else ""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural but for 1, as in `1 game` and `1,000 games`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def plain(value: Any) -> Any:
    """Return a numpy scalar as Python's own value, such as True for np.True_; anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def is_integer(value: object) -> TypeGuard[int]:
    """Return whether a value is an integer by its type, Python's or numpy's; True and False are not."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def is_number(value: object, most: float) -> bool:
    """Return whether a value is a number from 0 to `most`, Python's or numpy's; True and False are not."""
    value = plain(value)
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most


def as_integer(value: Any) -> int | None:
    """Return a value as an int, arrays and tensors of no dimensions included; None if it is not an integer."""
    of_array = "bool" in str(getattr(value, "dtype", "")) or getattr(value, "ndim", 0) != 0
    if isinstance(value, bool) or of_array:  # `index` takes tensors that hold truth values or have dimensions
        return None
    try:
        return index(value)
    except TypeError:
        return None


def check_integer(name: str, value: object, most: int | None = None, least: int = 1, also: str = "") -> int:
    """Return the value if it is an integer from `least` to `most`, None for no upper limit; else raise ValueError.

    The message names it, and goes on with `also`: what else a user may write.
    """
    if not is_integer(value) or value < least or (most is not None and value > most):
        wanted = f"of at least {least:,}" if most is None else f"from {least:,} to {most:,}"
        raise ValueError(f"{name} must be an integer {wanted}{also}, not {short_repr(value)}")
    return int(value)


def need(purpose: str, *packages: str, extra: str = "arena") -> None:
    """Refuse a purpose, in the plural, such as "logs", if its packages are not installed.

    SettingsError names the package that is missing and the extra that has it.
    """
    for package in packages:
        if find_spec(package) is None:
            raise SettingsError(f"{purpose} need {package}: pip install 'arctic-env[{extra}]'")
