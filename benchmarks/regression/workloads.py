"""What must not become slower: each a function that does 1 to 3 ms of the same work again and again."""

from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_env import arctic_v0
from benchmarks.aec_games import play_game
from benchmarks.regression import reference
from benchmarks.vec_measures import stepping

_GAME = arctic_env.game("arctic")
_PLAYERS = 4

Work = Callable[[], object]


class Workload(NamedTuple):
    """Work and what it is compared with.

    Attributes:
        make: makes what does the work.
        beside: the reference.
    """

    make: Callable[[], Work]
    beside: Work


def _rollout() -> Work:
    """Deal games and play them to their ends: legal actions, choice, apply."""
    seeds, options = np.arange(32), _GAME.options(_PLAYERS)
    states, masks = np.zeros(len(seeds), _GAME.dtype), np.zeros((1, _GAME.actions.size), np.int8)

    def work() -> None:
        _GAME.batch.deal(states, seeds, *options)
        _GAME.batch.rollout(states, seeds, masks)

    return work


def _vec_step() -> Work:
    """Step a batch of games, with choice; on one thread, since the clock is the thread's own."""
    play = stepping(_GAME, _PLAYERS, 256, 1, fresh=False)

    def work() -> None:
        for _ in range(8):
            play()

    return work


def _aec() -> Work:
    """A whole game through PettingZoo's interface, with actions that look random."""
    env = arctic_v0.env(num_players=_PLAYERS)

    def work() -> None:
        play_game(env, 0, _choose_by_turn())

    return work


def _choose_by_turn() -> Callable[[Any, str, Any], int]:
    """Legal actions in an order that is mixed, yet the same each time."""
    turns = count()

    def choose(env: Any, agent: str, mask: NDArray[np.int8]) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[next(turns) * 7919 % len(legal)])

    return choose


def _encode() -> Work:
    """Observations from full states."""
    states, seats = _midgames(512)
    out = np.empty((len(states), _GAME.observation(_PLAYERS).size), np.int8)

    def work() -> None:
        for _ in range(10):
            _GAME.batch.encode(states, seats, out)

    return work


def _determinize() -> Work:
    """Worlds that agree with a view."""
    states, seats = _midgames(96)
    views, out = states.copy(), states.copy()
    _GAME.batch.view(states, seats, views)
    seeds = np.arange(len(states))
    return lambda: _GAME.batch.determinize(views, seats, seeds, out)


def _clone() -> Work:
    """Copies of states, few at a time, into memory that is there."""
    states, _ = _midgames(32)
    copies = states.copy()

    def work() -> None:
        for _ in range(100):
            np.copyto(copies, states)

    return work


def _midgames(n: int) -> tuple[NDArray[Any], NDArray[np.int8]]:
    """Games after some dozens of random decisions each, and their seats to decide."""
    vec = arctic_env.make_vec("arctic", n, num_players=_PLAYERS, threads=1)
    choose = arctic_env.RandomActions(n, threads=1)
    step = vec.reset(seed=0)
    for _ in range(60):
        step = vec.step(choose(step.action_masks))
    return vec.states, step.seats


WORKLOADS = {
    "rollout": Workload(_rollout, reference.kernel),
    "vec step": Workload(_vec_step, reference.kernel),
    "aec": Workload(_aec, reference.python),
    "encode": Workload(_encode, reference.kernel),
    "determinize": Workload(_determinize, reference.kernel),
    "clone": Workload(_clone, reference.copies),
}
