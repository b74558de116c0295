"""How fast search is: `python -m benchmarks.search`, about two minutes. `arctic tournament` says how strong.

Games played to their ends at random, many in one call of a kernel, from the start of a game; then simulations
of `ismcts` in positions from all stages of games, with random playouts to the end and as it is by default, the trees of
a decision shared out among threads. What is compared takes turns in short blocks; figures are medians over the rounds,
with the best in brackets.
"""

import argparse
from dataclasses import replace

import numpy as np

import arctic_env
from arctic_agents.search import Options
from arctic_agents.search.engine import Engine
from arctic_env.kernels.cores import available_cores
from arctic_env.model.game import Game
from benchmarks.measuring import Play, machine, rates, take_turns, versions
from benchmarks.vec import in_all_stages, rolling_out

_POSITIONS = 32  # from all stages of games
_SIMULATIONS = 400  # of a decision and a thread


def main() -> None:
    arguments = _arguments()
    print(f"{machine()}, {versions('numpy', 'numba')}")
    print(f"{arguments.game}, {arguments.num_players} players\n", flush=True)
    _print_speeds(arguments)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--game", default="arctic", choices=sorted(arctic_env.games()), help="default: %(default)s")
    add("--num-players", type=int, default=2, metavar="P", help="default: %(default)s")
    add("--rounds", type=int, default=10, metavar="R", help="turns of each speed; default: %(default)s")
    add("--seconds", type=float, default=0.5, metavar="S", help="length of a block; default: %(default)s")
    cores = available_cores()
    add("--threads", type=int, default=cores, metavar="T", help="compared with one; default here: %(default)s")
    return parser.parse_args()


def _print_speeds(arguments: argparse.Namespace) -> None:
    game, players = arctic_env.game(arguments.game), arguments.num_players
    at_random = Options(prior=False, playout="random", horizon="end")
    plays: dict[str, Play] = {}
    for threads in sorted({1, arguments.threads}):
        plays[f"playouts from the start, threads {threads}"] = rolling_out(game, players, threads)
        for name, options in {"random playouts": at_random, "as it is": Options()}.items():
            plays[f"simulations, {name}, threads {threads}"] = simulating(game, players, threads, options)
    print(f"{arguments.rounds} rounds of blocks of {arguments.seconds} s")
    print(rates(take_turns(plays, arguments.rounds, arguments.seconds)))


def simulating(game: Game, players: int, threads: int, options: Options) -> Play:
    """Return work that searches one decision after the other and counts simulations as decisions."""
    engine = Engine(game, players, one_tree_per_thread(game, players, threads, options))
    states = in_all_stages(game, players, _POSITIONS)
    seats, views, number = states["seat"].astype(np.int8), np.empty_like(states), 0
    game.batch.view(states, seats, views)

    def play() -> tuple[int, int]:
        nonlocal number
        row = slice(number % len(views), number % len(views) + 1)
        engine.grow(views[row], seats[row], np.array([number]))
        number += 1
        return engine.simulations * threads, 1

    return play


def one_tree_per_thread(game: Game, players: int, threads: int, options: Options) -> Options:
    """Return options with a tree for each thread, each with the horizon of a single tree."""
    alone = replace(options, simulations=_SIMULATIONS)
    horizon = Engine(game, players, alone).task(0).horizon
    together = _SIMULATIONS * threads
    return replace(alone, simulations=together, horizon=horizon, trees=threads, threads=threads)


if __name__ == "__main__":
    main()
