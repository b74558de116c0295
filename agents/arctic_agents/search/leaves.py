"""Leaves that a network judges, many at a time, compiled against a game's kernels.

`link` executes this file once for each game, see `arctic_env.kernels.jit`.
"""

# ruff: noqa: F821 - the kernels are put into the globals by `link`

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.guide import Guide
from arctic_agents.search.simulation import MOST_DEPTH, NOBODY, Bench, Simulation, States, Task
from arctic_agents.search.tree import ASKED, NONE, Selection, Tree, add_node, back_up, child_by
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.jit import njit, specialize, without_refcounts
from arctic_env.kernels.rewards import pay
from arctic_env.model.game import Game

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
        luck: float64[n, players], of their worlds.
    """

    states: States
    paths: NDArray[np.int32]
    depths: NDArray[np.int64]
    luck: NDArray[np.float64]


def make_leaves(game: Game, players: int, trees: int, n: int) -> list[Leaves]:
    """Room for n leaves of each of so many trees."""
    states = np.zeros((trees, n), game.dtype)
    paths, depths = np.zeros((trees, n, MOST_DEPTH), np.int32), np.zeros((trees, n), np.int64)
    luck = np.zeros((trees, n, players))
    return [Leaves(*places) for places in zip(states, paths, depths, luck, strict=True)]


@njit
def rate(
    worlds: States,
    values: NDArray[np.float32],
    shaped: bool,
    task: Task,
    bench: Bench,
    out: NDArray[np.float64],
) -> None:
    """Write what a network expects of worlds for each seat, float64[worlds, players], see `_expect`."""
    worlds, bench = without_refcounts(worlds), without_refcounts(bench)
    for k in range(len(worlds)):
        _expect(worlds, k, values[k], shaped, task, bench)
        out[k] = bench.payoffs


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
    worth: NDArray[np.float64],
    mean: NDArray[np.float64],
    leaves: Leaves,
) -> int:
    """Begin simulations `first` to `first + count - 1`; those that end the game are over at once.

    Luck is taken off what they bring as in `arctic_agents.search.simulation.simulate`.

    Returns:
        How many wait at a leaf.
    """
    tree, kit, bench, leaves = (
        without_refcounts(tree),
        without_refcounts(kit),
        without_refcounts(bench),
        without_refcounts(leaves),
    )
    waiting = 0
    for k in range(first, first + count):
        world = k % len(worlds)
        bench.states[0] = worlds[world]
        depth, _, _ = descend(root, task, by, tree, kit, bench)
        if bench.states[0].seat == NOBODY:
            reward(task, kit, bench)
            back_up(tree, bench.path, depth, bench.payoffs, worth[world] - mean)
            continue
        leaves.states[waiting] = bench.states[0]
        leaves.depths[waiting] = depth
        leaves.luck[waiting] = worth[world] - mean
        for step in range(depth):
            leaves.paths[waiting, step] = bench.path[step]
            tree.under_way[bench.path[step]] += 1
        tree.hint[bench.path[depth - 1]] = ASKED
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
    """End simulations with what a network says of their leaves, see `arctic_agents.policy.judge.Judgement`.

    Actions that a leaf has no children for get them, or none of them where there is no room for all.
    """
    leaves, tree, kit, bench = (
        without_refcounts(leaves),
        without_refcounts(tree),
        without_refcounts(kit),
        without_refcounts(bench),
    )
    start = 0
    for k in range(len(ends)):
        depth = leaves.depths[k]
        node, first = int(leaves.paths[k, depth - 1]), int(tree.size[0])
        children, complete = tree.child[node], True
        for entry in range(start, ends[k]):
            complete = complete and _add_chance(
                tree, node, first, int(actions[entry]), chances[entry], leaves.states, k, task, kit
            )
        if not complete:
            tree.size[0], tree.child[node] = first, children
        tree.hint[node] = NONE
        start = ends[k]
        _expect(leaves.states, k, values[k], shaped, task, bench)
        for step in range(depth):
            tree.under_way[leaves.paths[k, step]] -= 1
        back_up(tree, leaves.paths[k], depth, bench.payoffs, leaves.luck[k])


@njit
def _expect(states: States, k: int, value: float, shaped: bool, task: Task, bench: Bench) -> None:
    """Write what a network expects for each seat.

    The deciding seat gets the value, and the others lose it in equal parts; where `shaped`, what the score as it stands
    would bring comes on top for each.
    """
    payoffs = bench.payoffs
    payoffs[:] = 0.0
    if shaped:
        scores_one(states, k, bench.scores)
        ranks_one(states, k, bench.ranks)
        pay(task.payoff, task.unit, bench.scores, bench.ranks, payoffs)
    seat, others = int(states[k].seat), len(payoffs) - 1
    for other in range(others + 1):
        payoffs[other] += value if other == seat else -value / others


@njit
def _add_chance(
    tree: Tree,
    node: int,
    first: int,
    action: int,
    chance: float,
    states: States,
    k: int,
    task: Task,
    kit: Any,
) -> bool:
    """Add a child with its chance unless there was one before the tree had `first` nodes.

    Actions that the searching seat cannot tell apart share a child.

    Returns:
        Whether there was room.
    """
    if CONCEALS and states[k].seat != task.seat:
        action = int(label_one(states, k, task.seat, action, kit))
    child = child_by(tree, node, action)
    if child == NONE:
        return add_node(tree, node, action, chance) != NONE
    if child >= first:
        tree.prior[child] += chance
    return True


class LeafKernels(Protocol):
    """The module that `link` returns: this file, linked to one game."""

    rate: Any
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
    return cast(LeafKernels, specialize(__file__, f"{__package__}.leaves_of_{game.name}", names))
