"""What `benchmarks.vec` measures: each is a function that plays, or works, for a moment and says how much it did."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_env.kernels.masks import choose_many, count_words, make_streams
from arctic_env.kernels.random import STREAM_WORDS
from arctic_env.kernels.simd import WORD
from arctic_env.model.game import Game
from arctic_env.model.rollouts import rollout
from benchmarks.measuring import Play

_WARM_UP = 100  # steps before the clock starts
_STAGES = 200  # steps over which the games of `parts` are spread, from their deals to their ends
_KERNEL_BATCH = 256  # games that are played out in one call


def stepping(game: Game, players: int, n: int, threads: int, fresh: bool) -> Play:
    """Random play through `GameVecEnv`, with observations, masks and choosing, into fresh arrays or always the same."""
    vec = arctic_env.make_vec(game, n, num_players=players, threads=threads)
    choose = arctic_env.RandomActions(n, threads=threads)
    step = vec.reset(seed=0)
    out = None if fresh else vec.empty_step()
    for _ in range(_WARM_UP):
        step = vec.step(choose(step.action_masks), out=out)

    def play() -> tuple[int, int]:
        nonlocal step
        step = vec.step(choose(step.action_masks), out=out)
        return n, 0 if step.final is None else len(step.final.rows)

    return play


def playing_out(game: Game, players: int) -> Play:
    """Whole random games inside the kernel, without observations, on one core."""
    options = game.options(players)
    states = np.zeros(_KERNEL_BATCH, game.dtype)
    scratch = np.zeros((1, game.actions.size), np.int8)
    seeds = np.arange(_KERNEL_BATCH)

    def play() -> tuple[int, int]:
        nonlocal seeds
        seeds = seeds + _KERNEL_BATCH
        game.batch.deal(states, seeds, *options)
        return int(game.batch.rollout(states, seeds, scratch)), _KERNEL_BATCH

    return play


def rolling_out(game: Game, players: int, threads: int) -> Play:
    """Rollouts of the starts of games by the public function, scores and ranks included."""
    states = np.zeros(_KERNEL_BATCH, game.dtype)
    game.batch.deal(states, np.arange(_KERNEL_BATCH), *game.options(players))

    def play() -> tuple[int, int]:
        played = rollout(game, states, 1, threads=threads)
        return int(played.decisions.sum()), _KERNEL_BATCH

    return play


Work = Callable[[], object]
"""Does something for each of n games."""


def parts(game: Game, players: int, n: int) -> dict[str, Work]:
    """The parts of a decision, each for n games in all stages, on one core; and plain copies to compare with."""
    loops, states = game.batch, _in_all_stages(game, players, n)
    seats = states["seat"].astype(np.int8)
    masks = np.zeros((n, game.actions.size), np.int8)
    loops.legal(states, masks)
    streams, actions = np.empty((n, STREAM_WORDS), np.int64), np.empty(n, np.int64)
    make_streams(np.arange(n), streams)
    choose_many(masks, streams, actions)
    others, other_masks, chosen = states.copy(), masks.copy(), actions.copy()
    observations = np.zeros((n, game.observation(players).size), np.int8)
    other_observations = observations.copy()

    def copy_and_apply() -> None:
        np.copyto(others, states)
        loops.apply(others, chosen)

    def encode_a_view() -> None:
        loops.view(states, seats, others)
        loops.encode(others, seats, observations)

    return {
        "choose an action": lambda: choose_many(masks, streams, actions),
        "copy the state": lambda: np.copyto(others, states),
        "copy the state, and play an action": copy_and_apply,
        "find legal actions": lambda: loops.legal(states, masks),
        "write the observation": lambda: loops.encode(states, seats, observations),
        "copy the observation": lambda: np.copyto(other_observations, observations),
        "copy the mask": lambda: np.copyto(other_masks, masks),
        "write a view, and the observation from it": encode_a_view,
        "clone the state": states.copy,
    }


def _in_all_stages(game: Game, players: int, n: int) -> NDArray[Any]:
    """N states, each from a later step of its game than the one before."""
    vec = arctic_env.make_vec(game, n, num_players=players, threads=1)
    choose = arctic_env.RandomActions(n, threads=1)
    step = vec.reset(seed=0)
    states = vec.states
    for stage in range(_STAGES):
        rows = slice(n * stage // _STAGES, n)
        states[rows] = vec.states[rows]
        step = vec.step(choose(step.action_masks), out=step)
    return states


def bytes_of(game: Game, players: int) -> dict[str, int]:
    """Bytes for each game: what the environment keeps, and what a step hands out."""
    vec = arctic_env.make_vec(game, 1, num_players=players)
    step = vec.empty_step()
    return {
        "state": game.dtype.itemsize,
        "last state of the game before": game.dtype.itemsize,
        "legal actions as bits, for the check of the next action": count_words(game.actions.size) * WORD // 8,
        "observation": step.observations.nbytes,
        "action_mask": step.action_masks.nbytes,
        "seats, rewards, ends": sum(
            array.nbytes for array in (step.seats, step.rewards, step.terminations, step.truncations)
        ),
    }
