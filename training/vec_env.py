"""Stable-Baselines3's view of the games: a VecEnv with masks in the observations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from training.games import Ended, Games

Observation = dict[str, NDArray[np.int8]]


class SelfPlayVecEnv(VecEnv):
    """n games at once; an episode is one game of the learner's seat, and its rewards add up to the seat's payoff.

    Observations are {"observation": int8[n, O], "action_mask": int8[n, A]}, new arrays at every step. As in all
    of SB3's environments a game that ends is replaced at once: the observation returned is the first one of the
    next game, and the last one is in infos[i]["terminal_observation"], with a mask of zeros. Games are never cut
    short.

    `env_method("action_masks")` works for whoever asks for masks that way, but costs a call a step.
    """

    def __init__(self, games: Games, seed: int = 0) -> None:
        """Wrap games; `seed` seeds the first reset, unless `seed(...)` is called before it."""
        self.games = games
        self.render_mode = None
        table, actions = games.game.observation(games.players), games.game.actions
        observation_space = spaces.Dict(
            {
                "observation": spaces.Box(table.low, table.high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (actions.size,), np.int8),
            }
        )
        super().__init__(len(games.states), observation_space, spaces.Discrete(actions.size))
        self._actions = np.zeros(self.num_envs, np.int64)
        self.lengths = np.zeros(self.num_envs, np.int64)  # decisions of the learner in each game so far
        self.returns = np.zeros(self.num_envs)  # and its rewards
        self.seed(seed)

    def reset(self) -> Observation:
        """Deal all games anew, with the seeds of `seed()` if it was called since, else as after the last ones."""
        seeds = [seed for seed in self._seeds if seed is not None]
        if seeds:
            self.games.begin(np.array(seeds, np.int64))
        else:
            self.games.deal_all()
        self._reset_seeds()
        self.lengths[:] = 0
        self.returns[:] = 0
        return self.observe()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions, int[n]."""
        self._actions = np.asarray(actions, np.int64).reshape(self.num_envs)

    def step_wait(self) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play them. IllegalActionError if one is not legal: nothing has been played then."""
        rewards, ended = self.games.play(self._actions)
        self.lengths += 1
        self.returns += rewards
        dones = np.zeros(self.num_envs, bool)
        dones[ended.rows] = True
        infos = self._infos(ended)
        self.lengths[ended.rows] = 0
        self.returns[ended.rows] = 0
        return self.observe(), rewards.astype(np.float32), dones, infos

    def observe(self) -> Observation:
        """What the learner sees of each game."""
        return {"observation": self.games.observations, "action_mask": self.games.masks}

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, arrays by name."""
        return {**self.games.save(), "lengths": self.lengths, "returns": self.returns}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        self.games.restore(arrays)
        self.lengths[:] = arrays["lengths"]
        self.returns[:] = arrays["returns"]
        self._reset_seeds()

    def _infos(self, ended: Ended) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        best_other = ended.standing.others.max(axis=1)
        for i, row in enumerate(ended.rows.tolist()):
            last = {
                "observation": ended.observations[i],
                "action_mask": np.zeros(self.games.masks.shape[1], np.int8),
            }
            infos[row] = {
                "terminal_observation": last,
                "TimeLimit.truncated": False,
                "episode": {"r": float(self.returns[row]), "l": int(self.lengths[row])},
                "score": int(ended.standing.own[i]),
                "margin": int(ended.standing.own[i] - best_other[i]),
                "rank": int(ended.standing.rank[i]),
                "opponents": ended.opponents[i][ended.opponents[i] >= 0].tolist(),
            }
        return infos

    def action_masks(self) -> list[NDArray[np.int8]]:
        """The mask of each game."""
        return list(self.games.masks)

    def close(self) -> None:
        """Nothing to let go of."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the whole environment, once for each game asked for."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Games have no attributes of their own to set."""
        raise AttributeError(f"{attr_name} cannot be set for single games")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks` of the games asked for; there is no other method."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name!r}, only action_masks")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No game is wrapped, but episodes are counted as by SB3's Monitor."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[None]:
        """There are no pictures."""
        return [None] * self.num_envs
