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
from arctic_env.arena import choose_uniformly, make_seeds
from arctic_env.kernels.cores import available_cores
from arctic_env.model.game import Game, rollout
from benchmarks.measuring import Play, machine, rates, take_turns, versions

_POSITIONS = 32  # from all stages of games
_PLAYOUTS = 1_000  # in one call
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
        plays[f"playouts from the start, threads {threads}"] = playing_out(game, players, threads)
        for name, options in {"random playouts": at_random, "as it is": Options()}.items():
            plays[f"simulations, {name}, threads {threads}"] = simulating(game, players, threads, options)
    print(f"{arguments.rounds} rounds of blocks of {arguments.seconds} s")
    print(rates(take_turns(plays, arguments.rounds, arguments.seconds)))


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


if __name__ == "__main__":
    main()
