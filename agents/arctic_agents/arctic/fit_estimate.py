"""Fit the final scores that `arctic_agents.arctic.heuristics` expects to games of the planner against itself.

    python -m arctic_agents.arctic.fit_estimate         # some minutes; writes agents/arctic_agents/arctic/estimate.json

Each turn of each game gives the features of all seats as it begins; least squares with a small ridge find what they
count for the final score, for each number of players and of own turns to come. A tenth of the games is kept apart: the
error there is printed, in points, beside that of the score as it stands.
"""

import argparse
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.arctic.heuristics import FEATURES, FIT_FILE, STAGES, ArcticWorkspace, describe, workspace_with
from arctic_agents.arctic.planner import ArcticPlanner, Weights
from arctic_env.files import as_path, write_whole
from arctic_env.kernels.jit import Floats, Ints, njit
from arctic_env.model.game import Game

RIDGE = 3.0  # turns' worth of evidence that a feature counts nothing
KEPT_APART = 10  # every tenth game
TOGETHER = 500  # games in lock-step

Rows = dict[str, NDArray[Any]]


def main() -> None:
    """Play, fit, write."""
    arguments = _arguments()
    game = arctic_env.game("arctic")
    fits = {}
    for players in game.players:
        rows = play(game, players, arguments.games, arguments.seed)
        fit = fit_stages(rows)
        fits[str(players)] = np.round(fit, 4).tolist()
        print(f"{players} players, {len(rows['stage']):,} rows: {errors(rows, fit)}", flush=True)
    made_by = f"python -m arctic_agents.arctic.fit_estimate --games {arguments.games} --seed {arguments.seed}"
    write_whole(arguments.out, (json.dumps({"made_by": made_by, "fits": fits}) + "\n").encode())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m arctic_agents.arctic.fit_estimate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--games", type=int, default=10_000, metavar="N", help="for each number of players; default: %(default)s")
    add("--seed", type=int, default=0, metavar="S", help="of the deals and plans; default: %(default)s")
    add("--out", type=as_path, default=FIT_FILE, metavar="FILE", help="where to write; default: %(default)s")
    return parser.parse_args()


def play(game: Game, players: int, games: int, seed: int) -> Rows:
    """Play games of the planner against itself.

    Returns:
        A row for each turn and seat: `game` int64, `stage` int64, `features` float64[rows, FEATURES], `now` and `end`
        float64, the current and the final score.
    """
    generator = np.random.default_rng(seed)
    parts = [
        _play_together(game, players, min(TOGETHER, games - first), first, generator)
        for first in range(0, games, TOGETHER)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _play_together(game: Game, players: int, n: int, first: int, generator: np.random.Generator) -> Rows:
    planner, workspace = (ArcticPlanner(game, players), workspace_with(np.zeros((STAGES, FEATURES)), game, Weights()))
    states = np.zeros(n, game.dtype)
    game.batch.deal(states, generator.integers(2**62, size=n), *game.options(players))
    seats = np.full(n, -1, np.int8)
    parts: list[Rows] = []
    while len(live := np.flatnonzero(states["seat"] >= 0)):
        played = states[live]
        begins = live[played["seat"] != seats[live]]
        if len(begins):
            parts.append(_describe(game, states[begins], players, workspace) | {"game": np.repeat(begins, players)})
        seats[live] = played["seat"]
        views, masks = np.empty_like(played), np.empty((len(live), game.actions.size), np.int8)
        game.batch.view(played, seats[live], views)
        game.batch.legal(played, masks)
        game.batch.apply(played, planner.act_many(views, seats[live], masks, generator))
        states[live] = played
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    totals = np.empty((n, max(game.players)), np.int32)
    game.batch.scores(states, totals)
    return rows | {"end": totals[rows["game"], rows["seat"]].astype(float), "game": rows["game"] + first}


def _describe(game: Game, states: NDArray[Any], players: int, workspace: ArcticWorkspace) -> Rows:
    n = len(states)
    features, stages = np.empty((n, players, FEATURES)), np.empty((n, players), np.int64)
    describe_many(states, workspace, features, stages)
    totals = np.empty((n, max(game.players)), np.int32)
    game.batch.scores(states, totals)
    return {
        "features": features.reshape(-1, FEATURES),
        "stage": stages.reshape(-1),
        "seat": np.tile(np.arange(players), n),
        "now": totals[:, :players].astype(float).reshape(-1),
    }


@njit
def describe_many(states: NDArray[Any], workspace: ArcticWorkspace, features: Floats, stages: Ints) -> None:
    """Write the features of all seats, float64[n, players, FEATURES], and their stages, int64[n, players]."""
    for i in range(len(states)):
        for seat in range(stages.shape[1]):
            stages[i, seat] = describe(states, i, seat, workspace, features[i, seat])


def fit_stages(rows: Rows) -> Floats:
    """Fit the weight of each feature, float64[STAGES, FEATURES], to the games that are not kept apart."""
    fit = np.zeros((STAGES, FEATURES))
    used = rows["game"] % KEPT_APART != 0
    for stage in range(STAGES):
        chosen = used & (rows["stage"] == stage)
        features, ends = rows["features"][chosen], rows["end"][chosen]
        square = features.T @ features + RIDGE * np.eye(FEATURES)
        fit[stage] = np.linalg.solve(square, features.T @ ends)
    return fit


def errors(rows: Rows, fit: Floats) -> str:
    """Format the root mean square errors by stage in the games kept apart, of the fit and of the current score."""
    apart = rows["game"] % KEPT_APART == 0
    texts = []
    for stage in range(STAGES):
        chosen = apart & (rows["stage"] == stage)
        if chosen.any():
            off = rows["features"][chosen] @ fit[stage] - rows["end"][chosen]
            plain = rows["now"][chosen] - rows["end"][chosen]
            texts.append(f"{stage}: {_root_mean_square(off):.1f} ({_root_mean_square(plain):.1f})")
    return ", ".join(texts)


def _root_mean_square(numbers: Floats) -> float:
    return float(np.sqrt(np.mean(numbers**2)))


if __name__ == "__main__":
    main()
