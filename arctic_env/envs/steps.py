"""What a batch of games shows after a step."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from arctic_env.envs.observations import Observations
from arctic_env.envs.options import RESET_MASK, option
from arctic_env.kernels.vector_step import DISABLED, NEXT_STEP, SAME_STEP, Shown
from arctic_env.model.game import Game, Position
from arctic_env.validation import listed, short_repr


@dataclass(frozen=True, eq=False)
class Final:
    """The games that ended in a step, as they stood at the end.

    Attributes:
        game: the game.
        rows: int64[k], their places in the batch.
        states: the game's dtype[k].
        players: number of players.
        form: how observations are shown.
    """

    game: Game
    rows: NDArray[np.int64]
    states: NDArray[Any]
    players: int
    form: Observations

    @cached_property
    def observations(self) -> Any:
        """What every seat saw at the end, int8[k, players, size] if flat; worked out when it is first asked for."""
        out = np.empty((len(self.rows), self.players, self.form.size), np.int8)
        self.game.batch.observe_all(self.states, out)
        return self.form.shape(out)

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """Total scores, int32[k, players]."""
        out = np.zeros((len(self.rows), max(self.game.players)), np.int32)
        self.game.batch.scores(self.states, out)
        return out[:, : self.players]

    @cached_property
    def ranks(self) -> NDArray[np.int8]:
        """Ranks, int8[k, players]; 0 for winners."""
        out = np.zeros((len(self.rows), max(self.game.players)), np.int8)
        self.game.batch.ranks(self.states, out)
        return out[:, : self.players]

    def position(self, k: int) -> Position:
        """The last position of the k-th of these games."""
        return Position(self.game, self.states[k : k + 1].copy())


@dataclass(frozen=True, eq=False)
class Step:
    """What n games show after a step or reset.

    Attributes:
        observations: what the seat sees that decides, or that moved last in a game that waits: int8[n, size],
            float32[n, size] if scaled, or a dict of the parts.
        action_masks: int8[n, actions], 1 where an action is legal; all 0 in a game that waits for its reset.
        seats: int8[n], who decides; -1 in a game that waits.
        rewards: float64[n, players], what each seat was paid in this step.
        terminations: bool[n], whether a game ended in this step by its rules.
        truncations: bool[n], whether it was cut short in this step.
        final: the games that ended in this step, None when none did.
        flat: int8[n, size], the observations before they got their form.
    """

    observations: Any
    action_masks: NDArray[np.int8]
    seats: NDArray[np.int8]
    rewards: NDArray[np.float64]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    final: Final | None
    flat: NDArray[np.int8]

    @property
    def shown(self) -> Shown:
        """The arrays, as kernels take them."""
        return Shown(self.flat, *(getattr(self, name) for name in Shown._fields[1:]))

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether a game ended in this step, bool[n], a new array."""
        return self.terminations | self.truncations


class Layout:
    """The arrays of a step, of n games each."""

    def __init__(self, n: int, size: int, actions: int, players: int) -> None:
        """Lay them out for observations of that size and so many actions and players."""
        self._taken: Step | None = None
        self._arrays: list[tuple[tuple[int, ...], np.dtype[Any]]] = [
            ((n, size), np.dtype(np.int8)),
            ((n, actions), np.dtype(np.int8)),
            ((n,), np.dtype(np.int8)),
            ((n, players), np.dtype(np.float64)),
            ((n,), np.dtype(np.bool_)),
            ((n,), np.dtype(np.bool_)),
        ]

    def new(self) -> Shown:
        """New arrays, not filled."""
        return Shown(*(np.empty(shape, dtype) for shape, dtype in self._arrays))

    def none(self) -> Shown:
        """Arrays for no games."""
        return Shown(*(np.empty((0, *shape[1:]), dtype) for shape, dtype in self._arrays))

    def take(self, step: Step) -> Shown:
        """The arrays of a step, to be written.

        Raises:
            ValueError: it is no step, or one of its arrays cannot be written, or two of them share memory.
        """
        if not isinstance(step, Step):
            raise ValueError(f"out must be a Step or None, not {short_repr(step)}")
        arrays = step.shown
        if step is self._taken and all(array.flags.writeable for array in arrays):
            return arrays  # it was checked, and nothing else about its arrays can have changed
        for (name, array), (shape, dtype) in zip(arrays._asdict().items(), self._arrays, strict=True):
            if array.shape != shape or array.dtype != dtype or not array.flags.carray:
                raise ValueError(f"out.{name} must be a writeable C array {dtype}{list(shape)}")
        for name, other in combinations(Shown._fields, 2):
            if np.may_share_memory(getattr(arrays, name), getattr(arrays, other)):
                raise ValueError(f"out.{name} and out.{other} share memory")
        self._taken = step
        return arrays

    def __getstate__(self) -> dict[str, Any]:
        """Without the step that was written last."""
        return {**self.__dict__, "_taken": None}


# What happens to games that end, in the words of Gymnasium.


AUTORESET = {
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def find_autoreset(mode: Any) -> AutoresetMode:
    """Gymnasium's mode of that name, such as "SAME_STEP", or value, such as "SameStep".

    Raises:
        ValueError: there is none.
    """
    if isinstance(mode, AutoresetMode):
        return mode
    for each in AutoresetMode:
        if isinstance(mode, str) and mode.upper() in (each.name, each.value.upper()):
            return each
    raise ValueError(
        f"autoreset_mode must be one of {listed(AutoresetMode.__members__)}, not {short_repr(mode)}"
    )


def rows_to_reset(options: Mapping[str, Any] | None, n: int) -> NDArray[np.int64]:
    """The places that the options of `reset` choose, int64[k]; all of them if they say nothing.

    Raises:
        ValueError: the mask is not bool[n].
    """
    given = option(options, RESET_MASK)
    if given is None:
        return np.arange(n)
    chosen = np.asarray(given)
    if chosen.shape != (n,) or chosen.dtype != np.bool_:
        raise ValueError(f"{RESET_MASK} must be bool[{n}], not {chosen.dtype} of shape {chosen.shape}")
    return np.flatnonzero(chosen)
