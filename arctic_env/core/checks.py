"""Checks of what users hand over."""

from typing import Any

import numpy as np


def count(name: str, value: Any) -> int:
    """The value, if it is a whole number of at least 1.

    Raises:
        ValueError: it is not; the message calls it by the name.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, not {value!r}")
    return int(value)
