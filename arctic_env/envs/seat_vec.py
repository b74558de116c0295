"""One seat of many games as a Gymnasium vector environment; each opponent is asked for all games at once."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.specs import AgentLike
from arctic_env.envs.aec import ILLEGAL_REWARD
from arctic_env.envs.game_vec import GameVecEnv
from arctic_env.envs.observations import (
    RENDER_MODES,
    Actions,
    Observations,
    check_rendering,
    find_autoreset,
    render,
    rows_to_reset,
)
from arctic_env.envs.options import POSITION, RESET_MASK, keywords, learner_seat, most_decisions, option
from arctic_env.envs.single import MOST_DEALS, NOTHING_TO_DECIDE, begin_games, check_seat_settings, invite
from arctic_env.errors import IllegalActionError, PositionError
from arctic_env.model.game import Game
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value

Infos = dict[str, Any]
VecStepResult = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class SeatVecEnv(VectorEnv[Any, Any, Any]):
    """A batch of n `SeatEnv`s: game i equals, to the last bit, that of a `SeatEnv` with the i-th seed.

    It behaves as `gymnasium.vector.SyncVectorEnv` of n `SeatEnv`s, but one kernel call plays all
    games, and each opponent is asked once for all of its decisions. `infos["action_mask"]` (int8[n, actions]) and
    `action_masks()` (int8[n, actions]) are the legal actions. All results belong to the caller.

    Attributes:
        game: The game.
        opponents: The agents in the other seats, in the order of seats after the learner.
        seats: int64[n], the learner's seats.
        autoreset_mode: What happens to games that end; Gymnasium's three modes.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        num_players: int = 2,
        opponents: Sequence[AgentLike] = ("greedy",),
        seat: int | Literal["random"] = 0,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "lose",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        skip_forced: bool = False,
        threads: int | None = None,
        **parameters: Value,
    ) -> None:
        """Make n seats with the options of `SeatVecOptions` in `options.py` and parameters of the rules.

        ValueError says which argument is wrong, and what would be right; AgentError which agent cannot play.
        """
        game = game if isinstance(game, Game) else find_game(game)
        game.check_names(parameters, keywords(type(self)))
        rules: dict[str, Any] = parameters
        self._table = GameVecEnv(
            game,
            num_envs,
            num_players=num_players,
            reward=reward,
            max_cycles=max_cycles,
            autoreset_mode=AutoresetMode.DISABLED,
            skip_forced=skip_forced,
            threads=threads,
            **rules,
        )
        check_rendering(render_mode, None, num_players)
        check_seat_settings(seat, num_players, illegal)
        self.game = game
        self.num_envs = self._table.num_envs
        self.opponents = invite(opponents, game, num_players)
        self.render_mode = render_mode
        self.autoreset_mode = find_autoreset(autoreset_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self._illegal = illegal
        self._random_seat = seat == "random"
        self.seats = np.full(self.num_envs, 0 if seat == "random" else seat, np.int64)
        self._company = BatchedAgents(game, self.opponents, self.num_envs, num_players)
        self._step = self._table.empty_step()
        self._arrays = self._step.arrays
        self._rows = np.arange(self.num_envs)
        self._over = np.ones(self.num_envs, np.bool_)
        self._steps = np.zeros(self.num_envs, np.int64)
        self._most_steps = most_decisions("max_episode_steps", max_episode_steps)
        self._begun = False
        self._observations = Observations(game, num_players, observation)
        self.single_observation_space = self._observations.space()
        self.single_action_space = Actions(game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = spaces.MultiDiscrete(np.full(self.num_envs, game.actions.size))

    # ------------------------------------------------------------------------------------------ playing

    def reset(self, *, seed: int | list[int] | None = None, options: Infos | None = None) -> tuple[Any, Infos]:
        """Start games and let the others play until the learner decides.

        Args:
            seed: One for each game; one number s stands for s, s + 1 and so on; None continues from the last games.
            options: {"reset_mask": bool[n]} resets some of the games only; {"position": p} begins them from a position
                document or Position.

        Raises:
            PositionError: The position is not of this game, has another number of players, or leaves the learner
                nothing to decide.
            ValueError: The seeds or the mask are invalid, or games end before the learner decides.
        """
        rows = rows_to_reset(options, self.num_envs)
        begun, self._begun = self._begun, False
        try:
            self._table.reset(seed, options, self._step)
        except ValueError:  # nothing has changed
            self._begun = begun
            raise
        super().reset(seed=None if seed is None else int(np.ravel(seed)[0]))
        self._over[rows] = True  # should an opponent fail, nobody plays on in its place
        self._take_seats(rows, again=option(options, POSITION) is None)
        self._begun = True
        self._print()
        return self._observe(self._rows), self._infos()

    def step(self, actions: ArrayLike) -> VecStepResult:
        """Play an action of the learner in each game, and let the others play until its next decision.

        Raises:
            ResetNeeded: With autoreset disabled, a game is over.
            IllegalActionError: An action is not in the action space, or illegal actions raise; nothing has changed.
            AgentError: An opponent crashed or answered with an illegal action; all games need a reset then.
        """
        chosen, legal = self._check(actions)
        waiting = self._rows[self._over]
        playing = self._rows[~self._over & legal]
        lost = self._rows[~self._over & ~legal]
        self._over[:] = True  # should an opponent fail, nobody plays on in its place
        self._begun = False
        self._steps += 1
        if len(waiting):
            self._deal(waiting)
        self._table.step_rows(playing, chosen[playing], self._arrays)
        self._let_others_play(playing)
        self._begun = True
        result = self._report(lost, chosen)
        self._print()
        return result

    def _report(self, lost: NDArray[np.int64], actions: NDArray[np.int64]) -> VecStepResult:
        arrays = self._arrays
        rewards = arrays.rewards[self._rows, self.seats]
        terminations, truncations = arrays.terminations.copy(), arrays.truncations.copy()
        rewards[lost] = ILLEGAL_REWARD
        terminations[lost] = True
        truncations |= self._steps >= self._most_steps
        self._over = terminations | truncations
        ended = self._rows[self._over]
        if self.autoreset_mode is not AutoresetMode.SAME_STEP or not len(ended):
            return self._observe(self._rows), rewards, terminations, truncations, self._infos(lost, actions)
        last = self._final_infos(ended, lost, actions)
        self._deal(ended)
        self._over[:] = False
        return self._observe(self._rows), rewards, terminations, truncations, {**last, **self._infos()}

    def _deal(self, rows: NDArray[np.int64]) -> None:
        self._table.begin_rows(rows, self._arrays)
        self._take_seats(rows)

    def _take_seats(self, rows: NDArray[np.int64], again: bool = True) -> None:
        """Take the seats of new games; a game that is over before the learner decides is redealt or refused."""
        self._steps[rows] = 0
        for _ in range(MOST_DEALS):
            dealt = self._table.dealt[rows]
            if self._random_seat:
                players = self._table.num_players
                self.seats[rows] = [learner_seat(seed, players) for seed in dealt.tolist()]
            begin_games(self._company, rows, dealt, self.seats[rows])
            self._let_others_play(rows)
            self._over[rows] = self._arrays.terminations[rows] | self._arrays.truncations[rows]
            rows = rows[self._over[rows]]
            if not len(rows):
                return
            if not again:
                raise PositionError("seat", f"the game is over before seat {self.seats[rows[0]]} decides")
            self._table.begin_rows(rows, self._arrays)
        raise ValueError(NOTHING_TO_DECIDE)

    def _let_others_play(self, rows: NDArray[np.int64]) -> None:
        """Let opponents decide in these games until the learner does or they are over."""
        arrays, table = self._arrays, self._table
        while True:
            seats = arrays.seats[rows]
            rows = rows[(seats >= 0) & (seats != self.seats[rows])]
            if not len(rows):
                return
            masks, seats = arrays.action_masks[rows], arrays.seats[rows]
            actions = self._company.decide(rows, table.take(rows), seats, masks)
            table.step_rows(rows, actions, arrays)

    def _check(self, actions: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the actions, and whether they are legal."""
        if not self._begun:
            raise ResetNeeded("reset the environment first")
        chosen = self._table.check_shape(actions)
        if self.autoreset_mode is AutoresetMode.DISABLED and self._over.any():
            row = int(np.argmax(self._over))
            raise ResetNeeded(f'game {row} is over: reset it with options={{"{RESET_MASK}": ...}}')
        size = self.game.actions.size
        known = (chosen >= 0) & (chosen < size)
        legal = known & (self._arrays.action_masks[self._rows, np.where(known, chosen, 0)] == 1)
        wrong = ~self._over & ~(legal if self._illegal == "raise" else known)
        if wrong.any():
            row = int(np.argmax(wrong))
            what = "not legal" if known[row] else f"not one of 0 to {size - 1}"
            raise IllegalActionError(f"game {row}, seat {self.seats[row]}: action {chosen[row]} is {what}")
        return chosen, legal

    # ------------------------------------------------------------------------------------------ what is seen

    def _observe(self, rows: NDArray[np.int64]) -> Any:
        """Return the learner's observations of these games, in new arrays."""
        flat = self._arrays.observations[rows]
        elsewhere = np.flatnonzero(self._arrays.seats[rows] != self.seats[rows])
        if len(elsewhere):
            out = np.empty_like(flat[elsewhere])
            others = rows[elsewhere]
            self.game.batch.encode(self._table.take(others), self.seats[others].astype(np.int8), out)
            flat[elsewhere] = out
        return self._observations.shape(flat)

    def _infos(self, lost: NDArray[np.int64] | None = None, actions: NDArray[np.int64] | None = None) -> Infos:
        masks = self._arrays.action_masks.copy()
        masks[self._over] = 0
        infos: Infos = {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
        if lost is not None and actions is not None and len(lost):
            infos |= self._scatter("illegal_action", lost, actions[lost])
        return infos

    def _final_infos(self, ended: NDArray[np.int64], lost: NDArray[np.int64], actions: NDArray[np.int64]) -> Infos:
        """Return Gymnasium's final observations and infos of games that ended and were replaced in the same step."""
        seen = self._observe(ended)
        last = np.full(self.num_envs, None, dtype=object)
        for k, row in enumerate(ended.tolist()):
            last[row] = {name: part[k] for name, part in seen.items()} if isinstance(seen, dict) else seen[k]
        over = np.zeros(self.num_envs, np.bool_)
        over[ended] = True
        info = {"action_mask": np.zeros(self._arrays.action_masks.shape, np.int8), "_action_mask": over.copy()}
        if len(lost):
            info |= self._scatter("illegal_action", lost, actions[lost])
        return {"final_obs": last, "_final_obs": over, "final_info": info, "_final_info": over.copy()}

    def _scatter(self, name: str, rows: NDArray[np.int64], values: NDArray[np.int64]) -> Infos:
        """Return an info that only some games have."""
        filled, which = np.zeros(self.num_envs, np.int64), np.zeros(self.num_envs, np.bool_)
        filled[rows] = values
        which[rows] = True
        return {name: filled, f"_{name}": which}

    def action_masks(self) -> NDArray[np.int8]:
        """Return the legal actions, int8[n, actions]; all 0 in games that are over."""
        masks: NDArray[np.int8] = self._infos()["action_mask"]
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Render each game as the learner's seat sees it; see `observations.render`."""
        seats = enumerate(self.seats.tolist())
        pictures = [render(self._table.position(row), self.render_mode, seat) for row, seat in seats]
        return None if self.render_mode in (None, "human") else tuple(pictures)

    def _print(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._table.close()
