"""Playing finished games again, side by side, to see what stood at each decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_env.arena.results import GameResult
from arctic_env.model.game import Game

_NEVER = np.iinfo(np.int64).max

Values = dict[str, NDArray[Any]]
"""Columns by name, as long as each other."""


@dataclass(frozen=True)
class Replayed:
    """What there is to tell of the decisions of games.

    Attributes:
        numbers: For each decision the number of its game in the list, by game, then in order; int64[n].
        columns: Columns by name, n values each.
    """

    numbers: NDArray[np.int64]
    columns: Values

    def texts(self, games: int) -> list[list[str]]:
        """The texts of the actions of each game."""
        ends = np.cumsum(np.bincount(self.numbers, minlength=games))[:-1]
        texts = self.columns.get("text", np.empty(0, np.str_))
        return [part.tolist() for part in np.split(texts, ends)]


def replay(game: Game, results: Sequence[GameResult]) -> Replayed:
    """Play games again, a decision of each at a time."""
    replaying = _Replaying(game, results)
    steps = [replaying.step(number) for number in range(int(replaying.lengths.max(initial=0)))]
    numbers = np.concatenate([np.empty(0, np.int64), *(live for live, _ in steps)])
    order = np.argsort(numbers, kind="stable")
    names = steps[0][1] if steps else {}
    columns = {name: np.concatenate([values[name] for _, values in steps])[order] for name in names}
    return Replayed(numbers[order], columns)


class _Replaying:
    """Games that are played again; arrays are indexed by game."""

    def __init__(self, game: Game, results: Sequence[GameResult]) -> None:
        self.game = game
        self.states = np.concatenate([result.start.states for result in results])
        self.lengths = np.array([len(result.actions) for result in results])
        self.actions = np.zeros((len(results), self.lengths.max(initial=0)), np.int64)
        self.forfeited = np.full((len(results), max(game.players)), _NEVER)
        for number, result in enumerate(results):
            self.actions[number, : len(result.actions)] = result.actions
            for fault in result.faults:
                self.forfeited[number, fault.seat] = fault.decision
        self.arguments = [argument for block in game.actions.blocks for argument in block.arguments]

    def step(self, number: int) -> tuple[NDArray[np.int64], Values]:
        """The games that have a decision of this number, and what there is to tell of it; plays it."""
        live = np.flatnonzero(self.lengths > number)
        states, actions = self.states[live], self.actions[live, number]
        seats = np.empty(len(live), np.int8)
        self.game.batch.seats(states, seats)
        forfeit = self.forfeited[live, seats] <= number
        values: Values = {
            "decision": np.full(len(live), number, np.int32),
            "seat": seats,
            **self._action(states, actions),
            "legal": self._legal(states),
            "forfeit": forfeit,
            **self._scores(states, seats),
        }
        for fact in self.game.facts.decisions:
            values[fact.name] = fact.of(states, seats.astype(np.int64))
        self.game.batch.apply(states, actions)
        self.states[live] = states
        return live, values

    def _action(self, states: NDArray[Any], actions: NDArray[np.int64]) -> Values:
        say = self.game.language.action_text
        texts = [say(states[i], action) for i, action in enumerate(actions.tolist())]
        arguments = [self.arguments[action] for action in actions.tolist()]
        verbs = [text.removesuffix(end).rstrip() for text, end in zip(texts, arguments, strict=True)]
        return {
            "action": actions.astype(np.int32),
            "text": np.array(texts),
            "verb": np.array(verbs),
            "argument": np.array(arguments),
        }

    def _legal(self, states: NDArray[Any]) -> NDArray[np.int32]:
        masks = np.empty((len(states), self.game.actions.size), np.int8)
        self.game.batch.legal(states, masks)
        counts: NDArray[np.int32] = np.count_nonzero(masks, axis=1).astype(np.int32)
        return counts

    def _scores(self, states: NDArray[Any], seats: NDArray[np.int8]) -> Values:
        scores = np.empty((len(states), max(self.game.players)), np.int32)
        self.game.batch.scores(states, scores)
        rows = np.arange(len(states))
        own = scores[rows, seats].copy()
        scores[rows, seats] = np.iinfo(np.int32).min
        scores[np.arange(scores.shape[1]) >= states["players"][:, None]] = np.iinfo(np.int32).min
        return {"score": own, "lead": own - scores.max(axis=1)}
