"""Decisions a second through PettingZoo's interface: ours beside PettingZoo's own connect_four, both with `env()`.

    python -m benchmarks.aec

The whole loop that a user writes is measured: `last()` with observation and mask, a random legal action, `step`,
and the resets between games. The environments take turns in short blocks, so that other work on the machine slows
all of them alike; the ratio is the median over the rounds. `connect_four` needs pygame (the extra `bench`).
"""

import argparse
import random
import time
import warnings
from itertools import count
from statistics import median
from typing import Any

import numpy as np

from arctic_env import arctic_v0
from benchmarks.aec_games import Choose, play_game
from benchmarks.measuring import machine, versions

CHOICES = ("choice", "sample")
CONNECT_FOUR = "connect_four_v3"


def main() -> None:
    arguments = _arguments()
    envs = _environments()
    for env in envs.values():
        _play(env, 500, _chooser(arguments.choose))  # compiles, and fills caches
    rates = _measure(envs, arguments.rounds, arguments.decisions, arguments.choose)
    print(
        f"{machine()}, {versions('numpy', 'numba', 'pettingzoo')}\n"
        f"{arguments.rounds} rounds of {arguments.decisions} decisions each, {arguments.choose}\n"
    )
    for name in envs:
        ratio = median(own / other for own, other in zip(rates[name], rates[CONNECT_FOUR], strict=True))
        print(
            f"{name:<24}{median(rates[name]):>10,.0f} decisions/s, best {max(rates[name]):>8,.0f}{ratio:>8.1f} x"
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15, help="how often the environments take turns")
    parser.add_argument("--decisions", type=int, default=2000, help="least decisions in one block")
    parser.add_argument(
        "--choose",
        choices=CHOICES,
        default="choice",
        help="how an action is chosen: random.choice of those allowed, or action_space.sample(mask)",
    )
    return parser.parse_args()


def _environments() -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic.connect_four.connect_four import env as connect_four
    ours = {f"arctic_v0, {players} players": arctic_v0.env(num_players=players) for players in (2, 3, 4)}
    return {CONNECT_FOUR: connect_four(), **ours}


def _chooser(how: str) -> Choose:
    if how == "sample":
        return lambda env, agent, mask: env.action_space(agent).sample(mask)
    rng = random.Random(0)
    return lambda env, agent, mask: rng.choice(np.flatnonzero(mask))


def _play(env: Any, decisions: int, choose: Choose) -> int:
    """Play whole games of that many decisions or a few more; returns how many."""
    played = 0
    for seed in count():
        played += play_game(env, seed, choose)
        if played >= decisions:
            break
    return played


def _measure(envs: dict[str, Any], rounds: int, decisions: int, how: str) -> dict[str, list[float]]:
    """Decisions a second of each environment in each round."""
    rates: dict[str, list[float]] = {name: [] for name in envs}
    for _ in range(rounds):
        for name, env in envs.items():
            start = time.perf_counter()
            played = _play(env, decisions, _chooser(how))
            rates[name].append(played / (time.perf_counter() - start))
    return rates


if __name__ == "__main__":
    main()
