"""Search with a trained network: its chances guide the tree, its values stand for playouts (PUCT)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.engine import MOST_NODES, Engine, linked
from arctic_agents.search.growth import Growth
from arctic_agents.search.guide import guide_of
from arctic_agents.search.leaves import LeafKernels, Leaves, link, make_leaves
from arctic_agents.search.luck import Luck
from arctic_agents.search.options import Options
from arctic_agents.search.simulation import Bench, Task
from arctic_agents.search.tree import BY_NETWORK, NONE
from arctic_agents.search.worlds import Determinize, States, Worlds, joined
from arctic_env.kernels.random import make_stream
from arctic_env.model.game import Game

if TYPE_CHECKING:
    from arctic_agents.policy.judge import Judge

_CHILDREN = 32  # of a node that was judged, for which a tree has room in the mean
_WORLDS = 32  # that are rated first, so that their mean is worth something
_ROWS = 4096  # worlds that are rated at a time


@dataclass
class _Grower:
    """A tree that grows: its worlds, what it works on, and how many simulations are wanted and were begun.

    `count` simulations come next in the block of worlds `there`, `first` being the place of the first one.
    """

    growth: Growth
    worlds: Worlds
    luck: Luck
    task: Task
    kit: Any
    bench: Bench
    leaves: Leaves
    wanted: int
    there: States = field(init=False)
    first: int = 0
    count: int = 0
    begun: int = 0
    waiting: int = 0

    def plan(self, batch: int) -> None:
        """Decide what comes next: the root alone before it was judged."""
        most = 1 if self.growth.tree.child[self.growth.root] == NONE else batch
        self.count = min(most, self.wanted - self.begun, self.worlds.left(self.begun))
        least = min(_WORLDS, self.wanted - self.begun)
        self.there, self.first = self.worlds.after(self.begun, self.count, least)


class JudgedEngine(Engine):
    """Searches many decisions together: each tree collects some leaves, and the network judges all of them at once."""

    def __init__(
        self, game: Game, players: int, options: Options, judge: Judge, determinize: Determinize
    ) -> None:
        super().__init__(game, players, options, determinize)
        self.by = self.by._replace(rule=BY_NETWORK)
        self.nodes = min(_CHILDREN * self.nodes + game.actions.size, MOST_NODES)
        self._judge = judge
        self._leaf_kernels = _linked(game)

    def task(self, seat: int) -> Task:
        """As the network was paid."""
        waits = super().task(seat)._replace(guided=False, playing=False, waiting=True)
        return waits._replace(payoff=self._judge.payoff, unit=self._judge.unit)

    def grow(
        self,
        views: States,
        seats: NDArray[np.int8],
        seeds: NDArray[np.int64],
        begun: list[list[Growth]] | None = None,
    ) -> list[list[Growth]]:
        """As `Engine.grow`; `seconds` are for all decisions together."""
        grown = [self.plant() for _ in range(len(views))] if begun is None else begun
        growers = self._growers(views, seats, seeds, grown)
        ends = self.deadline()
        while busy := [grower for grower in growers if grower.begun < grower.wanted]:
            for grower in busy:
                grower.plan(self.options.batch)
            self._rate(busy)
            for grower in busy:
                self._gather(grower)
            self._settle([grower for grower in busy if grower.waiting])
            if time.perf_counter() >= ends:
                break
        return grown

    def _growers(
        self,
        views: States,
        seats: NDArray[np.int8],
        seeds: NDArray[np.int64],
        grown: list[list[Growth]],
    ) -> list[_Grower]:
        """One for each tree; they take turns, so all but their chance and their leaves is worked on in one place."""
        kit, bench, trees = self.guide.make_kit(self.game, self.players), self.bench(), self.options.trees
        leaves = make_leaves(self.game, self.players, len(views) * trees, self.options.batch)
        of_worlds, of_chance = self.tree_seeds(seeds)
        return [
            _Grower(
                growth,
                self.worlds(views[row : row + 1], int(seats[row]), int(of_worlds[row, number])),
                Luck(self.players),
                self.task(int(seats[row])),
                kit,
                bench._replace(stream=make_stream(int(of_chance[row, number]))),
                leaves[row * trees + number],
                self.share(number) - growth.visits,
            )
            for row, growths in enumerate(grown)
            for number, growth in enumerate(growths)
        ]

    def _rate(self, growers: list[_Grower]) -> None:
        """Ask what to expect of worlds that are taken for the first time."""
        new = [grower.luck.new(grower.there, grower.first) for grower in growers]
        if not (n := sum(map(len, new))):
            return
        worlds, worth = joined(new), np.empty((n, self.players))
        seats = worlds["seat"].astype(np.int8)
        parts = [slice(start, start + _ROWS) for start in range(0, n, _ROWS)]
        values = np.concatenate([self._judge.judge(worlds[part], seats[part]).values for part in parts])
        one = growers[0]
        self._leaf_kernels.rate(worlds, values, self._judge.shaped, one.task, one.bench, worth)
        ends = np.cumsum([len(some) for some in new])
        for grower, some in zip(growers, np.split(worth, ends[:-1]), strict=True):
            grower.luck.rate(some)

    def _gather(self, grower: _Grower) -> None:
        """Let a tree collect leaves."""
        grower.waiting = self._leaf_kernels.gather(
            grower.there,
            grower.first,
            grower.count,
            grower.growth.root,
            grower.task,
            self.by,
            grower.growth.tree,
            grower.kit,
            grower.bench,
            grower.luck.worth,
            grower.luck.mean,
            grower.leaves,
        )
        grower.begun += grower.count

    def _settle(self, growers: list[_Grower]) -> None:
        """Judge all leaves that wait."""
        if not growers:
            return
        states = joined([grower.leaves.states[: grower.waiting] for grower in growers])
        seats = states["seat"].astype(np.int8)
        judged = self._judge.judge(states, seats)
        chances = judged.chances_at(self.options.temperature)
        row = entry = 0
        for grower in growers:
            last = row + grower.waiting
            ends = judged.ends[row:last] - entry
            entries = slice(entry, entry + int(ends[-1]))
            self._leaf_kernels.settle(
                grower.leaves,
                ends,
                judged.actions[entries],
                chances[entries],
                judged.values[row:last],
                self._judge.shaped,
                grower.task,
                grower.growth.tree,
                grower.kit,
                grower.bench,
            )
            row, entry = last, entries.stop


@cache
def _linked(game: Game) -> LeafKernels:
    return link(game, guide_of(game), linked(game))
