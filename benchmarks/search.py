"""How fast search is, and how strong.

    python -m benchmarks.search                      # speeds, in about two minutes
    python -m benchmarks.search --ladder             # 100, 400, 1,600 and 6,400 simulations: hours
    python -m benchmarks.search --ladder 50 200 --games 100 --workers 2

Speeds: games played to their ends at random, many in one call of a kernel, from the start of a game; then simulations
of `ismcts` in positions from all stages of games, with random playouts to the end and as it is by default, the trees of
a decision shared out among threads. What is compared takes turns in short blocks; figures are medians over the rounds,
with the best in brackets.

The ladder: each number of simulations against the planner, or who is named, and against the number before it, in
duplicate deals that are played from every seat; intervals are of 95 %.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import median

import numpy as np

import arctic_env
from arctic_agents.search import Options
from arctic_agents.search.engine import Engine
from arctic_env.arena import Settings, choose_uniformly, make_seeds, run_tournament
from arctic_env.kernels.cores import available_cores
from arctic_env.model.game import Game
from arctic_env.model.rollouts import rollout
from benchmarks.measuring import Play, machine, markdown, play_for, versions

LADDER = (100, 400, 1_600, 6_400)
_POSITIONS = 32  # from all stages of games
_PLAYOUTS = 1_000  # in one call
_SIMULATIONS = 400  # of a decision and a thread


def main() -> None:
    arguments = _arguments()
    print(f"{machine()}, {versions('numpy', 'numba')}")
    print(f"{arguments.game}, {arguments.players} players\n", flush=True)
    if arguments.ladder is None:
        _print_speeds(arguments)
    else:
        for line in _climb(arguments):
            print(line, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--game", default="arctic", choices=sorted(arctic_env.games()), help="default: %(default)s")
    add("--players", type=int, default=2, metavar="P", help="default: %(default)s")
    add("--rounds", type=int, default=10, metavar="R", help="turns of each speed; default: %(default)s")
    add("--seconds", type=float, default=0.5, metavar="S", help="length of a block; default: %(default)s")
    cores = available_cores()
    add(
        "--threads", type=int, default=cores, metavar="T", help="compared with one; default here: %(default)s"
    )
    add(
        "--ladder",
        type=int,
        nargs="*",
        metavar="N",
        help=f"play a ladder of these simulations instead; default: {' '.join(map(str, LADDER))}",
    )
    add(
        "--games", type=int, default=400, metavar="N", help="of each step of the ladder; default: %(default)s"
    )
    add(
        "--against",
        default="planner",
        metavar="AGENT",
        help="whom every number of simulations plays, too; '' for nobody; default: %(default)s",
    )
    add("--options", default="", metavar="KEY=VALUE,...", help="further options of ismcts in the ladder")
    add("--workers", type=int, default=cores, metavar="W", help="processes; default here: %(default)s")
    add("--seed", type=int, default=0, metavar="S", help="of the ladder's deals; default: %(default)s")
    return parser.parse_args()


# ------------------------------------------------------------------------------------------------ speed


def _print_speeds(arguments: argparse.Namespace) -> None:
    game, players = arctic_env.game(arguments.game), arguments.players
    at_random = Options(prior=False, playout="random", horizon="end")
    plays: dict[str, Play] = {}
    for threads in sorted({1, arguments.threads}):
        plays[f"playouts from the start, threads {threads}"] = playing_out(game, players, threads)
        for name, options in {"random playouts": at_random, "as it is": Options()}.items():
            plays[f"simulations, {name}, threads {threads}"] = simulating(game, players, threads, options)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    busy: dict[str, list[float]] = {name: [] for name in plays}
    for play in plays.values():
        play()  # compiles
    for _ in range(arguments.rounds):
        for name, play in plays.items():
            began = time.process_time()
            block = play_for(play, arguments.seconds)
            rates[name].append(block.decisions / block.seconds)
            busy[name].append(block.decisions / (time.process_time() - began))
    rows = [[name, _median_and_best(rates[name]), _median_and_best(busy[name])] for name in plays]
    print(f"{arguments.rounds} rounds of blocks of {arguments.seconds} s")
    print(markdown(["", "a second", "a second of processor time"], rows))


def _median_and_best(figures: list[float]) -> str:
    return f"{median(figures):,.0f} ({max(figures):,.0f})"


def playing_out(game: Game, players: int, threads: int) -> Play:
    """Games from one start to their ends, counted as decisions of a block."""
    start = game.deal(seed=0, num_players=players).states.copy()
    seed = 0

    def play() -> tuple[int, int]:
        nonlocal seed
        seed += 1
        rollout(game, start, _PLAYOUTS, seed, threads)
        return _PLAYOUTS, _PLAYOUTS

    return play


def simulating(game: Game, players: int, threads: int, options: Options) -> Play:
    """Simulations of one decision after the other, counted as decisions of a block."""
    engine = Engine(game, players, shared_out(game, players, threads, options))
    states = _positions(game, players)
    seats, views, number = states["seat"].astype(np.int8), np.empty_like(states), 0
    game.batch.view(states, seats, views)

    def play() -> tuple[int, int]:
        nonlocal number
        row = slice(number % len(views), number % len(views) + 1)
        engine.grow(views[row], seats[row], np.array([number]))
        number += 1
        return engine.simulations * threads, 1

    return play


def shared_out(game: Game, players: int, threads: int, options: Options) -> Options:
    """A tree for each thread. All look as far ahead as one alone does, which goes by the number of simulations."""
    alone = replace(options, simulations=_SIMULATIONS)
    horizon = Engine(game, players, alone).task(0).horizon
    together = _SIMULATIONS * threads
    return replace(alone, simulations=together, horizon=horizon, trees=threads, threads=threads)


def _positions(game: Game, players: int) -> np.ndarray:
    """Positions of random games, the first at the start, the last near the end."""
    states = np.zeros(_POSITIONS, game.dtype)
    game.batch.deal(states, np.arange(_POSITIONS), *game.options(players))
    lengths = rollout(game, states, 1, threads=1).decisions[:, 0]
    wanted = lengths * np.arange(_POSITIONS) // _POSITIONS
    for step in range(int(wanted.max())):
        going = np.flatnonzero((states["seat"] >= 0) & (step < wanted))
        played = states[going]
        masks = np.empty((len(going), game.actions.size), np.int8)
        game.batch.legal(played, masks)
        game.batch.apply(played, choose_uniformly(masks, make_seeds(going, [step])))
        states[going] = played
    return states[states["seat"] >= 0]


# ------------------------------------------------------------------------------------------------ strength


def _climb(arguments: argparse.Namespace) -> Iterator[str]:
    """A line for each match."""
    more = f",{arguments.options}" if arguments.options else ""
    steps = [f"ismcts:simulations={number}{more}" for number in arguments.ladder or LADDER]
    matches = [(stronger, weaker) for weaker, stronger in pairwise(steps)]
    for one, other in [*((step, arguments.against) for step in steps if arguments.against), *matches]:
        settings = Settings(
            agents=[one, other],
            game=arguments.game,
            players=arguments.players,
            games=arguments.games,
            seed=arguments.seed,
            workers=arguments.workers,
        )
        result = run_tournament(settings)
        pair = next(pair for pair in result.pairs() if pair.agent == one)
        ahead, margin = pair.ahead, pair.margin
        yield (
            f"{one} against {other}: ahead in {ahead.value:.1%} [{ahead.low:.1%}, {ahead.high:.1%}] of {pair.deals} "
            f"deals, {pair.tied:.1%} tied; margin {margin.value:+.2f} [{margin.low:+.2f}, {margin.high:+.2f}]; "
            f"{result.seconds:,.0f} s"
        )


if __name__ == "__main__":
    main()
