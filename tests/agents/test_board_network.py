"""What the network of games on a board is told, against the same in plain Python from tables and observations."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.networks.board import NOWHERE, BoardPlan, Boards, make_plan, read_squares
from arctic_agents.networks.network import make_network
from arctic_env.errors import SettingsError
from arctic_env.games.iglu.actions import MOVE_DIRECTION, MOVE_SQUARE, WALK_GOAL, WALK_START
from arctic_env.games.iglu.squares import NEIGHBOUR, SQUARE_TEXTS
from arctic_env.model.tables import ActionTable, ObservationPart, ObservationTable
from tests.agents.positions import ARCTIC, IGLU, random_decisions

SIDE = 8
SQUARES = SIDE * SIDE
TOLD = 6  # islands
_OTHERS = ["animals", "harpoon", "no harpoon", "energy 1", "energy 2", "energy 3", "end phase"]

Board = tuple[ObservationPart, NDArray[np.int8]]


def plan_of(players: int) -> BoardPlan:
    plan = make_plan(IGLU.observation(players), IGLU.actions, "island")
    assert plan is not None
    return plan


def text_of(action: int) -> str:
    block = IGLU.actions.block_of(action)
    return f"{block.name} {block.arguments[action - block.start]}".strip()


def boards_of(observation: NDArray[np.int8], players: int) -> list[Board]:
    """Every board with the part that it belongs to, int8[squares] each."""
    parts = [part for part in IGLU.observation(players).parts if part.shape[-2:] == (SIDE, SIDE)]
    return [(part, board) for part in parts for board in observation[part.slice].reshape(-1, SQUARES)]


def scaled(part: ObservationPart, value: float) -> float:
    return float(np.log1p(value) / np.log1p(part.high))


def islands_of(observation: NDArray[np.int8], players: int) -> list[set[int]]:
    """The islands, largest first, those of equal size by their first square."""
    (island,) = (board for part, board in boards_of(observation, players) if part.name == "island")
    left = set(np.flatnonzero(island).tolist())
    found = []
    while left:
        one, border = set(), {min(left)}
        while border:
            one |= border
            border = {other for square in border for other in NEIGHBOUR[square].tolist()} & left - one
        left -= one
        found.append(one)
    return sorted(found, key=len, reverse=True)


def sums_over(squares: set[int], boards: list[Board]) -> list[float]:
    return [scaled(part, sum(int(board[square]) for square in squares)) for part, board in boards]


def numbers_of(observation: NDArray[np.int8], players: int) -> list[float]:
    boards, islands = boards_of(observation, players), islands_of(observation, players)
    numbers = []
    for part in IGLU.observation(players).parts:
        if part.shape[-2:] != (SIDE, SIDE):
            numbers += [scaled(part, int(value)) for value in observation[part.slice]]
    nowhere = set(range(SQUARES)).difference(*islands)
    for squares in [nowhere, *islands, *[set[int]()] * TOLD][: 1 + TOLD]:
        numbers += sums_over(squares, boards)
    return numbers


def features_of_square(square: int, observation: NDArray[np.int8], players: int) -> list[float]:
    boards = boards_of(observation, players)
    beside = set(NEIGHBOUR[square].tolist()) - {NOWHERE}
    islands = islands_of(observation, players)
    nowhere = set(range(SQUARES)).difference(*islands)
    (own,) = (squares for squares in (nowhere, *islands) if square in squares)
    file, rank = divmod(square, SIDE)
    edge = min(file, rank, SIDE - 1 - file, SIDE - 1 - rank)
    where = [2 * file / 7 - 1, 2 * rank / 7 - 1, 2 * edge / 7]
    return sums_over({square}, boards) + sums_over(beside, boards) + sums_over(own, boards) + where


def squares_in(action: int) -> Iterator[int]:
    """The squares that the words of a text name, and the one that a direction leads to from there."""
    directions = ["north", "east", "south", "west"]
    last = NOWHERE
    for word in text_of(action).split():
        if word in SQUARE_TEXTS:
            last = SQUARE_TEXTS.index(word)
            yield last
        elif word in directions:
            yield int(NEIGHBOUR[last, directions.index(word)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_are_those_of_islands_and_of_what_is_on_no_board(players: int) -> None:
    boards = Boards(plan_of(players))
    observations = random_decisions(players=players, game=IGLU).observations
    numbers = boards.numbers(observations)
    assert numbers.shape == (len(observations), boards.size)
    for observation, ours in zip(observations[::5], numbers[::5], strict=True):
        assert ours == pytest.approx(numbers_of(observation, players), abs=1e-6)


@pytest.mark.parametrize("players", [2, 4])
def test_features_are_those_of_the_squares_that_the_text_names(players: int) -> None:
    boards = Boards(plan_of(players))
    decisions = random_decisions(players=players, game=IGLU)
    _, legal = decisions.tensors()
    rows, actions = legal.rows.numpy(), legal.actions.numpy()
    about = boards.shared[actions]
    rows, actions = rows[about], actions[about]
    features = boards.features_of(decisions.observations, rows, actions)
    width = (boards.features - boards.plan.kinds) // 2
    for row, action, ours in list(zip(rows, actions, features, strict=True))[::11]:
        expected = [
            number
            for square in squares_in(action)
            for number in features_of_square(square, decisions.observations[row], players)
        ]
        assert ours[: len(expected)] == pytest.approx(expected, abs=1e-6), text_of(action)
        assert not ours[len(expected) : 2 * width].any()
        kind = ours[2 * width :]
        assert kind.sum() == kind[boards.plan.kind_of[action]] == 1


def test_actions_are_sorted_by_what_their_texts_say() -> None:
    plan = plan_of(2)
    others = np.flatnonzero(plan.kind_of == plan.kinds)
    assert [text_of(action) for action in others] == _OTHERS
    assert Boards(plan).place_of[others].tolist() == list(range(len(_OTHERS)))
    kinds: dict[int, set[str]] = {}
    for action in range(IGLU.actions.size):
        words = [word for word in text_of(action).split() if word not in SQUARE_TEXTS]
        kind = " ".join(word for word in words if word not in ("north", "east", "south", "west"))
        kinds.setdefault(int(plan.kind_of[action]), set()).add(kind)
    del kinds[plan.kinds]
    assert len(kinds) == plan.kinds
    assert all(len(texts) == 1 for texts in kinds.values())
    walk, drift = (IGLU.actions.slice(name) for name in ("walk", "drift"))
    assert np.array_equal(plan.squares[walk], np.stack([WALK_START, WALK_GOAL], 1))
    assert np.array_equal(plan.squares[drift], np.stack([MOVE_SQUARE, NEIGHBOUR[MOVE_SQUARE, MOVE_DIRECTION]], 1))


def test_texts_are_read_on_boards_of_any_shape() -> None:
    assert read_squares("2 b3 east", (2, 12)) == ([14, NOWHERE], ["2"])
    assert read_squares("a10 far north", (2, 12)) == ([9, 10], ["far"])
    assert read_squares("north", (2, 12)) == ([], ["north"])


def test_without_islands_the_whole_board_is_one() -> None:
    table = ObservationTable([("turn", (1,), 0, 9, ""), ("stones", (2, 3), 0, 5, "")])
    plan = make_plan(table, ActionTable([("put", "", ("a1", "b3")), ("pass", "", ("",))]))
    assert plan is not None
    boards = Boards(plan)
    observation = np.array([[9, 1, 0, 0, 0, 0, 4]], np.int8)
    five = np.log1p(5)
    assert boards.numbers(observation).tolist() == [pytest.approx([1, 0, 1])]
    features = boards.features_of(observation, np.zeros(2, np.int64), np.arange(2))
    assert features[:, :3].tolist() == [
        pytest.approx([np.log1p(1) / five, 0, 1]),
        pytest.approx([np.log1p(4) / five, 0, 1]),
    ]
    assert boards.shared.tolist() == [True, True, False]
    boards.numbers(np.full((1, 7), -128, np.int8))  # sums that no table of logarithms holds


def test_of_islands_of_one_size_the_first_comes_first() -> None:
    table = ObservationTable([("island", (1, 8), 0, 1, ""), ("stones", (1, 8), 0, 9, "")])
    plan = make_plan(table, ActionTable([("put", "", ("a8",))]), "island")
    assert plan is not None
    island, stones = [1, 0, 1, 0, 1, 1, 0, 1], [3, 0, 5, 0, 1, 1, 0, 4]
    (numbers,) = Boards(plan).numbers(np.array([island + stones], np.int8))
    told = numbers.reshape(-1, 2)[1:5, 1]  # stones on the islands
    assert told == pytest.approx(np.log1p([2, 3, 5, 4]) / np.log1p(9))


def test_of_more_squares_than_two_the_first_ones_count() -> None:
    table = ObservationTable([("stones", (1, 4), 0, 5, "")])
    plan = make_plan(table, ActionTable([("jump", "", ("a1 a2 a4", "a3"))]))
    assert plan is not None
    assert plan.squares.tolist() == [[0, 1], [2, NOWHERE]]


def test_it_is_refused_to_games_without_boards() -> None:
    with pytest.raises(SettingsError, match="which arctic does not have"):
        make_network(ARCTIC, 2, "board")
    no_board = ObservationTable([("stones", (6,), 0, 5, "")])
    assert make_plan(no_board, IGLU.actions) is None
