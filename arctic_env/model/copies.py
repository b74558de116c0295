"""Copies of mutable objects."""

from copy import deepcopy
from typing import Self


class CopiedWhole:
    """A base class without shared mutable state: `copy.copy` does what `copy.deepcopy` does."""

    def __copy__(self) -> Self:
        return deepcopy(self)
