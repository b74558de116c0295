"""ARCTIC, this project's game."""

import os
from collections.abc import Iterator
from itertools import count
from typing import Any

import numpy as np

import arctic_env
from arctic_env import arctic_v0
from benchmarks.aec_games import play_game
from benchmarks.choosing import Chooser
from benchmarks.peers.contest import WITH, WITHOUT, Contest, Made, Plays
from benchmarks.peers.picking import pick_masked

PACKAGES = ("arctic-env", "numba")
HOW = {
    "env()": "PettingZoo's AEC loop with `last()`, checks included",
    "raw_env()": "the same without checks",
    "make_vec": "`step(actions, out=...)` of the multi-seat batch; arrays are used again, as the documentation offers",
    "rollout kernel": "games are dealt and played to their ends in one call that releases the GIL",
}

_ENVIRONMENTS = 1024
_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def contests() -> Iterator[Made]:
    """All ways to play it, with each number of players."""
    for players in (2, 3, 4):
        for way, make in (("env()", arctic_v0.env), ("raw_env()", arctic_v0.raw_env)):
            yield Made(_contest(players, way), lambda make=make, n=players: _aec(make(num_players=n)))
        for threads in sorted({1, _CORES}):
            yield Made(
                _contest(players, "make_vec", _ENVIRONMENTS, threads),
                lambda n=players, threads=threads: _vec(n, threads),
            )
        yield Made(_contest(players, "rollout kernel", _ENVIRONMENTS), lambda n=players: _kernel(n))


def _contest(players: int, way: str, environments: int = 1, threads: int = 1) -> Contest:
    return Contest("arctic", players, True, way, environments, threads)


def _aec(env: Any) -> Plays:
    seeds = count()
    return {WITH: lambda: (play_game(env, next(seeds), pick_masked), 1)}


def _vec(players: int, threads: int) -> Plays:
    vec = arctic_env.make_vec("arctic", _ENVIRONMENTS, num_players=players, threads=threads)
    choose = Chooser(_ENVIRONMENTS, np.int64)
    step, masks = vec.empty_step(), vec.reset(seed=0).action_masks

    def play() -> tuple[int, int]:
        nonlocal masks
        shown = vec.step(choose(masks), out=step)
        masks = shown.action_masks
        return _ENVIRONMENTS, int(shown.terminations.sum())

    return {WITH: play}


def _kernel(players: int) -> Plays:
    game = arctic_env.game("arctic")
    options = game.options(players)
    states = np.zeros(_ENVIRONMENTS, game.dtype)
    masks = np.zeros((1, game.actions.size), np.int8)
    batches = count()

    def play() -> tuple[int, int]:
        seeds = np.arange(_ENVIRONMENTS) + next(batches) * _ENVIRONMENTS
        game.loops.deal(states, seeds, *options)
        return int(game.loops.rollout(states, seeds, masks)), _ENVIRONMENTS

    return {WITHOUT: play}
