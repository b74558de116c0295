"""Fit the final scores that a game's heuristics expect to games of the planner against itself.

    python -m arctic_agents.search.fit_estimate --game iglu     # some minutes; writes iglu/estimate.json

Each turn of each game gives the features of all seats as it begins; least squares with a small ridge find what they
count for the final score, for each number of players and each stage. A tenth of the games is kept apart: the error
there is printed, in points, beside that of the score as it stands.
"""

import argparse
import json
import sys
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.search.heuristics import heuristics_of
from arctic_env.agents.specs import bind
from arctic_env.errors import ArcticError
from arctic_env.files import as_path, write_whole
from arctic_env.kernels.jit import Floats, Ints
from arctic_env.kernels.random import check_seed
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_module
from arctic_env.validation import check_integer

RIDGE = 3.0  # turns' worth of evidence that a feature counts nothing
KEPT_APART = 10  # every tenth game
TOGETHER = 500  # games in lock-step


class Turns(NamedTuple):
    """What is known of n turns as they begin."""

    games: Ints  # int64[n], the game of each
    features: Floats  # float64[n, players, features]
    stages: Ints  # int64[n, players]
    now: Floats  # float64[n, players], the scores as they stand
    end: Floats  # float64[n, players], the final scores


def main() -> int:
    """Run the command line; return the exit status."""
    arguments = _arguments()
    try:
        _fit(arguments)
    except (ArcticError, OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _fit(arguments: argparse.Namespace) -> None:
    """Play, fit, write."""
    game = arctic_env.game(arguments.game)
    if not hasattr(heuristics_module(game), "FIT_FILE"):
        raise ValueError(f"{game.name} has no heuristics with features to fit")
    check_integer("--games", arguments.games, least=2)  # the first one is kept apart
    check_seed(arguments.seed)
    fits = {}
    for players in game.players:
        turns = play(game, players, arguments.games, arguments.seed)
        fit = fit_stages(turns, heuristics_module(game).STAGES)
        fits[str(players)] = np.round(fit, 4).tolist()
        print(f"{players} players, {len(turns.games):,} turns: {errors(turns, fit)}", flush=True)
    options = f"--game {game.name} --games {arguments.games} --seed {arguments.seed}"
    made_by = f"python -m arctic_agents.search.fit_estimate {options}"
    out = arguments.out or heuristics_module(game).FIT_FILE
    write_whole(out, (json.dumps({"made_by": made_by, "fits": fits}) + "\n").encode())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m arctic_agents.search.fit_estimate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--game", required=True, metavar="G", help="one whose heuristics have features to fit")
    add("--games", type=int, default=3000, metavar="N", help="for each number of players; default: %(default)s")
    add("--seed", type=int, default=0, metavar="S", help="of the deals and plans; default: %(default)s")
    add("--out", type=as_path, metavar="FILE", help="where to write; default: estimate.json beside the heuristics")
    return parser.parse_args()


def heuristics_module(game: Game) -> Any:
    """Return the module with a game's heuristics, whose scores are fitted."""
    return agents_module(game.name, "heuristics")


def play(game: Game, players: int, games: int, seed: int) -> Turns:
    """Play games of the planner against itself, and describe all seats as each turn begins."""
    generator = np.random.default_rng(seed)
    starts = range(0, games, TOGETHER)
    parts = [_play_together(game, players, min(TOGETHER, games - first), first, generator) for first in starts]
    return Turns(*map(np.concatenate, zip(*parts, strict=True)))


def _play_together(game: Game, players: int, n: int, first: int, generator: np.random.Generator) -> Turns:
    module, planner = heuristics_module(game), bind("planner", game, players)
    workspace = module.workspace_with(np.zeros((module.STAGES, 2 * module.FEATURES)), game, players)
    states = np.zeros(n, game.dtype)
    game.batch.deal(states, generator.integers(2**62, size=n), *game.options(players))
    turns = np.full(n, -1)
    parts: list[Turns] = []
    while len(live := np.flatnonzero(states["seat"] >= 0)):
        played, seats = states[live], states["seat"][live].astype(np.int8)
        now = np.array([heuristics_of(game).turn(played, k) for k in range(len(live))])
        begun = now != turns[live]
        turns[live] = now
        parts += [_describe(game, played[begun], live[begun], players, workspace)] if begun.any() else []
        views, masks = np.empty_like(played), np.empty((len(live), game.actions.size), np.int8)
        game.batch.view(played, seats, views)
        game.batch.legal(played, masks)
        game.batch.apply(played, planner.act_many(views, seats, masks, generator))
        states[live] = played
    told = Turns(*map(np.concatenate, zip(*parts, strict=True)))
    return told._replace(games=told.games + first, end=_scores(game, states, players)[told.games])


def _describe(game: Game, states: NDArray[Any], games: Ints, players: int, workspace: Any) -> Turns:
    module, n = heuristics_module(game), len(states)
    features, stages = np.empty((n, players, module.FEATURES)), np.empty((n, players), np.int64)
    for i in range(n):
        for seat in range(players):
            stages[i, seat] = module.describe(states, i, seat, workspace, features[i, seat])
    now = _scores(game, states, players)
    return Turns(games, features, stages, now, now)


def _scores(game: Game, states: NDArray[Any], players: int) -> Floats:
    totals = np.empty((len(states), max(game.players)), np.int32)
    game.batch.scores(states, totals)
    return totals[:, :players].astype(float)


def joined(features: Floats) -> Floats:
    """Return each seat's features and then the mean of the others', float64[n, players, 2 features]."""
    others = (features.sum(axis=1, keepdims=True) - features) / (features.shape[1] - 1)
    return np.concatenate([features, others], axis=2)


def fit_stages(turns: Turns, stages: int) -> Floats:
    """Fit the weights of features, float64[stages, 2 features], to the games that are not kept apart."""
    given = joined(turns.features)
    fit = np.zeros((stages, given.shape[2]))
    used = (turns.games % KEPT_APART != 0)[:, None]
    for stage in range(stages):
        chosen = used & (turns.stages == stage)
        rows, ends = given[chosen], turns.end[chosen]
        fit[stage] = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ ends)
    return fit


def errors(turns: Turns, fit: Floats) -> str:
    """Format the root mean square errors by stage in the games kept apart, of the fit and of the current score."""
    off = np.einsum("npf,npf->np", joined(turns.features), fit[turns.stages]) - turns.end
    plain, apart = turns.now - turns.end, (turns.games % KEPT_APART == 0)[:, None]
    texts = []
    for stage in range(len(fit)):
        chosen = apart & (turns.stages == stage)
        if chosen.any():
            texts.append(f"{stage}: {_root_mean_square(off[chosen]):.1f} ({_root_mean_square(plain[chosen]):.1f})")
    return ", ".join(texts)


def _root_mean_square(numbers: Floats) -> float:
    return float(np.sqrt(np.mean(numbers**2)))


if __name__ == "__main__":
    sys.exit(main())
