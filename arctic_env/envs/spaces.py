"""The spaces of an environment: Gymnasium's, with a faster way to sample an action under a mask."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arctic_env.envs.observations import Observations
from arctic_env.envs.state import StateLayout
from arctic_env.validation import as_integer, short_repr


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
