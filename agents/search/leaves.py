"""Leaves that a network judges, many at a time, compiled against a game's kernels.

`link` executes this file once for each game, see `arctic_env.core.linking`.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from agents.search.guide import Guide
from agents.search.simulation import MOST_DEPTH, NOBODY, Bench, Simulation, States, Task
from agents.search.tree import NONE, Selection, Tree, add_node, back_up, child_by
from arctic_env.core.game import Game
from arctic_env.core.jit import njit
from arctic_env.core.linking import execute_again
from arctic_env.core.loops import Kernel
from arctic_env.core.payoffs import pay

# What `link` puts here before this file is executed.
scores_one: Kernel
ranks_one: Kernel
label_one: Any
CONCEALS: bool
descend: Any
reward: Any


class Leaves(NamedTuple):
    """Simulations of one tree that have come to a leaf.

    Attributes:
        states: The game's dtype[n].
        paths: int32[n, MOST_DEPTH], nodes from the root.
        depths: int64[n], how many.
    """

    states: States
    paths: NDArray[np.int32]
    depths: NDArray[np.int64]


def make_leaves(game: Game, trees: int, n: int) -> list[Leaves]:
    """Room for n leaves of each of so many trees."""
    states = np.zeros((trees, n), game.dtype)
    paths, depths = np.zeros((trees, n, MOST_DEPTH), np.int32), np.zeros((trees, n), np.int64)
    return [Leaves(*places) for places in zip(states, paths, depths, strict=True)]


@njit
def gather(
    worlds: States,
    first: int,
    count: int,
    root: int,
    task: Task,
    by: Selection,
    tree: Tree,
    kit: Any,
    bench: Bench,
    leaves: Leaves,
) -> int:
    """Begin simulations `first` to `first + count - 1`; those that end the game are over at once.

    Returns:
        How many wait at a leaf.
    """
    waiting = 0
    for k in range(first, first + count):
        bench.states[0] = worlds[k % len(worlds)]
        depth, _, _ = descend(root, task, by, tree, kit, bench)
        if bench.states[0].seat == NOBODY:
            reward(task, kit, bench)
            back_up(tree, bench.path, depth, bench.payoffs)
            continue
        leaves.states[waiting] = bench.states[0]
        leaves.depths[waiting] = depth
        for step in range(depth):
            leaves.paths[waiting, step] = bench.path[step]
            tree.under_way[bench.path[step]] += 1
        waiting += 1
    return waiting


@njit
def settle(
    leaves: Leaves,
    ends: NDArray[np.int64],
    actions: NDArray[np.int64],
    chances: NDArray[np.float32],
    values: NDArray[np.float32],
    shaped: bool,
    task: Task,
    tree: Tree,
    kit: Any,
    bench: Bench,
) -> None:
    """End simulations with what a network says of their leaves, see `agents.policy.judge.Judgement`.

    The deciding seat gets the value, and the others lose it in equal parts; where `shaped`, what the score as it stands
    would bring comes on top for each. A leaf gets all its actions as children, or in a full tree none.
    """
    start = 0
    for k in range(len(ends)):
        depth = leaves.depths[k]
        node, seat = int(leaves.paths[k, depth - 1]), int(leaves.states[k].seat)
        if tree.child[node] == NONE and tree.size[0] + ends[k] - start <= len(tree.action):
            for entry in range(start, ends[k]):
                _add_chance(tree, node, int(actions[entry]), chances[entry], leaves.states, k, task, kit)
        start = ends[k]
        bench.payoffs[:] = 0.0
        if shaped:
            scores_one(leaves.states, k, bench.scores)
            ranks_one(leaves.states, k, bench.ranks)
            pay(task.payoff, task.unit, bench.scores, bench.ranks, bench.payoffs)
        others = len(bench.payoffs) - 1
        for other in range(others + 1):
            bench.payoffs[other] += values[k] if other == seat else -values[k] / others
        for step in range(depth):
            tree.under_way[leaves.paths[k, step]] -= 1
        back_up(tree, leaves.paths[k], depth, bench.payoffs)


@njit
def _add_chance(
    tree: Tree, node: int, action: int, chance: float, states: States, k: int, task: Task, kit: Any
) -> None:
    """Add a child with its chance; actions that the searching seat cannot tell apart share one."""
    if CONCEALS and states[k].seat != task.seat:
        action = int(label_one(states, k, task.seat, action, kit))
    child = child_by(tree, node, action)
    if child == NONE:
        add_node(tree, node, action, chance)
    else:
        tree.prior[child] += chance


class LeafKernels(Protocol):
    """The module that `link` returns: this file, linked to one game."""

    gather: Any
    settle: Any


def link(game: Game, guide: Guide, simulation: Simulation) -> LeafKernels:
    """Execute this file for a game, its guide and its simulations."""
    names = {
        "scores_one": game.kernels.scores,
        "ranks_one": game.kernels.ranks,
        "label_one": guide.label,
        "CONCEALS": guide.conceals,
        "descend": simulation.descend,
        "reward": simulation.reward,
    }
    return cast(LeafKernels, execute_again(__file__, f"{__package__}.leaves_of_{game.name}", names))
