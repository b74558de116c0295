"""Has it become slower? Six small workloads for pytest-benchmark, which compares them with an earlier run.

    make bench-check        # stores this run; fails where the least time is 1.5 times that of the run before
    python -m pytest benchmarks/speed.py --benchmark-compare=0001   # beside a certain run; `pytest-benchmark list`

The clock is the thread's own, which stands still while others have the core, and the least time of many rounds is
steadier than the median where the machine has other work.
"""

import time
from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import arctic_env
from arctic_env import arctic_v0
from arctic_env.commands.diagnostics import playing_aec, playing_out, stepping
from benchmarks.vec import Work, in_all_stages

_GAME = arctic_env.game("arctic")
_PLAYERS = 4


def _encode() -> Work:
    """Return work that encodes observations of full states."""
    states = in_all_stages(_GAME, _PLAYERS, 512)
    seats = states["seat"].astype(np.int8)
    out = np.empty((len(states), _GAME.observation(_PLAYERS).size), np.int8)
    return lambda: _GAME.batch.encode(states, seats, out)


def _determinize() -> Work:
    """Return work that draws worlds from views."""
    states = in_all_stages(_GAME, _PLAYERS, 96)
    seats = states["seat"].astype(np.int8)
    views, out = states.copy(), states.copy()
    _GAME.batch.view(states, seats, views)
    seeds = np.arange(len(states))
    return lambda: _GAME.batch.determinize(views, seats, seeds, out)


def _clone() -> Work:
    """Return work that copies a few states into existing memory."""
    states = in_all_stages(_GAME, _PLAYERS, 32)
    copies = states.copy()

    def work() -> None:
        for _ in range(100):
            np.copyto(copies, states)

    return work


WORKLOADS: dict[str, Callable[[], Work]] = {
    "rollout": lambda: playing_out(_GAME, _PLAYERS),
    "vec step": lambda: stepping(_GAME, _PLAYERS, 256, 1, fresh=False),  # on one thread: the clock is the thread's own
    "aec": lambda: playing_aec(arctic_v0.env(num_players=_PLAYERS)),
    "encode": _encode,
    "determinize": _determinize,
    "clone": _clone,
}


@pytest.mark.parametrize("name", WORKLOADS)
@pytest.mark.benchmark(timer=time.thread_time, min_time=0.001, min_rounds=200, warmup=True)
def test_speed(name: str, benchmark: BenchmarkFixture) -> None:
    benchmark(WORKLOADS[name]())
