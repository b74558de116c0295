"""ARCTIC, this project's game."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import arctic_env
from arctic_env import arctic_v0
from arctic_env.kernels.cores import available_cores
from benchmarks.aec_games import play_game
from benchmarks.peers.contest import WITH, WITHOUT, Contest, Made, Plays
from benchmarks.peers.picking import pick_masked
from benchmarks.vec_measures import playing_out, stepping

PACKAGES = ("arctic-env", "numba")
HOW = {
    "env()": "PettingZoo's AEC loop with `last()`, checks included",
    "raw_env()": "the same without checks",
    "make_vec": "`step(actions, out=...)` of the multi-seat batch with `RandomActions`; arrays are used again",
    "kernel": "one game after the other is dealt and played to its end, many in one call",
}

_ENVIRONMENTS = 1024


def contests() -> Iterator[Made]:
    """All ways to play it, with each number of players."""
    game = arctic_env.game("arctic")
    for players in game.players:
        for way, make in (("env()", arctic_v0.env), ("raw_env()", arctic_v0.raw_env)):
            yield Made(_contest(players, way), lambda make=make, n=players: _aec(make(num_players=n)))
        for threads in sorted({1, available_cores()}):
            yield Made(
                _contest(players, "make_vec", _ENVIRONMENTS, threads),
                lambda n=players, t=threads: {WITH: stepping(game, n, _ENVIRONMENTS, t, fresh=False)},
            )
        yield Made(_contest(players, "kernel"), lambda n=players: {WITHOUT: playing_out(game, n)})


def _contest(players: int, way: str, environments: int = 1, threads: int = 1) -> Contest:
    return Contest("arctic", players, True, way, environments, threads)


def _aec(env: Any) -> Plays:
    seeds = count()
    return {WITH: lambda: (play_game(env, next(seeds), pick_masked), 1)}
