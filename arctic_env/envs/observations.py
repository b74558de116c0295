"""Outputs of environments: observations in the chosen form, states for critics, spaces, steps, and pictures.

| observation | form |
|---|---|
| `flat` | int8[size], the parts of `game.observation(num_players)` one after the other |
| `scaled` | float32[size] within -1 to 1: each part divided by the largest absolute value that it can have |
| `parts` | a dict of the parts by name, int8 arrays in their own shapes |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, get_args

import numpy as np
from gymnasium import logger, spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from arctic_env.drawing.pages import LAST_HEIGHT
from arctic_env.envs.options import RESET_MASK, RenderMode, Viewer, option
from arctic_env.kernels.vector_step import DISABLED, NEXT_STEP, SAME_STEP, StepArrays
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.tables import ObservationPart
from arctic_env.validation import as_integer, is_integer, listed, short_repr

OBSERVATIONS = ("flat", "scaled", "parts")


class Observations:
    """The observations of one game for one number of players; immutable, so it may be shared."""

    def __init__(self, game: Game, num_players: int, form: str) -> None:
        """Prepare a form of observation; ValueError if there is no such form."""
        if form not in OBSERVATIONS:
            raise ValueError(f"observation must be one of {', '.join(OBSERVATIONS)}, not {short_repr(form)}")
        self.form = form
        self.table = game.observation(num_players)
        self.size = self.table.size
        self._actions = game.actions.size
        low, high = (bound.astype(np.float32) for bound in (self.table.low, self.table.high))
        self._factors = 1 / np.maximum.reduce([abs(low), abs(high), np.ones_like(low)])

    def shape(self, flat: NDArray[np.int8]) -> Any:
        """Convert a flat observation, int8[size], to the chosen form; it may return the same memory."""
        if self.form == "flat":
            return flat
        return self._scale(flat) if self.form == "scaled" else self.table.split(flat)

    def _scale(self, flat: NDArray[np.int8]) -> NDArray[np.float32]:
        scaled: NDArray[np.float32] = np.multiply(flat, self._factors, dtype=np.float32)
        return scaled

    def space(self) -> spaces.Space[Any]:
        """Return a new space of the observations."""
        low, high = self.table.low, self.table.high
        if self.form == "flat":
            return spaces.Box(low, high, dtype=np.int8)
        if self.form == "scaled":
            return spaces.Box(self._scale(low), self._scale(high), dtype=np.float32)
        return spaces.Dict(
            {part.name: spaces.Box(part.low, part.high, part.shape, np.int8) for part in self.table.parts}
        )

    def masked_space(self) -> spaces.Dict:
        """Return a new space of the observations with their masks."""
        return spaces.Dict({"observation": self.space(), "action_mask": spaces.Box(0, 1, (self._actions,), np.int8)})

    def __deepcopy__(self, memo: object) -> "Observations":
        return self


class StateLayout:
    """The numbers of `env.state()`: the observation of every seat, then every field of the game's record.

    Networks read the observations; the fields add hidden information, such as the order of
    the deck. It is immutable, so it may be shared.

    Attributes:
        parts: Name, shape, offset, bounds and meaning of each part; "observation 0" is that of seat 0.
        size: Number of values.
        dtype: int32, or int64 if a field needs it.
    """

    def __init__(self, game: Game, num_players: int) -> None:
        self._game = game
        self._num_players = num_players
        self._table = game.observation(num_players)
        self.parts: tuple[ObservationPart, ...] = tuple(self._lay_out())
        self.size: int = self.parts[-1].offset + self.parts[-1].size
        fields = [game.dtype[name].base for name in game.dtype.names or ()]
        self.dtype: np.dtype[Any] = np.result_type(np.int32, *fields)

    def _lay_out(self) -> list[ObservationPart]:
        n, names = self._table.size, self._game.dtype.names or ()
        low, high = int(self._table.low.min()), int(self._table.high.max())
        parts = [
            ObservationPart(f"observation {seat}", (n,), seat * n, low, high, f"what seat {seat} observes")
            for seat in range(self._num_players)
        ]
        offset = self._num_players * n
        for name in names:
            field = self._game.dtype[name]
            limits = np.iinfo(field.base)
            meaning = f"field `{name}` of the game's record"
            parts.append(ObservationPart(name, field.shape, offset, limits.min, limits.max, meaning))
            offset += prod(field.shape)
        return parts

    def write(self, states: NDArray[Any], observations: list[NDArray[np.int8]]) -> NDArray[Any]:
        """Return the numbers, [size] of `dtype`, from an array of one state and its seats' observations."""
        fields = [states[name].ravel() for name in self._game.dtype.names or ()]
        return np.concatenate([*observations, *fields], dtype=self.dtype)

    def space(self) -> spaces.Box:
        """Return a new space of the numbers."""
        low = [np.full(part.size, part.low, self.dtype) for part in self.parts[self._num_players :]]
        high = [np.full(part.size, part.high, self.dtype) for part in self.parts[self._num_players :]]
        return spaces.Box(
            np.concatenate([*[self._table.low] * self._num_players, *low], dtype=self.dtype),
            np.concatenate([*[self._table.high] * self._num_players, *high], dtype=self.dtype),
            dtype=self.dtype.type,
        )

    def to_markdown(self) -> str:
        """Return the layout in Markdown."""
        rows = ["| part | shape | offset | meaning |", "|---|---|---|---|"]
        for part in self.parts:
            shape = " x ".join(map(str, part.shape)) or "1"
            rows.append(f"| `{part.name}` | {shape} | {part.offset} | {part.meaning} |")
        return "\n".join(rows) + "\n"

    def __deepcopy__(self, memo: object) -> "StateLayout":
        return self


class Actions(spaces.Discrete):
    """Discrete(n) with the same masked samples as Gymnasium's, in a third of the time.

    With hundreds of actions Gymnasium's takes longer than a step of the environment. True and False are not actions.
    """

    def contains(self, x: Any) -> bool:
        """Return whether it is an integer, Python's or numpy's, from 0 to n - 1."""
        number = as_integer(x)
        return number is not None and 0 <= number < int(self.n)

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """Draw a random action; with a mask (int8[n] of 0 and 1) an allowed one, 0 if none is."""
        if mask is not None and probability is None and self._is_mask(mask):
            allowed = mask.nonzero()[0]
            return allowed[self.np_random.integers(len(allowed))] if len(allowed) else self.start
        return super().sample(mask, probability)

    def _is_mask(self, mask: Any) -> bool:
        """Return whether Gymnasium would accept the mask; if not, its own method says why."""
        if not (isinstance(mask, np.ndarray) and mask.dtype == np.int8 and mask.shape == (self.n,)):
            return False
        entries = mask.tobytes()
        return entries.count(0) + entries.count(1) == len(entries)


@dataclass(frozen=True, eq=False)
class Final:
    """The games that ended in a step, in their last state.

    Attributes:
        game: The game.
        rows: int64[k], their places in the batch.
        states: The game's dtype[k].
        num_players: Number of players.
        form: The form of observations.
    """

    game: Game
    rows: NDArray[np.int64]
    states: NDArray[Any]
    num_players: int
    form: Observations

    @cached_property
    def observations(self) -> Any:
        """Every seat's last observation, int8[k, players, size] if flat; computed at the first call."""
        out = np.empty((len(self.rows), self.num_players, self.form.size), np.int8)
        self.game.batch.observe_all(self.states, out)
        return self.form.shape(out)

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """Total scores, int32[k, players]."""
        out = np.zeros((len(self.rows), max(self.game.players)), np.int32)
        self.game.batch.scores(self.states, out)
        return out[:, : self.num_players]

    @cached_property
    def ranks(self) -> NDArray[np.int8]:
        """Ranks, int8[k, players]; 0 for winners."""
        out = np.zeros((len(self.rows), max(self.game.players)), np.int8)
        self.game.batch.ranks(self.states, out)
        return out[:, : self.num_players]

    def position(self, k: int) -> Position:
        """Return the last position of the k-th of these games."""
        return Position(self.game, self.states[k : k + 1].copy())


@dataclass(frozen=True, eq=False)
class Step:
    """The output of a step or reset of n games.

    Attributes:
        observations: Of the deciding seat, or the last to move in a game that waits: int8[n, size],
            float32[n, size] if scaled, or a dict of the parts.
        action_masks: int8[n, actions], 1 where an action is legal; all 0 in a game that waits for its reset.
        seats: int8[n], the deciding seats; -1 in a game that waits.
        rewards: float64[n, players], each seat's reward in this step.
        terminations: bool[n], whether a game ended in this step by its rules.
        truncations: bool[n], whether it was truncated in this step, by its rules or by the number of decisions.
        final: The games that ended in this step, None when none did.
        flat: int8[n, size], the observations in flat form.
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
    def arrays(self) -> StepArrays:
        """The arrays, as kernels take them."""
        return StepArrays(self.flat, *(getattr(self, name) for name in StepArrays._fields[1:]))

    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether a game ended in this step, bool[n], a new array."""
        return self.terminations | self.truncations


def empty_arrays(n: int, size: int, actions: int, num_players: int) -> StepArrays:
    """Return uninitialised arrays for n games; observations have that size."""
    return StepArrays(
        np.empty((n, size), np.int8),
        np.empty((n, actions), np.int8),
        np.empty(n, np.int8),
        np.empty((n, num_players), np.float64),
        np.empty(n, np.bool_),
        np.empty(n, np.bool_),
    )


def arrays_to_write(step: Step, n: int, like: StepArrays) -> StepArrays:
    """Return the arrays of a step of n games for writing; ValueError unless types and widths are those of `like`."""
    if not isinstance(step, Step):
        raise ValueError(f"out must be a Step or None, not {short_repr(step)}")
    arrays = step.arrays
    for name in StepArrays._fields:
        array, other = getattr(arrays, name), getattr(like, name)
        shape = (n, *other.shape[1:])
        if array.shape != shape or array.dtype != other.dtype or not array.flags.carray:
            raise ValueError(f"out.{name} must be a writeable C array {other.dtype}{list(shape)}")
    return arrays


AUTORESET = {AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.DISABLED: DISABLED}


def find_autoreset(mode: Any) -> AutoresetMode:
    """Return Gymnasium's mode of that name, as "SAME_STEP", or value, as "SameStep"; ValueError if there is none."""
    if isinstance(mode, AutoresetMode):
        return mode
    for each in AutoresetMode:
        if isinstance(mode, str) and mode.upper() in (each.name, each.value.upper()):
            return each
    raise ValueError(f"autoreset_mode must be one of {listed(AutoresetMode.__members__)}, not {short_repr(mode)}")


def rows_to_reset(options: Mapping[str, Any] | None, n: int) -> NDArray[np.int64]:
    """Return the rows that options of `reset` choose, int64[k], by default all; ValueError without a bool[n]."""
    given = option(options, RESET_MASK)
    if given is None:
        return np.arange(n)
    chosen = np.asarray(given)
    if chosen.shape != (n,) or chosen.dtype != np.bool_:
        raise ValueError(f"{RESET_MASK} must be bool[{n}], not {chosen.dtype} of shape {chosen.shape}")
    return np.flatnonzero(chosen)


# ------------------------------------------------------------------------------------------ pictures


RENDER_MODES = get_args(RenderMode)


def check_rendering(render_mode: str | None, viewer: Viewer, num_players: int) -> None:
    """Raise ValueError if there is no such mode or viewer."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {short_repr(render_mode)}")
    a_seat = is_integer(viewer) and viewer in range(num_players)
    if viewer is not None and viewer != "all" and not a_seat:
        raise ValueError(f'viewer must be None, "all" or 0 to {num_players - 1}, not {short_repr(viewer)}')


def render(
    position: Position, render_mode: str | None, viewer: Viewer, last: tuple[Position, int] | None = None
) -> str | NDArray[np.uint8] | None:
    """Render a position: as text in the terminal, as text, or as pixels, uint8[height, width, 3].

    After the end the viewer None means seat 0. `last`, the position before the last action and its id, is marked in
    pixels, which need the extra `render` (else ImportError).
    """
    if render_mode is None:
        logger.warn("render() draws nothing, because the environment was made without a render_mode")
        return None
    if viewer is None:
        viewer = position.seat or 0
    if render_mode == "rgb_array":
        from arctic_env.drawing.canvas import svg_to_rgb

        picture = svg_to_rgb(position.svg(None if viewer == "all" else viewer, last=last))
        room = 0 if last else int(LAST_HEIGHT)  # for the line that tells the action: all pictures are of one size
        return np.pad(picture, ((0, room), (0, 0), (0, 0)), "edge")
    shown = position if viewer == "all" else position.view(viewer)
    if render_mode == "ansi":
        return str(shown)
    print(shown, end="\n\n", flush=True)
    return None
