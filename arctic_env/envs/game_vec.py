"""Many games of one kind at once, with all their seats: a step is one kernel call over an array of states."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from arctic_env.envs.observations import Actions, Observations
from arctic_env.envs.options import RESET_MASK, given_states, keywords, most_decisions
from arctic_env.envs.seeding import spread_seeds
from arctic_env.envs.steps import AUTORESET, Final, Layout, Step, find_autoreset, rows_to_reset
from arctic_env.errors import IllegalActionError, PositionError
from arctic_env.kernels.crew import CAN_SHARE, SMALLEST, Crew, post_step
from arctic_env.kernels.masks import count_words
from arctic_env.kernels.rewards import make_reward
from arctic_env.kernels.threads import Threads
from arctic_env.kernels.vector_step import Games, Rules, Shown, find_illegal
from arctic_env.model.copies import CopiedWhole
from arctic_env.model.game import Game, Position
from arctic_env.model.registry import game as find_game
from arctic_env.validation import check_integer, short_repr


class GameVecEnv(CopiedWhole):
    """n games side by side. Actions go in for the seats that decide, and what the next ones see comes out.

    >>> vec = arctic_env.make_vec("arctic", num_envs=1024, num_players=4)
    >>> step = vec.reset(seed=7)
    >>> step = vec.step(step.action_masks.argmax(axis=1))

    Game i is, to the last bit, the game of a `GameEnv` that was reset with the seed of place i and then reset without
    one after each end. Outputs are new arrays at each call, or those of an earlier `Step` that is handed over as
    `out`. Results do not depend on the number of threads. An environment is used by one thread at a time.

    Attributes:
        game: the game.
        num_envs: how many games.
        num_players: seats of each.
        autoreset_mode: what happens to games that end: SAME_STEP shows the next game at once; NEXT_STEP shows the
            end, ignores that game's next action and deals; DISABLED waits for `reset(options={"reset_mask": ...})`.
        single_observation_space: observation and mask of one game.
        single_action_space: actions of one game.
    """

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
        **parameters: str,
    ) -> None:
        """Make n games; they begin with `reset`.

        Args:
            game: the game or its name.
            num_envs: how many games.
            num_players: how many play in each.
            reward: "win", "rank", "margin" or "score", see `rewards.py`.
            observation: "flat", "scaled" or "parts", see `observations.py`.
            max_cycles: truncate a game, unpaid, after so many decisions a player on average; None: never.
            autoreset_mode: what a game that ends does, Gymnasium's `AutoresetMode` or its name: "SAME_STEP",
                "NEXT_STEP" or "DISABLED".
            skip_forced: make decisions with a single legal action at once, without asking. They still count for
                `max_cycles`. A game in which nobody has a choice is passed over.
            threads: how many to use; None: one for each core that this process may use.
            parameters: rule parameters of the game, such as `edition="es"`.

        Raises:
            ValueError: an argument is wrong.
        """
        self.game = game if isinstance(game, Game) else find_game(game)
        self.game.check_names(parameters, keywords(type(self)))
        self.num_envs = check_integer("num_envs", num_envs)
        self.num_players, self._options = self.game.options(num_players, **parameters)
        if skip_forced not in (True, False):
            raise ValueError(f"skip_forced must be True or False, not {short_repr(skip_forced)}")
        self.autoreset_mode = find_autoreset(autoreset_mode)
        pay = make_reward(reward, self.game.full_margin)
        self._rules = Rules(
            self.num_players,
            most_decisions("max_cycles", max_cycles, self.num_players),
            AUTORESET[self.autoreset_mode],
            bool(skip_forced),
            pay.kind,
            pay.unit,
        )
        self._threads = Threads(threads)
        self._crew: Crew | None = None
        self._observations = Observations(self.game, self.num_players, observation)
        self._layout = Layout(
            self.num_envs, self._observations.size, self.game.actions.size, self.num_players
        )
        self._games = _make_games(self.game, self.num_envs)
        self._rows = np.arange(self.num_envs)
        self._begun = False
        self.single_observation_space = spaces.Dict(
            {
                "observation": self._observations.space(),
                "action_mask": spaces.Box(0, 1, (self.game.actions.size,), np.int8),
            }
        )
        self.single_action_space = Actions(self.game.actions.size)

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
                document or Position, in which somebody has to decide.
            out: a step whose arrays are written.

        Raises:
            PositionError: the position is none of this game, is over, or has another number of players.
            ValueError: the seeds, the mask or the arrays of `out` are not as they must be.
        """
        rows = rows_to_reset(options, self.num_envs)
        if len(rows) < self.num_envs:
            self._check_begun()
        start = given_states(self.game, self.num_players, options)
        if start is not None and start["seat"][0] < 0:
            raise PositionError("seat", "nobody decides, the game is over")
        shown = self._ready(out)
        if seed is not None or not self._begun:
            self._games.seeds[rows] = spread_seeds(seed, self.num_envs)[rows]
        self.begin_rows(rows, shown, start)
        self.show_rows(np.setdiff1d(self._rows, rows, assume_unique=True), shown)
        return self._seen(shown)

    def step(self, actions: ArrayLike, out: Step | None = None) -> Step:
        """Play an action in each game.

        Args:
            actions: int[n], for the seats that decide; those of games that wait for a reset are ignored.
            out: a step whose arrays are written; `actions` may be read from its old contents.

        Raises:
            IllegalActionError: an action is not legal; nothing has been played in any game.
            ValueError: there are not n integers; `reset` was not called, or, with autoreset disabled, a game
                waits for it; or the arrays of `out` are not as they must be.
        """
        chosen = self._check_actions(actions)
        shown = self._ready(out)
        self.step_rows(self._rows, chosen, shown)
        return self._seen(shown, self.final(self._rows, shown))

    def _seen(self, shown: Shown, final: Final | None = None) -> Step:
        flat = shown.observations
        return Step(self._observations.shape(flat), *shown[1:], final, flat)

    def begin_rows(self, rows: NDArray[np.int64], shown: Shown, start: NDArray[Any] | None = None) -> None:
        """Begin the next games in these places, int64[k], and show them; other rows of `shown` stay as they are.

        They are dealt, or begin from `start`, an array of one state.
        """
        games, rules, stepping = self._games, self._rules, self.game.vector
        if start is None:
            options = self._options
            self._change(lambda part: stepping.begin(games, rows[part], rules, options, shown), len(rows))
        else:
            self._change(lambda part: stepping.begin_from(games, rows[part], start, shown), len(rows))

    def show_rows(self, rows: NDArray[np.int64], shown: Shown) -> None:
        """Show the games in these places, int64[k], as they stand."""
        show = self.game.vector.show
        self._run(lambda part: show(self._games, rows[part], shown), len(rows))

    def step_rows(self, rows: NDArray[np.int64], actions: NDArray[np.int64], shown: Shown) -> None:
        """Play one action in each of these places, int64[k], unchecked; other rows of `shown` stay as they are."""
        step, games, rules, options = self.game.vector.step, self._games, self._rules, self._options
        if CAN_SHARE and self._threads.count > 1 and len(rows) >= SMALLEST:
            self._step_together(rows, actions, shown)
        else:
            self._change(
                lambda part: step(games, rows[part], actions[part], rules, options, shown), len(rows)
            )

    def _step_together(self, rows: NDArray[np.int64], actions: NDArray[np.int64], shown: Shown) -> None:
        if self._crew is None:
            step, games, rules, options = (
                self.game.vector.step_together,
                self._games,
                self._rules,
                self._options,
            )
            like = self._layout.none()
            self._crew = Crew(
                self._threads.count, lambda mail, leads: step(mail, leads, games, rules, options, like)
            )
        self._begun = False
        self._crew.run(lambda mail: post_step(mail, rows, actions, shown))
        self._begun = True

    def _change(self, work: Callable[[slice], object], n: int) -> None:
        """Let games go on. If that is interrupted, some have and some have not, and all need a reset."""
        self._begun = False
        self._run(work, n)
        self._begun = True

    def _run(self, work: Callable[[slice], object], n: int) -> None:
        if n:
            self._threads.run(work, n)

    def final(self, rows: NDArray[np.int64], shown: Shown) -> Final | None:
        """What ended in these places in the last step, None if nothing did."""
        ended = rows[shown.terminations[rows] | shown.truncations[rows]]
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
        """The actions as int64[n].

        Raises:
            ValueError: there are not n integers.
        """
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

    def _ready(self, out: Step | None) -> Shown:
        """The arrays to write: new ones, or those that were handed over."""
        return self._layout.new() if out is None else self._layout.take(out)

    def empty_step(self) -> Step:
        """Arrays to hand over as `out`, not filled."""
        return self._seen(self._layout.new())

    # ------------------------------------------------------------------------------------------ what else is seen

    @property
    def states(self) -> NDArray[Any]:
        """A copy of the n states, for critics and search; what seats must not see is in it."""
        self._check_begun()
        return self._games.states.copy()

    def take(self, rows: NDArray[np.int64]) -> NDArray[Any]:
        """Copies of the states in these places, the game's dtype[k]."""
        return self._games.states[rows]

    @property
    def dealt(self) -> NDArray[np.int64]:
        """The seeds of the games, int64[n], a copy."""
        return self._games.dealt.copy()

    def position(self, row: int) -> Position:
        """The position of one game."""
        self._check_begun()
        return Position(self.game, self._games.states[row : row + 1].copy())

    def observe_all(self) -> Any:
        """What every seat sees now, int8[n, players, size] if flat: for critics that may see all."""
        self._check_begun()
        out = np.empty((self.num_envs, self.num_players, self._observations.size), np.int8)
        observe = self.game.batch.observe_all
        self._run(lambda part: observe(self._games.states[part], out[part]), self.num_envs)
        return self._observations.shape(out)

    def payoffs(self, reward: str, unit: float = 1.0) -> NDArray[np.float64]:
        """What each seat would be paid if all games ended now, float64[n, players].

        Args:
            reward: "win", "rank", "margin" or "score".
            unit: points that count as 1, more than 0; for margin and score.

        Raises:
            ValueError: there is no such reward, or the unit is none.
        """
        self._check_begun()
        if not 0 < unit < math.inf:
            raise ValueError(f"unit must be a number of points above 0, not {short_repr(unit)}")
        kind = make_reward(reward, self.game.full_margin).kind
        out = np.empty((self.num_envs, self.num_players))
        payoffs = self.game.batch.payoffs
        states = self._games.states
        self._run(lambda part: payoffs(states[part], kind, unit, out[part]), self.num_envs)
        return out

    # ------------------------------------------------------------------------------------------ copies

    def clone(self) -> "GameVecEnv":
        """A copy whose games go on the same."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._games = Games._make(array.copy() for array in self._games)
        copy._threads = Threads(self._threads.count)
        copy._crew = None
        copy.single_action_space = Actions(self.game.actions.size)
        return copy

    def __getstate__(self) -> dict[str, Any]:
        """All but the threads, which a copy starts anew."""
        return {**self.__dict__, "_crew": None}

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, copies by name; states as bytes."""
        self._check_begun()
        return {name: _as_bytes(array).copy() for name, array in self._games._asdict().items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> Step:
        """Go on from what `save` returned for an environment with the same settings.

        Returns:
            What is seen, without rewards and ends.

        Raises:
            ValueError: it comes from an environment of another kind; nothing has changed.
        """
        own = {name: _as_bytes(array) for name, array in self._games._asdict().items()}
        for name, array in own.items():
            given = arrays.get(name)
            if given is None or given.shape != array.shape or given.dtype != array.dtype:
                what = "missing" if given is None else f"{given.dtype}{list(given.shape)}"
                raise ValueError(f"{name} must be {array.dtype}{list(array.shape)}, not {what}")
        states = arrays["states"].view(self.game.dtype)["players"]
        if (states != self.num_players).any():
            raise ValueError(f"these games are not all of {self.num_players} players")
        for name, array in own.items():
            array[...] = arrays[name]
        self._begun = True
        shown = self._layout.new()
        self.show_rows(self._rows, shown)
        return self._seen(shown)

    def close(self) -> None:
        """Let the threads go."""
        self._threads.close()
        if self._crew is not None:
            self._crew.close()

    def __repr__(self) -> str:
        """A line that says what it holds."""
        mode, threads = self.autoreset_mode.name, self._threads.count
        return (
            f"<GameVecEnv of {self.game.name}: {self.num_envs} games of {self.num_players} players, "
            f"{mode}, {threads} threads>"
        )


def _as_bytes(array: NDArray[Any]) -> NDArray[Any]:
    """An array of records as uint8[n, bytes], the same memory; others as they are."""
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
