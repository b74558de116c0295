"""What PettingZoo's standard wrappers check, but not through wrappers, which take longer than a step."""

from collections.abc import Iterable, Iterator
from typing import Any

from pettingzoo.utils.env import AECIterable, AECIterator
from pettingzoo.utils.env_logger import EnvLogger

from arctic_env.envs.aec import GameEnv
from arctic_env.validation import short_repr

ILLEGAL_REWARD = -1.0
ILLEGAL = ("lose", "raise")


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

    def __init__(self, *arguments: Any, illegal: str = "lose", **settings: Any) -> None:
        """Make an environment as `GameEnv` does.

        Args:
            arguments: as `GameEnv` takes them.
            illegal: "lose" ends the game at an illegal action; "raise" raises IllegalActionError, and nothing
                changes.
            settings: as `GameEnv` takes them.
        """
        super().__init__(*arguments, **settings)
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}, not {short_repr(illegal)}")
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
        if self.agents:
            super().step(action)
        else:
            EnvLogger.warn_step_after_terminated_truncated()

    def _refuse(self, action: Any) -> None:
        agent = self.agent_selection
        if not self.action_space(agent).contains(action):
            legal = f"0 to {len(self._mask) - 1}"
            raise AssertionError(f"action is not in action space: {short_repr(action)} is not one of {legal}")
        if self._illegal == "raise":
            super()._refuse(action)
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[agent] = 0.0
        rewards = [ILLEGAL_REWARD if other == agent else 0.0 for other in self.possible_agents]
        self._end(self.terminations, rewards)
        self.infos[agent]["illegal_action"] = int(action)

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: `{"observation": ..., "action_mask": int8[actions]}`."""
        if not self._was_reset:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def state(self) -> Any:
        """All there is to know, as `GameEnv.state` gives it."""
        if not self._was_reset:
            EnvLogger.error_state_before_reset()
        return super().state()

    def render(self) -> Any:
        """Picture the game, as `GameEnv.render` does."""
        if not self._was_reset:
            EnvLogger.error_render_before_reset()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The selected agent, again and again, as long as there is one; each has to step before the next."""
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
