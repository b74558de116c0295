"""The arrays of a tree, and how children are chosen."""

import numpy as np
import pytest

from agents.search.tree import (
    NONE,
    ROOT,
    Selection,
    Tree,
    add_node,
    back_up,
    child_by,
    clear,
    make_tree,
    select,
)
from arctic_env.core.random import make_stream

ACTIONS = 6
UCB, PUCT = Selection(1.0, False, 0.0), Selection(1.0, True, 0.5)


def legal(*actions: int) -> np.ndarray:
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(actions)] = 1
    return mask


def simulate(tree: Tree, mask: np.ndarray, worth: dict[int, float], by: Selection, hint: int = NONE) -> int:
    """One step down from the root for seat 0, and back up; the other seat gets the opposite."""
    child, action = select(tree, ROOT, 0, mask, hint, by, make_stream(int(tree.moments[0, 0])))
    if child == NONE:
        child = add_node(tree, ROOT, action, -1.0)
    path, payoffs = np.array([ROOT, child], np.int32), np.array([worth[action], -worth[action]])
    back_up(tree, path, 2, payoffs)
    return int(action)


def visits(tree: Tree) -> list[int]:
    return [
        0 if (child := child_by(tree, ROOT, action)) == NONE else int(tree.visits[child])
        for action in range(ACTIONS)
    ]


def test_ucb_tries_each_legal_action_before_any_is_repeated() -> None:
    tree = make_tree(10, 2)
    tried = [simulate(tree, legal(1, 3, 5), {1: 0.0, 3: 1.0, 5: 0.5}, UCB) for _ in range(3)]
    assert sorted(tried) == [1, 3, 5]


@pytest.mark.parametrize("by", [UCB, PUCT])
def test_the_best_action_is_visited_most_and_all_simulations_are_counted(by: Selection) -> None:
    tree, worth = make_tree(10, 2), {1: 0.0, 3: 1.0, 5: 0.5}
    for _ in range(300):
        simulate(tree, legal(1, 3, 5), worth, by)
    counts = visits(tree)
    assert counts[3] == max(counts)
    assert sum(counts) == tree.visits[ROOT] == 300
    assert tree.value[ROOT].tolist() == pytest.approx(
        [sum(counts[a] * worth[a] for a in worth), -tree.value[ROOT, 0]]
    )


def test_seats_choose_by_their_own_values() -> None:
    tree, worth = make_tree(10, 2), {1: -1.0, 3: 1.0}
    for _ in range(50):
        simulate(tree, legal(1, 3), worth, UCB)
    assert (
        tree.action[
            select(tree, ROOT, 0, legal(1, 3), NONE, UCB._replace(exploration=0.0), make_stream(0))[0]
        ]
        == 3
    )
    assert (
        tree.action[
            select(tree, ROOT, 1, legal(1, 3), NONE, UCB._replace(exploration=0.0), make_stream(0))[0]
        ]
        == 1
    )


def test_actions_are_compared_by_how_often_they_were_available() -> None:
    """Of two that brought the same as often, the one that was there more often has been passed over more often."""
    tree = make_tree(10, 1)
    for action, available in ((1, 100), (3, 10)):
        child = add_node(tree, ROOT, action, -1.0)
        for _ in range(5):
            back_up(tree, np.array([ROOT, child], np.int32), 2, np.array([0.5 + 0.1 * (_ % 2)]))
        tree.available[child] = available
    assert select(tree, ROOT, 0, legal(1, 3), NONE, UCB, make_stream(0))[1] == 1
    tree.available[child_by(tree, ROOT, 3)] = 1000
    assert select(tree, ROOT, 0, legal(1, 3), NONE, UCB, make_stream(0))[1] == 3


def test_only_what_is_legal_in_this_world_is_chosen_and_counted_as_available() -> None:
    tree, worth = make_tree(10, 2), {1: 0.0, 3: 1.0, 5: 0.5}
    for _ in range(30):
        simulate(tree, legal(1, 3, 5), worth, UCB)
    children = [child_by(tree, ROOT, action) for action in (1, 3, 5)]
    before = tree.available[children].tolist()
    assert {simulate(tree, legal(1, 5), worth, UCB) for _ in range(20)} <= {1, 5}
    assert (tree.available[children] - before).tolist() == [20, 0, 20]


def test_a_suggested_action_is_tried_first_and_left_when_it_is_worse() -> None:
    tree, worth = make_tree(10, 2), dict.fromkeys(range(ACTIONS), 1.0) | {4: 0.0}
    mask = tuple(range(ACTIONS))
    assert simulate(tree, legal(*mask), worth, PUCT, hint=4) == 4
    for _ in range(400):
        simulate(tree, legal(*mask), worth, PUCT, hint=4)
    assert visits(tree)[4] < 100


def test_priors_of_a_policy_count_more_than_suggestions() -> None:
    tree = make_tree(10, 2)
    for action, prior in ((0, 0.1), (1, 0.8), (2, 0.1)):
        add_node(tree, ROOT, action, prior)
    for _ in range(100):
        simulate(tree, legal(0, 1, 2), dict.fromkeys(range(3), 0.5), PUCT, hint=2)
    assert visits(tree)[1] == pytest.approx(80, abs=5)


def test_simulations_under_way_keep_others_from_the_same_leaf() -> None:
    tree = make_tree(10, 2)
    for action in range(3):
        add_node(tree, ROOT, action, 1 / 3)
    chosen = set()
    for _ in range(3):
        child, action = select(tree, ROOT, 0, legal(0, 1, 2), NONE, PUCT, make_stream(0))
        tree.under_way[child] += 1
        chosen.add(action)
    assert chosen == {0, 1, 2}


def test_exploration_does_not_depend_on_the_unit_of_payoffs() -> None:
    counts = []
    for unit in (1.0, 1000.0):
        tree = make_tree(10, 2)
        for _ in range(200):
            simulate(tree, legal(1, 3, 5), {1: 0.0, 3: unit, 5: 0.5 * unit}, UCB)
        counts.append(visits(tree))
    assert counts[0] == counts[1]


def test_a_full_tree_takes_no_more_and_a_cleared_one_is_new() -> None:
    tree = make_tree(2, 2)
    assert add_node(tree, ROOT, 3, -1.0) == 1
    assert add_node(tree, ROOT, 4, -1.0) == NONE
    back_up(tree, np.array([0, 1], np.int32), 2, np.array([1.0, 0.0]))
    clear(tree)
    assert (tree.size[0], tree.visits[ROOT], tree.child[ROOT], tree.moments.sum()) == (1, 0, NONE, 0.0)
