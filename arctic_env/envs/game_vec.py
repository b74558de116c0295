"""Many games of one kind at once, with all their seats: a step is one kernel call over an array of states."""

import math
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from arctic_env.envs.observations import (
    AUTORESET,
    Actions,
    Final,
    Observations,
    Step,
    arrays_to_write,
    empty_arrays,
    find_autoreset,
    rows_to_reset,
)
from arctic_env.envs.options import RESET_MASK, given_states, keywords, most_decisions, spread_seeds
from arctic_env.errors import IllegalActionError, PositionError
from arctic_env.kernels.masks import PART, choose_many, choose_parallel, count_words, make_streams
from arctic_env.kernels.random import MAX_SEED, STREAM_WORDS, check_seed
from arctic_env.kernels.rewards import make_reward
from arctic_env.kernels.threads import Threads, check_threads, run_parallel
from arctic_env.kernels.vector_step import Games, StepArrays, VectorSettings, find_illegal
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value
from arctic_env.validation import check_integer, short_repr

SMALLEST = 2 * PART  # games that are worth a second thread
_SMALLEST_MASKS = 2**16  # bytes: choosing from fewer is done before another thread has begun


class GameVecEnv:
    """n games side by side: actions of the deciding seats go in, observations of the next ones come out.

    >>> vec = arctic_env.make_vec("arctic", num_envs=1024, num_players=4)
    >>> step = vec.reset(seed=7)
    >>> step = vec.step(step.action_masks.argmax(axis=1))

    Game i is, to the last bit, the game of a `GameEnv` that was reset with the seed of place i and then reset without
    one after each end. Outputs are new arrays at each call, or those of an earlier `Step` that is handed over as
    `out`. Results do not depend on the number of threads. An environment is used by one thread at a time.

    Attributes:
        game: The game.
        num_envs: Number of games.
        num_players: Seats of each.
        autoreset_mode: What happens to games that end: SAME_STEP shows the next game at once; NEXT_STEP shows the
            end, ignores that game's next action and deals; DISABLED waits for `reset(options={"reset_mask": ...})`.
        single_observation_space: Observation and mask of one game.
        single_action_space: Actions of one game.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        *,
        num_players: int = 2,
        reward: str = "win",
        observation: str = "flat",
        max_cycles: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.SAME_STEP,
        skip_forced: bool = False,
        threads: int | None = None,
        **parameters: Value,
    ) -> None:
        """Make n games; they begin with `reset`.

        Args:
            game: The game or its name.
            num_envs: Number of games.
            num_players: Number of players of each.
            reward: "win", "rank", "margin" or "score", see `rewards.py`.
            observation: "flat", "scaled" or "parts", see `observations.py`.
            max_cycles: Truncate a game, unpaid, after this many decisions a player on average; None: never.
            autoreset_mode: How games that end go on, Gymnasium's `AutoresetMode` or its name: "SAME_STEP",
                "NEXT_STEP" or "DISABLED".
            skip_forced: Make decisions with a single legal action at once, without asking. They still count for
                `max_cycles`. A game without a choice is skipped.
            threads: Number of threads; None: one for each core that this process may use.
            parameters: Rule parameters of the game, such as `edition="es"`.

        Raises:
            ValueError: An argument is wrong.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.game.check_names(parameters, keywords(type(self)))
        self.num_envs = check_integer("num_envs", num_envs)
        self.num_players, self._options = self.game.options(num_players, **parameters)
        self._parameters = parameters
        if skip_forced not in (True, False):
            raise ValueError(f"skip_forced must be True or False, not {short_repr(skip_forced)}")
        self.autoreset_mode = find_autoreset(autoreset_mode)
        pay = make_reward(reward, self.game.full_margin)
        self._settings = VectorSettings(
            self.num_players,
            most_decisions("max_cycles", max_cycles, self.num_players),
            AUTORESET[self.autoreset_mode],
            bool(skip_forced),
            pay.kind,
            pay.unit,
        )
        self._threads = Threads(threads)
        self._observations = Observations(self.game, self.num_players, observation)
        sizes = (self._observations.size, self.game.actions.size, self.num_players)
        self._no_arrays = empty_arrays(0, *sizes)
        self._games = _make_games(self.game, self.num_envs)
        self._rows = np.arange(self.num_envs)
        self._begun = False
        self.single_observation_space = self._observations.masked_space()
        self.single_action_space = Actions(self.game.actions.size)

    @cached_property
    def teams(self) -> NDArray[np.int8]:
        """Team of each seat, int8[players]; in a game without teams every seat is its own."""
        return np.array(self.game.teams(self.num_players, **self._parameters), np.int8)

    # ------------------------------------------------------------------------------------------ playing

    def reset(
        self,
        seed: int | Sequence[int] | NDArray[np.integer[Any]] | None = None,
        options: dict[str, Any] | None = None,
        out: Step | None = None,
    ) -> Step:
        """Start games.

        Args:
            seed: n seeds, one for each game; one number s stands for s, s + 1 and so on; None goes on from the games
                before, or begins with a seed of the operating system.
            options: {"reset_mask": bool[n]} resets some of the games only; {"position": p} begins them from a position
                document or Position, which must not be over.
            out: A step whose arrays are overwritten.

        Raises:
            PositionError: The position is not of this game, is over, or has another number of players or other teams.
            ValueError: The seeds, the mask or the arrays of `out` are invalid.
        """
        rows = rows_to_reset(options, self.num_envs)
        if len(rows) < self.num_envs:
            self._check_begun()
        start = given_states(self.game, self.num_players, options)
        if start is not None and start["seat"][0] < 0:
            raise PositionError("seat", "nobody decides, the game is over")
        if start is not None and (Position(self.game, start.copy()).teams() != self.teams).any():
            raise PositionError("document", f"its teams are not those of this environment, {self.teams.tolist()}")
        arrays = self._arrays(out)
        if seed is not None or not self._begun:
            self._games.seeds[rows] = spread_seeds(seed, self.num_envs)[rows]
        self.begin_rows(rows, arrays, start)
        self.show_rows(np.setdiff1d(self._rows, rows, assume_unique=True), arrays)
        return self._seen(arrays)

    def step(self, actions: ArrayLike, out: Step | None = None) -> Step:
        """Play an action in each game.

        Args:
            actions: int[n], for the seats that decide; those of games that wait for a reset are ignored.
            out: A step whose arrays are overwritten; `actions` may be read from its old contents.

        Raises:
            IllegalActionError: An action is not legal; nothing has been played in any game.
            ValueError: There are not n integers; `reset` was not called, or, with autoreset disabled, a game
                waits for it; or the arrays of `out` are invalid.
        """
        chosen = self._check_actions(actions)
        arrays = self._arrays(out)
        self.step_rows(self._rows, chosen, arrays)
        return self._seen(arrays, self.final(self._rows, arrays))

    def _seen(self, arrays: StepArrays, final: Final | None = None) -> Step:
        flat = arrays.observations
        return Step(self._observations.shape(flat), *arrays[1:], final, flat)

    def begin_rows(self, rows: NDArray[np.int64], arrays: StepArrays, start: NDArray[Any] | None = None) -> None:
        """Begin the next games in these places, int64[k], and show them; other rows of the arrays stay as they are.

        They are dealt, or begin from `start`, an array of one state.
        """
        start = np.empty(0, self.game.dtype) if start is None else start
        self._begun = False  # if it is interrupted, some games go on and some do not, and all need a reset
        self.game.vector.begin(self._games, rows, self._settings, self._options, start, arrays)
        self._begun = True

    def show_rows(self, rows: NDArray[np.int64], arrays: StepArrays) -> None:
        """Show the games in these rows, int64[k], as they are."""
        self.game.vector.show(self._games, rows, arrays)

    def step_rows(self, rows: NDArray[np.int64], actions: NDArray[np.int64], arrays: StepArrays) -> None:
        """Play one action in each of these rows, int64[k], unchecked; other rows of the arrays stay as they are."""
        vector, games, rest = self.game.vector, self._games, (self._settings, self._options, arrays)
        threads = self._threads.count if len(rows) >= SMALLEST else 1
        self._begun = False
        if threads == 1:
            vector.step(games, rows, actions, *rest)
        elif not run_parallel(vector.step_parallel, threads, games, rows, actions, *rest):
            self._threads.run(lambda part: vector.step(games, rows[part], actions[part], *rest), len(rows))
        self._begun = True

    def final(self, rows: NDArray[np.int64], arrays: StepArrays) -> Final | None:
        """Return the games among these rows that ended in the last step, None if none did."""
        ended = rows[arrays.terminations[rows] | arrays.truncations[rows]]
        if not len(ended):
            return None
        return Final(self.game, ended, self._games.finals.take(ended), self.num_players, self._observations)

    # ------------------------------------------------------------------------------------------ checks

    def _check_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = self.check_shape(actions)
        self._check_begun()
        if self.autoreset_mode is AutoresetMode.DISABLED and self._games.waiting.any():
            row = int(np.argmax(self._games.waiting))
            raise ValueError(f'game {row} is over: reset it with options={{"{RESET_MASK}": ...}}')
        row = find_illegal(self._games, self._rows, chosen)
        if row >= 0:
            seat = self._games.states["seat"][row]
            raise IllegalActionError(f"game {row}, seat {seat}: {self._complaint(row, chosen[row])}")
        return chosen

    def check_shape(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the actions as int64[n]; ValueError if there are not n integers."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            what = f"{given.dtype} of shape {given.shape}"
            raise ValueError(f"actions must be int[{self.num_envs}], an integer for each game, not {what}")
        return np.ascontiguousarray(given, np.int64)

    def _complaint(self, row: int, action: Any) -> str:
        try:
            self.position(row).apply(int(action))
        except IllegalActionError as error:
            return str(error)
        raise AssertionError(f"action {action} is legal in game {row}, but not in its mask")

    def _check_begun(self) -> None:
        if not self._begun:
            raise ValueError("reset the environment first: it is new, or a step was interrupted")

    def _arrays(self, out: Step | None) -> StepArrays:
        """Return the arrays to write: those of `out`, or new ones."""
        if out is not None:
            return arrays_to_write(out, self.num_envs, self._no_arrays)
        return StepArrays(*(np.empty((self.num_envs, *a.shape[1:]), a.dtype) for a in self._no_arrays))

    def empty_step(self) -> Step:
        """Return uninitialised arrays to pass as `out`."""
        return self._seen(self._arrays(None))

    # ------------------------------------------------------------------------------------------ what else is seen

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the n full states, hidden information included, for critics and search."""
        self._check_begun()
        return self._games.states.copy()

    def take(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Copy the states in these rows, the game's dtype[k]."""
        return self._games.states.take(rows)  # a quarter of the time that an index takes

    @property
    def dealt(self) -> NDArray[np.int64]:
        """The seeds of the games, int64[n], a copy."""
        return self._games.dealt.copy()

    def position(self, row: int) -> Position:
        """Return the position of one game."""
        self._check_begun()
        return Position(self.game, self._games.states[row : row + 1].copy())

    def observe_all(self) -> Any:
        """Return every seat's observation, int8[n, players, size] if flat: for critics with full information."""
        self._check_begun()
        out = np.empty((self.num_envs, self.num_players, self._observations.size), np.int8)
        observe = self.game.batch.observe_all
        self._threads.run(lambda part: observe(self._games.states[part], out[part]), self.num_envs)
        return self._observations.shape(out)

    def payoffs(self, reward: str, unit: float = 1.0) -> NDArray[np.float64]:
        """Return each seat's payoff if all games ended now, float64[n, players].

        Args:
            reward: "win", "rank", "margin" or "score".
            unit: Points that count as 1, more than 0; for margin and score.

        Raises:
            ValueError: There is no such reward, or the unit is not above 0.
        """
        self._check_begun()
        if not 0 < unit < math.inf:
            raise ValueError(f"unit must be a number of points above 0, not {short_repr(unit)}")
        kind = make_reward(reward, self.game.full_margin).kind
        out = np.empty((self.num_envs, self.num_players))
        payoffs = self.game.batch.payoffs
        states = self._games.states
        self._threads.run(lambda part: payoffs(states[part], kind, unit, out[part]), self.num_envs)
        return out

    def potentials(self, kind: int, unit: float) -> NDArray[np.float64]:
        """Return what seats may expect by their progress, float64[n, players]; see `batch_kernels.potentials`."""
        out = np.empty((self.num_envs, self.num_players))
        potentials, states = self.game.batch.potentials, self._games.states
        self._threads.run(lambda part: potentials(states[part], kind, unit, out[part]), self.num_envs)
        return out

    # ------------------------------------------------------------------------------------------ saving

    def save(self) -> dict[str, NDArray[Any]]:
        """Return copies, by name, of all that is needed to continue elsewhere; states as bytes."""
        self._check_begun()
        return {name: _as_bytes(array).copy() for name, array in self._games._asdict().items()}

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> Step:
        """Continue from the result of `save` by an environment with the same settings; the step has no rewards.

        Raises:
            ValueError: It comes from an environment of another kind; nothing has changed.
        """
        own = {name: _as_bytes(array) for name, array in self._games._asdict().items()}
        for name, array in own.items():
            given = saved.get(name)
            if given is None or given.shape != array.shape or given.dtype != array.dtype:
                what = "missing" if given is None else f"{given.dtype}{list(given.shape)}"
                raise ValueError(f"{name} must be {array.dtype}{list(array.shape)}, not {what}")
        states = saved["states"].view(self.game.dtype)["players"]
        if (states != self.num_players).any():
            raise ValueError(f"these games are not all of {self.num_players} players")
        for name, array in own.items():
            array[...] = saved[name]
        self._begun = True
        arrays = self._arrays(None)
        self.show_rows(self._rows, arrays)
        return self._seen(arrays)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.close()

    def __repr__(self) -> str:
        """Return a one-line summary."""
        mode, threads = self.autoreset_mode.name, self._threads.count
        return (
            f"<GameVecEnv of {self.game.name}: {self.num_envs} games of {self.num_players} players, "
            f"{mode}, {threads} threads>"
        )


def _as_bytes(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of records as a uint8[n, bytes] view; others unchanged."""
    return array.view(np.uint8).reshape(len(array), -1) if array.dtype.names else array


def _make_games(game: Game, n: int) -> Games:
    dealt, seeds, decisions = np.zeros((3, n), np.int64)
    return Games(
        states=np.zeros(n, game.dtype),
        allowed=np.zeros((n, count_words(game.actions.size)), np.uint64),
        dealt=dealt,
        seeds=seeds,
        decisions=decisions,
        waiting=np.zeros(n, np.bool_),
        observers=np.zeros(n, np.int8),
        finals=np.zeros(n, game.dtype),
    )


make_vec = GameVecEnv  # the name by which users make it


class RandomActions:
    """A random player: called with n masks, it returns n legal actions, drawn uniformly.

    >>> choose = arctic_env.RandomActions(1024, seed=0)
    >>> step = vec.step(choose(step.action_masks))

    Each place of the batch has its own random stream, so results do not depend on the number of threads.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(self, n: int, seed: int = 0, threads: int | None = None) -> None:
        """Prepare the random streams of n games.

        Args:
            n: Number of masks in each call.
            seed: The seed of all randomness, 0 to 2**63 - 1.
            threads: Number of threads; None: one for each core that this process may use.

        Raises:
            ValueError: An argument is out of range.
        """
        generator = np.random.default_rng(check_seed(seed))
        self._streams = np.empty((check_integer("n", n), STREAM_WORDS), np.int64)
        make_streams(generator.integers(MAX_SEED, size=n, endpoint=True), self._streams)
        self._threads = check_threads(threads)

    def __call__(self, masks: NDArray[Any]) -> NDArray[np.int64]:
        """Return actions, int64[n], a new array; -1 where nothing is legal, as in games that wait for their reset.

        Args:
            masks: int8[n, actions] of 0 and 1.

        Raises:
            ValueError: The masks are of another shape or type.
        """
        n = len(self._streams)
        if masks.ndim != 2 or len(masks) != n or masks.dtype != np.int8:
            raise ValueError(f"masks must be int8[{n}, actions], not {masks.dtype}{list(masks.shape)}")
        masks = np.ascontiguousarray(masks)  # as kernels take them
        actions = np.empty(n, np.int64)
        threads = self._threads if masks.size >= _SMALLEST_MASKS else 1
        if not run_parallel(choose_parallel, threads, masks, self._streams, actions):
            choose_many(masks, self._streams, actions)
        return actions
