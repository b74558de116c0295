"""States of games: records that are quick to read from Python too, and seats in the order of turns."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from arctic_env.kernels.jit import njit

_numpys_record: Any = np.record  # whose stub forbids what numpy does not


class Record(_numpys_record):  # type: ignore[misc]
    """A numpy record whose fields are read as attributes five times as fast.

    numpy's own records look a field up in several steps of Python, which with the JIT off is most of what kernels
    do. Each type of record is a class of its own, made with its fields, so that it can be found again by pickle:

    >>> class Hand(Record, fields=FIELDS):
    ...     '''Cards of a seat.'''
    >>> DTYPE = np.dtype((Hand, FIELDS))
    """

    __getattribute__ = np.void.__getattribute__
    __getitem__ = np.void.__getitem__
    __setattr__ = np.void.__setitem__

    def __init_subclass__(cls, fields: Sequence[tuple[Any, ...]]) -> None:
        """Give the class an attribute for each field, (name, type) or (name, type, shape)."""
        for name, *_ in fields:
            setattr(cls, name, property(itemgetter(name)))


@njit
def next_seat(seat: int, k: int, players: int) -> int:
    """The k-th seat after this one, k at most `players`; a remainder would take several times as long."""
    other = seat + k
    return other - players if other >= players else other
