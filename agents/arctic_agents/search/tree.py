"""A search tree in arrays, and the kernels on it that know nothing of games.

Its nodes are what the searching seat can tell apart: sequences of actions from the root, those of other seats as far as
that seat sees them. Which actions are there depends on the world that a simulation is played in, so each child counts
how often it was available, too (Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012).
Values are vectors with a number for each seat; a seat chooses by its own.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arctic_env.kernels.jit import njit
from arctic_env.kernels.masks import choose, count_legal

NONE = -1  # no node, no action
ASKED = 0  # instead of a hint: a network is being asked
ROOT = 0
BY_BOUNDS, BY_PRIORS, BY_NETWORK = range(3)  # see `Selection.rule`
TINY = 1e-12  # variances below come from rounding
TRUSTED = 8.0  # simulations' worth of belief that luck counts in full
MOST_SHARE = 2.0  # of luck that is taken off, however little of it there was to go by

Masks = NDArray[np.int8]
Stream = NDArray[np.int64]


class Tree(NamedTuple):
    """Nodes by number.

    Attributes:
        action: int32[nodes], the action that leads there from the parent.
        child: int32[nodes], the first child, or NONE.
        sibling: int32[nodes], the parent's next child, or NONE.
        visits: int32[nodes], simulations that went through and have come back.
        under_way: int32[nodes], simulations that went through and have not.
        available: int32[nodes], how often the action could be chosen when the parent was visited.
        hint: int32[nodes], what the guide suggested to the searching seat there, or NONE; ASKED while a network is
            asked about the node.
        prior: float32[nodes], probability of the action by a policy, less than 0 without one.
        value: float64[nodes, players], sum of what came back.
        size: int64[1], how many nodes are in use.
        moments: float64[3, players], number, sum and sum of squares of all that came back, luck taken off.
        luck: float64[4, players], sums of luck, of what came back before it was taken off, of the squares of luck, and
            of the products of both.
    """

    action: NDArray[np.int32]
    child: NDArray[np.int32]
    sibling: NDArray[np.int32]
    visits: NDArray[np.int32]
    under_way: NDArray[np.int32]
    available: NDArray[np.int32]
    hint: NDArray[np.int32]
    prior: NDArray[np.float32]
    value: NDArray[np.float64]
    size: NDArray[np.int64]
    moments: NDArray[np.float64]
    luck: NDArray[np.float64]


class Selection(NamedTuple):
    """The rule by which children are chosen.

    Attributes:
        exploration: Weight of what is not known yet, in standard deviations of what simulations bring.
        rule: BY_BOUNDS: each action is tried before any is repeated, and then the highest upper confidence bound is
            chosen (UCB1). BY_PRIORS: actions have probabilities of their own (PUCT). BY_NETWORK: likewise,
            and a network says
            which. It is asked where an action has no child yet; where it is being asked already, or the tree is full,
            those that have one are chosen from.
        trust: The probability that a suggested action has beyond the others, which share the rest equally.
    """

    exploration: float
    rule: int
    trust: float


def make_tree(nodes: int, players: int) -> Tree:
    """Make a tree of the root alone, with room for that number of nodes."""
    action, child, sibling, visits, under_way, available, hint = np.empty((7, nodes), np.int32)
    tree = Tree(
        action,
        child,
        sibling,
        visits,
        under_way,
        available,
        hint,
        prior=np.empty(nodes, np.float32),
        value=np.empty((nodes, players)),
        size=np.zeros(1, np.int64),
        moments=np.zeros((3, players)),
        luck=np.zeros((4, players)),
    )
    clear(tree)
    return tree


@njit
def clear(tree: Tree) -> None:
    """Leave the root alone."""
    tree.size[0] = 0
    tree.moments[:] = 0.0
    tree.luck[:] = 0.0
    add_node(tree, NONE, NONE, -1.0)


@njit
def add_node(tree: Tree, parent: int, action: int, prior: float) -> int:
    """Add a child of a node; returns its number, NONE when there is no room."""
    node = int(tree.size[0])
    if node == len(tree.action):
        return NONE
    tree.size[0] += 1
    tree.action[node] = action
    tree.child[node] = NONE
    tree.visits[node], tree.under_way[node], tree.available[node] = 0, 0, 1
    tree.hint[node] = NONE
    tree.prior[node] = prior
    tree.value[node, :] = 0.0
    tree.sibling[node] = NONE
    if parent != NONE:
        tree.sibling[node] = tree.child[parent]
        tree.child[parent] = node
    return node


@njit
def child_by(tree: Tree, node: int, action: int) -> int:
    """Find the child to which an action leads, or NONE."""
    child = int(tree.child[node])
    while child != NONE and tree.action[child] != action:
        child = int(tree.sibling[child])
    return child


@njit
def select(tree: Tree, node: int, seat: int, mask: Masks, hint: int, by: Selection, stream: Stream) -> tuple[int, int]:
    """Choose how a seat goes on from a node.

    Args:
        tree: The tree.
        node: Where.
        seat: Who decides.
        mask: int8[actions], what is legal in the world at hand, at least one; afterwards only what has no child.
        hint: The suggested action, or NONE.
        by: How.
        stream: Chooses between actions that nothing is known of.

    Returns:
        The child, NONE where it is yet to be added, and the action, NONE where a network is to be asked first.
    """
    legal = count_legal(mask)
    mean, scale = _mean(tree, node, seat), by.exploration * _spread(tree, seat)
    chosen, action, most, left = NONE, NONE, -np.inf, legal
    child = int(tree.child[node])
    while child != NONE:
        candidate = int(tree.action[child])
        if mask[candidate]:
            mask[candidate] = 0
            left -= 1
            tree.available[child] += 1
            worth = _worth(tree, child, seat, mean, scale, _prior(candidate == hint, hint, legal, by), by)
            if worth > most:
                chosen, action, most = child, candidate, worth
        child = int(tree.sibling[child])
    if left == 0:
        return chosen, action
    if by.rule == BY_NETWORK:
        in_vain = tree.hint[node] == ASKED or tree.size[0] + left > len(tree.action)
        return (chosen, action) if in_vain and chosen != NONE else (NONE, NONE)
    if by.rule == BY_BOUNDS:
        return NONE, choose(mask, stream)
    suggested = hint != NONE and mask[hint] == 1
    prior = _prior(suggested, hint, legal, by)
    if mean + scale * prior * np.sqrt(tree.visits[node] + tree.under_way[node] + 1.0) > most:
        return NONE, hint if suggested else choose(mask, stream)
    return chosen, action


@njit
def _prior(suggested: bool, hint: int, legal: int, by: Selection) -> float:
    """Return the prior of an action without one from a policy."""
    if hint == NONE:
        return 1.0 / legal
    return float((1.0 - by.trust) / legal + (by.trust if suggested else 0.0))


@njit
def _worth(tree: Tree, child: int, seat: int, mean: float, scale: float, prior: float, by: Selection) -> float:
    """Value and what is added for exploration; a child that nothing has come back from is worth the mean."""
    visits = tree.visits[child]
    value = tree.value[child, seat] / visits if visits > 0 else mean
    tried = float(visits + tree.under_way[child])
    if by.rule != BY_BOUNDS:
        prior = tree.prior[child] if tree.prior[child] >= 0.0 else prior
        return float(value + scale * prior * np.sqrt(float(tree.available[child])) / (1.0 + tried))
    return float(value + scale * np.sqrt(np.log(float(tree.available[child])) / max(tried, 1.0)))


@njit
def _mean(tree: Tree, node: int, seat: int) -> float:
    """Return the mean value of a node for a seat."""
    return float(tree.value[node, seat] / max(tree.visits[node], 1))


@njit
def _spread(tree: Tree, seat: int) -> float:
    """Return the standard deviation of a seat's returns; 1 until two simulations differ."""
    number, total, squares = tree.moments[0, seat], tree.moments[1, seat], tree.moments[2, seat]
    variance = squares / max(number, 1.0) - (total / max(number, 1.0)) ** 2
    return float(np.sqrt(variance)) if variance > TINY else 1.0


@njit
def back_up(
    tree: Tree, path: NDArray[np.int32], depth: int, payoffs: NDArray[np.float64], luck: NDArray[np.float64]
) -> None:
    """Add what a simulation brought, less luck, to the first `depth` nodes of its path.

    Args:
        tree: The tree.
        path: Nodes from the root.
        depth: How many of them.
        payoffs: float64[players], what it brought.
        luck: float64[players], how much of that is to be expected of its world beyond other worlds.
    """
    share = luck_share(tree)
    for seat in range(len(payoffs)):
        brought = payoffs[seat] - share * luck[seat]
        for k in range(depth):
            tree.value[path[k], seat] += brought
        tree.moments[0, seat] += 1.0
        tree.moments[1, seat] += brought
        tree.moments[2, seat] += brought**2
        tree.luck[0, seat] += luck[seat]
        tree.luck[1, seat] += payoffs[seat]
        tree.luck[2, seat] += luck[seat] ** 2
        tree.luck[3, seat] += luck[seat] * payoffs[seat]
    for k in range(depth):
        tree.visits[path[k]] += 1


@njit
def luck_share(tree: Tree) -> float:
    """Return the control variate's coefficient: the slope of payoffs on it in earlier simulations.

    It does not depend on the simulation at hand, so what is taken off is next to 0 in the mean: not quite, because
    luck is counted from the mean of worlds that the simulations before had, too.
    """
    number = max(tree.moments[0, 0], 1.0)
    square, product, believed = 0.0, 0.0, 0.0
    for seat in range(tree.luck.shape[1]):
        luck, brought, squares, products = tree.luck[:, seat]
        square += squares - luck**2 / number
        product += products - luck * brought / number
        believed += TRUSTED * squares / number
    return min(max((product + believed) / (square + believed), 0.0), MOST_SHARE) if believed > TINY else 1.0
