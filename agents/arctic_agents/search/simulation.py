"""Simulations of one game, compiled against its kernels and its heuristics'.

`link` executes this file once for each game, see `arctic_env.kernels.jit`. A simulation starts from a world that
agrees with the searching seat's view, goes down the tree, adds a node, plays on and brings back what each seat gets.
With a network it stops at a leaf instead, and leaves are evaluated many at a time.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.heuristics import SearchHeuristics
from arctic_agents.search.tree import (
    ASKED,
    BY_PRIORS,
    NONE,
    Masks,
    Selection,
    Stream,
    Tree,
    add_node,
    back_up,
    child_by,
    select,
)
from arctic_env.kernels.batch_kernels import Kernel
from arctic_env.kernels.jit import NOBODY, njit, specialize, without_refcounts
from arctic_env.kernels.masks import choose, count_legal, list_set, only_legal
from arctic_env.kernels.rewards import FINE, pay
from arctic_env.model.game import Game

# ruff: noqa: F821 - the kernels are put into the globals by `link`


MOST_DEPTH = 1000  # nodes on one path

# What `link` puts here before this file is executed.
legal_one: Kernel
apply_one: Kernel
scores_one: Kernel
ranks_one: Kernel
teams_one: Kernel
potential_one: Callable[..., None]
suggest_one: Any
estimate_one: Any
indistinguishable_one: Any
turn_one: Any
CONCEALS: bool  # whether there are actions that others cannot tell apart

States = NDArray[Any]


class Task(NamedTuple):
    """The task of simulations.

    Attributes:
        seat: Who searches.
        guided: Whether the guide suggests actions in the tree.
        playing: Whether the guide plays on below the tree; otherwise any legal action is as likely as another.
        waiting: Whether simulations end where a network is to say what it thinks of actions that have no children yet.
        horizon: After so many turns have ended, counted from the root, scores are estimated where the next one begins;
            with 0 at once.
        payoff: Number of the payoff, see `arctic_env.kernels.rewards`.
        unit: Its unit.
    """

    seat: int
    guided: bool
    playing: bool
    waiting: bool
    horizon: int
    payoff: int
    unit: float


class Scratch(NamedTuple):
    """Scratch arrays of one thread.

    Attributes:
        states: One state.
        mask: int8[actions], what is legal; choosing takes out of it what has been looked at.
        legal: int64[actions], to list what is legal in.
        labels: int8[actions], what is legal as the searching seat tells it apart.
        path: int32[MOST_DEPTH], nodes from the root.
        points: float64[most players], scores to be expected.
        scores: int32[most players].
        ranks: int8[most players].
        teams: int8[most players].
        payoffs: float64[players].
        stream: int64[4], the randomness of simulations.
    """

    states: States
    mask: Masks
    legal: NDArray[np.int64]
    labels: Masks
    path: NDArray[np.int32]
    points: NDArray[np.float64]
    scores: NDArray[np.int32]
    ranks: NDArray[np.int8]
    teams: NDArray[np.int8]
    payoffs: NDArray[np.float64]
    stream: Stream


@njit
def simulate(
    worlds: States,
    first: int,
    count: int,
    root: int,
    task: Task,
    by: Selection,
    tree: Tree,
    workspace: Any,
    scratch: Scratch,
    worth: NDArray[np.float64],
    mean: NDArray[np.float64],
) -> None:
    """Make simulations `first` to `first + count - 1`; simulation k starts from world k, around and around.

    What a world is worth, float64[worlds, players], beyond the mean, float64[players], is luck, which is taken off what
    they bring, see `arctic_agents.search.worlds`.
    """
    tree, workspace, scratch = (without_refcounts(tree), without_refcounts(workspace), without_refcounts(scratch))
    worlds, worth, mean = without_refcounts(worlds), without_refcounts(worth), without_refcounts(mean)
    for k in range(first, first + count):
        world = k % len(worlds)
        scratch.states[0] = worlds[world]
        depth, turns, begins = descend(root, task, by, tree, workspace, scratch)
        _play_on(int(scratch.path[depth - 1]), turns, begins, task, tree, workspace, scratch)
        reward(task, workspace, scratch)
        back_up(tree, scratch.path, depth, scratch.payoffs, worth[world] - mean)


@njit
def rate(
    worlds: States, root: int, task: Task, tree: Tree, workspace: Any, scratch: Scratch, out: NDArray[np.float64]
) -> None:
    """Write what each seat gets in worlds where the guide plays from the root on, float64[worlds, players]."""
    worlds, tree, workspace, scratch = (
        without_refcounts(worlds),
        without_refcounts(tree),
        without_refcounts(workspace),
        without_refcounts(scratch),
    )
    for k in range(len(worlds)):
        scratch.states[0] = worlds[k]
        _play_on(root, 0, False, task, tree, workspace, scratch)
        reward(task, workspace, scratch)
        out[k] = scratch.payoffs


@njit
def descend(
    root: int, task: Task, by: Selection, tree: Tree, workspace: Any, scratch: Scratch
) -> tuple[int, int, bool]:
    """Go down to a leaf, adding it.

    Returns:
        Nodes on the path, turns that ended on the way, and whether one did by the last action.
    """
    states, path, mask = scratch.states, scratch.path, scratch.mask
    path[0] = root
    node, depth, turns, begins = root, 1, 0, False
    while states[0].seat != NOBODY and depth < len(path):
        legal_one(states, 0, mask)
        turn = turn_one(states, 0)
        hint = _hint(node, task, tree, workspace, scratch) if task.guided else NONE
        child, action = _select(node, hint, task, by, tree, workspace, scratch)
        if child == NONE and task.waiting:
            break
        if child == NONE:
            child = add_node(tree, node, action, -1.0)
            if child == NONE:
                break
            if by.rule == BY_PRIORS:  # it has been passed over so far
                tree.available[child] = tree.visits[node] + tree.under_way[node] + 1
        action = _actual(action, hint, task, workspace, scratch)
        apply_one(states, 0, action)
        begins = turn_one(states, 0) != turn
        turns += begins
        path[depth] = child
        node, depth = child, depth + 1
        if tree.visits[node] == 0 and not task.waiting:
            break
    return depth, turns, begins


@njit
def _hint(node: int, task: Task, tree: Tree, workspace: Any, scratch: Scratch) -> int:
    """Return the suggested action; asked once for the searching seat, which mostly sees the same in all worlds."""
    if count_legal(scratch.mask) == 1:
        return NONE
    if scratch.states[0].seat != task.seat:
        return int(suggest_one(scratch.states, 0, scratch.mask, scratch.stream, workspace))
    known = int(tree.hint[node])
    if known == NONE or scratch.mask[known] == 0:
        known = int(suggest_one(scratch.states, 0, scratch.mask, scratch.stream, workspace))
        tree.hint[node] = known
    return known


@njit
def _select(
    node: int, hint: int, task: Task, by: Selection, tree: Tree, workspace: Any, scratch: Scratch
) -> tuple[int, int]:
    """As `tree.select`, other seats' actions being labels."""
    seat, labels = int(scratch.states[0].seat), scratch.labels
    if not CONCEALS or seat == task.seat:
        return select(tree, node, seat, scratch.mask, hint, by, scratch.stream)
    for action in range(len(labels)):
        labels[action] = 0
    for k in range(list_set(scratch.mask, scratch.legal)):
        labels[indistinguishable_one(scratch.states, 0, task.seat, int(scratch.legal[k]), workspace)] = 1
    if hint != NONE:
        hint = int(indistinguishable_one(scratch.states, 0, task.seat, hint, workspace))
    return select(tree, node, seat, labels, hint, by, scratch.stream)


@njit
def _actual(label: int, hint: int, task: Task, workspace: Any, scratch: Scratch) -> int:
    """Choose an action with that label: the suggested one, else a random one."""
    states, mask = scratch.states, scratch.mask
    if not CONCEALS or states[0].seat == task.seat:
        return label
    if hint != NONE and indistinguishable_one(states, 0, task.seat, hint, workspace) == label:
        return hint
    for k in range(list_set(mask, scratch.legal)):
        action = int(scratch.legal[k])
        mask[action] = indistinguishable_one(states, 0, task.seat, action, workspace) == label
    return choose(mask, scratch.stream)


@njit
def _play_on(leaf: int, turns: int, begins: bool, task: Task, tree: Tree, workspace: Any, scratch: Scratch) -> None:
    """Play from a leaf to the horizon or the end."""
    states, mask = scratch.states, scratch.mask
    first = True
    while states[0].seat != NOBODY and not (turns >= task.horizon and (begins or task.horizon == 0)):
        legal_one(states, 0, mask)
        turn = turn_one(states, 0)
        action = only_legal(mask)
        if action == NONE and task.playing:
            action = int(suggest_one(states, 0, mask, scratch.stream, workspace))
            if first and states[0].seat == task.seat and tree.hint[leaf] == NONE:
                tree.hint[leaf] = action
        elif action == NONE:
            action = choose(mask, scratch.stream)
        apply_one(states, 0, action)
        begins = turn_one(states, 0) != turn
        turns += begins
        first = False


@njit
def reward(task: Task, workspace: Any, scratch: Scratch) -> None:
    """Write what each seat gets for the state on the scratch: by its scores after the end, else by estimates."""
    states, scores, ranks = scratch.states, scratch.scores, scratch.ranks
    unit = task.unit
    if states[0].seat == NOBODY:
        scores_one(states, 0, scores)
        ranks_one(states, 0, ranks)
    else:
        estimate_one(states, 0, workspace, scratch.points)
        unit *= FINE
        players = len(scratch.payoffs)
        for seat in range(players):
            scores[seat] = int(np.rint(scratch.points[seat] * FINE))
        for seat in range(players):
            ranks[seat] = 0
            for other in range(players):
                ranks[seat] += scores[other] > scores[seat]
    teams_one(states, 0, scratch.teams)
    pay(task.payoff, unit, scores, ranks, scratch.teams, scratch.payoffs)


# ----------------------------------------------------------------------------- leaves for a network


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
def rate_by_values(
    worlds: States, values: NDArray[np.float32], shaped: bool, task: Task, scratch: Scratch, out: NDArray[np.float64]
) -> None:
    """Write what a network expects of worlds for each seat, float64[worlds, players], see `_expect`."""
    worlds, scratch = without_refcounts(worlds), without_refcounts(scratch)
    for k in range(len(worlds)):
        _expect(worlds, k, values[k], shaped, task, scratch)
        out[k] = scratch.payoffs


@njit
def gather(
    worlds: States,
    first: int,
    count: int,
    root: int,
    task: Task,
    by: Selection,
    tree: Tree,
    workspace: Any,
    scratch: Scratch,
    worth: NDArray[np.float64],
    mean: NDArray[np.float64],
    leaves: Leaves,
) -> int:
    """Begin simulations `first` to `first + count - 1`; those that end the game are over at once.

    ControlVariate is taken off what they bring as in `arctic_agents.search.simulation.simulate`.

    Returns:
        How many wait at a leaf.
    """
    tree, workspace, scratch, leaves = (
        without_refcounts(tree),
        without_refcounts(workspace),
        without_refcounts(scratch),
        without_refcounts(leaves),
    )
    waiting = 0
    for k in range(first, first + count):
        world = k % len(worlds)
        scratch.states[0] = worlds[world]
        depth, _, _ = descend(root, task, by, tree, workspace, scratch)
        if scratch.states[0].seat == NOBODY:
            reward(task, workspace, scratch)
            back_up(tree, scratch.path, depth, scratch.payoffs, worth[world] - mean)
            continue
        leaves.states[waiting] = scratch.states[0]
        leaves.depths[waiting] = depth
        leaves.luck[waiting] = worth[world] - mean
        for step in range(depth):
            leaves.paths[waiting, step] = scratch.path[step]
            tree.under_way[scratch.path[step]] += 1
        tree.hint[scratch.path[depth - 1]] = ASKED
        waiting += 1
    return waiting


@njit
def settle(
    leaves: Leaves,
    ends: NDArray[np.int64],
    actions: NDArray[np.int64],
    priors: NDArray[np.float32],
    values: NDArray[np.float32],
    shaped: bool,
    task: Task,
    tree: Tree,
    workspace: Any,
    scratch: Scratch,
) -> None:
    """End simulations with what a network says of their leaves, see `arctic_agents.networks.evaluator.Evaluation`.

    Actions that a leaf has no children for get them, or none of them where there is no room for all.
    """
    leaves, tree, workspace, scratch = (
        without_refcounts(leaves),
        without_refcounts(tree),
        without_refcounts(workspace),
        without_refcounts(scratch),
    )
    start = 0
    for k in range(len(ends)):
        depth = leaves.depths[k]
        node, first = int(leaves.paths[k, depth - 1]), int(tree.size[0])
        children, complete = tree.child[node], True
        for entry in range(start, ends[k]):
            complete = complete and _add_prior(
                tree, node, first, int(actions[entry]), priors[entry], leaves.states, k, task, workspace
            )
        if not complete:
            tree.size[0], tree.child[node] = first, children
        tree.hint[node] = NONE
        start = ends[k]
        _expect(leaves.states, k, values[k], shaped, task, scratch)
        for step in range(depth):
            tree.under_way[leaves.paths[k, step]] -= 1
        back_up(tree, leaves.paths[k], depth, scratch.payoffs, leaves.luck[k])


@njit
def _expect(states: States, k: int, value: float, shaped: bool, task: Task, scratch: Scratch) -> None:
    """Write what a network expects for each seat.

    The deciding seat and its partners get the value each, and the others lose it in equal parts; where `shaped`, what
    has been paid already comes on top for each.
    """
    payoffs, teams = scratch.payoffs, scratch.teams
    payoffs[:] = 0.0
    teams_one(states, k, teams)
    if shaped:
        potential_one(states, k, task.payoff, task.unit, payoffs)
    team, partners = teams[states[k].seat], 0
    for seat in range(len(payoffs)):
        partners += int(teams[seat] == team)
    for seat in range(len(payoffs)):
        payoffs[seat] += value if teams[seat] == team else -value * partners / (len(payoffs) - partners)


@njit
def _add_prior(
    tree: Tree, node: int, first: int, action: int, prior: float, states: States, k: int, task: Task, workspace: Any
) -> bool:
    """Add a child with its prior unless there was one before the tree had `first` nodes.

    Actions that the searching seat cannot tell apart share a child.

    Returns:
        Whether there was room.
    """
    if CONCEALS and states[k].seat != task.seat:
        action = int(indistinguishable_one(states, k, task.seat, action, workspace))
    child = child_by(tree, node, action)
    if child == NONE:
        return add_node(tree, node, action, prior) != NONE
    if child >= first:
        tree.prior[child] += prior
    return True


class Simulation(Protocol):
    """The module that `link` returns: this file, linked to one game."""

    simulate: Any
    rate: Any
    descend: Any
    reward: Any
    rate_by_values: Any
    gather: Any
    settle: Any


def link(game: Game, heuristics: SearchHeuristics) -> Simulation:
    """Execute this file for a game and its heuristics."""
    kernels = vars(game.kernels)
    names = {f"{name}_one": kernels[name] for name in ("legal", "apply", "scores", "ranks", "teams")}
    names |= {
        "suggest_one": heuristics.suggest,
        "estimate_one": heuristics.estimate,
        "indistinguishable_one": heuristics.indistinguishable,
    }
    names["potential_one"] = game.batch.potential_one
    names["turn_one"] = heuristics.turn
    names["CONCEALS"] = heuristics.conceals
    return cast(Simulation, specialize(__file__, f"{__package__}.simulation_of_{game.name}", names))
