"""Lists of integers, each of its own length, one after the other in one array.

Of thousands of actions some twenty are legal in a decision. To keep those takes a hundredth of the memory of a mask,
and spares looking for them again in every epoch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit

_TO_BEGIN_WITH = 4  # numbers for which there is room, for each list; more room is made when it is needed

Whole = NDArray[np.int64]


class Lists:
    """Some lists, known by their places 0, 1, and so on.

    Attributes:
        count: lists held.
        ends: int64[room + 1]; list i goes from ends[i] to ends[i + 1].
        numbers: int32[...], the lists, and room for more.
    """

    def __init__(self, room: int) -> None:
        """Make room for so many lists."""
        self.count = 0
        self.ends = np.zeros(room + 1, np.int64)
        self.numbers = np.empty(_TO_BEGIN_WITH * room, np.int32)

    def add(self, lengths: Whole, numbers: Whole) -> None:
        """Add lists of these lengths, int64[k], one after the other in int64[...]."""
        first = int(self.ends[self.count])
        last = first + len(numbers)
        if last > len(self.numbers):
            self.numbers = np.concatenate([self.numbers, np.empty(last, np.int32)])
        self.numbers[first:last] = numbers
        self.ends[self.count + 1 : self.count + 1 + len(lengths)] = first + lengths.cumsum()
        self.count += len(lengths)

    def take(self, places: Whole) -> tuple[Whole, Whole]:
        """The lists in these places, as `add` is handed them."""
        lengths = self.ends[places + 1] - self.ends[places]
        numbers = np.empty(lengths.sum(), np.int64)
        gather(self.numbers, self.ends, places, numbers)
        return lengths, numbers

    def keep(self, places: Whole) -> None:
        """Forget all lists but these, which close up."""
        kept = self.take(places)
        self.count = 0
        self.add(*kept)

    def save(self, name: str) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, under that name."""
        lengths, numbers = self.take(np.arange(self.count))
        return {f"{name}.lengths": lengths, f"{name}.numbers": numbers}

    def restore(self, name: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        self.count = 0
        self.add(arrays[f"{name}.lengths"], arrays[f"{name}.numbers"])


@njit
def gather(numbers: NDArray[np.int32], ends: Whole, places: Whole, out: Whole) -> None:
    """Write the lists in these places, one after the other."""
    at = 0
    for place in places:
        for k in range(ends[place], ends[place + 1]):
            out[at] = numbers[k]
            at += 1
