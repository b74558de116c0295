"""`arctic check` and `arctic bench`: does a game keep what it promises, and how fast is it on this machine?"""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from typing import Any

import numpy as np

from arctic_env.agents.specs import bind
from arctic_env.arena import GameSpec, play_many
from arctic_env.commands import options
from arctic_env.conformance import check
from arctic_env.model.game import Game
from arctic_env.model.rules import Value

_CHECK_DESCRIPTION = """\
Run the conformance suite on a game: random games through every interface,
checked for leaks, wrong masks, lost copies and the other kinds of fault that
environments are known for. Exits with 1 when something is wrong."""


def _add_check_arguments(parser: ArgumentParser) -> None:
    options.describe(parser, _CHECK_DESCRIPTION, "arctic check", "arctic check --game arctic --games 10 --seed 100")
    options.add_game_alone(parser)
    options.add_count(parser, "games", 2, "random games for each number of players and set of rule parameters")
    options.add_seed(parser)


def _run_check(arguments: Namespace) -> int:
    report = check(arguments.game, games=arguments.games, seed=arguments.seed)
    print(report)
    return 0 if report.ok else 1


check_command = options.Command("check", "run the conformance suite on a game", _add_check_arguments, _run_check)


_BENCH_DESCRIPTION = """\
Measure speed with random play, on one thread of this machine: whole games
inside the engine, single steps through the PettingZoo environment, steps of a
batch of games with observations and masks (make_vec), and games in the arena.
Compiling is left out. Each figure is the best of several runs."""

_RUNS = 3
_BATCH = 256  # games that the engine plays in one call
_ARENA_GAMES = 64
_VEC_GAMES = 256  # games of the batched environment
_WARM_UP = 100  # steps of a batch before the clock starts


def _add_bench_arguments(parser: ArgumentParser) -> None:
    options.describe(parser, _BENCH_DESCRIPTION, "arctic bench", "arctic bench --seconds 5 --edition it")
    options.add_game(parser)
    parser.add_argument(
        "--seconds", type=options.seconds, default=1.0, metavar="S", help="time for each run; default: %(default)s"
    )


def _run_bench(arguments: Namespace) -> int:
    game, parameters = options.chosen_rules(arguments)
    for players in game.players_for(**parameters):
        for name, play in _measures(game, players, parameters):
            decisions, games = _best(play, arguments.seconds)
            print(
                f"{game.name}, {players} players, {name}: {decisions:,.0f} decisions/s, "
                f"{1e6 / games:,.0f} microseconds a game",
                flush=True,
            )
    return 0


Play = Callable[[], tuple[int, int]]
"""Plays for a moment; returns the numbers of decisions and of finished games."""


def _measures(game: Game, players: int, parameters: dict[str, Any]) -> Iterator[tuple[str, Play]]:
    yield "engine", playing_out(game, players, **parameters)
    make = import_module(f"arctic_env.{game.name}_v{game.version}").env
    yield "environment", playing_aec(make(num_players=players, **parameters))
    yield "batch", stepping(game, players, _VEC_GAMES, threads=1, **parameters)
    yield "arena", _arena(game, players, parameters)


def _best(play: Play, duration: float) -> tuple[float, float]:
    """Return decisions and games per second of the fastest run."""
    play()  # compiles
    rates = []
    for _ in range(_RUNS):
        decisions = games = 0
        started = time.perf_counter()
        while not games or time.perf_counter() - started < duration:
            more_decisions, more_games = play()
            decisions, games = decisions + more_decisions, games + more_games
        elapsed = time.perf_counter() - started
        rates.append((decisions / elapsed, games / elapsed))
    return max(rates)


def playing_out(game: Game, players: int, **parameters: Any) -> Play:
    """Return work: complete random games inside the kernel, without observations, on one core."""
    options = game.options(players, **parameters)
    states = np.zeros(_BATCH, game.dtype)
    masks = np.zeros((1, game.actions.size), np.int8)
    seeds = np.arange(_BATCH)

    def play() -> tuple[int, int]:
        nonlocal seeds
        seeds = seeds + _BATCH
        game.batch.deal(states, seeds, *options)
        return int(game.batch.rollout(states, seeds, masks)), _BATCH

    return play


def playing_aec(env: Any) -> Play:
    """Return work: random games through PettingZoo's AEC interface, with observation and mask at each step."""
    seeds, draw = count(), random.Random(0).random

    def play() -> tuple[int, int]:
        decisions = 0
        env.reset(seed=next(seeds))
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return decisions, 1

    return play


def stepping(game: Game, players: int, n: int, threads: int, fresh: bool = False, **parameters: Any) -> Play:
    """Return work: random play through `GameVecEnv`, with observations and masks, into new or reused arrays."""
    from arctic_env import RandomActions, make_vec

    vec = make_vec(game, n, num_players=players, threads=threads, **parameters)
    choose = RandomActions(n, threads=threads)
    step = vec.reset(seed=0)
    out = None if fresh else vec.empty_step()
    for _ in range(_WARM_UP):
        step = vec.step(choose(step.action_masks), out=out)

    def play() -> tuple[int, int]:
        nonlocal step
        step = vec.step(choose(step.action_masks), out=out)
        return n, 0 if step.final is None else len(step.final.rows)

    return play


def _arena(game: Game, players: int, parameters: dict[str, Value]) -> Play:
    agents, seeds = [bind("random", game, players)] * players, count()

    def play() -> tuple[int, int]:
        chosen = [next(seeds) for _ in range(_ARENA_GAMES)]
        specs = [GameSpec(game.deal(seed=s, num_players=players, **parameters), agents, s) for s in chosen]
        results = play_many(specs)
        return sum(len(result.actions) for result in results), len(results)

    return play


bench_command = options.Command("bench", "measure speed on this machine", _add_bench_arguments, _run_bench)
