"""The loop that a user of PettingZoo's AEC interface writes, one game of it."""

from collections.abc import Callable
from typing import Any

Choose = Callable[[Any, str, Any], Any]
"""From environment, agent and mask to an action."""


def play_game(env: Any, seed: int, choose: Choose) -> int:
    """Reset, and play one game to its end with observation and mask at each step; returns its decisions."""
    decisions = 0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(choose(env, agent, observation["action_mask"]))
            decisions += 1
    return decisions
