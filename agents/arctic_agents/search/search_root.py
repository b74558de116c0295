"""Trees that have been grown for a decision, and what their roots say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.search.tree import NONE, Tree, child_by
from arctic_env.kernels.rewards import MARGIN, RANK, SCORE, WIN


@dataclass(frozen=True)
class SearchRoot:
    """A tree, and the node at which the decision stands."""

    tree: Tree
    node: int

    @property
    def visits(self) -> int:
        """Simulations that went through the root."""
        return int(self.tree.visits[self.node])

    @property
    def room(self) -> int:
        """Nodes that can still be added."""
        return len(self.tree.action) - int(self.tree.size[0])

    def children(self, node: int | None = None) -> Iterator[int]:
        """Yield the children of a node, by default of the root."""
        child = int(self.tree.child[self.node if node is None else node])
        while child != NONE:
            yield child
            child = int(self.tree.sibling[child])

    def after(self, action: int) -> SearchRoot | None:
        """Return the tree from the node after an action, None without such a node."""
        child = child_by(self.tree, self.node, action)
        return None if child == NONE else SearchRoot(self.tree, int(child))


def root_counts(roots: Sequence[SearchRoot], actions: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Visits of the roots' actions, int64[actions], and what they brought in all, float64[actions, players]."""
    visits, values = np.zeros(actions, np.int64), np.zeros((actions, roots[0].tree.value.shape[1]))
    for root in roots:
        tree = root.tree
        for child in root.children():
            visits[tree.action[child]] += tree.visits[child]
            values[tree.action[child]] += tree.value[child]
    return visits, values


def in_order(roots: Sequence[SearchRoot], seat: int, mask: NDArray[np.int8]) -> list[int]:
    """Legal actions, the most visited first; of several the one that brought the seat most.

    Of those that nothing has come back from the one that a policy finds likeliest is first, then they go by id.
    """
    visits, values = root_counts(roots, len(mask))
    legal = np.flatnonzero(mask)
    means = values[legal, seat] / np.maximum(visits[legal], 1)
    order = np.lexsort((legal, -_chances(roots, len(mask))[legal], -means, -visits[legal]))
    return [int(action) for action in legal[order]]


def _chances(roots: Sequence[SearchRoot], actions: int) -> NDArray[np.float64]:
    """Chances of the roots' actions by a policy, float64[actions], added up; 0 without one."""
    priors = np.zeros(actions)
    for root in roots:
        for child in root.children():
            priors[root.tree.action[child]] += max(root.tree.prior[child], 0.0)
    return priors


# ------------------------------------------------------------------------------- results for people


if TYPE_CHECKING:
    from arctic_agents.search.heuristics import SearchHeuristics
    from arctic_agents.search.simulation import Task
    from arctic_env.model.game import Game

_UNSEEN = "?"
_LEAST = 2  # simulations of each action of a principal variation
_SHOWN = 8  # actions in a text
_HEAD = "action"
_UNITS = {WIN: "a win", RANK: "the first place", MARGIN: "a margin of {points}", SCORE: "{points}"}
"""The meaning of a value of 1, by payoff."""


@dataclass(frozen=True)
class Move:
    """An action that may be chosen.

    Attributes:
        action: Its id.
        text: Its text.
        visits: Simulations that began with it.
        values: What they brought each seat in the mean less luck, in the unit of the reward; None without simulations.
            After few simulations they may be more than any reward, see `arctic_agents.search.worlds`.
    """

    action: int
    text: str
    visits: int
    values: tuple[float, ...] | None


@dataclass(frozen=True)
class Result:
    """The result of a search.

    Attributes:
        seat: Who decides.
        moves: All legal actions, the most visited first.
        line: The principal variation: texts of the most visited action, the most visited one after it, and so on. Of
            other seats' actions they tell what the deciding seat would see.
        simulations: How many were made.
        values: What they brought each seat in the mean less luck, in the unit of the reward.
        unit: What a value of 1 is, in words.
    """

    seat: int
    moves: tuple[Move, ...]
    line: tuple[str, ...]
    simulations: int
    values: tuple[float, ...]
    unit: str

    @property
    def best(self) -> Move:
        """The choice."""
        return self.moves[0]

    @property
    def visits(self) -> dict[str, int]:
        """Simulations by the text of the action that they began with."""
        return {move.text: move.visits for move in self.moves}

    def __str__(self) -> str:
        """Format the result as lines of text."""
        width = max(len(_HEAD), *(len(move.text) for move in self.moves))
        lines = [
            f"{self.simulations:,} simulations, worth {self.values[self.seat]:+.3f}, where 1 is {self.unit}",
            f"  {_HEAD:<{width}} simulations   worth",
        ]
        for move in self.moves[:_SHOWN]:
            worth = "" if move.values is None else f"{move.values[self.seat]:+.3f}"
            lines.append(f"  {move.text:<{width}} {move.visits:>11,}  {worth}".rstrip())
        if len(self.moves) > _SHOWN:
            lines.append(f"  and {len(self.moves) - _SHOWN} more")
        if len(self.line) > 1:
            lines.append(f"  expected: {', '.join(self.line)}")
        return "\n".join(lines)


def unit_of(task: Task) -> str:
    """Describe in words the value 1 in simulations of a task."""
    number = f"{task.unit:,.0f}" if task.unit.is_integer() else f"{task.unit:,}"
    points = f"{number} {'point' if task.unit == 1 else 'points'}"
    return _UNITS[task.payoff].format(points=points)


def summarise(
    game: Game,
    heuristics: SearchHeuristics,
    roots: Sequence[SearchRoot],
    seat: int,
    world: NDArray[Any],
    mask: NDArray[np.int8],
    task: Task,
) -> Result:
    """Summarise the trees grown for one decision.

    Args:
        game: The game.
        heuristics: Its heuristics.
        roots: The trees.
        seat: The deciding seat.
        world: An array of one state that agrees with the seat's view; the principal variation is played in it.
        mask: int8[actions], the legal actions.
        task: The task of the simulations.
    """
    visits, values = root_counts(roots, len(mask))
    order = in_order(roots, seat, mask)
    moves = []
    for action in order:
        brought = tuple((values[action] / visits[action]).tolist()) if visits[action] else None
        text = game.language.action_text(world[0], action)
        moves.append(Move(action, text, int(visits[action]), brought))
    total = int(visits.sum())
    root = max(roots, key=lambda grown: grown.visits)
    return Result(
        seat=seat,
        moves=tuple(moves),
        line=tuple(_line(game, heuristics, root, seat, order[0], world.copy())),
        simulations=total,
        values=tuple((values.sum(axis=0) / max(total, 1)).tolist()),
        unit=unit_of(task),
    )


def _line(
    game: Game, heuristics: SearchHeuristics, root: SearchRoot, seat: int, action: int, world: NDArray[Any]
) -> Iterator[str]:
    """Yield the principal variation from an action on, with the random events of that world."""
    yield game.language.action_text(world[0], action)
    tree, reached = root.tree, root.after(action)
    workspace = heuristics.make_workspace(game, int(world["players"][0]))
    while reached is not None:
        game.kernels.apply(world, 0, action)
        actions = _labelled(game, heuristics, workspace, world, seat)
        there = [child for child in reached.children() if int(tree.action[child]) in actions]
        node = max(there, key=lambda child: tree.visits[child], default=None)
        if node is None or tree.visits[node] < _LEAST:
            return
        label = int(tree.action[node])
        action = actions[label]
        text = game.language.action_text(world[0], action)
        yield text if action == label else f"{text.rpartition(' ')[0]} {_UNSEEN}"
        reached = SearchRoot(tree, node)


def _labelled(
    game: Game, heuristics: SearchHeuristics, workspace: Any, world: NDArray[Any], seat: int
) -> dict[int, int]:
    """Map each label that the seat can tell apart to a legal action."""
    mask = np.zeros(game.actions.size, np.int8)
    game.kernels.legal(world, 0, mask)
    legal = np.flatnonzero(mask).tolist()
    if not heuristics.conceals or world["seat"][0] == seat:
        return {action: action for action in legal}
    return {heuristics.indistinguishable(world, 0, seat, action, workspace): action for action in legal}
