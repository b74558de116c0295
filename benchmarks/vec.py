"""Speed of the batched environment and the kernels under it, by random play.

    python -m benchmarks.vec                  # a table in about two minutes
    python -m benchmarks.vec --growth 1024    # without the other sizes of batches
    python -m benchmarks.vec --num-players 2 --envs 256 --threads 1

A decision through `GameVecEnv` is all that a learner needs for it: the action is chosen at random among the legal
ones (by `arctic_env.RandomActions`, whose time counts), played, and observation, mask, rewards and ends of the next
decision are written. "out=" writes into the same arrays at every step, "fresh" into new ones. "kernel" plays whole
games in one call, without observations.

What is compared takes turns in short blocks, so that other work on the machine slows all of it alike; figures are
medians over the rounds, with the best in brackets. Where the machine has other work, decisions for each second of
processor time, all threads together, say more: times the number of cores, that is what an idle machine would do.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_env.commands.diagnostics import Play, playing_out, stepping
from arctic_env.kernels.cores import available_cores
from arctic_env.kernels.masks import choose_many, make_streams
from arctic_env.kernels.random import STREAM_WORDS
from arctic_env.model.game import Game
from arctic_env.model.rollouts import rollout
from benchmarks.measuring import machine, markdown, median_and_best, rates, take_turns, versions

Work = Callable[[], object]
"""Works on each of n games."""

_STAGES = 200  # steps over which the games of `parts` are spread, from their deals to their ends
_KERNEL_BATCH = 256  # games that are played out in one call


def main() -> None:
    arguments = _arguments()
    game = arctic_env.game(arguments.game)
    n, players, threads = arguments.envs, arguments.num_players, arguments.threads
    print(f"{machine()}, {versions('numpy', 'numba')}")
    print(
        f"{game.title}, {players} players, {n} games, {threads} threads; "
        f"{arguments.rounds} rounds of blocks of {arguments.seconds} s\n"
    )
    both = sorted({1, threads})
    plays: dict[str, Play] = {
        **{f"out=, threads {t}": stepping(game, players, n, t, fresh=False) for t in both},
        **{f"fresh, threads {t}": stepping(game, players, n, t, fresh=True) for t in both},
        "kernel, one core": playing_out(game, players),
        **{f"rollouts, threads {t}": rolling_out(game, players, t) for t in both},
    }
    print(rates(take_turns(plays, arguments.rounds, arguments.seconds)), "\n")
    print(_parts(game, players, n, arguments.rounds), "\n")
    print(_growth(game, players, both, arguments))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.vec", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", default="arctic", choices=sorted(arctic_env.games()), help="default: %(default)s")
    add("--num-players", type=int, default=4, metavar="P", help="default: %(default)s")
    add("--envs", type=int, default=1024, metavar="N", help="games side by side; default: %(default)s")
    cores = available_cores()
    add("--threads", type=int, default=cores, metavar="T", help="compared with one; default here: %(default)s")
    add("--rounds", type=int, default=15, metavar="R", help="turns of each; default: %(default)s")
    add("--seconds", type=float, default=0.3, metavar="S", help="length of a block; default: %(default)s")
    add(
        "--growth",
        type=int,
        nargs="*",
        default=[1, 4, 16, 64, 256, 1024, 4096, 16384],
        metavar="N",
        help="sizes of batches to compare; default: %(default)s",
    )
    return parser.parse_args()


def _parts(game: Game, players: int, n: int, rounds: int) -> str:
    """Measure nanoseconds for each game and part."""
    works = parts(game, players, n)
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds * 5):
        for name, work in works.items():
            start = time.process_time()
            work()
            times[name].append((time.process_time() - start) / n * 1e9)
    rows = [[name, median_and_best(found, min)] for name, found in times.items()]
    return markdown(["part, on one core", "ns for each game"], rows)


def _growth(game: Game, players: int, threads: list[int], arguments: argparse.Namespace) -> str:
    """Measure decisions per second by size of the batch and threads, with `out=`."""
    plays = {f"{n},{t}": stepping(game, players, n, t, fresh=False) for n in arguments.growth for t in threads}
    turns = take_turns(plays, max(3, arguments.rounds // 3), arguments.seconds / 2)
    rows = []
    for n in arguments.growth:
        played = [turns[f"{n},{t}"] for t in threads]
        wall = [median_and_best([turn.decisions / turn.seconds for turn in each]) for each in played]
        processor = [median_and_best([turn.decisions / turn.processor for turn in each]) for each in played]
        rows.append([f"{n:,}", *wall, *processor])
    header = [f"{what}, threads {t}" for what in ("decisions/s", "per processor second") for t in threads]
    return markdown(["games side by side", *header], rows)


def rolling_out(game: Game, players: int, threads: int) -> Play:
    """Return work: rollouts of the starts of games by the public function, scores and ranks included."""
    states = np.zeros(_KERNEL_BATCH, game.dtype)
    game.batch.deal(states, np.arange(_KERNEL_BATCH), *game.options(players))

    def play() -> tuple[int, int]:
        played = rollout(game, states, 1, threads=threads)
        return int(played.decisions.sum()), _KERNEL_BATCH

    return play


def parts(game: Game, players: int, n: int) -> dict[str, Work]:
    """Return the parts of a decision, each for n games in all stages on one core, and plain copies for comparison."""
    batch, states = game.batch, in_all_stages(game, players, n)
    seats = states["seat"].astype(np.int8)
    masks = np.zeros((n, game.actions.size), np.int8)
    batch.legal(states, masks)
    streams, actions = np.empty((n, STREAM_WORDS), np.int64), np.empty(n, np.int64)
    make_streams(np.arange(n), streams)
    choose_many(masks, streams, actions)
    others, other_masks, chosen = states.copy(), masks.copy(), actions.copy()
    observations = np.zeros((n, game.observation(players).size), np.int8)
    other_observations = observations.copy()

    def copy_and_apply() -> None:
        np.copyto(others, states)
        batch.apply(others, chosen)

    def encode_a_view() -> None:
        batch.view(states, seats, others)
        batch.encode(others, seats, observations)

    return {
        "choose an action": lambda: choose_many(masks, streams, actions),
        "copy the state": lambda: np.copyto(others, states),
        "copy the state, and play an action": copy_and_apply,
        "find legal actions": lambda: batch.legal(states, masks),
        "write the observation": lambda: batch.encode(states, seats, observations),
        "copy the observation": lambda: np.copyto(other_observations, observations),
        "copy the mask": lambda: np.copyto(other_masks, masks),
        "write a view, and the observation from it": encode_a_view,
        "clone the state": states.copy,
    }


def in_all_stages(game: Game, players: int, n: int) -> NDArray[Any]:
    """Return n states, each from a later step of its game than the one before."""
    vec = arctic_env.make_vec(game, n, num_players=players, threads=1)
    choose = arctic_env.RandomActions(n, threads=1)
    step = vec.reset(seed=0)
    states = vec.states
    for stage in range(_STAGES):
        rows = slice(n * stage // _STAGES, n)
        states[rows] = vec.states[rows]
        step = vec.step(choose(step.action_masks), out=step)
    return states


if __name__ == "__main__":
    main()
