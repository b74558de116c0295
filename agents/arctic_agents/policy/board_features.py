"""What the network is told of games on a board: numbers of a position, and features of each action about squares.

Kernels make both from observations, without weights, so nothing is learnt here. An action has features of each of its
squares: what every board says there, what it says on the adjacent squares together and on the whole island that the
square belongs to, and where the square lies; and the action's kind. The squares of no island count as one together.
The numbers of a position are the sums of each board over these and over the largest islands, and all that is on no
board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arctic_agents.policy.board_plan import ABOUT, NOWHERE, Numbers, Plan
from arctic_env.kernels.jit import njit

_ROWS = 3  # of numbers of each board: on a square, beside it, on its island
_UNSEEN = -1  # a square of an island that has no number yet
_MOST = 2**13 - 1  # larger sums count as that; those over 64 squares are smaller
_ZERO = 128  # the place of 0 in the table of logarithms; sums below -128 count as that
_LOGS = np.array([np.copysign(np.log1p(abs(x)), x) for x in range(-_ZERO, _MOST + 1)], np.float32)


class Boards:
    """Reads observations as a plan says.

    Attributes:
        plan: what the kernels are handed.
        size: numbers of a position.
        features: features of an action about squares.
        others: actions that are about no square.
    """

    def __init__(self, plan: Plan) -> None:
        """Count what there is to tell."""
        self.plan = plan
        boards = len(plan.boards)
        self.size = len(plan.columns) + (1 + plan.islands) * boards
        self.features = ABOUT * (_ROWS * boards + plan.where.shape[1]) + plan.kinds
        self.others = int((plan.kind_of == plan.kinds).sum())

    def numbers(self, observations: NDArray[np.int8]) -> Numbers:
        """The numbers of positions, float32[n, size], from int8[n, O]."""
        out = np.empty((len(observations), self.size), np.float32)
        write_numbers(observations, self.plan, out)
        return out

    def about_squares(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether actions int64[k] are about squares, bool[k]."""
        return self.plan.kind_of[actions] < self.plan.kinds

    def features_of(
        self, observations: NDArray[np.int8], rows: NDArray[np.int64], actions: NDArray[np.int64]
    ) -> Numbers:
        """The features of actions int64[k] about squares in observations int64[k], in order; float32[k, features]."""
        out = np.empty((len(rows), self.features), np.float32)
        write_features(observations, rows, actions, self.plan, out)
        return out


@njit
def write_numbers(observations: NDArray[np.int8], plan: Plan, out: Numbers) -> None:
    """Write the numbers of each position, float32[n, size]."""
    boards, columns = len(plan.boards), len(plan.columns)
    label, sums = _room(plan)
    for i in range(len(observations)):
        for k in range(columns):
            out[i, k] = _log(int(observations[i, plan.columns[k]])) * plan.column_factors[k]
        islands = _find_islands(observations[i], plan, label, sums)
        told = 0  # first of what is on no island, then of the largest ones
        for k in range(1 + plan.islands):
            for board in range(boards):
                out[i, columns + k * boards + board] = _log(sums[told, board]) * plan.factors[board]
            sums[told] = 0
            told = _largest(sums, islands)


@njit
def _room(plan: Plan) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Room for what `_find_islands` writes."""
    squares = len(plan.neighbours)
    return np.empty(squares, np.int64), np.empty((squares + 1, len(plan.boards) + 1), np.int64)


@njit
def _log(value: int) -> np.float32:
    return _LOGS[_ZERO + min(max(value, -_ZERO), _MOST)]  # type: ignore[no-any-return]


@njit
def _largest(sums: NDArray[np.int64], islands: int) -> int:
    """The number of the island with most squares, the first of several; 1 without any."""
    largest, size = 1, sums.shape[1] - 1
    for island in range(2, islands + 1):
        if sums[island, size] > sums[largest, size]:
            largest = island
    return largest


@njit
def _find_islands(
    observation: NDArray[np.int8], plan: Plan, label: NDArray[np.int64], sums: NDArray[np.int64]
) -> int:
    """Number the islands from 1 on, and add up each board on each.

    Args:
        observation: int8[O].
        plan: where things are.
        label: int64[squares], gets the number of each square's island, 0 without one.
        sums: int64[squares + 1, boards + 1], gets the sums, and how many squares there are, of what is on no island,
            then of each island; at least of one, all 0 if there is none.

    Returns:
        How many there are.
    """
    ground = NOWHERE if plan.island == NOWHERE else plan.boards[plan.island]
    for square in range(len(label)):
        is_land = ground == NOWHERE or observation[ground + square] != 0
        label[square] = _UNSEEN if is_land else 0
    sums[:2] = 0
    islands = 0
    for square in range(len(label)):
        if label[square] == _UNSEEN:
            islands += 1
            sums[islands] = 0
            _walk(observation, plan, square, islands, label, sums)
        elif label[square] == 0:
            _add(observation, plan.boards, square, sums, 0)
    return islands


@njit
def _add(
    observation: NDArray[np.int8],
    boards: NDArray[np.int64],
    square: int,
    sums: NDArray[np.int64],
    island: int,
) -> None:
    """Add up the boards on one more square of an island."""
    for board in range(len(boards)):
        sums[island, board] += observation[boards[board] + square]
    sums[island, len(boards)] += 1


@njit
def _walk(
    observation: NDArray[np.int8],
    plan: Plan,
    begun: int,
    island: int,
    label: NDArray[np.int64],
    sums: NDArray[np.int64],
) -> None:
    """Number the squares of an island that are not numbered yet, and add up the boards there."""
    sides = plan.neighbours.shape[1]
    to_visit = np.empty(len(label), np.int64)
    to_visit[0], left = begun, 1
    label[begun] = island
    while left:
        left -= 1
        square = to_visit[left]
        _add(observation, plan.boards, square, sums, island)
        for side in range(sides):
            other = plan.neighbours[square, side]
            if other != NOWHERE and label[other] == _UNSEEN:
                label[other] = island
                to_visit[left] = other
                left += 1


@njit
def write_features(
    observations: NDArray[np.int8],
    rows: NDArray[np.int64],
    actions: NDArray[np.int64],
    plan: Plan,
    out: Numbers,
) -> None:
    """Write the features of each action about squares, float32[k, features]; actions of one row follow each other."""
    label, sums = _room(plan)
    width = _ROWS * len(plan.boards) + plan.where.shape[1]
    known = np.empty((len(label), width), np.float32)  # what has been written of squares of this row
    written_for = np.full(len(label), -1)
    for k in range(len(rows)):
        row = rows[k]
        if k == 0 or row != rows[k - 1]:
            _find_islands(observations[row], plan, label, sums)
        for which in range(ABOUT):
            square, at = plan.squares[actions[k], which], which * width
            if square == NOWHERE:
                out[k, at : at + width] = 0.0
                continue
            if written_for[square] != row:
                _write_square(observations[row], square, sums[label[square]], plan, known[square])
                written_for[square] = row
            for feature in range(width):
                out[k, at + feature] = known[square, feature]
        out[k, ABOUT * width :] = 0.0
        out[k, ABOUT * width + plan.kind_of[actions[k]]] = 1.0


@njit
def _write_square(
    observation: NDArray[np.int8], square: int, island: NDArray[np.int64], plan: Plan, out: Numbers
) -> None:
    """Write what is known of a square: there, on adjacent squares, on the island, and where it is."""
    boards = len(plan.boards)
    for board in range(boards):
        begin, factor = plan.boards[board], plan.factors[board]
        beside = 0
        for side in range(plan.neighbours.shape[1]):
            other = plan.neighbours[square, side]
            if other != NOWHERE:
                beside += observation[begin + other]
        out[board] = _log(int(observation[begin + square])) * factor
        out[boards + board] = _log(beside) * factor
        out[2 * boards + board] = _log(island[board]) * factor
    for k in range(plan.where.shape[1]):
        out[_ROWS * boards + k] = plan.where[square, k]
