"""Fit the belief over totems (`arctic_agents.arctic.belief`) to games of the planner against itself.

    python -m arctic_agents.arctic.fit_belief           # some minutes; writes agents/arctic_agents/arctic/belief.json
    python -m arctic_agents.arctic.fit_belief --check   # only measures the shipped one

As each turn begins, the deciding seat's view, and what its player remembers, give the features of every other seat's
animals; a multinomial logistic regression with a small ridge finds what they count for which of them is the totem, for
each number of players, by the view alone and with the memory. Then games that the fit has not seen are played, and how
good the belief is in them is printed: the log loss beside that of all animals being equally likely, with its 95 %
interval by game, and how often what was believed at so many percent was so.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.arctic.belief import FEATURES, FIT_FILE, FITS, N_SEEN, fits
from arctic_agents.arctic.calibration import CHANCE_LOSS, Calibration, calibrate, rivals_of
from arctic_agents.arctic.moments import Moments, watch_games
from arctic_agents.arctic.planner import PlannerAgent
from arctic_env.arena import make_seed
from arctic_env.files import as_path, write_whole
from arctic_env.games.arctic.material import N_ANIMALS

RIDGE = 10.0  # guesses' worth of evidence that a feature counts nothing
ROUNDS = 30  # of Newton's method, at most
CLOSE = 1e-9  # a step below which it has arrived
DECIMALS = 4
_FITTING, _CHECKING = range(2)  # streams of games


def main() -> None:
    """Play, fit, write, measure."""
    arguments = _arguments()
    game = arctic_env.game("arctic")
    if not arguments.check:
        found = {}
        for players in game.players:
            seed = make_seed(arguments.seed, _FITTING, players)
            moments = watch_games(game, [PlannerAgent()] * players, arguments.games, seed)
            found[str(players)] = {name: fit(moments, kind) for kind, name in enumerate(FITS)}
        made_by = (
            f"python -m arctic_agents.arctic.fit_belief --games {arguments.games} --seed {arguments.seed}"
        )
        document = {"made_by": made_by, "features": FEATURES, "fits": found}
        write_whole(arguments.out, (json.dumps(document, indent=1) + "\n").encode())
        fits.cache_clear()
    for players in game.players:
        seed = make_seed(arguments.seed, _CHECKING, players)
        moments = watch_games(game, [PlannerAgent()] * players, arguments.games // 4, seed)
        for kind, name in enumerate(FITS):
            print(f"\n{players} players, by {name}")
            print("\n".join(lines(calibrate(moments, moments.chances(kind)))), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m arctic_agents.arctic.fit_belief",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add(
        "--games",
        type=int,
        default=2000,
        metavar="N",
        help="for each number of players; default: %(default)s",
    )
    add("--seed", type=int, default=0, metavar="S", help="of deals and plans; default: %(default)s")
    add("--out", type=as_path, default=FIT_FILE, metavar="FILE", help="where to write; default: %(default)s")
    add(
        "--check",
        action="store_true",
        help="fit nothing, measure what is shipped, on a quarter as many games",
    )
    return parser.parse_args()


def fit(moments: Moments, kind: int) -> list[float]:
    """What features count for the likelihood of totems; by the view alone what is remembered counts nothing."""
    rows, others = rivals_of(moments)
    features = moments.features()[rows, others]
    used = N_SEEN if FITS[kind] == "view" else len(FEATURES)
    possible = np.arange(N_ANIMALS) != moments.totems[rows, moments.seats[rows]][:, None]
    found = np.zeros(len(FEATURES))
    found[:used] = regress(features[..., :used], possible, moments.totems[rows, others])
    counts: list[Any] = found.round(DECIMALS).tolist()
    return counts


def regress(
    features: NDArray[np.float64], possible: NDArray[np.bool_], chosen: NDArray[np.integer[Any]]
) -> NDArray[np.float64]:
    """Multinomial logistic regression by Newton's method.

    Args:
        features: float64[n, choices, features].
        possible: bool[n, choices].
        chosen: int[n], which of the choices it was.

    Returns:
        float64[features].
    """
    n, _, size = features.shape
    counts = np.zeros(size)
    observed = features[np.arange(n), chosen].sum(axis=0)
    for _ in range(ROUNDS):
        worth = np.where(possible, features @ counts, -np.inf)
        chances = np.exp(worth - worth.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        expected = (chances[..., None] * features).sum(axis=1)
        gradient = observed - expected.sum(axis=0) - RIDGE * counts
        flat = features.reshape(-1, size)
        spread = flat.T @ (chances.reshape(-1, 1) * flat) - expected.T @ expected
        step = np.linalg.solve(spread + RIDGE * np.eye(size), gradient)
        counts += step
        if np.abs(step).max() < CLOSE:
            break
    return counts


def lines(found: Calibration) -> list[str]:
    """A calibration in words."""
    turns = ", ".join(f"{value:.2f}" for value in found.by_turn)
    return [
        f"log loss {found.loss:.3f}, by chance {CHANCE_LOSS:.3f}",
        f"by turn: {turns}",
        "believed in %   cases  mean   so",
        *(
            f"{100 * each.low:5.0f} to {100 * each.high:3.0f} {each.cases:9,} {100 * each.believed:5.1f}"
            f" {100 * each.true:5.1f}"
            for each in found.bins
        ),
    ]


if __name__ == "__main__":
    main()
