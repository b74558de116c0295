"""Many games at once, each with one seat for the learner and opponents in the others.

The learner is asked wherever its seat has a choice. All other decisions are made here: those of the opponents, and
those with a single legal action, from which nothing can be learnt. The learner's seat goes round from game to game.
All chance comes from the seeds, and each game has its own: it is the same whatever else is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena import make_seeds
from arctic_env.core.game import Game
from arctic_env.errors import IllegalActionError
from training.opponents import Opponents
from training.rewards import PAYOFFS, Standing, standing_of
from training.settings import RewardSettings

_LEARNER = -1  # number of the learner among the opponents' numbers
_OF_OPPONENTS = 1  # keeps the opponents' chance apart from that of the deal


@dataclass(frozen=True)
class Ended:
    """Games that have ended, one entry each.

    Attributes:
        rows: int64[k], which games.
        observations: int8[k, O], what the learner saw at the end.
        standing: how they ended.
        payoffs: float64[k].
        opponents: int64[k, players], numbers of the opponents, -1 for the learner.
    """

    rows: NDArray[np.int64]
    observations: NDArray[np.int8]
    standing: Standing
    payoffs: NDArray[np.float64]
    opponents: NDArray[np.int64]


class Games:
    """n games in progress, in each of which the learner has to decide.

    Attributes:
        states: game.dtype[n].
        seats: int8[n], the learner's.
        observations: int8[n, O], what the learner sees; a new array after each `play`.
        masks: int8[n, A], what it may do; at least two actions.
    """

    def __init__(
        self,
        game: Game,
        players: int,
        n: int,
        opponents: Opponents,
        reward: RewardSettings,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.opponents = opponents
        self.reward = reward
        self.options = game.options(players, **(parameters or {}))
        self.states = np.zeros(n, game.dtype)
        self.seats = np.zeros(n, np.int8)
        self.seeds = np.zeros(n, np.int64)
        self.dealt = np.zeros(n, np.int64)  # games dealt so far
        self.game_seeds = np.zeros(n, np.int64)
        self.asked = np.zeros(n, np.int64)  # decisions of opponents in the present game
        self.seated = np.full((n, players), _LEARNER)
        self.potentials = np.zeros(n)
        self._scratch = np.zeros(1, game.dtype)

    def begin(self, seeds: NDArray[np.int64]) -> None:
        """Begin anew with one seed for each of the n places, int64[n] of 0 to MAX_SEED."""
        self.seeds[:] = seeds
        self.dealt[:] = 0
        self.deal_all()

    def deal_all(self) -> None:
        """Deal new games everywhere."""
        self._deal(np.arange(len(self.states)))
        self.observe()

    def play(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], Ended]:
        """Play the learner's actions, int64[n], and go on to its next decision in each game.

        Returns:
            Rewards float64[n], and what has ended; those games are over, and new ones are dealt in their places.

        Raises:
            IllegalActionError: an action is not legal; nothing has been played.
        """
        self._check(actions)
        self.game.loops.apply(self.states, actions)
        everywhere = np.arange(len(self.states))
        self._advance(everywhere)
        over = self._to_decide(everywhere) < 0
        standing = standing_of(self.game, self.states, self.seats, self.reward.scale)
        payoffs = PAYOFFS[self.reward.kind](standing)
        rewards = np.where(over | self.reward.shaping, payoffs - self.potentials, 0.0)
        if self.reward.shaping:
            self.potentials = payoffs.copy()
        ended = self._collect(np.flatnonzero(over), standing, payoffs)
        self._deal(ended.rows)
        self.observe()
        return rewards, ended

    def observe(self) -> None:
        """Look at all games from the learner's seats; `play` does so itself."""
        self.observations, self.masks = self._look(np.arange(len(self.states)))

    def _look(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        observations = np.empty((len(rows), self.game.observation(self.players).size), np.int8)
        masks = np.empty((len(rows), self.game.actions.size), np.int8)
        self.game.loops.observe(self.states[rows], self.seats[rows], self._scratch, observations, masks)
        return observations, masks

    def _check(self, actions: NDArray[np.int64]) -> None:
        known = (actions >= 0) & (actions < self.masks.shape[1])
        legal = known & (self.masks[np.arange(len(actions)), np.where(known, actions, 0)] == 1)
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            seat = self.seats[row]
            raise IllegalActionError(f"action {actions[row]} is not legal in game {row} for seat {seat}")

    def _collect(self, rows: NDArray[np.int64], standing: Standing, payoffs: NDArray[np.float64]) -> Ended:
        observations, _ = self._look(rows)
        part = Standing(standing.own[rows], standing.others[rows], standing.rank[rows], standing.scale)
        return Ended(rows, observations, part, payoffs[rows], self.seated[rows])

    def _deal(self, rows: NDArray[np.int64]) -> None:
        """Deal new games in these places and go on to the learner's first choice."""
        while len(rows):
            self.game_seeds[rows] = make_seeds(self.seeds[rows], self.dealt[rows])
            self.seats[rows] = (rows + self.dealt[rows]) % self.players
            self.dealt[rows] += 1
            self.asked[rows] = 0
            self.potentials[rows] = 0.0
            self.seated[rows] = self.opponents.draw(self.game_seeds[rows, None], np.arange(self.players))
            self.seated[rows, self.seats[rows]] = _LEARNER
            states = self.states[rows]
            self.game.loops.deal(states, self.game_seeds[rows], *self.options)
            self.states[rows] = states
            self._advance(rows)
            rows = rows[self._to_decide(rows) < 0]  # a game without a choice for the learner teaches nothing

    def _to_decide(self, rows: NDArray[np.int64]) -> NDArray[np.int8]:
        seats = np.empty(len(rows), np.int8)
        self.game.loops.seats(self.states[rows], seats)
        return seats

    def _advance(self, rows: NDArray[np.int64]) -> None:
        """Make all decisions of these games up to the next one where the learner has a choice, or to the end."""
        masks = np.empty((len(rows), self.game.actions.size), np.int8)
        while len(rows):
            states = self.states[rows]
            seats = self._to_decide(rows)
            masks = masks[: len(rows)]
            self.game.loops.legal(states, masks)
            single = np.count_nonzero(masks, axis=1) == 1
            ours = (seats >= 0) & (single | (seats != self.seats[rows]))
            rows, states, seats, chosen = rows[ours], states[ours], seats[ours], masks[ours]
            actions = chosen.argmax(axis=1)
            asked = np.flatnonzero(~single[ours])
            actions[asked] = self._ask(rows[asked], states[asked], seats[asked], chosen[asked])
            self.game.loops.apply(states, actions)
            self.states[rows] = states

    def _ask(
        self,
        rows: NDArray[np.int64],
        states: NDArray[Any],
        seats: NDArray[np.int8],
        masks: NDArray[np.int8],
    ) -> NDArray[np.int64]:
        """The opponents' actions for these games."""
        seeds = make_seeds(self.game_seeds[rows], _OF_OPPONENTS, self.asked[rows])
        self.asked[rows] += 1
        views = np.empty_like(states)
        self.game.loops.view(states, seats, views)
        return self.opponents.decide(self.seated[rows, seats], self.game, views, seats, masks, seeds)

    def save(self) -> dict[str, NDArray[Any]]:
        """All that is needed to go on elsewhere, by name; states as bytes."""
        arrays = {name: getattr(self, name) for name in _SAVED}
        return {**arrays, "states": self.states.view(np.uint8).reshape(len(self.states), -1)}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `save` returned."""
        for name in _SAVED:
            getattr(self, name)[:] = arrays[name]
        self.states[:] = np.ascontiguousarray(arrays["states"]).reshape(-1).view(self.game.dtype)
        self.observe()


_SAVED = ("seats", "seeds", "dealt", "game_seeds", "asked", "seated", "potentials")
