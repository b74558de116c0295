"""The arrays of a tree, and how children are chosen."""

import numpy as np
import pytest

from arctic_agents.search.tree import (
    ASKED,
    BY_BOUNDS,
    BY_NETWORK,
    BY_PRIORS,
    NONE,
    ROOT,
    Selection,
    Tree,
    add_node,
    back_up,
    child_by,
    clear,
    luck_share,
    make_tree,
    select,
)
from arctic_env.kernels.random import make_stream

ACTIONS = 6
UCB, PUCT = Selection(1.0, BY_BOUNDS, 0.0), Selection(1.0, BY_PRIORS, 0.5)
JUDGED = Selection(1.0, BY_NETWORK, 0.0)


def legal(*actions: int) -> np.ndarray:
    mask = np.zeros(ACTIONS, np.int8)
    mask[list(actions)] = 1
    return mask


def bring(tree: Tree, child: int, *payoffs: float, luck: float = 0.0) -> None:
    """Back up what a simulation through a child of the root brought; seat 0 was lucky, seat 1 as unlucky."""
    lucky = np.array([luck, -luck][: len(payoffs)])
    back_up(tree, np.array([ROOT, child], np.int32), 2, np.array(payoffs), lucky)


def simulate(tree: Tree, mask: np.ndarray, worth: dict[int, float], by: Selection, hint: int = NONE) -> int:
    """One step down from the root for seat 0, and back up; the other seat gets the opposite."""
    child, action = select(tree, ROOT, 0, mask, hint, by, make_stream(int(tree.moments[0, 0])))
    if child == NONE:
        child = add_node(tree, ROOT, action, -1.0)
    bring(tree, child, worth[action], -worth[action])
    return int(action)


def visits(tree: Tree) -> list[int]:
    return [
        0 if (child := child_by(tree, ROOT, action)) == NONE else int(tree.visits[child]) for action in range(ACTIONS)
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
    assert tree.value[ROOT].tolist() == pytest.approx([sum(counts[a] * worth[a] for a in worth), -tree.value[ROOT, 0]])


def test_seats_choose_by_their_own_values() -> None:
    tree, worth = make_tree(10, 2), {1: -1.0, 3: 1.0}
    for _ in range(50):
        simulate(tree, legal(1, 3), worth, UCB)
    assert tree.action[select(tree, ROOT, 0, legal(1, 3), NONE, UCB._replace(exploration=0.0), make_stream(0))[0]] == 3
    assert tree.action[select(tree, ROOT, 1, legal(1, 3), NONE, UCB._replace(exploration=0.0), make_stream(0))[0]] == 1


def test_actions_are_compared_by_how_often_they_were_available() -> None:
    """Of two that brought the same as often, the one that was there more often has been passed over more often."""
    tree = make_tree(10, 1)
    for action, available in ((1, 100), (3, 10)):
        child = add_node(tree, ROOT, action, -1.0)
        for _ in range(5):
            bring(tree, child, 0.5 + 0.1 * (_ % 2))
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
    bring(tree, 1, 1.0, 0.0, luck=1.0)
    clear(tree)
    assert (tree.size[0], tree.visits[ROOT], tree.child[ROOT]) == (1, 0, NONE)
    assert not tree.moments.any()
    assert not tree.luck.any()


# ------------------------------------------------------------------------------------------------ a network's chances


def test_a_network_is_asked_where_an_action_has_no_child() -> None:
    tree = make_tree(100, 2)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (NONE, NONE)
    add_node(tree, ROOT, 1, 0.9)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (NONE, NONE)
    assert select(tree, ROOT, 0, legal(1), NONE, JUDGED, make_stream(0)) == (1, 1)
    add_node(tree, ROOT, 3, 0.1)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (1, 1)


def test_where_a_network_is_being_asked_those_actions_that_have_children_have_to_do() -> None:
    tree = make_tree(100, 2)
    tree.hint[ROOT] = ASKED
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (NONE, NONE)
    add_node(tree, ROOT, 1, 0.9)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (1, 1)


def test_in_a_full_tree_those_actions_that_have_children_have_to_do() -> None:
    tree = make_tree(2, 2)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (NONE, NONE)
    add_node(tree, ROOT, 1, 0.9)
    assert select(tree, ROOT, 0, legal(1, 3), NONE, JUDGED, make_stream(0)) == (1, 1)


# ------------------------------------------------------------------------------------------------ luck


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.0, 1.5])
def test_luck_is_taken_off_as_far_as_it_tells(slope: float) -> None:
    """Of the noise only what has nothing to do with luck is left."""
    chance, tree = np.random.default_rng(1), make_tree(2, 2)
    child = add_node(tree, ROOT, 3, -1.0)
    for _ in range(4000):
        luck, rest = chance.normal(0.0, 2.0), chance.normal(0.0, 1.0)
        bring(tree, child, 5.0 + slope * luck + rest, -5.0 - slope * luck - rest, luck=luck)
    number, total, squares = tree.moments[:, 0]
    assert luck_share(tree) == pytest.approx(slope, abs=0.02)
    assert total / number == pytest.approx(5.0, abs=0.05)
    assert squares / number - (total / number) ** 2 == pytest.approx(1.0, abs=0.07)
    assert tree.value[child].tolist() == [total, -total]


def test_taking_luck_off_changes_nothing_in_the_mean() -> None:
    """With few simulations, of which the first tell how much of it to take off."""
    chance, means = np.random.default_rng(2), []
    for _ in range(4000):
        tree = make_tree(2, 1)
        child = add_node(tree, ROOT, 3, -1.0)
        for luck in chance.normal(0.0, 1.0, 6):
            bring(tree, child, 1.0 + 0.5 * luck**3 + chance.normal(), luck=luck)
        means.append(tree.value[child, 0] / 6)
    assert np.mean(means) == pytest.approx(1.0, abs=3 * np.std(means) / 4000**0.5)


def test_no_more_than_twice_the_luck_is_taken_off_and_none_is_added() -> None:
    """However badly the few that there are to go by tell."""
    for sign in (1.0, -1.0):
        tree = make_tree(2, 1)
        child = add_node(tree, ROOT, 3, -1.0)
        for k in range(40):
            bring(tree, child, sign * 10.0 * (-1) ** k, luck=0.001 * (-1) ** k)
        assert luck_share(tree) == (2.0 if sign > 0 else 0.0)


def test_at_first_luck_counts_in_full() -> None:
    tree = make_tree(2, 1)
    child = add_node(tree, ROOT, 3, -1.0)
    bring(tree, child, 7.0, luck=2.0)
    assert tree.value[child, 0] == 5.0
    bring(tree, child, 9.0, luck=2.1)  # next to no difference in luck tells nothing
    assert luck_share(tree) == pytest.approx(1.0, abs=0.03)
