"""Moments of games at which totems are guessed: each seat's view as its turn begins, and what it remembers by then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.arctic.belief import FEATURES, FEWEST_PLAYERS, describe, fits, reconcile, write_odds
from arctic_agents.arctic.memory import MEMORY, observe
from arctic_env.arena import Limits, Seated, Table, make_seed, play_many
from arctic_env.games.arctic.material import MAX_PLAYERS, N_ANIMALS
from arctic_env.kernels.jit import njit
from arctic_env.model.game import Game, Position

_TOGETHER = 200  # games in lock-step


@dataclass(frozen=True)
class Moments:
    """N of them.

    Attributes:
        games: int64[n], the number of the game.
        turns: int64[n], own turns before.
        seats: int8[n], whose turn begins.
        views: n records of the game's dtype.
        pushes: float64[n, MAX_PLAYERS, N_ANIMALS, N_PUSHES], what is remembered.
        totems: int8[n, MAX_PLAYERS], what is to be guessed.
    """

    games: NDArray[np.int64]
    turns: NDArray[np.int64]
    seats: NDArray[np.int8]
    views: NDArray[Any]
    pushes: NDArray[np.float64]
    totems: NDArray[np.int8]

    @property
    def players(self) -> int:
        """Number of players."""
        return int(self.views["players"][0])

    def features(self) -> NDArray[np.float64]:
        """FEATURES of every seat and animal, float64[n, MAX_PLAYERS, N_ANIMALS, FEATURES]."""
        features = np.zeros((len(self.seats), MAX_PLAYERS, N_ANIMALS, len(FEATURES)))
        _describe_all(self.views, self.seats, self.pushes, features)
        return features

    def chances(self, kind: int) -> NDArray[np.float64]:
        """What is believed, float64[n, MAX_PLAYERS, N_ANIMALS], by the shipped fit of that kind, VIEW or MEMORY."""
        chances = np.zeros((len(self.seats), MAX_PLAYERS, N_ANIMALS))
        _believe_all(self.views, self.seats, self.pushes, fits(kind)[self.players - FEWEST_PLAYERS], chances)
        return chances


def watch_games(game: Game, agents: Sequence[Seated], games: int, seed: int) -> Moments:
    """Let agents, one a seat, play so many games, and collect the moments; deals and all chance come from the seed."""
    watchers = []
    for first in range(0, games, _TOGETHER):
        numbers = range(first, min(first + _TOGETHER, games))
        seeds = [make_seed(seed, number) for number in numbers]
        tables = [Table(game.deal(seed=each, num_players=len(agents)), agents, each) for each in seeds]
        watcher = _Watcher(game, numbers)
        play_many(tables, limits=Limits(on_fault="raise"), watch=watcher)
        watchers.append(watcher)
    rows = [row for watcher in watchers for row in watcher.rows]
    games_, turns, seats, views, pushes, totems = (np.array(column) for column in zip(*rows, strict=True))
    return Moments(games_, turns, seats.astype(np.int8), np.concatenate(views), pushes, totems)


class _Watcher:
    """Remembers for every seat of the games of these numbers, as its player would."""

    def __init__(self, game: Game, numbers: Sequence[int]) -> None:
        self.rows: list[tuple[Any, ...]] = []
        self._numbers = numbers
        self._memories = np.zeros((len(numbers), MAX_PLAYERS), MEMORY)
        self._turns = np.zeros((len(numbers), MAX_PLAYERS), np.int64)
        self._movers = np.full(len(numbers), -1)
        self._tries = np.zeros(1, game.dtype)

    def __call__(self, table: int, position: Position, action: int) -> None:
        seat = int(position.states["seat"][0])
        view = position.view(seat).states.copy()
        memory = self._memories[table, seat : seat + 1]
        observe(view, seat, memory, self._tries)
        if self._movers[table] != seat:
            self._movers[table] = seat
            turn, pushes = self._turns[table, seat], memory["pushes"][0].copy()
            totems = position.states["totems"][0].copy()
            self.rows.append((self._numbers[table], turn, seat, view, pushes, totems))
            self._turns[table, seat] += 1


@njit
def _describe_all(
    views: NDArray[Any], seats: NDArray[np.int8], pushes: NDArray[np.float64], features: NDArray[np.float64]
) -> None:
    for i in range(len(views)):
        describe(views[i], int(seats[i]), pushes[i], features[i])


@njit
def _believe_all(
    views: NDArray[Any],
    seats: NDArray[np.int8],
    pushes: NDArray[np.float64],
    fit: NDArray[np.float64],
    chances: NDArray[np.float64],
) -> None:
    odds = np.empty((MAX_PLAYERS, N_ANIMALS))
    for i in range(len(views)):
        write_odds(views[i], int(seats[i]), pushes[i], fit, odds)
        reconcile(int(views[i].players), odds, chances[i])
