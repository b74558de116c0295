"""Information-set tree search once more, plainly: UCB1, random playouts to the end, nodes that are objects.

After Cowling, Powley and Whitehouse (2012). It draws the same random numbers in the same order as the kernels.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.engine import Engine
from arctic_env.kernels.masks import choose
from arctic_env.kernels.rewards import pay

States = NDArray[Any]


@dataclass
class Node:
    """What is known of a sequence of actions."""

    value: NDArray[np.float64]
    visits: int = 0
    available: int = 1
    children: dict[int, "Node"] = field(default_factory=dict)


class Reference:
    """A tree for one seat, grown simulation by simulation."""

    def __init__(self, engine: Engine, seat: int, stream: NDArray[np.int64]) -> None:
        self.root = Node(np.zeros(engine.players))
        self._engine, self._game, self._seat, self._stream = engine, engine.game, seat, stream
        self._kit = engine.heuristics.make_workspace(engine.game, engine.players)
        self._brought: list[NDArray[np.float64]] = []

    def simulate(self, world: States) -> None:
        """Go down, add a node, play to the end, and back up."""
        state, node = world.copy(), self.root
        path = [node]
        while state["seat"][0] >= 0:
            label, action = self._select(state, node)
            self._game.kernels.apply(state, 0, action)
            node = node.children[label]
            path.append(node)
            if node.visits == 0:
                break
        while state["seat"][0] >= 0:
            legal = self._legal(state)
            self._game.kernels.apply(state, 0, self._pick(legal) if len(legal) > 1 else legal[0])
        payoffs = self._payoffs(state)
        self._brought.append(payoffs)
        for node in path:
            node.visits += 1
            node.value += payoffs

    def _select(self, state: States, node: Node) -> tuple[int, int]:
        """The child that the seat to decide goes to, added if need be, and an action that leads there."""
        seat, ways = int(state["seat"][0]), self._labels(state)
        known = [label for label in ways if label in node.children]
        for label in known:
            node.children[label].available += 1
        if len(known) < len(ways):
            label = self._pick([label for label in ways if label not in node.children])
            node.children[label] = Node(np.zeros_like(node.value))
        else:
            # Of equals the newest child.
            newest = [label for label in reversed(node.children) if label in ways]
            label = max(newest, key=lambda each: self._bound(node.children[each], seat))
        hides = self._engine.heuristics.conceals and seat != self._seat
        return label, self._pick(ways[label]) if hides else label

    def _labels(self, state: States) -> dict[int, list[int]]:
        """The legal actions as the searching seat tells them apart."""
        ways: dict[int, list[int]] = {}
        hides = self._engine.heuristics.conceals and state["seat"][0] != self._seat
        for action in self._legal(state):
            label = (
                self._engine.heuristics.indistinguishable(state, 0, self._seat, action, self._kit) if hides else action
            )
            ways.setdefault(label, []).append(action)
        return ways

    def _bound(self, child: Node, seat: int) -> float:
        """The upper confidence bound."""
        spread = float(np.std([payoffs[seat] for payoffs in self._brought])) or 1.0
        width = math.sqrt(math.log(child.available) / child.visits)
        return float(child.value[seat]) / child.visits + self._engine.options.exploration * spread * width

    def _legal(self, state: States) -> list[int]:
        mask = np.zeros(self._game.actions.size, np.int8)
        self._game.kernels.legal(state, 0, mask)
        return [int(action) for action in np.flatnonzero(mask)]

    def _pick(self, actions: list[int]) -> int:
        mask = np.zeros(self._game.actions.size, np.int8)
        mask[actions] = 1
        return int(choose(mask, self._stream))

    def _payoffs(self, state: States) -> NDArray[np.float64]:
        most, task = max(self._game.players), self._engine.task(self._seat)
        scores, ranks, teams = np.zeros(most, np.int32), np.zeros(most, np.int8), np.zeros(most, np.int8)
        self._game.kernels.scores(state, 0, scores)
        self._game.kernels.ranks(state, 0, ranks)
        self._game.kernels.teams(state, 0, teams)
        payoffs = np.zeros_like(self.root.value)
        pay(task.payoff, task.unit, scores, ranks, teams, payoffs)
        return payoffs
