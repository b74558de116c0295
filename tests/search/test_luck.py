"""What a world brings whatever is played is taken off: actions that were tried in different worlds compare."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from arctic_agents.networks.evaluator import Evaluation
from arctic_agents.search import Options
from arctic_agents.search.engine import Engine, NetworkEngine
from arctic_agents.search.search_root import root_counts
from arctic_agents.search.worlds import ControlVariate, States, draw_worlds
from arctic_env.kernels.rewards import MARGIN
from tests.agents.planning import some_states
from tests.search.playing import ARCTIC
from tests.search.reference_judged import Hashing

SEARCHES = 60


def test_what_worlds_are_worth_is_noted_and_the_mean_is_of_all_so_far() -> None:
    luck, worlds = ControlVariate(2), np.arange(5)
    assert luck.new(worlds[:3], 0).tolist() == [0, 1, 2]
    luck.rate(np.array([[1.0, -1.0], [3.0, -3.0], [8.0, -8.0]]))
    assert (luck.worth[:, 1].tolist(), luck.mean.tolist()) == ([-1.0, -3.0, -8.0], [4.0, -4.0])
    assert luck.new(worlds, 3).tolist() == [3, 4]
    luck.rate(np.array([[5.0, -5.0], [3.0, -3.0]]))
    assert (luck.worth[:, 0].tolist(), luck.mean.tolist()) == ([1.0, 3.0, 8.0, 5.0, 3.0], [4.0, -4.0])


def test_another_block_has_other_worlds_and_the_mean_is_of_both() -> None:
    luck, worlds = ControlVariate(1), np.arange(2)
    luck.new(worlds, 0)
    luck.rate(np.array([[1.0], [3.0]]))
    assert luck.new(worlds, 0).tolist() == [0, 1]
    luck.rate(np.array([[5.0], [7.0]]))
    assert (luck.worth.tolist(), luck.mean.tolist()) == ([[5.0], [7.0]], [4.0])


def test_many_worlds_are_not_copied_each_time_that_some_are_rated() -> None:
    luck, rooms = ControlVariate(1), []
    for _ in range(3000):
        luck.rate(np.zeros((1, 1)))
        rooms.append(luck.worth.base)
    assert sum(one is not other for one, other in pairwise(rooms)) < 20


class Knowing(Hashing):
    """A judge of which a seat may expect more or less by its rival's totem, and a little by all else."""

    seat = 0

    def evaluate(self, states: States, seats: NDArray[np.int8]) -> Evaluation:
        judged = super().evaluate(states, seats)
        for_seat = np.where(seats == self.seat, 1.0, -1.0) * states["totems"][:, 1 - self.seat]
        return judged._replace(values=(for_seat + 0.2 * judged.values).astype(np.float32))


def differences(engine: Engine, view: States, seat: int, pair: tuple[int, int]) -> NDArray[np.float64]:
    """By how much one action seems better than another in searches with different seeds, float64[SEARCHES]."""
    views, seats = np.repeat(view, SEARCHES), np.full(SEARCHES, seat, np.int8)
    found = []
    for roots in engine.grow(views, seats, np.arange(SEARCHES)):
        visits, values = root_counts(roots, ARCTIC.actions.size)
        means = values[list(pair), seat] / visits[list(pair)]
        found.append(means[0] - means[1])
    return np.array(found)


@pytest.mark.parametrize("judged", [False, True])
def test_actions_compare_with_less_noise_and_as_before_in_the_mean(
    judged: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = some_states(ARCTIC, 30, 2, 40)
    masks = np.zeros((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.batch.legal(states, masks)
    row = int(np.flatnonzero(masks.sum(axis=1) > 2)[0])
    state, seat = states[row : row + 1], int(states["seat"][row])
    view = np.empty_like(state)
    ARCTIC.batch.view(state, np.array([seat], np.int8), view)
    pair = tuple(np.flatnonzero(masks[row])[:2].tolist())
    if judged:
        judge = Knowing(ARCTIC, 2, MARGIN, shaped=False)
        judge.seat = seat
        options = Options(simulations=80, worlds=40, exploration=100.0, temperature=1e6, batch=8)
        engine: Engine = NetworkEngine(ARCTIC, 2, options, judge, draw_worlds)  # type: ignore[arg-type]
    else:
        engine = Engine(ARCTIC, 2, Options(simulations=80, worlds=40, exploration=100.0, prior=False))
    without_luck = differences(engine, view, seat, pair)
    rate = ControlVariate.rate
    monkeypatch.setattr(ControlVariate, "rate", lambda self, worth: rate(self, np.zeros_like(worth)))
    with_luck = differences(engine, view, seat, pair)
    assert without_luck.std() < 0.7 * with_luck.std()
    error = with_luck.std() / np.sqrt(SEARCHES)
    assert without_luck.mean() == pytest.approx(with_luck.mean(), abs=4 * error)
