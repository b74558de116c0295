"""Trees that have been grown for a decision, and what their roots say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.tree import NONE, Tree, child_by


@dataclass(frozen=True)
class Growth:
    """A tree, and the node at which the decision stands."""

    tree: Tree
    root: int

    @property
    def visits(self) -> int:
        """Simulations that went through the root."""
        return int(self.tree.visits[self.root])

    @property
    def room(self) -> int:
        """Nodes that can still be added."""
        return len(self.tree.action) - int(self.tree.size[0])

    def children(self, node: int | None = None) -> Iterator[int]:
        """The children of a node, of the root if none is named."""
        child = int(self.tree.child[self.root if node is None else node])
        while child != NONE:
            yield child
            child = int(self.tree.sibling[child])

    def after(self, action: int) -> Growth | None:
        """The same tree from the node after an action, None where it has none."""
        child = child_by(self.tree, self.root, action)
        return None if child == NONE else Growth(self.tree, int(child))


def root_counts(growths: Sequence[Growth], actions: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Visits of the roots' actions, int64[actions], and what they brought in all, float64[actions, players]."""
    visits, values = np.zeros(actions, np.int64), np.zeros((actions, growths[0].tree.value.shape[1]))
    for growth in growths:
        tree = growth.tree
        for child in growth.children():
            visits[tree.action[child]] += tree.visits[child]
            values[tree.action[child]] += tree.value[child]
    return visits, values


def in_order(growths: Sequence[Growth], seat: int, mask: NDArray[np.int8]) -> list[int]:
    """Legal actions, the most visited first; of several the one that brought the seat most.

    Of those that nothing has come back from the one that a policy finds likeliest is first, then they go by id.
    """
    visits, values = root_counts(growths, len(mask))
    legal = np.flatnonzero(mask)
    means = values[legal, seat] / np.maximum(visits[legal], 1)
    order = np.lexsort((legal, -_chances(growths, len(mask))[legal], -means, -visits[legal]))
    return [int(action) for action in legal[order]]


def _chances(growths: Sequence[Growth], actions: int) -> NDArray[np.float64]:
    """Chances of the roots' actions by a policy, float64[actions], added up; 0 without one."""
    chances = np.zeros(actions)
    for growth in growths:
        for child in growth.children():
            chances[growth.tree.action[child]] += max(growth.tree.prior[child], 0.0)
    return chances
