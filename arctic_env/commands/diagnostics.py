"""`arctic check` and `arctic bench`: does a game keep what it promises, and how fast is it on this machine?"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from arctic_env.commands.options import (
    Command,
    add_game,
    add_game_alone,
    add_seed,
    at_least_one,
    chosen_rules,
    describe,
    seconds,
)

if TYPE_CHECKING:
    from arctic_env.model.game import Game


_CHECK_DESCRIPTION = """\
Run the conformance suite on a game: random games through every interface,
checked for leaks, wrong masks, lost copies and the other kinds of fault that
environments are known for. Exits with 1 when something is wrong."""


def _add_check_arguments(parser: ArgumentParser) -> None:
    describe(parser, _CHECK_DESCRIPTION, "arctic check", "arctic check --game arctic --games 10 --seed 100")
    add_game_alone(parser)
    parser.add_argument(
        "--games",
        type=at_least_one,
        default=2,
        metavar="N",
        help="random games for each number of players and set of rule parameters; default: %(default)s",
    )
    add_seed(parser)


def _run_check(arguments: Namespace) -> int:
    from arctic_env.conformance import check

    report = check(arguments.game, games=arguments.games, seed=arguments.seed)
    print(report)
    return 0 if report.ok else 1


check_command = Command("check", "run the conformance suite on a game", _add_check_arguments, _run_check)


_BENCH_DESCRIPTION = """\
Measure speed with random play, on one thread of this machine: whole games
inside the engine, single steps through the PettingZoo environment, steps of a
batch of games with observations and masks (make_vec), and games in the arena.
Compiling is left out. Each figure is the best of several runs."""

_RUNS = 3
_BATCH = 256  # games that the engine plays in one call
_ARENA_GAMES = 64
_VEC_GAMES = 256  # games of the batched environment
_VEC_STEPS = 500  # of each of them in one call, so that games end in every call


def _add_bench_arguments(parser: ArgumentParser) -> None:
    describe(parser, _BENCH_DESCRIPTION, "arctic bench", "arctic bench --seconds 5 --edition it")
    add_game(parser)
    parser.add_argument(
        "--seconds", type=seconds, default=1.0, metavar="S", help="time for each run; default: %(default)s"
    )


def _run_bench(arguments: Namespace) -> int:
    game, parameters = chosen_rules(arguments)
    for players in game.players:
        for name, measure in _measures(game, players, parameters):
            decisions, games = measure(arguments.seconds)
            print(
                f"{game.name}, {players} players, {name}: {decisions:,.0f} decisions/s, "
                f"{1e6 / games:,.0f} microseconds a game",
                flush=True,
            )
    return 0


Measure = Callable[[float], tuple[float, float]]
"""From the time for each run to decisions and games a second."""


def _measures(game: Game, players: int, parameters: dict[str, str]) -> Iterator[tuple[str, Measure]]:
    yield "engine", lambda duration: _best(_engine(game, players, parameters), duration)
    yield "environment", lambda duration: _best(_environment(game, players, parameters), duration)
    yield "batch", lambda duration: _best(_vec(game, players, parameters), duration)
    yield "arena", lambda duration: _best(_arena(game, players, parameters), duration)


def _best(play: Callable[[int], tuple[int, int]], duration: float) -> tuple[float, float]:
    """Decisions and games a second, from calls that take a seed and return how many of both they played."""
    play(0)  # compiles
    rates = []
    for run in range(_RUNS):
        decisions = games = calls = 0
        started = time.perf_counter()
        while not calls or time.perf_counter() - started < duration:
            calls += 1
            more_decisions, more_games = play(run * _RUNS + calls)
            decisions, games = decisions + more_decisions, games + more_games
        elapsed = time.perf_counter() - started
        rates.append((decisions / elapsed, games / elapsed))
    return max(rates)


def _engine(game: Game, players: int, parameters: dict[str, str]) -> Callable[[int], tuple[int, int]]:
    options = game.options(players, **parameters)
    states = np.zeros(_BATCH, game.dtype)
    masks = np.zeros((1, game.actions.size), np.int8)

    def play(seed: int) -> tuple[int, int]:
        seeds = np.arange(_BATCH) + seed * _BATCH
        game.batch.deal(states, seeds, *options)
        return int(game.batch.rollout(states, seeds, masks)), _BATCH

    return play


def _environment(game: Game, players: int, parameters: dict[str, str]) -> Callable[[int], tuple[int, int]]:
    env = import_module(f"arctic_env.{game.name}_v{game.version}").env(num_players=players, **parameters)
    generator = np.random.default_rng(0)

    def play(seed: int) -> tuple[int, int]:
        decisions = 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(generator.random() * len(legal))])
            decisions += 1
        return decisions, 1

    return play


def _vec(game: Game, players: int, parameters: dict[str, Any]) -> Callable[[int], tuple[int, int]]:
    from arctic_env import RandomActions, make_vec

    vec = make_vec(game, _VEC_GAMES, num_players=players, threads=1, **parameters)
    choose = RandomActions(_VEC_GAMES, threads=1)
    step = vec.reset(seed=0)
    out = vec.empty_step()

    def play(seed: int) -> tuple[int, int]:
        nonlocal step
        games = 0
        for _ in range(_VEC_STEPS):
            step = vec.step(choose(step.action_masks), out=out)
            games += 0 if step.final is None else len(step.final.rows)
        return _VEC_STEPS * _VEC_GAMES, games

    return play


def _arena(game: Game, players: int, parameters: dict[str, str]) -> Callable[[int], tuple[int, int]]:
    from arctic_env.agents.specs import bind
    from arctic_env.arena import GameSpec, play_many

    agents = [bind("random", game, players)] * players

    def play(seed: int) -> tuple[int, int]:
        seeds = range(seed * _ARENA_GAMES, (seed + 1) * _ARENA_GAMES)
        specs = [GameSpec(game.deal(seed=s, num_players=players, **parameters), agents, s) for s in seeds]
        results = play_many(specs)
        return sum(len(result.actions) for result in results), len(results)

    return play


bench_command = Command("bench", "measure speed on this machine", _add_bench_arguments, _run_bench)
