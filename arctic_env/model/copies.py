"""Copies of what changes."""

from copy import deepcopy
from typing import Self


class CopiedWhole:
    """What shares nothing that changes with its copies: `copy.copy` does what `copy.deepcopy` does."""

    def __copy__(self) -> Self:
        return deepcopy(self)
