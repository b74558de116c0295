"""What `env.state()` tells a critic: everything."""

from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationPart


class StateLayout:
    """The numbers of `env.state()`: the observation of every seat, then every field of the game's record.

    The observations are what networks like to read; the fields add what no seat knows, such as the order of
    the deck. Never changes, so it may be shared.

    Attributes:
        parts: name, shape, offset, bounds and meaning of each part; "observation 0" is that of seat 0.
        size: how many numbers there are.
        dtype: int32, or int64 where a field needs it.
    """

    def __init__(self, game: Game, players: int) -> None:
        self._game = game
        self._players = players
        self._table = game.observation(players)
        self.parts: tuple[ObservationPart, ...] = tuple(self._lay_out())
        self.size: int = self.parts[-1].offset + self.parts[-1].size
        fields = [game.dtype[name].base for name in game.dtype.names or ()]
        self.dtype: np.dtype[Any] = np.result_type(np.int32, *fields)

    def _lay_out(self) -> list[ObservationPart]:
        n, names = self._table.size, self._game.dtype.names or ()
        low, high = int(self._table.low.min()), int(self._table.high.max())
        parts = [
            ObservationPart(f"observation {seat}", (n,), seat * n, low, high, f"what seat {seat} observes")
            for seat in range(self._players)
        ]
        offset = self._players * n
        for name in names:
            field = self._game.dtype[name]
            limits = np.iinfo(field.base)
            meaning = f"field `{name}` of the game's record"
            parts.append(ObservationPart(name, field.shape, offset, limits.min, limits.max, meaning))
            offset += prod(field.shape)
        return parts

    def write(self, states: NDArray[Any], observations: list[NDArray[np.int8]]) -> NDArray[Any]:
        """The numbers, [size] of `dtype`, of an array of one state and the observations of its seats."""
        fields = [states[name].ravel() for name in self._game.dtype.names or ()]
        return np.concatenate([*observations, *fields], dtype=self.dtype)

    def space(self) -> spaces.Box:
        """A new space of the numbers."""
        low = [np.full(part.size, part.low, self.dtype) for part in self.parts[self._players :]]
        high = [np.full(part.size, part.high, self.dtype) for part in self.parts[self._players :]]
        return spaces.Box(
            np.concatenate([*[self._table.low] * self._players, *low], dtype=self.dtype),
            np.concatenate([*[self._table.high] * self._players, *high], dtype=self.dtype),
            dtype=self.dtype.type,
        )

    def to_markdown(self) -> str:
        """The layout for the documentation."""
        rows = ["| part | shape | offset | meaning |", "|---|---|---|---|"]
        for part in self.parts:
            shape = " x ".join(map(str, part.shape)) or "1"
            rows.append(f"| `{part.name}` | {shape} | {part.offset} | {part.meaning} |")
        return "\n".join(rows) + "\n"

    def __deepcopy__(self, memo: object) -> "StateLayout":
        return self
