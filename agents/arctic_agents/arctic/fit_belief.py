"""Fit the belief over totems (`arctic_agents.arctic.beliefs`) to games of the planner against itself.

    python -m arctic_agents.arctic.fit_belief           # some minutes; writes agents/arctic_agents/arctic/belief.json
    python -m arctic_agents.arctic.fit_belief --check   # only measures the shipped one

As each turn begins, the deciding seat's view gives the features of every other seat's animals; a multinomial logistic
regression with a small ridge finds what they count for which of them is the totem, for each number of players. Then
games that the fit has not seen are played, and how good the belief is in them is printed: the log loss beside that of
all animals being equally likely, with its 95 % interval by game, and how often what was believed at so many percent was
so.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arctic_env
from arctic_agents.arctic.beliefs import FEATURES, FEWEST_PLAYERS, FIT_FILE, describe, fits, reconcile, write_odds
from arctic_agents.arctic.planner import ArcticPlanner
from arctic_env.agents.specs import AgentLike
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.arena.statistics import Estimate, estimate_mean
from arctic_env.files import as_path, write_whole
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS
from arctic_env.kernels.jit import Bytes, Floats, Ints, njit
from arctic_env.kernels.random import make_seed
from arctic_env.model.game import Game
from arctic_env.model.position import Position

_TOGETHER = 200  # games in lock-step


@dataclass(frozen=True)
class BeliefDataset:
    """N guesses of totems: views as turns begin, and the true totems."""

    games: Ints  # int64[n], the number of the game
    turns: Ints  # int64[n], own turns before
    seats: Bytes  # int8[n], the seat whose turn begins
    views: NDArray[Any]  # n records of the game's dtype
    totems: Bytes  # int8[n, MAX_PLAYERS], the true totems

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.views["players"][0])

    def features(self) -> Floats:
        """Return the features of each seat and animal, float64[n, MAX_PLAYERS, N_ANIMALS, FEATURES]."""
        features = np.zeros((len(self.seats), MAX_PLAYERS, N_ANIMALS, len(FEATURES)))
        _describe_all(self.views, self.seats, features)
        return features

    def probabilities(self) -> Floats:
        """Return the beliefs, float64[n, MAX_PLAYERS, N_ANIMALS], of the shipped fit."""
        probabilities = np.zeros((len(self.seats), MAX_PLAYERS, N_ANIMALS))
        _believe_all(self.views, self.seats, fits()[self.players - FEWEST_PLAYERS], probabilities)
        return probabilities


def watch_games(game: Game, agents: Sequence[AgentLike], games: int, seed: int) -> BeliefDataset:
    """Let agents, one a seat, play this many games, and collect the dataset; all randomness comes from the seed."""
    watchers = []
    for first in range(0, games, _TOGETHER):
        numbers = range(first, min(first + _TOGETHER, games))
        seeds = [make_seed(seed, number) for number in numbers]
        tables = [GameSpec(game.deal(seed=each, num_players=len(agents)), agents, each) for each in seeds]
        watcher = _Watcher(numbers)
        play_many(tables, limits=Limits(on_fault="raise"), watch=watcher)
        watchers.append(watcher)
    rows = [row for watcher in watchers for row in watcher.rows]
    games_, turns, seats, views, totems = (np.array(column) for column in zip(*rows, strict=True))
    return BeliefDataset(games_, turns, seats.astype(np.int8), np.concatenate(views), totems)


class _Watcher:
    """Keeps what the seat whose turn begins sees, in the games of these numbers."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self._numbers = numbers
        self._turns = np.zeros((len(numbers), MAX_PLAYERS), np.int64)
        self._movers = np.full(len(numbers), -1)

    def __call__(self, table: int, position: Position, action: int) -> None:
        seat = int(position.states["seat"][0])
        if self._movers[table] != seat:
            self._movers[table] = seat
            turn, view = self._turns[table, seat], position.view(seat).states.copy()
            totems = position.states["totems"][0].copy()
            self.rows.append((self._numbers[table], turn, seat, view, totems))
            self._turns[table, seat] += 1


@njit
def _describe_all(views: NDArray[Any], seats: Bytes, features: Floats) -> None:
    for i in range(len(views)):
        describe(views[i], int(seats[i]), features[i])


@njit
def _believe_all(views: NDArray[Any], seats: Bytes, fit: Floats, probabilities: Floats) -> None:
    odds = np.empty((MAX_PLAYERS, N_ANIMALS))
    for i in range(len(views)):
        write_odds(views[i], int(seats[i]), fit, odds)
        reconcile(int(views[i].players), odds, probabilities[i])


# -------------------------------------------------------------------------------------- calibration


EVEN_LOSS = float(np.log(N_ANIMALS - 1))  # of all animals but the own one being equally likely
EDGES = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)


@dataclass(frozen=True)
class Bin:
    """The beliefs within some bounds."""

    low: float  # the lower bound
    high: float  # the upper one
    cases: int  # the number of beliefs
    believed: float  # their mean
    true: float  # the fraction of them that were true


@dataclass(frozen=True)
class Calibration:
    """How well beliefs agree with the true totems."""

    loss: Estimate  # log loss of a guess, in nats, with its 95 % interval by game
    by_turn: tuple[float, ...]  # its mean by the guessing seat's turns before
    bins: tuple[Bin, ...]  # reliability, in order


def rivals_of(dataset: BeliefDataset) -> tuple[Ints, Ints]:
    """Return each guess as its row in the dataset and the seat whose totem is guessed; two int64[guesses]."""
    rows, others = np.nonzero(np.arange(dataset.players) != dataset.seats[:, None])
    return rows, others


def calibrate(dataset: BeliefDataset, probabilities: Floats) -> Calibration:
    """Compare the beliefs, float64[n, MAX_PLAYERS, N_ANIMALS], with the true totems."""
    rows, others = rivals_of(dataset)
    believed, totems = probabilities[rows, others], dataset.totems[rows, others]
    losses = -np.log(believed[np.arange(len(rows)), totems])
    possible = np.arange(N_ANIMALS) != dataset.totems[rows, dataset.seats[rows]][:, None]
    true = np.arange(N_ANIMALS) == totems[:, None]
    turns = dataset.turns[rows]
    return Calibration(
        estimate_mean(_means(dataset.games[rows], losses)),
        tuple(float(losses[turns == turn].mean()) for turn in range(int(turns.max()) + 1)),
        tuple(_bins(believed[possible], true[possible])),
    )


def _means(groups: Ints, values: Floats) -> Floats:
    _, numbers = np.unique(groups, return_inverse=True)
    means: Floats = np.bincount(numbers, values) / np.bincount(numbers)
    return means


def _bins(believed: Floats, true: NDArray[np.bool_]) -> list[Bin]:
    places = np.digitize(believed, EDGES[1:-1])
    bins = []
    for place in range(len(EDGES) - 1):
        inside = places == place
        if inside.any():
            means = float(believed[inside].mean()), float(true[inside].mean())
            bins.append(Bin(EDGES[place], EDGES[place + 1], int(inside.sum()), *means))
    return bins


# ---------------------------------------------------------------------------------------------- fit


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
            dataset = watch_games(game, [ArcticPlanner(game, players)] * players, arguments.games, seed)
            found[str(players)] = fit(dataset)
        made_by = f"python -m arctic_agents.arctic.fit_belief --games {arguments.games} --seed {arguments.seed}"
        document = {"made_by": made_by, "features": FEATURES, "fits": found}
        write_whole(arguments.out, (json.dumps(document, indent=1) + "\n").encode())
        fits.cache_clear()
    for players in game.players:
        seed = make_seed(arguments.seed, _CHECKING, players)
        dataset = watch_games(game, [ArcticPlanner(game, players)] * players, arguments.games // 4, seed)
        print(f"\n{players} players")
        print("\n".join(lines(calibrate(dataset, dataset.probabilities()))), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m arctic_agents.arctic.fit_belief",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--games", type=int, default=2000, metavar="N", help="for each number of players; default: %(default)s")
    add("--seed", type=int, default=0, metavar="S", help="of deals and plans; default: %(default)s")
    add("--out", type=as_path, default=FIT_FILE, metavar="FILE", help="where to write; default: %(default)s")
    add("--check", action="store_true", help="fit nothing, measure what is shipped, on a quarter as many games")
    return parser.parse_args()


def fit(dataset: BeliefDataset) -> list[float]:
    """Fit the features' weights for the likelihood of totems."""
    rows, others = rivals_of(dataset)
    features = dataset.features()[rows, others]
    possible = np.arange(N_ANIMALS) != dataset.totems[rows, dataset.seats[rows]][:, None]
    counts: list[float] = regress(features, possible, dataset.totems[rows, others]).round(DECIMALS).tolist()
    return counts


def regress(features: Floats, possible: NDArray[np.bool_], chosen: NDArray[np.integer[Any]]) -> Floats:
    """Fit a multinomial logistic regression by Newton's method; return float64[features].

    `features` is float64[n, choices, features], `possible` bool[n, choices], `chosen` int[n], the actual choice.
    """
    n, _, size = features.shape
    counts = np.zeros(size)
    observed = features[np.arange(n), chosen].sum(axis=0)
    for _ in range(ROUNDS):
        worth = np.where(possible, features @ counts, -np.inf)
        probabilities = np.exp(worth - worth.max(axis=1, keepdims=True))
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        expected = (probabilities[..., None] * features).sum(axis=1)
        gradient = observed - expected.sum(axis=0) - RIDGE * counts
        flat = features.reshape(-1, size)
        spread = flat.T @ (probabilities.reshape(-1, 1) * flat) - expected.T @ expected
        step = np.linalg.solve(spread + RIDGE * np.eye(size), gradient)
        counts += step
        if np.abs(step).max() < CLOSE:
            break
    return counts


def lines(found: Calibration) -> list[str]:
    """Format a calibration as lines of text."""
    turns = ", ".join(f"{value:.2f}" for value in found.by_turn)
    return [
        f"log loss {found.loss:.3f}, evenly {EVEN_LOSS:.3f}",
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
