"""EnvPool: environments in C++ behind a pool of threads, among them ports of pgx's games."""

import warnings
from collections.abc import Iterator
from typing import Any

import envpool
import numpy as np

from benchmarks.measuring import available_cores
from benchmarks.peers.choosing import Chooser
from benchmarks.peers.contest import WITH, Contest, Made

PACKAGES = ("envpool",)
HOW = {
    "sync": "`step` of all environments; it shows what every seat sees and the mask of the one that decides",
    "async": "`send` and `recv` of half of the environments at a time",
}

_GAMES = {
    "ConnectFour-v1": (2, False),
    "LeducHoldem-v1": (2, True),
    "SparrowMahjong-v1": (3, True),
    "Backgammon-v1": (2, False),
}
_ENVIRONMENTS = 1024


def contests() -> Iterator[Made]:
    """Each game, in both modes."""
    cores = available_cores()
    for game, (players, hidden) in _GAMES.items():
        for way, threads in (("sync", 1), ("sync", cores), ("async", cores)):
            contest = Contest(game, players, hidden, way, _ENVIRONMENTS, threads)
            yield Made(contest, lambda contest=contest: {WITH: _Player(contest)})


class _Player:
    """Plays in one of the modes.

    A step after the end of a game deals the next one and ignores the action, so it is no decision.
    """

    def __init__(self, contest: Contest) -> None:
        self._wait = contest.way == "sync"
        size = _ENVIRONMENTS if self._wait else _ENVIRONMENTS // 2
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the precision of bounds
            self._env: Any = envpool.make_gymnasium(
                contest.game, num_envs=_ENVIRONMENTS, batch_size=size, num_threads=contest.threads, seed=0
            )
        self._choose = Chooser(size, np.int32)
        if self._wait:
            _, self._info = self._env.reset()
        else:
            self._env.async_reset()
            *_, self._info = self._env.recv()

    def __call__(self) -> tuple[int, int]:
        actions = self._choose(self._info["legal_action_mask"])
        if self._wait:
            _, _, terminated, truncated, self._info = self._env.step(actions)
        else:
            self._env.send(actions, self._info["env_id"])
            _, _, terminated, truncated, self._info = self._env.recv()
        return int(np.count_nonzero(self._info["elapsed_step"])), int((terminated | truncated).sum())
