"""Tree search with a policy once more, plainly: PUCT, leaves that wait to be judged together, nodes that are objects.

It draws the same random numbers in the same order as the kernels.
"""

import math
from dataclasses import dataclass, field
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray

from agents.policy.judge import Judgement
from agents.policy.legal import Legal
from agents.search.judged import JudgedEngine
from agents.search.worlds import Worlds
from arctic_env.core.game import Game
from tests.search.reference import Node, Reference, States


class Hashing:
    """A judge whose chances and values look random, and are the same whatever is judged beside them."""

    def __init__(self, game: Game, players: int, payoff: int, shaped: bool) -> None:
        self.game, self.players, self.payoff, self.unit, self.shaped = game, players, payoff, 7.0, shaped

    def of(self, game: Game, players: int) -> "Hashing":
        return self

    def judge(self, states: States, seats: NDArray[np.int8]) -> Judgement:
        masks = np.empty((len(states), self.game.actions.size), np.int8)
        self.game.loops.legal(states, masks)
        legal = Legal.of(torch.from_numpy(masks))
        dice = [np.random.default_rng(crc32(state.tobytes())) for state in states]
        chances = [die.dirichlet(np.full(mask.sum(), 0.5)) for die, mask in zip(dice, masks, strict=True)]
        values = np.array([die.normal() for die in dice], np.float32)
        together = np.concatenate(chances).astype(np.float32)
        return Judgement(legal.ends.numpy(), legal.actions.numpy(), together, values)


@dataclass
class JudgedNode(Node):
    """A node with the chance of its action, None where no judgement has named it."""

    prior: float | None = None
    under_way: int = 0
    children: dict[int, "JudgedNode"] = field(default_factory=dict)  # type: ignore[assignment]

    def new(self, prior: float | None, available: int) -> "JudgedNode":
        """One like it that is under none yet."""
        return JudgedNode(np.zeros_like(self.value), available=available, prior=prior)


@dataclass
class Leaf:
    """A simulation that waits: where it has come to, and on which way."""

    state: States
    path: list[JudgedNode]


class JudgedReference(Reference):
    """A tree for one seat, grown round by round."""

    root: JudgedNode
    _engine: JudgedEngine

    def __init__(
        self, engine: JudgedEngine, judge: Hashing, seat: int, worlds: Worlds, stream: NDArray[np.int64]
    ) -> None:
        super().__init__(engine, seat, stream)
        self.root = JudgedNode(np.zeros(engine.players))
        self._judge, self._worlds = judge, worlds

    def grow(self, simulations: int) -> None:
        """Make so many, the first of them alone, the others some at a time."""
        begun = 0
        while begun < simulations:
            some = self._engine.options.batch if self.root.children else 1
            some = min(some, simulations - begun, self._worlds.left(begun))
            leaves = []
            for k in range(begun, begun + some):
                worlds, place = self._worlds.after(k, 1)
                leaf = self._descend(worlds[place % len(worlds)][None].copy())
                if leaf.state["seat"][0] < 0:
                    self._back_up(leaf.path, self._payoffs(leaf.state))
                    continue
                leaves.append(leaf)
                for node in leaf.path:
                    node.under_way += 1
            for leaf in leaves:
                self._settle(leaf)
            begun += some

    def _descend(self, state: States) -> Leaf:
        node = self.root
        path = [node]
        while state["seat"][0] >= 0 and node.children:
            label, action = self._choose(state, node)
            self._game.kernels.apply(state, 0, action)
            node = node.children[label]
            path.append(node)
        return Leaf(state, path)

    def _choose(self, state: States, node: JudgedNode) -> tuple[int, int]:
        """As `_select`, by PUCT; what has no child yet is worth what an action of even chance is."""
        seat, ways = int(state["seat"][0]), self._labels(state)
        mean = float(node.value[seat]) / node.visits
        scale = self._engine.options.exploration * self._spread(seat)
        label, most = -1, -math.inf
        for each in reversed(node.children):  # of equals the newest child
            if each in ways:
                child = node.children[each]
                child.available += 1
                chance = 1 / len(ways) if child.prior is None else child.prior
                value = float(child.value[seat]) / child.visits if child.visits else mean
                tried = child.visits + child.under_way
                worth = value + scale * chance * math.sqrt(child.available) / (1 + tried)
                if worth > most:
                    label, most = each, worth
        rest = [each for each in ways if each not in node.children]
        times = node.visits + node.under_way + 1
        if rest and mean + scale / len(ways) * math.sqrt(times) > most:
            label = self._pick(rest)
            node.children[label] = node.new(None, times)
        hides = self._engine.guide.conceals and seat != self._seat
        return label, self._pick(ways[label]) if hides else label

    def _spread(self, seat: int) -> float:
        deviation = float(np.std([payoffs[seat] for payoffs in self._brought])) if self._brought else 0.0
        return deviation if deviation > 1e-6 else 1.0

    def _settle(self, leaf: Leaf) -> None:
        """Add the actions of a leaf that has none yet, and back up its value."""
        seat, node = int(leaf.state["seat"][0]), leaf.path[-1]
        judged = self._judge.judge(leaf.state, leaf.state["seat"].astype(np.int8))
        powers = judged.chances.astype(float) ** (1 / self._engine.options.temperature)
        chance_of = dict(zip(judged.actions.tolist(), (powers / powers.sum()).tolist(), strict=True))
        if not node.children:
            for label, ways in self._labels(leaf.state).items():
                node.children[label] = node.new(sum(chance_of[action] for action in ways), 1)
        others = len(node.value) - 1
        payoffs = np.full(others + 1, -float(judged.values[0]) / others)
        payoffs[seat] = judged.values[0]
        if self._judge.shaped:
            payoffs += self._payoffs(leaf.state)
        for each in leaf.path:
            each.under_way -= 1
        self._back_up(leaf.path, payoffs)

    def _back_up(self, path: list[JudgedNode], payoffs: NDArray[np.float64]) -> None:
        self._brought.append(payoffs)
        for node in path:
            node.visits += 1
            node.value += payoffs
