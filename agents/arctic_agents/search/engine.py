"""The search of decisions: trees grown on worlds that agree with a view."""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.growth import Growth
from arctic_agents.search.guide import guide_of, has_guide
from arctic_agents.search.luck import Luck
from arctic_agents.search.options import GUIDE, MOST_HORIZON, MOST_SIMULATIONS, Options, turns_of
from arctic_agents.search.simulation import MOST_DEPTH, Bench, Simulation, Task, link
from arctic_agents.search.tree import BY_BOUNDS, BY_PRIORS, ROOT, Selection, make_tree
from arctic_agents.search.worlds import Determinize, States, Worlds, draw_worlds
from arctic_env.arena import make_seeds
from arctic_env.kernels.random import make_stream
from arctic_env.kernels.rewards import MARGIN, PAYOFFS, SCORE
from arctic_env.kernels.threads import Threads
from arctic_env.model.game import Game

MOST_NODES = 200_000  # that a decision adds to a tree; in a full one simulations go on without adding
_PER_WORLD = 4  # simulations of each world where nothing else is asked for
_BLOCK = 250  # worlds that are kept at a time, at the most
_BLOCK_BY_TIME = 16  # the same where nobody knows how many will be needed
_BETWEEN_LOOKS = 16  # simulations from one look at the clock to the next
_AT_ONCE = 1000  # simulations that cannot be interrupted


class Engine:
    """Searches decisions of one game and number of players.

    Attributes:
        game: The game.
        players: How many play.
        options: How to search.
        determinize: Where worlds come from.
        guide: What is known of the game beside its rules.
    """

    def __init__(
        self, game: Game, players: int, options: Options, determinize: Determinize = draw_worlds
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.determinize = determinize
        self.guide = guide_of(game)
        self.kernels = linked(game)
        rule = BY_PRIORS if options.prior and has_guide(game) else BY_BOUNDS
        self.by = Selection(options.exploration, rule, options.trust)
        self.simulations = self.share(0)  # of a tree at the most
        self.nodes = min(self.simulations + 1, MOST_NODES)  # that a decision adds to a tree at the most
        self._threads = Threads(options.threads, smallest=1)

    def share(self, number: int) -> int:
        """Simulations of a tree, by its number; where they do not divide the first trees have one more."""
        return (self.options.most_simulations + self.options.trees - 1 - number) // self.options.trees

    def plant(self, decisions: int = 1) -> list[Growth]:
        """New trees with room for so many decisions' simulations."""
        trees = [make_tree(self.nodes * decisions, self.players) for _ in range(self.options.trees)]
        return [Growth(tree, ROOT) for tree in trees]

    def grow(
        self,
        views: States,
        seats: NDArray[np.int8],
        seeds: NDArray[np.int64],
        begun: list[list[Growth]] | None = None,
    ) -> list[list[Growth]]:
        """Search n decisions.

        Args:
            views: n records of the game's dtype.
            seats: int8[n], who decides.
            seeds: int64[n].
            begun: For each decision the trees to go on with, None for new ones. Simulations that they have count.

        Returns:
            The trees of each decision.
        """
        trees = self.options.trees
        grown = [self.plant() for _ in range(len(views))] if begun is None else begun

        of_worlds, of_chance = self.tree_seeds(seeds)

        def work(part: slice) -> None:
            kit, bench = self.guide.make_kit(self.game, self.players), self.bench()
            for k in range(part.start, part.stop):
                row, number = divmod(k, trees)
                worlds = self.worlds(views[row : row + 1], int(seats[row]), int(of_worlds[row, number]))
                bench.stream[:] = make_stream(int(of_chance[row, number]))
                growth = grown[row][number]
                self._grow_tree(worlds, int(seats[row]), growth, self.share(number), kit, bench)

        self._threads.run(work, len(views) * trees)
        return grown

    def tree_seeds(self, seeds: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """From the seeds of decisions, int64[n], those of each tree's worlds and chance, int64[n, trees] both."""
        own = make_seeds(seeds[:, None], np.arange(self.options.trees))
        return make_seeds(own, 0), make_seeds(own, 1)

    def _grow_tree(
        self, worlds: Worlds, seat: int, growth: Growth, share: int, kit: Any, bench: Bench
    ) -> None:
        wanted = share - growth.visits
        task = self.task(seat)
        ends = self.deadline(-(-self.options.trees // self.options.threads))
        luck = Luck(self.players)
        done = 0
        while done < wanted and (done == 0 or time.perf_counter() < ends):
            most = _BETWEEN_LOOKS if self.options.seconds else _AT_ONCE
            batch = min(wanted - done, most, worlds.left(done))
            there, first = worlds.after(done, batch)
            new = luck.new(there, first)
            worth = np.zeros((len(new), self.players))
            if task.playing:  # random play says little of a world, and costs as much as a simulation
                self.kernels.rate(new, growth.root, task, growth.tree, kit, bench, worth)
            luck.rate(worth)
            self.kernels.simulate(
                there,
                first,
                batch,
                growth.root,
                task,
                self.by,
                growth.tree,
                kit,
                bench,
                luck.worth,
                luck.mean,
            )
            done += batch

    def worlds(self, view: States, seat: int, seed: int) -> Worlds:
        """The worlds of one tree, drawn from a seed of their own."""
        size, simulations = self._block()
        return Worlds(lambda seeds: self.determinize(self.game, view, seat, seeds), seed, size, simulations)

    def _block(self) -> tuple[int, int]:
        """Worlds of a block, and simulations: all of both where their number is asked for."""
        if self.options.worlds:
            return -(-self.options.worlds // self.options.trees), MOST_SIMULATIONS
        worlds = -(-self.simulations // _PER_WORLD)
        blocks = -(-worlds // (_BLOCK_BY_TIME if self.options.seconds else _BLOCK))
        size = -(-worlds // blocks)
        return size, _PER_WORLD * size

    def task(self, seat: int) -> Task:
        """What simulations for that seat are to do."""
        options = self.options
        payoff = PAYOFFS.index(options.reward)
        unit = float(self.game.full_margin) if payoff in (MARGIN, SCORE) else 1.0
        if options.horizon == "":
            horizon = self.guide.horizon(self.players, options.likely_simulations)
        else:
            horizon = turns_of(options.horizon, self.players)
        guided, playing = options.prior, options.playout == GUIDE
        if not has_guide(self.game):
            guided, playing, horizon = False, False, MOST_HORIZON
        return Task(seat, guided, playing, False, horizon, payoff, unit)

    def deadline(self, trees: int = 1) -> float:
        """When to stop, by `time.perf_counter`, where so many trees of a decision are grown one after the other."""
        return time.perf_counter() + (self.options.seconds / trees if self.options.seconds else np.inf)

    def bench(self) -> Bench:
        """What one thread works on."""
        actions, most = self.game.actions.size, max(self.game.players)
        return Bench(
            states=np.zeros(1, self.game.dtype),
            mask=np.zeros(actions, np.int8),
            legal=np.zeros(actions, np.int64),
            labels=np.zeros(actions, np.int8),
            path=np.zeros(MOST_DEPTH, np.int32),
            points=np.zeros(most),
            scores=np.zeros(most, np.int32),
            ranks=np.zeros(most, np.int8),
            payoffs=np.zeros(self.players),
            stream=make_stream(0),
        )


@cache
def linked(game: Game) -> Simulation:
    """The simulations of a game."""
    return link(game, guide_of(game))
