"""One seat of many games for Stable-Baselines3: a VecEnv with masks for MaskablePPO.

>>> from sb3_contrib import MaskablePPO
>>> from arctic_env import arctic_v0
>>> from arctic_training.seat_sb3 import SeatSB3VecEnv
>>> env = SeatSB3VecEnv(arctic_v0.seat_vec_env(256, autoreset_mode="SAME_STEP", seat="random"))
>>> model = MaskablePPO("MlpPolicy", env, n_steps=32, ent_coef=0.05, verbose=1).learn(100_000)

This trains against given agents. To train all seats by self-play, use `arctic_training.self_play` or `arctic train`.
"""

import time
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from arctic_env.envs.options import POSITION
from arctic_env.envs.seat_vec import SeatVecEnv
from arctic_env.validation import short_repr

MASK = "action_mask"
_METHODS = ("action_masks", "render")

StepResult = tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class SeatSB3VecEnv(VecEnv):
    """n games at once; an episode is one game of the learner's seat.

    Observations are those of the single environment (`gymnasium.make`), so a model fits both. They are new arrays at
    every step. As in all of SB3's environments a game that ends is replaced at once: the observation returned is the
    first one of the next game, and the last one is in infos[i]["terminal_observation"].
    infos[i]["TimeLimit.truncated"] says whether the game was cut short, and infos[i]["episode"] has its return and
    length, as SB3's `Monitor` tells them.

    MaskablePPO asks for the masks by `env_method("action_masks")`.
    """

    __copy__ = deepcopy  # copies share nothing that changes

    def __init__(self, env: SeatVecEnv) -> None:
        """Wrap a vector environment; raise ValueError if it does not reset games in the step in which they end."""
        if env.autoreset_mode is not AutoresetMode.SAME_STEP:
            raise ValueError(f'SB3 needs autoreset_mode="SAME_STEP", not "{env.autoreset_mode.name}"')
        self.env = env
        self.render_mode = env.render_mode
        actions = env.game.actions.size
        super().__init__(env.num_envs, env.single_observation_space, spaces.Discrete(actions))
        self.metadata = env.metadata
        self._actions = np.zeros(self.num_envs, np.int64)
        self._masks = np.zeros((self.num_envs, actions), np.int8)
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._made = time.time()

    def set_options(self, options: list[dict[str, Any]] | dict[str, Any] | None = None) -> None:
        """Let the next `reset` begin all games from {"position": p}; a list of n must have the same p for each.

        Raise ValueError if games are to begin from different positions, or there are other options.
        """
        super().set_options(options)
        given = self._options
        self._reset_options()
        if others := [name for each in given for name in each if name != POSITION]:
            raise ValueError(f"there is no option {short_repr(others[0])} of these games, only {POSITION}")
        starts = [each.get(POSITION) for each in given]
        if len(starts) != self.num_envs or any(start != starts[0] for start in starts):
            raise ValueError(f"options must have the same {POSITION} for all of the {self.num_envs} games")
        self._options = given

    def reset(self) -> Any:
        """Begin all games anew, with the seed and options set since the last reset, if any."""
        seeds = [seed for seed in self._seeds if seed is not None]
        observations, infos = self.env.reset(seed=seeds or None, options=self._options[0])
        self._reset_seeds()
        self._reset_options()
        self._masks = infos[MASK]
        self._returns[:] = self._lengths[:] = 0
        self.reset_infos = [{MASK: mask} for mask in self._masks.copy()]
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions, int[n]; `step_wait` checks them."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> StepResult:
        """Play the actions, then the decisions of the other seats until the learner's next one."""
        observations, rewards, terminations, truncations, infos = self.env.step(self._actions)
        self._masks, dones = infos[MASK], terminations | truncations
        self._returns += rewards
        self._lengths += 1
        each: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        seconds = round(time.time() - self._made, 6)
        for row in np.flatnonzero(dones).tolist():
            each[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncations[row] and not terminations[row]),
                "episode": {"r": float(self._returns[row]), "l": int(self._lengths[row]), "t": seconds},
            }
            self.reset_infos[row] = {MASK: self._masks[row].copy()}
        self._returns[dones] = self._lengths[dones] = 0
        return observations, rewards.astype(np.float32), dones, each

    def action_masks(self) -> list[NDArray[np.int8]]:
        """Return the mask of each game, int8[actions]."""
        return list(self._masks.copy())

    def close(self) -> None:
        """Stop the threads."""
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the whole environment, once for each requested game."""
        value = getattr(self if hasattr(self, attr_name) else self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise an AttributeError: a single game has no attributes of its own."""
        raise AttributeError(f"{attr_name} cannot be set for single games")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return `action_masks` or `render` of the requested games; refuse any other method."""
        if method_name not in _METHODS:
            raise AttributeError(f"games have no method {method_name!r}, only {' and '.join(_METHODS)}")
        if args or kwargs:
            raise TypeError(f"{method_name} of a game takes no arguments")
        answers = self.action_masks() if method_name == "action_masks" else self.env.render()
        return [answers and answers[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return True for `Monitor` alone: infos hold the same entries about episodes."""
        return [issubclass(wrapper_class, Monitor) for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Return the picture of each game from the learner's seat, None unless the render mode is rgb_array."""
        if self.render_mode != "rgb_array":
            return [None] * self.num_envs
        return list(self.env.render() or ())
