"""Tree search with a policy once more, plainly: PUCT, leaves that wait to be judged together, nodes that are objects.

It draws the same random numbers in the same order as the kernels.
"""

import math
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray

from arctic_agents.networks.evaluator import Evaluation
from arctic_agents.networks.legal import Legal
from arctic_agents.search.engine import NetworkEngine
from arctic_agents.search.worlds import Worlds
from arctic_env.model.game import Game
from tests.search.reference import Node, Reference, States


class Hashing:
    """A judge whose chances and values look random, and are the same whatever is judged beside them."""

    def __init__(self, game: Game, players: int, payoff: int, shaped: bool) -> None:
        self.game, self.players, self.payoff, self.unit, self.shaped = game, players, payoff, 7.0, shaped

    def evaluate(self, states: States, seats: NDArray[np.int8]) -> Evaluation:
        masks = np.empty((len(states), self.game.actions.size), np.int8)
        self.game.batch.legal(states, masks)
        legal = Legal.of(torch.from_numpy(masks))
        dice = [np.random.default_rng(crc32(state.tobytes())) for state in states]
        chances = [die.dirichlet(np.full(mask.sum(), 0.5)) for die, mask in zip(dice, masks, strict=True)]
        values = np.array([die.normal() for die in dice], np.float32)
        together = np.concatenate(chances).astype(np.float32)
        return Evaluation(legal.ends.numpy(), legal.actions.numpy(), together, values)


@dataclass
class JudgedNode(Node):
    """A node with the chance of its action by the first judgement that named it."""

    prior: float = 1.0
    under_way: int = 0
    asked: bool = False
    children: dict[int, "JudgedNode"] = field(default_factory=dict)  # type: ignore[assignment]

    def new(self, prior: float) -> "JudgedNode":
        """One below it."""
        return JudgedNode(np.zeros_like(self.value), prior=prior)


@dataclass
class Leaf:
    """A simulation that waits: where it has come to, and on which way."""

    state: States
    path: list[JudgedNode]
    luck: NDArray[np.float64]


class JudgedReference(Reference):
    """A tree for one seat, grown round by round."""

    root: JudgedNode
    _engine: NetworkEngine

    def __init__(
        self, engine: NetworkEngine, judge: Hashing, seat: int, worlds: Worlds, stream: NDArray[np.int64]
    ) -> None:
        super().__init__(engine, seat, stream)
        self.root = JudgedNode(np.zeros(engine.players))
        self._evaluator, self._worlds = judge, worlds
        self._rated: list[NDArray[np.float64]] = []
        self._lucks: list[NDArray[np.float64]] = []
        self._raw: list[NDArray[np.float64]] = []

    def grow(self, simulations: int) -> None:
        """Make so many, the first of them alone, the others some at a time."""
        begun, block = 0, 0
        while begun < simulations:
            some = self._engine.options.batch if self.root.children else 1
            some = min(some, simulations - begun, self._worlds.left(begun))
            worlds, place = self._worlds.after(begun, some, min(32, simulations - begun))
            if place == 0:
                block = len(self._rated)
            for world in worlds[len(self._rated) - block :]:
                self._rated.append(self._expected(world[None].copy()))
            mean = np.mean(self._rated, axis=0)
            leaves = []
            for k in range(place, place + some):
                which = k % len(worlds)
                leaf = self._descend(worlds[which][None].copy(), self._rated[block + which] - mean)
                if leaf.state["seat"][0] < 0:
                    self._back_up(leaf, self._payoffs(leaf.state))
                    continue
                leaves.append(leaf)
                leaf.path[-1].asked = True
                for node in leaf.path:
                    node.under_way += 1
            for leaf in leaves:
                self._settle(leaf)
            begun += some

    def _descend(self, state: States, luck: NDArray[np.float64]) -> Leaf:
        """To the end, or to where an action has no child and the judge is not being asked for it."""
        node = self.root
        path = [node]
        while state["seat"][0] >= 0:
            ways = self._labels(state)
            for label in ways.keys() & node.children.keys():
                node.children[label].available += 1
            if not (ways.keys() & node.children.keys() if node.asked else ways.keys() <= node.children.keys()):
                break
            label, action = self._choose(state, node, ways)
            self._game.kernels.apply(state, 0, action)
            node = node.children[label]
            path.append(node)
        return Leaf(state, path, luck)

    def _choose(self, state: States, node: JudgedNode, ways: dict[int, list[int]]) -> tuple[int, int]:
        """By PUCT, among those that have a child; of equals the newest one."""
        seat = int(state["seat"][0])
        mean = float(node.value[seat]) / max(node.visits, 1)
        scale = self._engine.options.exploration * self._spread(seat)
        label, most = -1, -math.inf
        for each in reversed(node.children):
            if each in ways:
                child = node.children[each]
                value = float(child.value[seat]) / child.visits if child.visits else mean
                tried = child.visits + child.under_way
                worth = value + scale * child.prior * math.sqrt(child.available) / (1 + tried)
                if worth > most:
                    label, most = each, worth
        hides = self._engine.heuristics.conceals and seat != self._seat
        return label, self._pick(ways[label]) if hides else label

    def _spread(self, seat: int) -> float:
        deviation = float(np.std([payoffs[seat] for payoffs in self._brought])) if self._brought else 0.0
        return deviation if deviation > 1e-6 else 1.0

    def _settle(self, leaf: Leaf) -> None:
        """Add the actions that a leaf has no children for, and back up its value."""
        node = leaf.path[-1]
        node.asked = False
        judged = self._evaluator.evaluate(leaf.state, leaf.state["seat"].astype(np.int8))
        powers = judged.probabilities.astype(float) ** (1 / self._engine.options.temperature)
        chance_of = dict(zip(judged.actions.tolist(), (powers / powers.sum()).tolist(), strict=True))
        for label, ways in self._labels(leaf.state).items():
            if label not in node.children:
                node.children[label] = node.new(sum(chance_of[action] for action in ways))
        payoffs = self._expected(leaf.state)
        for each in leaf.path:
            each.under_way -= 1
        self._back_up(leaf, payoffs)

    def _expected(self, state: States) -> NDArray[np.float64]:
        """What the judge expects for each seat."""
        seat, others = int(state["seat"][0]), len(self.root.value) - 1
        value = float(self._evaluator.evaluate(state, state["seat"].astype(np.int8)).values[0])
        payoffs = np.full(others + 1, -value / others)
        payoffs[seat] = value
        return payoffs + self._payoffs(state) if self._evaluator.shaped else payoffs

    def _back_up(self, leaf: Leaf, payoffs: NDArray[np.float64]) -> None:
        brought = payoffs - self._share() * leaf.luck
        self._raw.append(payoffs)
        self._lucks.append(leaf.luck)
        self._brought.append(brought)
        for node in leaf.path:
            node.visits += 1
            node.value += brought

    def _share(self) -> float:
        """The slope of payoffs on luck, seats together; eight simulations count as if it were 1."""
        lucks, raw = np.array(self._lucks), np.array(self._raw)
        if not lucks.any():
            return 1.0
        believed, square = 8 * (lucks**2).mean(axis=0).sum(), len(raw) * lucks.var(axis=0).sum()
        product = ((lucks - lucks.mean(axis=0)) * (raw - raw.mean(axis=0))).sum()
        return min(max(float((product + believed) / (square + believed)), 0.0), 2.0)
