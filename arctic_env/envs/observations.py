"""What a seat gets to see, in the form that the user asked for.

| observation | form |
|---|---|
| `flat` | int8[size], the parts of `game.observation(players)` one after the other |
| `scaled` | float32[size] within -1 to 1: each part divided by the largest absolute value that it can have |
| `parts` | a dict of the parts by name, int8 arrays in their own shapes |
"""

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arctic_env.model.game import Game
from arctic_env.model.tables import ObservationPart
from arctic_env.validation import as_integer, short_repr

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


# What `env.state()` tells a critic: everything.


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


# The spaces of an environment: Gymnasium's, with a faster way to sample an action under a mask.


class Actions(spaces.Discrete):
    """Discrete(n) whose masked samples are the very same as Gymnasium's, in a third of the time.

    With hundreds of actions Gymnasium's takes longer than a step of the environment. True and False are no actions.
    """

    def contains(self, x: Any) -> bool:
        """Whether it is an integer, Python's or numpy's, from 0 to n - 1."""
        number = as_integer(x)
        return number is not None and 0 <= number < int(self.n)

    def sample(
        self, mask: NDArray[np.int8] | None = None, probability: NDArray[Any] | None = None
    ) -> np.int64:
        """A random action; with a mask (int8[n] of 0 and 1) one that it allows, and 0 if it allows none."""
        if mask is not None and probability is None and self._is_mask(mask):
            allowed = mask.nonzero()[0]
            return allowed[self.np_random.integers(len(allowed))] if len(allowed) else self.start
        return super().sample(mask, probability)

    def _is_mask(self, mask: Any) -> bool:
        """Whether Gymnasium would take it; if not, its own method says why."""
        if not (isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,)):
            return False
        entries = mask.tobytes()
        return entries.count(0) + entries.count(1) == len(entries)


class Spaces:
    """The spaces of an environment. Each is made when it is first asked for and stays the same object."""

    def __init__(
        self, actions: int, observations: Observations, state: StateLayout, agents: list[str]
    ) -> None:
        self._actions = actions
        self._observations = observations
        self._state = state
        self._agents = agents
        self._made: dict[tuple[str, str], spaces.Space[Any]] = {}

    def new(self) -> "Spaces":
        """The same spaces as other objects, with random states of their own."""
        return Spaces(self._actions, self._observations, self._state, self._agents)

    def action(self, agent: str) -> spaces.Space[Any]:
        """The ids of the actions."""
        return self._get("action", agent, lambda: Actions(self._actions))

    def observation(self, agent: str) -> spaces.Space[Any]:
        """Observation and mask."""
        return self._get("observation", agent, self._make_observation)

    def state(self) -> spaces.Space[Any]:
        """What critics may see."""
        return self._get("state", self._agents[0], self._state.space)

    def _make_observation(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self._actions,), np.int8)
        return spaces.Dict({"observation": self._observations.space(), "action_mask": mask})

    def _get(self, kind: str, agent: str, make: Callable[[], spaces.Space[Any]]) -> spaces.Space[Any]:
        if agent not in self._agents:
            raise ValueError(f"agent must be one of {', '.join(self._agents)}, not {short_repr(agent)}")
        if (kind, agent) not in self._made:
            self._made[kind, agent] = make()
        return self._made[kind, agent]
