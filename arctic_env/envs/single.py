"""One seat of a game as a Gymnasium environment; agents play the other seats."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from arctic_env.agents.batched import BatchedAgents
from arctic_env.agents.guarded_calls import crashed
from arctic_env.agents.protocol import Agent, Player
from arctic_env.agents.specs import AgentLike, bind_all
from arctic_env.envs.aec import ILLEGAL_OPTIONS, ILLEGAL_REWARD, GameEnv
from arctic_env.envs.observations import RENDER_MODES, check_rendering, render
from arctic_env.envs.options import POSITION, keywords, learner_seat, opponent_seed, option
from arctic_env.errors import AgentError, IllegalActionError, PositionError
from arctic_env.kernels.jit import NOBODY
from arctic_env.kernels.random import check_seed
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value
from arctic_env.validation import is_integer, short_repr


def invite(opponents: Sequence[AgentLike], game: Game, num_players: int) -> list[Agent]:
    """Return an agent for each other seat, in the order of turns after the learner; a single one plays all of them.

    Raises:
        ValueError: They are not a list, or too many or too few.
        AgentError: One is not an agent, is unknown, or cannot play this game with that many players.
    """
    seats = num_players - 1
    if isinstance(opponents, str | Mapping) or not isinstance(opponents, Iterable):
        raise ValueError(f"opponents must be a list of agents, such as ['greedy'], not {short_repr(opponents)}")
    invited = bind_all(list(opponents), game, num_players)
    if len(invited) == 1:
        return invited * seats
    if len(invited) != seats:
        wanted = "1 agent" if seats == 1 else f"1 or {seats} agents"
        raise ValueError(f"opponents must be {wanted}, not {len(invited)}")
    return invited


def begin_games(
    company: BatchedAgents, rows: NDArray[np.int64], dealt: NDArray[np.int64], learners: NDArray[np.int64]
) -> None:
    """Seat the opponents in new games, int64[k], by the seeds of these and the learner's seats."""
    seats = np.arange(company.seated.shape[1])
    places = (seats - learners[:, None] - 1) % len(seats)  # 0 for the first seat after the learner's
    seeds = [[opponent_seed(seed, seat) for seat in seats.tolist()] for seed in dealt.tolist()]
    seated = np.where(places == len(seats) - 1, NOBODY, places)
    company.begin(rows, seated, np.array(seeds, np.int64).reshape(seated.shape))


MOST_DEALS = 100  # games in a row that may end before the learner decides
NOTHING_TO_DECIDE = (
    f"the last {MOST_DEALS} games ended before the learner had anything to decide: max_cycles is too small"
)

StepResult = tuple[Any, float, bool, bool, dict[str, Any]]


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game seen from one seat: a step is a decision of that seat and all decisions of others until its next.

    The reward is the seat's payoff when the game ends, on any seat's turn, and 0 before.
    `info["action_mask"]` (int8[actions]) and `action_masks()` (the same, for MaskablePPO) are the legal
    actions.

    `reset(seed)` deals the game of `game.deal(seed)` and seeds the opponents, too. Without a seed the
    environment continues from the last one. A game that is over before the learner decides is skipped.
    `reset(options={"position": p})` starts from a position document or Position. An action outside of the action
    space raises IllegalActionError and changes nothing.

    Attributes:
        game: The game.
        opponents: The agents in the other seats, in the order of seats after the learner.
        seat: The seat of the learner in this episode.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(
        self,
        game: str | Game,
        *,
        num_players: int = 2,
        opponents: Sequence[AgentLike] = ("greedy",),
        seat: int | Literal["random"] = 0,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "lose",
        **parameters: Value,
    ) -> None:
        """Make a seat of a game with the options of `SeatOptions` in `options.py` and parameters of the rules.

        ValueError says which argument is wrong, and what would be right; AgentError which agent cannot play.
        """
        game = game if isinstance(game, Game) else find_game(game)
        game.check_names(parameters, keywords(type(self)))
        self._table = GameEnv(
            game,
            num_players=num_players,
            reward=reward,
            observation=observation,
            render_mode="rgb_array" if render_mode == "rgb_array" else None,
            viewer=None,
            max_cycles=max_cycles,
            **parameters,
        )
        check_rendering(render_mode, None, num_players)
        check_seat_settings(seat, num_players, illegal)
        self.game = game
        self.opponents = invite(opponents, game, num_players)
        self.seat = 0 if seat == "random" else seat
        self.render_mode = render_mode
        self._random_seat = seat == "random"
        self._illegal = illegal
        self._over = True
        self._players: dict[str, Player] = {}
        self.observation_space = self._table.observation_space(self._agent)["observation"]  # type: ignore[index]
        self.action_space = self._table.action_space(self._agent)

    @property
    def _agent(self) -> str:
        agent: str = self._table.possible_agents[self.seat]
        return agent

    @property
    def position(self) -> Position:
        """The current position."""
        position: Position = self._table.position
        return position

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and let the others play until the learner decides.

        Raises:
            PositionError: The document is not a position of this game, has another number of players, or leaves
                the learner nothing to decide.
            ValueError: The seed is invalid, or `max_cycles` is so small that games end before the learner decides.
        """
        super().reset(seed=None if seed is None else check_seed(seed))
        for _ in range(MOST_DEALS):
            self._table.reset(seed=seed, options=options)
            self._take_seats()
            self._let_others_play()
            if not self._ended():
                self._show()
                observation, _, _, _, info = self._report()
                return observation, info
            if option(options, POSITION) is not None:
                raise PositionError("seat", f"the game is over before seat {self.seat} decides")
            seed = None
        raise ValueError(NOTHING_TO_DECIDE)

    def _take_seats(self) -> None:
        """Give the learner and its opponents their seats; all randomness comes from the seed of the game."""
        names, dealt = self._table.possible_agents, self._table.dealt_seed
        if self._random_seat:
            self.seat = learner_seat(dealt, len(names))
        self._players = {}
        for place, agent in enumerate(self.opponents, start=self.seat + 1):
            seat = place % len(names)
            try:
                self._players[names[seat]] = agent.start(seat, opponent_seed(dealt, seat))
            except Exception as error:
                raise self._crashed(seat, error) from error

    def step(self, action: Any) -> StepResult:
        """Play an action of the learner and let the others play until its next decision.

        Raises:
            ResetNeeded: The game is over.
            IllegalActionError: The action is not in the action space, or illegal actions raise.
            AgentError: An opponent crashed or played an illegal action; the game is over then.
        """
        if self._over:
            raise ResetNeeded("the game is over: reset first")
        try:
            self._table.step(action)
        except IllegalActionError:
            if self._illegal == "raise" or not self.action_space.contains(action):
                raise
            return self._lose(int(action))
        self._let_others_play()
        self._show()
        return self._report()

    def _let_others_play(self) -> None:
        table = self._table
        self._over = True  # should an opponent fail, nobody plays on in its place
        while not self._ended() and table.agent_selection != self._agent:
            name = table.agent_selection
            seat = table.possible_agents.index(name)
            try:
                table.step(self._players[name].act(table.position.view(seat), table.infos[name]["action_mask"]))
            except Exception as error:
                raise self._crashed(seat, error) from error

    def _crashed(self, seat: int, error: Exception) -> AgentError:
        name = self.opponents[(seat - self.seat - 1) % len(self._table.possible_agents)].name
        return crashed(f"the opponent {name} in seat {seat}", error)

    def _ended(self) -> bool:
        return bool(self._table.terminations[self._agent] or self._table.truncations[self._agent])

    def _report(self) -> StepResult:
        table, agent = self._table, self._agent
        self._over = self._ended()
        observation, info = table.observe(agent)["observation"], {"action_mask": self._mask()}
        return observation, table.rewards[agent], table.terminations[agent], table.truncations[agent], info

    def _lose(self, action: int) -> StepResult:
        self._over = True
        info = {"action_mask": np.zeros(self.game.actions.size, np.int8), "illegal_action": action}
        return self._table.observe(self._agent)["observation"], ILLEGAL_REWARD, True, False, info

    def _mask(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self._table.infos[self._agent]["action_mask"].copy()
        return mask

    def action_masks(self) -> NDArray[np.int8]:
        """Return the legal actions, int8[actions]; all 0 after the end."""
        return self._mask() * np.int8(not self._over)

    def render(self) -> Any:
        """Render the view of the learner's seat: see `observations.render`."""
        return render(self._table.position, self.render_mode, self.seat, self._table.last_action)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def check_seat_settings(seat: int | str, num_players: int, illegal: str) -> None:
    """Raise a ValueError unless these are settings of an environment with one learner."""
    a_seat = is_integer(seat) and seat in range(num_players)
    if not a_seat and not (isinstance(seat, str) and seat == "random"):
        raise ValueError(f'seat must be "random" or 0 to {num_players - 1}, not {short_repr(seat)}')
    if illegal not in ILLEGAL_OPTIONS:
        raise ValueError(f"illegal must be one of {', '.join(ILLEGAL_OPTIONS)}, not {short_repr(illegal)}")
