"""What a seat gets to see, in the form that the user asked for.

| observation | form |
|---|---|
| `flat` | int8[size], the parts of `game.observation(players)` one after the other |
| `scaled` | float32[size] within -1 to 1: each part divided by the largest absolute value that it can have |
| `parts` | a dict of the parts by name, int8 arrays in their own shapes |
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationPart
from arctic_env.validation import short_repr

OBSERVATIONS = ("flat", "scaled", "parts")


class Observations:
    """The observations of one game for one number of players; never changes, so it may be shared."""

    def __init__(self, game: Game, players: int, form: str) -> None:
        """Prepare a form of observation.

        Raises:
            ValueError: There is no such form.
        """
        if form not in OBSERVATIONS:
            raise ValueError(f"observation must be one of {', '.join(OBSERVATIONS)}, not {short_repr(form)}")
        self.form = form
        self.table = game.observation(players)
        self.size = self.table.size
        low, high = (bound.astype(np.float32) for bound in (self.table.low, self.table.high))
        self._factors = 1 / np.maximum.reduce([abs(low), abs(high), np.ones_like(low)])

    def shape(self, flat: NDArray[np.int8]) -> Any:
        """The observation in its form, from a flat int8[size] that is the caller's to give away."""
        if self.form == "flat":
            return flat
        return self._scale(flat) if self.form == "scaled" else self.table.split(flat)

    def _scale(self, flat: NDArray[np.int8]) -> NDArray[np.float32]:
        scaled: NDArray[np.float32] = np.multiply(flat, self._factors, dtype=np.float32)
        return scaled

    def space(self) -> spaces.Space[Any]:
        """A new space of the observations."""
        low, high = self.table.low, self.table.high
        if self.form == "flat":
            return spaces.Box(low, high, dtype=np.int8)
        if self.form == "scaled":
            return spaces.Box(self._scale(low), self._scale(high), dtype=np.float32)
        return spaces.Dict({part.name: _box(part) for part in self.table.parts})

    def __deepcopy__(self, memo: object) -> "Observations":
        return self


def _box(part: ObservationPart) -> spaces.Box:
    return spaces.Box(part.low, part.high, part.shape, np.int8)
