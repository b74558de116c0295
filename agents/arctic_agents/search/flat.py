"""Flat search: the candidates for a decision are tried in the same worlds, and the worse half is dropped each time.

Worlds agree with the view of the seat that decides. In each of them every candidate meets the same hidden cards and the
same chance, so their differences, which alone matter, vary far less than their values (common random numbers).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import BY_THE_RULES, heuristics_of
from arctic_agents.search.options import Options
from arctic_agents.search.rollouts import link
from arctic_agents.search.worlds import Determinize, States, joined, taken
from arctic_env.kernels.masks import legal_pairs
from arctic_env.kernels.random import make_seeds
from arctic_env.kernels.rewards import MARGIN, REWARDS, SCORE
from arctic_env.kernels.threads import Threads

if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import Evaluator
    from arctic_env.model.game import Game

_PART = 2048  # rollouts that go on together: their observations shall stay in the cache of a core
_CHUNK = 48  # rollouts of a decision from one look at the clock to the next
_WORLDS, _CHANCE, _SUGGESTION = range(3)  # what seeds are for
_FIRST_LOOK = 2  # worlds in which actions are ranked where there are too many to try them all
_STAGES, _STAGES_OF_POLICY = 10, 2  # at the most; a network is asked step by step, so each stage takes its time again
_FEWEST = 2  # worlds that a standard error needs


@dataclass
class Tried:
    """A decision, and what was tried for it.

    Attributes:
        view: An array of one record of the game's dtype.
        seat: Who decides.
        seed: Of all randomness.
        actions: int64[candidates], the one that is played without search first.
        priors: float64[candidates], their probabilities by the policy; None without one.
        stages: Into how many the rollouts are shared out; after each but the last the worse half is dropped.
        values: float64[candidates, worlds], what the deciding seat got, NaN where a candidate was not tried.
        left: The candidates that were not dropped, by number.
    """

    view: States
    seat: int
    seed: int
    actions: NDArray[np.int64]
    priors: NDArray[np.float64] | None = None
    stages: int = 1
    values: NDArray[np.float64] = field(init=False)
    left: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.values = np.zeros((len(self.actions), 0))
        self.left = np.arange(len(self.actions))

    @property
    def counts(self) -> NDArray[np.int64]:
        """Rollouts of each candidate, int64[candidates]."""
        counts: NDArray[np.int64] = np.isfinite(self.values).sum(axis=1)
        return counts

    @property
    def means(self) -> NDArray[np.float64]:
        """Mean value of each candidate over its worlds, float64[candidates]; 0 without rollouts."""
        means: NDArray[np.float64] = np.nansum(self.values, axis=1) / np.maximum(self.counts, 1)
        return means

    def differences(self, base: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Compare each candidate with the one of that number, in the worlds that both were tried in.

        Returns:
            Mean differences and their standard errors, float64[candidates] both, infinite errors for under two worlds.
        """
        differences = self.values - self.values[base]
        n = np.isfinite(differences).sum(axis=1)
        means = np.nansum(differences, axis=1) / np.maximum(n, 1)
        squares = np.nansum((differences - means[:, None]) ** 2, axis=1)
        errors = np.sqrt(squares / np.maximum(n - 1, 1) / np.maximum(n, 1))
        return means, np.where(n < _FEWEST, np.inf, errors)

    def add(self, values: NDArray[np.float64]) -> None:
        """Add what those that are left got in new worlds, float64[left, worlds]."""
        columns = np.full((len(self.actions), values.shape[1]), np.nan)
        columns[self.left] = values
        self.values = np.concatenate([self.values, columns], axis=1)

    def halve(self, keep_first: bool = False) -> None:
        """Drop the worse half of the candidates that are left, the first one only if that is not to be kept."""
        order = self.left[np.argsort(-self.means[self.left], kind="stable")]
        kept = order[: -(-len(order) // 2)]
        if keep_first and 0 not in kept:
            kept[-1] = 0
        self.left = np.sort(kept)

    def best(self, caution: float) -> int:
        """Return the number of the candidate to play: the best of those that were not dropped.

        Args:
            caution: It must be better than the first one by more than so many standard errors.
        """
        counts = self.counts[self.left]
        rest = self.left[counts == counts.max()]
        best = int(rest[self.means[rest].argmax()])
        if best and caution:
            means, errors = self.differences()
            return best if means[best] > caution * errors[best] else 0
        return best


class FlatSearch:
    """Searches decisions of one game and number of players.

    Attributes:
        game: The game.
        num_players: How many play.
        options: How to search.
        determinize: Where worlds come from.
        kind: The payoff that is maximised, a number of `arctic_env.kernels.rewards`.
        unit: Its unit.
    """

    def __init__(
        self, game: Game, num_players: int, options: Options, determinize: Determinize, evaluator: Evaluator | None
    ) -> None:
        self.game, self.num_players, self.options = game, num_players, options
        self.determinize, self._evaluator = determinize, evaluator
        self._heuristics, self._kernels = heuristics_of(game), link(game)
        self._threads = Threads(options.threads, smallest=1)
        self.kind = REWARDS.index(options.reward)
        self.unit = float(game.full_margin) if self.kind in (MARGIN, SCORE) else 1.0
        if evaluator is not None:
            self.kind, self.unit = evaluator.payoff, evaluator.unit
        self._stages = _STAGES if evaluator is None else _STAGES_OF_POLICY
        self._horizon = options.turns(game, num_players, policy=evaluator is not None)

    def search(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> list[Tried]:
        """Search n decisions, all of them together.

        Args:
            views: n records of the game's dtype.
            seats: int8[n], who decides.
            masks: int8[n, actions], what is legal, two actions at least.
            seeds: int64[n].
        """
        began, total = time.perf_counter(), self.options.seconds * len(views)
        tried = self._candidates(views, seats, masks, seeds)
        most = max(each.stages for each in tried)
        for number in range(most):
            ends = began + total * (number + 1) / most
            while self._play(tried, number) and total and time.perf_counter() < ends:
                pass
            for each in tried:
                if number < each.stages - 1:
                    each.halve(keep_first=self.options.caution > 0)
        return tried

    def _play(self, tried: list[Tried], number: int) -> bool:
        """Try what is left in new worlds, in the stage of that number; return whether there were any."""
        worlds = [self._worlds_of(each, number) for each in tried]
        parts = [
            (each, each.actions[each.left], each.values.shape[1] + np.arange(new))
            for each, new in zip(tried, worlds, strict=True)
            if new
        ]
        for part, values in zip(parts, self._try(parts, self._horizon), strict=True):
            part[0].add(values)
        return bool(parts)

    def _worlds_of(self, tried: Tried, number: int) -> int:
        """Return how many new worlds a decision gets in a stage: an even share of its rollouts, or a chunk by time."""
        if self.options.seconds:
            return max(1, _CHUNK // len(tried.left))
        if number >= tried.stages:
            return 0
        share = (self.options.budget - int(tried.counts.sum())) // (tried.stages - number)
        return share // len(tried.left) if number else max(1, share // len(tried.left))

    # ------------------------------------------------------------------------------------------ candidates

    def _candidates(
        self, views: States, seats: NDArray[np.int8], masks: NDArray[np.int8], seeds: NDArray[np.int64]
    ) -> list[Tried]:
        """Choose what is tried: the most probable actions, or those that look best, and what the heuristics suggest."""
        suggested = np.full(len(views), -1)
        if self._heuristics is not BY_THE_RULES:
            workspace = self._heuristics.make_workspace(self.game, self.num_players)
            self._kernels.suggest_all(views, masks, make_seeds(seeds, _SUGGESTION), workspace, suggested)
        rows, legal = legal_pairs(masks)
        lengths = np.bincount(rows)
        splits = np.cumsum(lengths)[:-1]
        decisions = zip(views.reshape(-1, 1), seats.tolist(), seeds.tolist(), np.split(legal, splits), strict=True)
        tried = [Tried(*decision) for decision in decisions]
        if self._evaluator is None:
            worth = self._first_looks(tried)
        else:
            worth = np.split(self._evaluator.probabilities(views, seats, lengths, legal), splits)
        return list(map(self._choose, tried, worth, suggested.tolist()))

    def _choose(self, tried: Tried, worth: NDArray[np.float64], suggested: int) -> Tried:
        """Keep some actions of a decision by their worth, float64[actions], and the suggested one."""
        kept = np.argsort(-worth, kind="stable")
        most = min(self.options.candidates, self.options.budget)
        kept, place = kept[:most], np.flatnonzero(tried.actions == suggested)
        if len(place) and place[0] not in kept:
            kept = np.append(kept[: most - 1], place)
        if self._evaluator is None:
            kept = np.concatenate([place, np.setdiff1d(kept, place)])
        priors = None if self._evaluator is None else worth[kept]
        stages = min(max(1, (len(kept) - 1).bit_length()), self._stages)  # at least two are left to the last one
        return Tried(tried.view, tried.seat, tried.seed, tried.actions[kept], priors, stages)

    def _first_looks(self, tried: list[Tried]) -> list[NDArray[np.float64]]:
        """Return what actions bring by the end of the own turn, where not all can be tried; 0 elsewhere."""
        worth = [np.zeros(len(each.actions)) for each in tried]
        many = [k for k, each in enumerate(tried) if len(each.actions) > self.options.candidates]
        parts = [(tried[k], tried[k].actions, np.arange(_FIRST_LOOK)) for k in many]
        for k, values in zip(many, self._try(parts, horizon=1), strict=True):
            worth[k] = values.mean(axis=1)
        return worth

    # ------------------------------------------------------------------------------------------ rollouts

    def _try(
        self, parts: Sequence[tuple[Tried, NDArray[np.int64], NDArray[np.int64]]], horizon: int
    ) -> list[NDArray[np.float64]]:
        """Try actions of decisions in their worlds of these numbers; return float64[actions, worlds] for each part."""
        if not parts:
            return []
        states, seats, actions, chance = [], [], [], []
        for each, of_each, numbers in parts:
            worlds = self.determinize(self.game, each.view, each.seat, make_seeds(each.seed, _WORLDS, numbers))
            states += [worlds] * len(of_each)
            seats.append(np.full(len(of_each) * len(numbers), each.seat, np.int8))
            actions.append(np.repeat(of_each, len(numbers)))
            chance.append(np.tile(make_seeds(each.seed, _CHANCE, numbers), len(of_each)))
        begun, by, first = joined(states), np.concatenate(seats), np.concatenate(actions)
        if self._evaluator is None:
            values = self._heuristic_values(begun, by, first, np.concatenate(chance), horizon)
        else:
            cuts = [slice(at, at + _PART) for at in range(0, len(begun), _PART)]
            values = np.concatenate([self._policy_values(begun[cut], by[cut], first[cut]) for cut in cuts])
        split = np.split(values, np.cumsum([len(each) for each in actions])[:-1])
        return [some.reshape(len(part[1]), -1) for some, part in zip(split, parts, strict=True)]

    def _heuristic_values(
        self, states: States, seats: NDArray[np.int8], actions: NDArray[np.int64], chance: NDArray[np.int64], turns: int
    ) -> NDArray[np.float64]:
        """Let the heuristics play on for so many turns; return what the seats get, float64[n]."""
        values = np.empty(len(states))

        def work(part: slice) -> None:
            workspace = self._heuristics.make_workspace(self.game, self.num_players)
            how = (turns, self.kind, self.unit, workspace)
            self._kernels.roll_out(states[part], seats[part], actions[part], chance[part], *how, values[part])

        self._threads.run(work, len(states))
        return values

    def _policy_values(
        self, states: States, seats: NDArray[np.int8], actions: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Let the policy play its most probable actions, and ask the critic where that ends; float64[n]."""
        assert self._evaluator is not None
        n, observing = len(states), self._evaluator.observing
        workspace = self._heuristics.make_workspace(self.game, self.num_players)
        rows, turns, ends, best = np.arange(n), np.zeros(n, np.int64), np.empty(n, np.int64), actions.copy()
        going, observations = np.empty(n, np.int64), np.empty((n, observing.size), np.int8)
        while len(rows):
            of_all = (seats, self._horizon, turns, going, observations, ends, observing.suggestion, workspace)
            count, legal = self._kernels.step(states, rows, best[: len(rows)], *of_all)
            rows = going[:count].copy()
            if count:
                logits = self._evaluator.logits(observations[:count], ends[:count], legal)
                self._kernels.most_probable(logits, ends[:count], legal, best)
        payoffs = np.empty((n, self.num_players))
        self.game.batch.payoffs(states, self.kind, self.unit, payoffs)
        values = payoffs[np.arange(n), seats]
        unfinished = np.flatnonzero(states["seat"] >= 0)
        if len(unfinished):
            values[unfinished] = self._evaluator.utilities(taken(states, unfinished), seats[unfinished])
        return values
