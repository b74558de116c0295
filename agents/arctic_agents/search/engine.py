"""The search of decisions: trees grown on worlds that agree with a view, alone or with a trained network (PUCT)."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.default_heuristics import has_heuristics, heuristics_of
from arctic_agents.search.options import GUIDE, MOST_HORIZON, MOST_SIMULATIONS, Options, turns_of
from arctic_agents.search.search_root import SearchRoot
from arctic_agents.search.simulation import MOST_DEPTH, Leaves, Scratch, Simulation, Task, link, make_leaves
from arctic_agents.search.tree import BY_BOUNDS, BY_NETWORK, BY_PRIORS, NONE, ROOT, Selection, make_tree
from arctic_agents.search.worlds import ControlVariate, Determinize, States, Worlds, draw_worlds, joined
from arctic_env.kernels.random import make_seeds, make_stream
from arctic_env.kernels.rewards import MARGIN, REWARDS, SCORE
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
        heuristics: What is known of the game beside its rules.
    """

    def __init__(self, game: Game, players: int, options: Options, determinize: Determinize = draw_worlds) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.determinize = determinize
        self.heuristics = heuristics_of(game)
        self.kernels = linked(game)
        rule = BY_PRIORS if options.prior and has_heuristics(game) else BY_BOUNDS
        self.by = Selection(options.exploration, rule, options.trust)
        self.simulations = self.share(0)  # of a tree at the most
        self.nodes = min(self.simulations + 1, MOST_NODES)  # that a decision adds to a tree at the most
        self._threads = Threads(options.threads, smallest=1)

    def share(self, number: int) -> int:
        """Return the number of simulations of a tree; any remainder goes to the first trees."""
        return (self.options.most_simulations + self.options.trees - 1 - number) // self.options.trees

    def plant(self, decisions: int = 1) -> list[SearchRoot]:
        """Make new trees with room for the simulations of that number of decisions."""
        trees = [make_tree(self.nodes * decisions, self.players) for _ in range(self.options.trees)]
        return [SearchRoot(tree, ROOT) for tree in trees]

    def grow(
        self,
        views: States,
        seats: NDArray[np.int8],
        seeds: NDArray[np.int64],
        begun: list[list[SearchRoot]] | None = None,
    ) -> list[list[SearchRoot]]:
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
            workspace, scratch = self.heuristics.make_workspace(self.game, self.players), self.scratch()
            for k in range(part.start, part.stop):
                row, number = divmod(k, trees)
                worlds = self.worlds(views[row : row + 1], int(seats[row]), int(of_worlds[row, number]))
                scratch.stream[:] = make_stream(int(of_chance[row, number]))
                root = grown[row][number]
                self._grow_tree(worlds, int(seats[row]), root, self.share(number), workspace, scratch)

        self._threads.run(work, len(views) * trees)
        return grown

    def tree_seeds(self, seeds: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """From the seeds of decisions, int64[n], those of each tree's worlds and randomness, int64[n, trees] both."""
        own = make_seeds(seeds[:, None], np.arange(self.options.trees))
        return make_seeds(own, 0), make_seeds(own, 1)

    def _grow_tree(
        self, worlds: Worlds, seat: int, root: SearchRoot, share: int, workspace: Any, scratch: Scratch
    ) -> None:
        wanted = share - root.visits
        task = self.task(seat)
        ends = self.deadline(-(-self.options.trees // self.options.threads))
        luck = ControlVariate(self.players)
        done = 0
        while done < wanted and (done == 0 or time.perf_counter() < ends):
            most = _BETWEEN_LOOKS if self.options.seconds else _AT_ONCE
            batch = min(wanted - done, most, worlds.left(done))
            there, first = worlds.after(done, batch)
            new = luck.new(there, first)
            worth = np.zeros((len(new), self.players))
            if task.playing:  # random play says little of a world, and costs as much as a simulation
                self.kernels.rate(new, root.node, task, root.tree, workspace, scratch, worth)
            luck.rate(worth)
            self.kernels.simulate(
                there, first, batch, root.node, task, self.by, root.tree, workspace, scratch, luck.worth, luck.mean
            )
            done += batch

    def worlds(self, view: States, seat: int, seed: int) -> Worlds:
        """Make the worlds of one tree, drawn from their own seed."""
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
        """Make the task of simulations for a seat."""
        options = self.options
        payoff = REWARDS.index(options.reward)
        unit = float(self.game.full_margin) if payoff in (MARGIN, SCORE) else 1.0
        if options.horizon == "":
            horizon = self.heuristics.horizon(self.players, options.likely_simulations)
        else:
            horizon = turns_of(options.horizon, self.players)
        guided, playing = options.prior, options.playout == GUIDE
        if not has_heuristics(self.game):
            guided, playing, horizon = False, False, MOST_HORIZON
        return Task(seat, guided, playing, False, horizon, payoff, unit)

    def deadline(self, trees: int = 1) -> float:
        """When to stop, by `time.perf_counter`, where so many trees of a decision are grown one after the other."""
        return time.perf_counter() + (self.options.seconds / trees if self.options.seconds else np.inf)

    def scratch(self) -> Scratch:
        """Allocate the arrays of one thread."""
        actions, most = self.game.actions.size, max(self.game.players)
        return Scratch(
            states=np.zeros(1, self.game.dtype),
            mask=np.zeros(actions, np.int8),
            legal=np.zeros(actions, np.int64),
            labels=np.zeros(actions, np.int8),
            path=np.zeros(MOST_DEPTH, np.int32),
            points=np.zeros(most),
            scores=np.zeros(most, np.int32),
            ranks=np.zeros(most, np.int8),
            teams=np.zeros(most, np.int8),
            payoffs=np.zeros(self.players),
            stream=make_stream(0),
        )


@cache
def linked(game: Game) -> Simulation:
    """Return the simulation kernels of a game."""
    return link(game, heuristics_of(game))


# ----------------------------------------------------------------------------------- with a network


if TYPE_CHECKING:
    from arctic_agents.networks.evaluator import Evaluator

_CHILDREN = 32  # of a node that was judged, for which a tree has room in the mean
_WORLDS = 32  # that are rated first, so that their mean is worth something
_ROWS = 4096  # worlds that are rated at a time


@dataclass
class _Grower:
    """A tree that grows: its worlds, what it works on, and how many simulations are wanted and were begun.

    `count` simulations come next in the block of worlds `there`, `first` being the place of the first one.
    """

    root: SearchRoot
    worlds: Worlds
    luck: ControlVariate
    task: Task
    workspace: Any
    scratch: Scratch
    leaves: Leaves
    wanted: int
    there: States = field(init=False)
    first: int = 0
    count: int = 0
    begun: int = 0
    waiting: int = 0

    def plan(self, batch: int) -> None:
        """Decide what comes next: the root alone before it was judged."""
        most = 1 if self.root.tree.child[self.root.node] == NONE else batch
        self.count = min(most, self.wanted - self.begun, self.worlds.left(self.begun))
        least = min(_WORLDS, self.wanted - self.begun)
        self.there, self.first = self.worlds.after(self.begun, self.count, least)


class NetworkEngine(Engine):
    """Searches many decisions together: each tree collects some leaves, and the network judges all of them at once."""

    def __init__(
        self, game: Game, players: int, options: Options, evaluator: Evaluator, determinize: Determinize
    ) -> None:
        super().__init__(game, players, options, determinize)
        self.by = self.by._replace(rule=BY_NETWORK)
        self.nodes = min(_CHILDREN * self.nodes + game.actions.size, MOST_NODES)
        self._evaluator = evaluator

    def task(self, seat: int) -> Task:
        """As the network was paid."""
        waits = super().task(seat)._replace(guided=False, playing=False, waiting=True)
        return waits._replace(payoff=self._evaluator.payoff, unit=self._evaluator.unit)

    def grow(
        self,
        views: States,
        seats: NDArray[np.int8],
        seeds: NDArray[np.int64],
        begun: list[list[SearchRoot]] | None = None,
    ) -> list[list[SearchRoot]]:
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
        self, views: States, seats: NDArray[np.int8], seeds: NDArray[np.int64], grown: list[list[SearchRoot]]
    ) -> list[_Grower]:
        """One for each tree; they take turns, so all but random streams and leaves is worked on in one place."""
        workspace, scratch, trees = (
            self.heuristics.make_workspace(self.game, self.players),
            self.scratch(),
            self.options.trees,
        )
        leaves = make_leaves(self.game, self.players, len(views) * trees, self.options.batch)
        of_worlds, of_chance = self.tree_seeds(seeds)
        return [
            _Grower(
                root,
                self.worlds(views[row : row + 1], int(seats[row]), int(of_worlds[row, number])),
                ControlVariate(self.players),
                self.task(int(seats[row])),
                workspace,
                scratch._replace(stream=make_stream(int(of_chance[row, number]))),
                leaves[row * trees + number],
                self.share(number) - root.visits,
            )
            for row, roots in enumerate(grown)
            for number, root in enumerate(roots)
        ]

    def _rate(self, growers: list[_Grower]) -> None:
        """Ask what to expect of worlds that are taken for the first time."""
        new = [grower.luck.new(grower.there, grower.first) for grower in growers]
        if not (n := sum(map(len, new))):
            return
        worlds, worth = joined(new), np.empty((n, self.players))
        seats = worlds["seat"].astype(np.int8)
        parts = [slice(start, start + _ROWS) for start in range(0, n, _ROWS)]
        values = np.concatenate([self._evaluator.evaluate(worlds[part], seats[part]).values for part in parts])
        one = growers[0]
        self.kernels.rate_by_values(worlds, values, self._evaluator.shaped, one.task, one.scratch, worth)
        ends = np.cumsum([len(some) for some in new])
        for grower, some in zip(growers, np.split(worth, ends[:-1]), strict=True):
            grower.luck.rate(some)

    def _gather(self, grower: _Grower) -> None:
        """Let a tree collect leaves."""
        grower.waiting = self.kernels.gather(
            grower.there,
            grower.first,
            grower.count,
            grower.root.node,
            grower.task,
            self.by,
            grower.root.tree,
            grower.workspace,
            grower.scratch,
            grower.luck.worth,
            grower.luck.mean,
            grower.leaves,
        )
        grower.begun += grower.count

    def _settle(self, growers: list[_Grower]) -> None:
        """Evaluate all waiting leaves."""
        if not growers:
            return
        states = joined([grower.leaves.states[: grower.waiting] for grower in growers])
        seats = states["seat"].astype(np.int8)
        judged = self._evaluator.evaluate(states, seats)
        probabilities = judged.probabilities_at(self.options.temperature)
        row = entry = 0
        for grower in growers:
            last = row + grower.waiting
            ends = judged.ends[row:last] - entry
            entries = slice(entry, entry + int(ends[-1]))
            self.kernels.settle(
                grower.leaves,
                ends,
                judged.actions[entries],
                probabilities[entries],
                judged.values[row:last],
                self._evaluator.shaped,
                grower.task,
                grower.root.tree,
                grower.workspace,
                grower.scratch,
            )
            row, entry = last, entries.stop
