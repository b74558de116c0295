"""Actions and observations as data: one table each, from which kernels, documentation and networks are made."""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arctic_env.validation import unknown


@dataclass(frozen=True)
class ActionBlock:
    """A run of action ids with one meaning.

    Attributes:
        name: Its name in code.
        start: Its first id.
        size: Number of its ids.
        meaning: The effect of the actions, for the documentation.
        arguments: The argument of each id of the block, as text; as long as the block.
    """

    name: str
    start: int
    size: int
    meaning: str
    arguments: tuple[str, ...]

    @property
    def stop(self) -> int:
        """One past the last id."""
        return self.start + self.size


class ActionTable:
    """All actions of a game, block after block; ids do not depend on the position.

    The text of an action is the name of its block with its argument, unless the game has texts of its own.
    """

    def __init__(self, blocks: list[tuple[str, str, tuple[str, ...]]]) -> None:
        """Lay out blocks of (name, meaning, arguments) one after the other."""
        self.size = 0
        laid: list[ActionBlock] = []
        for name, meaning, arguments in blocks:
            laid.append(ActionBlock(name, self.size, len(arguments), meaning, arguments))
            self.size += len(arguments)
        self.blocks = tuple(laid)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The text of each action."""
        return tuple(f"{block.name} {argument}".rstrip() for block in self.blocks for argument in block.arguments)

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {text: action for action, text in enumerate(self.texts)}

    def action_text(self, _state: Any, action: int) -> str:
        """Return the text of an action id, the same in every state; IndexError when the table has no such id."""
        if not 0 <= action < self.size:
            raise IndexError(f"action {action} is not one of 0 to {self.size - 1}")
        return self.texts[action]

    def action_id(self, text: str) -> int:
        """Return the id of an action's text, whatever the position; KeyError when no action has it."""
        return self._ids[text]

    def read(self, text: str) -> tuple[str, list[str]]:
        """Return the verb of an action's text, which is the name of its block, and the words of its argument."""
        verb = self.block_of(self.action_id(text)).name
        return verb, text[len(verb) :].split()

    def __getitem__(self, name: str) -> ActionBlock:
        """Return the block of that name; raise KeyError with the known names for another."""
        return _named(name, self.blocks, "action block")

    def slice(self, name: str) -> slice:
        """Return the ids of a block, for arrays over all actions."""
        block = self[name]
        return slice(block.start, block.stop)

    def block_of(self, action: int) -> ActionBlock:
        """Return the block that an id belongs to; IndexError when the table has no such id."""
        for block in self.blocks:
            if block.start <= action < block.stop:
                return block
        raise IndexError(f"action {action} is not one of 0 to {self.size - 1}")

    def to_markdown(self) -> str:
        """Return the table for the documentation."""
        rows = ["| ids | block | meaning | arguments |", "|---|---|---|---|"]
        for block in self.blocks:
            ids = f"{block.start}" if block.size == 1 else f"{block.start} to {block.stop - 1}"
            shown = block.arguments if block.size <= 6 else (*block.arguments[:2], "...", block.arguments[-1])
            rows.append(f"| {ids} | `{block.name}` | {block.meaning} | {', '.join(filter(None, shown))} |")
        return "\n".join(rows) + "\n"


@dataclass(frozen=True)
class ObservationPart:
    """A named piece of the flat observation.

    Attributes:
        name: Its name in code.
        shape: Its shape; the flat piece is in C order.
        offset: Its start in the flat observation.
        low: Smallest value.
        high: Largest value.
        meaning: Its meaning, for the documentation.
    """

    name: str
    shape: tuple[int, ...]
    offset: int
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        """Number of values."""
        return prod(self.shape)

    @property
    def slice(self) -> slice:
        """The slice of the flat observation."""
        return slice(self.offset, self.offset + self.size)


class ObservationTable:
    """The parts of a flat int8 observation, one after the other."""

    def __init__(self, parts: list[tuple[str, tuple[int, ...], int, int, str]]) -> None:
        """Lay out parts of (name, shape, low, high, meaning) one after the other."""
        self.size = 0
        laid: list[ObservationPart] = []
        for name, shape, low, high, meaning in parts:
            laid.append(ObservationPart(name, shape, self.size, low, high, meaning))
            self.size += laid[-1].size
        self.parts = tuple(laid)

    def __getitem__(self, name: str) -> ObservationPart:
        """Return the part of that name; raise KeyError with the known names for another."""
        return _named(name, self.parts, "observation part")

    @cached_property
    def low(self) -> NDArray[np.int8]:
        """Smallest value at each index, int8[size]."""
        return self._spread([part.low for part in self.parts])

    @cached_property
    def high(self) -> NDArray[np.int8]:
        """Largest value at each index, int8[size]."""
        return self._spread([part.high for part in self.parts])

    def _spread(self, values: list[int]) -> NDArray[np.int8]:
        return np.repeat(np.array(values, np.int8), [part.size for part in self.parts])

    def split(self, observation: NDArray[np.generic]) -> dict[str, NDArray[np.generic]]:
        """Return the parts of one observation or of a batch (..., size) by name, as views of it."""
        batch = observation.shape[:-1]
        return {part.name: observation[..., part.slice].reshape(batch + part.shape) for part in self.parts}

    def to_markdown(self) -> str:
        """Return the table for the documentation."""
        rows = ["| part | shape | offset | values | meaning |", "|---|---|---|---|---|"]
        for part in self.parts:
            shape = " x ".join(map(str, part.shape))
            rows.append(f"| `{part.name}` | {shape} | {part.offset} | {part.low} to {part.high} | {part.meaning} |")
        return "\n".join(rows) + "\n"


_Part = TypeVar("_Part", ActionBlock, ObservationPart)


def _named(name: str, parts: tuple[_Part, ...], kind: str) -> _Part:
    for part in parts:
        if part.name == name:
            return part
    raise KeyError(f"no {kind} {unknown(name, [part.name for part in parts])}")
