"""Any game of the family as a PettingZoo AEC environment.

An agent is a seat, a step is one decision: where a seat makes several in a row, `agent_selection` stays.
`GameEnv` is what PettingZoo calls the raw environment; `CheckedGameEnv` adds what PettingZoo's wrappers check, but not
through wrappers, which take longer than a step.
"""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from arctic_env.envs.observations import RENDER_MODES, Actions, Observations, StateLayout, check_rendering, render
from arctic_env.envs.options import Viewer, fresh_seed, given_states, keywords, most_decisions
from arctic_env.errors import IllegalActionError
from arctic_env.kernels.batch_kernels import ILLEGAL
from arctic_env.kernels.random import check_seed, next_seed
from arctic_env.kernels.rewards import make_reward
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from arctic_env.model.registry import game as find_game
from arctic_env.model.rules import Value
from arctic_env.validation import as_integer, short_repr

NO_ACTION = -1  # stands for whatever is no action id

ILLEGAL_REWARD = -1.0
ILLEGAL_OPTIONS = ("lose", "raise")


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not annotated
    """A game at a table. An illegal action raises IllegalActionError and changes nothing.

    Observations are `{"observation": ..., "action_mask": int8[actions]}`, new arrays at each call. The mask
    is the same in `observe`, `last` and `infos[agent]["action_mask"]`; it is all 0 for agents that do not
    decide now. Rewards are 0 until the game ends.

    Attributes:
        game: The game.
        possible_agents: "player_0" and so on, by seat.
        dealt_seed: Seed of the game.
        render_mode: "human", "ansi", "rgb_array" or None.
        state_layout: The layout of `state()`.
        last_action: The position before the last action, and its id, where pixels mark it; else None.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(
        self,
        game: str | Game,
        *,
        num_players: int = 2,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        viewer: Viewer = None,
        max_cycles: int | None = None,
        **parameters: Value,
    ) -> None:
        """Make a table of a game with the options of `TableOptions` in `options.py` and parameters of the rules.

        ValueError says which argument is wrong, and what would be right.
        """
        super().__init__()
        game = game if isinstance(game, Game) else find_game(game)
        game.check_names(parameters, keywords(type(self)))
        self._deal_arguments = game.options(num_players, **parameters)
        check_rendering(render_mode, viewer, num_players)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.state_layout = StateLayout(game, num_players)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._viewer = viewer
        self._pay = make_reward(reward, game.full_margin)
        self._most_decisions = most_decisions("max_cycles", max_cycles, num_players)
        self._observations = Observations(game, num_players, observation)
        self._spaces: dict[tuple[str, str], spaces.Space[Any]] = {}
        self._next_seed = fresh_seed()
        self._mask = np.zeros(game.actions.size, np.int8)

    # ------------------------------------------------------------------------------------------ the game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game.

        Args:
            seed: 0 to 2**63 - 1, for the deal of `game.deal(seed)`; None for the environment's own next
                seed, which follows from the one before.
            options: {"position": p} starts from a position document or a Position, whose rule parameters
                count; other options are ignored.

        Raises:
            PositionError: The document is not a position of this game, or has another number of players.
            ValueError: The seed is invalid, or the options are not a dict.
        """
        seed = self._next_seed if seed is None else check_seed(seed)
        states = given_states(self.game, self._deal_arguments[0], options)
        if states is None:
            states = np.zeros(1, self.game.dtype)
            self.game.kernels.deal(states, 0, seed, *self._deal_arguments)
        self._states = states
        self.dealt_seed, self._next_seed = seed, next_seed(seed)
        self._decisions = 0
        self.last_action: tuple[Position, int] | None = None
        self._skip_agent_selection = None
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._no_choice() for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.game.batch.legal(self._states, self._mask[np.newaxis])
        self._turn_to(int(self._states["seat"][0]))

    def step(self, action: Any) -> None:
        """Play one action of the selected agent; None for an agent whose game is over.

        Raises:
            IllegalActionError: It is not legal, and nothing has changed; or all agents are gone.
        """
        if self.agent_selection not in self.terminations:
            raise IllegalActionError("all agents are gone: reset first")
        if not self._play(action):
            self._raise_illegal(action)

    def _play(self, action: Any) -> bool:
        """Play an action of the selected agent; return False, with nothing changed, if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return True
        number = self._number(action)
        before = self.position if self.render_mode == "rgb_array" else None
        seat = self.game.batch.advance(self._states, number, self._mask)
        if seat == ILLEGAL:
            return False
        self.last_action = None if before is None else (before, number)
        self._cumulative_rewards[agent] = 0.0
        self._decisions += 1
        self._turn_to(seat)
        return True

    def _number(self, action: Any) -> int:
        """Return the action as an int, NO_ACTION if it is out of range."""
        number = as_integer(action)
        return NO_ACTION if number is None or not 0 <= number < len(self._mask) else number

    def _turn_to(self, seat: int) -> None:
        """Let a seat decide, or end the game."""
        if seat < 0:
            position = self.position
            why = self.truncations if position.truncated else self.terminations
            self._end(why, self._pay(position.totals(), position.ranks(), position.teams()))
        elif self._decisions == self._most_decisions:
            self._end(self.truncations, [0.0] * len(self.agents))
        else:
            agent = self.possible_agents[seat]
            if agent != self.agent_selection:
                self.infos[self.agent_selection] = self._no_choice()
                self.agent_selection = agent
            self.infos[agent] = {"action_mask": self._mask.copy()}
        if self.render_mode == "human":
            GameEnv.render(self)

    def _end(self, why: dict[str, bool], rewards: list[float]) -> None:
        """Pay all seats and let them step out one by one, player_0 first."""
        why.update(dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.infos = {agent: self._no_choice() for agent in self.agents}
        self._mask[:] = 0
        self._accumulate_rewards()
        self._deads_step_first()

    def _no_choice(self) -> dict[str, Any]:
        return {"action_mask": np.zeros(len(self._mask), np.int8)}

    def _raise_illegal(self, action: Any) -> None:
        """Raise the error that says what was legal instead."""
        if self._number(action) == NO_ACTION:
            raise IllegalActionError(f"{short_repr(action)} is not one of 0 to {len(self._mask) - 1}")
        self.position.apply(action)

    @property
    def position(self) -> Position:
        """The current position."""
        return Position(self.game, self._states.copy())

    # ------------------------------------------------------------------------------------------ what is seen

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation: `{"observation": ..., "action_mask": int8[actions]}`.

        Raises:
            ValueError: There is no such agent.
        """
        if agent not in self.possible_agents:
            raise ValueError(self._unknown(agent))
        mask = self._mask.copy() if agent == self.agent_selection else np.zeros(len(self._mask), np.int8)
        return {"observation": self._observations.shape(self._flat(self._seats[agent])), "action_mask": mask}

    def _unknown(self, agent: object) -> str:
        return f"agent must be one of {', '.join(self.possible_agents)}, not {short_repr(agent)}"

    def _flat(self, seat: int) -> NDArray[np.int8]:
        flat = np.empty(self._observations.size, np.int8)
        self.game.batch.look(self._states, seat, flat)
        return flat

    def state(self) -> NDArray[Any]:
        """Return the full state, hidden information included, in the layout `state_layout`: only for critics."""
        return self.state_layout.write(self._states, [self._flat(seat) for seat in self._seats.values()])

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the game: see `observations.render`."""
        return render(self.position, self.render_mode, self._viewer, self.last_action)

    def close(self) -> None:
        """Do nothing: an environment holds no window and no file."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations, always the same object."""
        return self._space("observation", agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions, always the same object, with its own random state."""
        return self._space("action", agent)

    def _space(self, kind: str, agent: str) -> spaces.Space[Any]:
        """Return a space, made at the first call."""
        if agent not in self.possible_agents:
            raise ValueError(self._unknown(agent))
        if (kind, agent) not in self._spaces:
            make = {"observation": self._observations.masked_space, "state": self.state_layout.space}
            self._spaces[kind, agent] = Actions(len(self._mask)) if kind == "action" else make[kind]()
        return self._spaces[kind, agent]

    @property
    def observation_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The observation space of each agent."""
        return {agent: self.observation_space(agent) for agent in self.possible_agents}

    @property
    def action_spaces(self) -> dict[str, spaces.Space[Any]]:
        """The action space of each agent."""
        return {agent: self.action_space(agent) for agent in self.possible_agents}

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of `state()`, always the same object."""
        return self._space("state", self.possible_agents[0])

    # ------------------------------------------------------------------------------------------ copies

    def clone(self) -> "GameEnv":
        """Return a quick copy for search: the game continues equally in both; the copy has new spaces."""
        copy = object.__new__(type(self))
        copy.__dict__.update({name: _duplicate(value) for name, value in self.__dict__.items()})
        copy._spaces = {}
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameEnv":
        memo[id(self.game)] = self.game  # never changes
        copy = memo[id(self)] = object.__new__(type(self))
        copy.__dict__.update(deepcopy(vars(self), memo))
        return copy

    def __getattr__(self, name: str) -> Any:
        """Raise an error for attributes that exist only after the first reset."""
        if "_states" not in vars(self) and not name.startswith("__"):
            hint = f"or there is no attribute {name!r}"
            raise AttributeError(f"{name.lstrip('_')} cannot be accessed before reset, {hint}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _duplicate(value: Any) -> Any:
    """Copy a value that changes during a game; share all others."""
    if isinstance(value, dict):
        return {key: _duplicate(item) for key, item in value.items()}
    return value.copy() if isinstance(value, list | np.ndarray) else value


class CheckedGameEnv(GameEnv):
    """A game at a table that checks how it is used, with the outcomes of PettingZoo's standard wrappers.

    | use | outcome |
    |---|---|
    | step, observe, render, state or agent_iter before reset | AssertionError |
    | rewards, agents and so on before reset | AttributeError |
    | a loop over agent_iter without step | AssertionError |
    | an action that is not in the action space, such as None | AssertionError; nothing changes |
    | an illegal action | the game ends: -1 for its agent, 0 for the others; PettingZoo's warning is logged |
    | an action other than None from an agent whose game is over | ValueError; nothing changes |
    | step after all agents are gone | PettingZoo's warning is logged |

    One difference: PettingZoo marks the agents of a game that ended by an illegal action as terminated and
    truncated; here they are terminated. The info of the culprit then has its id as "illegal_action".
    """

    def __init__(self, game: str | Game, *, illegal: str = "lose", **options: Any) -> None:
        """Make a table as `GameEnv` does.

        Args:
            game: The game or its name.
            illegal: "lose" ends the game at an illegal action; "raise" raises IllegalActionError, and nothing
                changes.
            options: As `GameEnv` takes them.
        """
        super().__init__(game, **options)
        if illegal not in ILLEGAL_OPTIONS:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL_OPTIONS)}, not {short_repr(illegal)}")
        self._illegal = illegal
        self._was_reset = False
        self._moved = False  # since agent_iter last gave an agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, as `GameEnv.reset` does."""
        super().reset(seed, options)
        self._was_reset = self._moved = True

    def step(self, action: Any) -> None:
        """Play one action of the selected agent; None for an agent whose game is over."""
        if not self._was_reset:
            EnvLogger.error_step_before_reset()
        self._moved = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif not self._play(action):
            self._lose(action)

    def _lose(self, action: Any) -> None:
        """End the game at an illegal action, or raise an error if `illegal="raise"` or it is not an action."""
        agent = self.agent_selection
        if not self.action_space(agent).contains(action):
            legal = f"0 to {len(self._mask) - 1}"
            raise AssertionError(f"action is not in action space: {short_repr(action)} is not one of {legal}")
        if self._illegal == "raise":
            self._raise_illegal(action)
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        rewards = [ILLEGAL_REWARD if other == agent else 0.0 for other in self.possible_agents]
        self._end(self.terminations, rewards)
        self.infos[agent]["illegal_action"] = int(action)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation: `{"observation": ..., "action_mask": int8[actions]}`."""
        if not self._was_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> Any:
        """Return the full state, as `GameEnv.state` does."""
        if not self._was_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> Any:
        """Render the game, as `GameEnv.render` does."""
        if not self._was_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Yield the selected agent until none is left; each must step before the next."""
        if not self._was_reset:
            EnvLogger.error_agent_iter_before_reset()
        agents: Iterable[str] = _Agents(self, max_iter)
        return agents


class _Agents(AECIterable):  # type: ignore[misc]  # PettingZoo is not annotated
    def __iter__(self) -> Iterator[str]:
        return _AgentIterator(self.env, self.max_iter)


class _AgentIterator(AECIterator):  # type: ignore[misc]
    def __next__(self) -> str:
        agent: str = super().__next__()
        if not self.env._moved:
            raise AssertionError("need to call step() or reset() in a loop over `agent_iter`")
        self.env._moved = False
        return agent
