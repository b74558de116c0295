"""The network of games on a board: one shared head scores every legal action about squares by its features.

Everything follows from the tables. Squares are words such as "c1" in the arguments of actions; the largest file and
rank make the shape of the board. Parts of the observation that end in this shape are boards, one or more each, with a
row for each file and in it a square for each rank. An action is about the squares that it names or leads to: "walk
c1 c2" is about two, and so is "drift d3 north", which leads to d4. The rest of the text, such as "walk" or "step fish
2", is its kind.

Kernels make what the network reads from observations, without weights, so nothing is learnt there. An action has
features of each of its squares: what every board says there, what it says on the adjacent squares together and on the
whole region that the square belongs to, and where the square lies; and the action's kind. Regions are the connected
squares of one board that are not 0; the squares of no region count as one together. The numbers of a position are the
sums of each board over these and over the largest regions, and all that is on no board.

An actor and a critic make what they need to know of the position from its numbers. Each legal action that names a
square is scored from its features and from the actor's knowledge, so what is learnt of one square is known of all. The
few other actions have an ordinary head.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from arctic_agents.networks import FULL
from arctic_agents.networks.network import (
    FIRST_GAIN,
    NONE,
    Inputs,
    Reader,
    SharedActions,
    SharedHeadNetwork,
    layers,
    log_factor,
)
from arctic_env.errors import SettingsError
from arctic_env.kernels.jit import Bytes, Ints, njit
from arctic_env.model.game import Game
from arctic_env.model.registry import agents_package
from arctic_env.model.tables import ActionTable, ObservationTable

NOWHERE = NONE
ABOUT = 2  # squares of an action, from and to; more are not looked at

_MOST_REGIONS = 6  # as many are told of, the largest ones
_DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
_SQUARE = re.compile(r"([a-z])([1-9]\d*)")

Shape = tuple[int, int]
Numbers = NDArray[np.float32]


class BoardPlan(NamedTuple):
    """Where the kernels read an observation, and the layout of their output."""

    boards: Ints  # int64[boards], where each begins in an observation
    factors: Numbers  # float32[boards], by which the logarithms of its values are multiplied
    region: int  # the number of the board of regions; NOWHERE without one
    regions: int  # the number of regions in the numbers of a position
    neighbours: Ints  # int64[squares, sides], adjacent squares; NOWHERE beyond the edge
    where: Numbers  # float32[squares, 3], file and rank from -1 to 1, and the distance from the edge
    columns: Ints  # int64[m], places in an observation that belong to no board
    column_factors: Numbers  # float32[m], as `factors`
    kinds: int  # the number of kinds
    kind_of: Ints  # int64[actions], the kind of an action; `kinds` for those that are about no square
    squares: Ints  # int64[actions, ABOUT], the squares it is about, then NOWHERE


def make_plan(table: ObservationTable, actions: ActionTable, region_board: str | None = None) -> BoardPlan | None:
    """Make the plan from the tables; None if no action names a square or the observation has no boards.

    Regions are the connected nonzero squares of the part `region_board`; without it, the whole board is one.
    """
    shape = _shape(actions)
    boards = [part for part in table.parts if part.shape[-len(shape) :] == shape]
    if not boards:
        return None
    rest = [part for part in table.parts if part not in boards]
    squares = shape[0] * shape[1]
    names = [part.name for part in boards for _ in range(part.size // squares)]
    region = names.index(region_board) if region_board in names else NOWHERE
    kinds, kind_of, about = _sort(actions, shape)
    return BoardPlan(
        boards=np.concatenate([np.arange(part.offset, part.slice.stop, squares) for part in boards]),
        factors=np.array([factor for part in boards for factor in log_factor(part, part.size // squares)]),
        region=region,
        regions=1 if region == NOWHERE else _MOST_REGIONS,
        neighbours=_neighbours(shape),
        where=_where(shape),
        columns=np.array([k for part in rest for k in range(part.offset, part.slice.stop)], np.int64),
        column_factors=np.array([factor for part in rest for factor in log_factor(part, part.size)], np.float32),
        kinds=kinds,
        kind_of=kind_of,
        squares=about,
    )


def _shape(actions: ActionTable) -> Shape:
    """Return the number of files and of ranks that the actions name; (0, 0) if they name no square."""
    named = [place for block in actions.blocks for text in block.arguments for place in _named(text)]
    files, ranks = (1 + max((place[axis] for place in named), default=-1) for axis in range(2))
    return files, ranks


def _named(text: str) -> Iterator[tuple[int, int]]:
    """Yield file and rank, from 0, of each square in a text."""
    for word in text.split():
        match = _SQUARE.fullmatch(word)
        if match:
            yield ord(match[1]) - ord("a"), int(match[2]) - 1


def _sort(actions: ActionTable, shape: Shape) -> tuple[int, Ints, Ints]:
    """Return the number of kinds, the kind of each action, and its squares."""
    numbers: dict[tuple[str, ...], int] = {}
    kind_of = np.full(actions.size, NOWHERE)
    squares = np.full((actions.size, ABOUT), NOWHERE)
    for block in actions.blocks:
        for action, text in enumerate(block.arguments, block.start):
            about, words = read_squares(text, shape)
            if about:
                squares[action, : len(about)] = about[:ABOUT]
                kind_of[action] = numbers.setdefault((block.name, *words), len(numbers))
    kind_of[kind_of == NOWHERE] = len(numbers)
    return len(numbers), kind_of, squares


def read_squares(text: str, shape: Shape) -> tuple[list[int], list[str]]:
    """Return the squares that an argument names or leads to, and its other words."""
    places: list[tuple[int, int]] = []
    words = []
    for word in text.split():
        named = list(_named(word))
        if named:
            places += named
        elif word in _DIRECTIONS and places:
            places.append(_step(places[-1], _DIRECTIONS[word]))
        else:
            words.append(word)
    return [_number(place, shape) for place in places], words


def _step(place: tuple[int, int], by: tuple[int, int]) -> tuple[int, int]:
    return place[0] + by[0], place[1] + by[1]


def _number(place: tuple[int, int], shape: Shape) -> int:
    file, rank = place
    return file * shape[1] + rank if 0 <= file < shape[0] and 0 <= rank < shape[1] else NOWHERE


def _neighbours(shape: Shape) -> Ints:
    places = list(np.ndindex(shape))
    return np.array([[_number(_step(place, by), shape) for by in _DIRECTIONS.values()] for place in places])


def _where(shape: Shape) -> Numbers:
    """Return file and rank of each square from -1 to 1, and its distance from the edge."""
    lasts = [max(size - 1, 1) for size in shape]
    file, rank = np.indices(shape).reshape(2, -1)
    edge = np.minimum.reduce([file, shape[0] - 1 - file, rank, shape[1] - 1 - rank])
    across = (2 * file / lasts[0] - 1, 2 * rank / lasts[1] - 1, 2 * edge / min(lasts))
    return np.stack(across, axis=1).astype(np.float32)


# ----------------------------------------------------------------------------- numbers and features


_ROWS = 3  # of numbers of each board: on a square, beside it, on its region
_UNSEEN = -1  # a square of a region that has no number yet
_MOST = 2**13 - 1  # larger sums count as that; those over 64 squares are smaller
_ZERO = 128  # the place of 0 in the table of logarithms; sums below -128 count as that
_LOGS = np.array([np.copysign(np.log1p(abs(x)), x) for x in range(-_ZERO, _MOST + 1)], np.float32)


class Boards(Reader):
    """Reads observations as a plan says."""

    def __init__(self, plan: BoardPlan) -> None:
        size = len(plan.columns) + (1 + plan.regions) * len(plan.boards)
        features = ABOUT * (_ROWS * len(plan.boards) + plan.where.shape[1]) + plan.kinds
        shared = plan.kind_of < plan.kinds
        super().__init__(plan, size, features, shared, ~shared, (write_numbers, write_features))


@njit
def write_numbers(observations: Bytes, plan: BoardPlan, out: Numbers) -> None:
    """Write the numbers of each position, float32[n, size]."""
    boards, columns = len(plan.boards), len(plan.columns)
    label, sums = _room(plan)
    for i in range(len(observations)):
        for k in range(columns):
            out[i, k] = _log(int(observations[i, plan.columns[k]])) * plan.column_factors[k]
        regions = _find_regions(observations[i], plan, label, sums)
        told = 0  # first of what is on no region, then of the largest ones
        for k in range(1 + plan.regions):
            for board in range(boards):
                out[i, columns + k * boards + board] = _log(sums[told, board]) * plan.factors[board]
            sums[told] = 0
            told = _largest(sums, regions)


@njit
def _room(plan: BoardPlan) -> tuple[Ints, Ints]:
    """Allocate `label` and `sums` for `_find_regions`."""
    squares = len(plan.neighbours)
    return np.empty(squares, np.int64), np.empty((squares + 1, len(plan.boards) + 1), np.int64)


@njit
def _log(value: int) -> np.float32:
    return _LOGS[_ZERO + min(max(value, -_ZERO), _MOST)]  # type: ignore[no-any-return]


@njit
def _largest(sums: Ints, regions: int) -> int:
    """Return the number of the largest region, the first of equals; 1 if there is no region."""
    largest, size = 1, sums.shape[1] - 1
    for region in range(2, regions + 1):
        if sums[region, size] > sums[largest, size]:
            largest = region
    return largest


@njit
def _find_regions(observation: Bytes, plan: BoardPlan, label: Ints, sums: Ints) -> int:
    """Label the regions from 1 on, sum each board over each region, and return their number.

    `label`, int64[squares], gets the number of each square's region, 0 outside of regions; `sums`, int64[squares + 1,
    boards + 1], the sums and the number of squares: row 0 outside of regions, then a row for each region. Without
    regions row 1 is all 0.
    """
    ground = NOWHERE if plan.region == NOWHERE else plan.boards[plan.region]
    for square in range(len(label)):
        is_land = ground == NOWHERE or observation[ground + square] != 0
        label[square] = _UNSEEN if is_land else 0
    sums[:2] = 0
    regions = 0
    for square in range(len(label)):
        if label[square] == _UNSEEN:
            regions += 1
            sums[regions] = 0
            _flood(observation, plan, square, regions, label, sums)
        elif label[square] == 0:
            _add(observation, plan.boards, square, sums, 0)
    return regions


@njit
def _add(observation: Bytes, boards: Ints, square: int, sums: Ints, region: int) -> None:
    """Add one more square of each board to a region's sums."""
    for board in range(len(boards)):
        sums[region, board] += observation[boards[board] + square]
    sums[region, len(boards)] += 1


@njit
def _flood(observation: Bytes, plan: BoardPlan, begun: int, region: int, label: Ints, sums: Ints) -> None:
    """Label the squares of a region by flood fill, and sum the boards over them."""
    sides = plan.neighbours.shape[1]
    to_visit = np.empty(len(label), np.int64)
    to_visit[0], left = begun, 1
    label[begun] = region
    while left:
        left -= 1
        square = to_visit[left]
        _add(observation, plan.boards, square, sums, region)
        for side in range(sides):
            other = plan.neighbours[square, side]
            if other != NOWHERE and label[other] == _UNSEEN:
                label[other] = region
                to_visit[left] = other
                left += 1


@njit
def write_features(observations: Bytes, rows: Ints, actions: Ints, plan: BoardPlan, out: Numbers) -> None:
    """Write the features of each action about squares, float32[k, features]; actions of one row follow each other."""
    label, sums = _room(plan)
    width = _ROWS * len(plan.boards) + plan.where.shape[1]
    known = np.empty((len(label), width), np.float32)  # what has been written of squares of this row
    written_for = np.full(len(label), -1)
    for k in range(len(rows)):
        row = rows[k]
        if k == 0 or row != rows[k - 1]:
            _find_regions(observations[row], plan, label, sums)
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
def _write_square(observation: Bytes, square: int, region: Ints, plan: BoardPlan, out: Numbers) -> None:
    """Write what is known of a square: there, on adjacent squares, on the region, and where it is."""
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
        out[2 * boards + board] = _log(region[board]) * factor
    for k in range(plan.where.shape[1]):
        out[_ROWS * boards + k] = plan.where[square, k]


# -------------------------------------------------------------------------------------- the network


class BoardNetwork(SharedHeadNetwork):
    """Scores actions about squares by their features, other actions and positions by the position's numbers."""

    version = 1

    def __init__(self, boards: Boards, seen: int, width: int, told: int) -> None:
        """Make layers of that width; the critic sees `seen` observations of a position."""
        super().__init__(boards, told)
        self.actor = nn.Sequential(layers(boards.size, 2 * width, 2 * width), nn.ReLU(inplace=True))
        self.critic = layers(boards.size * seen, 2 * width, 2 * width, 1, gain=1.0)
        self.of_action = nn.Linear(boards.features, width)
        self.of_context = nn.Linear(2 * width, width)
        self.judge = nn.Sequential(nn.ReLU(inplace=True), layers(width, width, 1, gain=FIRST_GAIN))
        self.other_head = self.make_other_head(2 * width)

    def read(self, seen: Tensor) -> Inputs:
        """Return the numbers of all that is seen, float32[n, ...]; those of the deciding seat come first."""
        numbers = self.reader.numbers(seen.cpu().flatten(0, -2).numpy())
        return (self._take(numbers).reshape(len(seen), -1),)

    def hidden(self, inputs: Inputs, shared: SharedActions) -> tuple[Tensor, Tensor]:
        """See `SharedHeadNetwork.hidden`."""
        known = self.actor(inputs[0][:, : self.reader.size])
        return known, self.of_action(shared.features) + self.of_context(known).index_select(0, shared.rows)

    def value(self, inputs: Inputs) -> Tensor:
        """See `Network.value`."""
        values: Tensor = self.critic(inputs[0]).squeeze(1)
        return values


def make(game: Game, num_players: int, width: int, critic: str, told: int) -> BoardNetwork:
    """Return the network of the kind `board`; SettingsError if actions are about no squares, or there are no boards."""
    region_board = getattr(agents_package(game.name), "REGION_BOARD", None)
    plan = make_plan(game.observation(num_players), game.actions, region_board)
    if plan is None:
        raise SettingsError(f"the network 'board' is for games on boards of squares, which {game.name} does not have")
    return BoardNetwork(Boards(plan), num_players if critic == FULL else 1, width, told)
