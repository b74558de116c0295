"""Playing in environments at random, and noting what happens."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env import arctic_v0
from arctic_env.envs.aec import GameEnv

SEATS = (2, 3, 4)

Watch = Callable[[GameEnv], None]


@dataclass
class Transition:
    """What an agent got from `last`, and what it did then."""

    agent: str
    observation: dict[str, Any]
    reward: float
    terminated: bool
    truncated: bool
    mask: NDArray[np.int8]
    action: int | None


def new_env(**settings: Any) -> GameEnv:
    """An environment that has been reset, with seed 7."""
    env = arctic_v0.env(**settings)
    env.reset(seed=7)
    return env


def any_legal(mask: NDArray[np.int8], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: GameEnv, steps: int, seed: int = 0, watch: Watch = lambda env: None) -> list[int]:
    """Play so many random decisions, fewer if the game ends; returns them."""
    rng = np.random.default_rng(seed)
    actions: list[int] = []
    while len(actions) < steps and not is_over(env):
        watch(env)
        actions.append(any_legal(env.infos[env.agent_selection]["action_mask"], rng))
        env.step(actions[-1])
    return actions


def play_out(env: GameEnv, seed: int = 0) -> list[Transition]:
    """Play to the end at random, until the last agent is gone; returns all that `last` gave."""
    rng = np.random.default_rng(seed)
    transitions = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        mask = info["action_mask"]
        action = None if terminated or truncated else any_legal(mask, rng)
        transitions.append(Transition(agent, observation, reward, terminated, truncated, mask, action))
        env.step(action)
    return transitions


def seat_episode(env: Any, seed: int | None) -> list[tuple[Any, ...]]:
    """What step returns in one seat until the end, with the learner choosing at random."""
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=seed)
    steps = []
    while not steps or not (steps[-1][2] or steps[-1][3]):
        steps.append(env.step(any_legal(info["action_mask"], rng)))
        info = steps[-1][4]
    return steps


def is_over(env: GameEnv) -> bool:
    return not env.agents or any(env.terminations.values()) or any(env.truncations.values())


def same(first: Any, second: Any) -> bool:
    """Whether two nested things of dicts and arrays are equal to the last bit."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and first.shape == second.shape and bool((first == second).all())
    return bool(first == second)


def snapshot(env: GameEnv) -> dict[str, Any]:
    """Everything that can be seen of an environment."""
    return {
        "selection": env.agent_selection,
        "agents": list(env.agents),
        "rewards": dict(env.rewards),
        "cumulative": dict(env._cumulative_rewards),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "infos": {agent: {name: np.copy(value) for name, value in env.infos[agent].items()} for agent in env.infos},
        "observations": {agent: env.observe(agent) for agent in env.possible_agents},
        "state": env.state(),
        "position": env.unwrapped.position.states.tobytes(),
    }
