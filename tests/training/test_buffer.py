"""Linking decisions, and advantages: they equal what a plain computation for each seat of each game gives."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from arctic_training.buffer import Decisions


@dataclass
class Seat:
    """A seat of a game: its decisions' numbers and values, and what each was paid; the first has what came early."""

    numbers: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    rewards: list[float] = field(default_factory=list)
    early: float = 0.0
    over: bool = False

    def decide(self, number: int, value: float) -> None:
        self.numbers.append(number)
        self.values.append(value)
        self.rewards.append(0.0)
        if len(self.numbers) == 1:
            self.rewards[0] += self.early

    def pay(self, amount: float) -> None:
        if self.numbers:
            self.rewards[-1] += amount
        else:
            self.early += amount

    def advantages(self, gamma: float, gae_lambda: float) -> dict[int, float]:
        """By number, for all decisions of which is known what they led to: sums of discounted surprises."""
        last = len(self.numbers) if self.over else len(self.numbers) - 1
        surprises = []
        for i in range(last):
            following = self.values[i + 1] if i + 1 < len(self.values) else 0.0
            surprises.append(self.rewards[i] + gamma * following - self.values[i])
        return {
            self.numbers[i]: sum((gamma * gae_lambda) ** (j - i) * surprises[j] for j in range(i, len(surprises)))
            for i in range(last)
        }


class World:
    """Made-up games in which seats move at random times, played into `Decisions` and written down plainly."""

    def __init__(self, n: int, players: int, size: int, seed: int) -> None:
        self.generator = np.random.default_rng(seed)
        self.n, self.players = n, players
        self.decisions = Decisions(n, players, size, (1,))
        self.seats = {(row, seat): Seat() for row in range(n) for seat in range(players)}
        self.past: list[Seat] = []
        self.made = 0

    def step(self) -> None:
        generator, decisions = self.generator, self.decisions
        rows = np.flatnonzero(generator.random(self.n) < 0.7)
        seats = generator.integers(self.players, size=len(rows)).astype(np.int8)
        values = generator.normal(size=len(rows))
        numbers = np.arange(self.made, self.made + len(rows))
        self.made += len(rows)
        seen = np.zeros((len(rows), 1), np.int8)
        legal = numbers % 3, np.repeat(numbers, numbers % 3)  # none to two, each named by the decision
        decisions.add(rows, seats, seen, legal, numbers, values, values)
        for row, seat, number, value in zip(rows, seats, numbers, values, strict=True):
            self.seats[row, seat].decide(int(number), float(value))
        amounts = generator.normal(size=(self.n, self.players))
        decisions.add_rewards(amounts)
        for place, seat_of in self.seats.items():
            seat_of.pay(float(amounts[place]))
        ended = np.flatnonzero(generator.random(self.n) < 0.1)
        decisions.end(ended)
        for row in ended:
            for seat in range(self.players):
                self.seats[row, seat].over = True
                self.past.append(self.seats.pop((row, seat)))
                self.seats[row, seat] = Seat()

    def advantages(self, gamma: float, gae_lambda: float) -> dict[int, float]:
        known: dict[int, float] = {}
        for seat in (*self.past, *self.seats.values()):
            known |= seat.advantages(gamma, gae_lambda)
        return known


@given(
    seed=st.integers(0, 2**32),
    players=st.integers(2, 4),
    n=st.integers(1, 5),
    size=st.integers(1, 60),
    gamma=st.sampled_from([1.0, 0.99, 0.5]),
    gae_lambda=st.sampled_from([0.0, 0.95, 1.0]),
)
def test_fault_13_advantages_equal_a_sequential_computation_for_each_seat(
    seed: int, players: int, n: int, size: int, gamma: float, gae_lambda: float
) -> None:
    world = World(n, players, size, seed)
    decisions = world.decisions
    learnt: list[int] = []
    for _ in range(3):
        while not decisions.full:
            world.step()
        taken = decisions.select()
        assert len(taken) == size
        expected = world.advantages(gamma, gae_lambda)
        advantages = decisions.advantages(gamma, gae_lambda)
        numbers = decisions.actions[taken].tolist()
        assert advantages[taken] == pytest.approx([expected[number] for number in numbers], abs=1e-6)
        learnt += numbers
        assert_lists_fit(decisions, taken)
        decisions.drop_selected()
        assert_lists_fit(decisions, np.arange(decisions.count))
    waiting = {seat.numbers[-1] for seat in world.seats.values() if seat.numbers}
    left = set(decisions.actions[: decisions.count].tolist())
    assert waiting <= left
    assert sorted([*learnt, *left]) == list(range(world.made))  # none is lost, none is learnt from twice


def test_what_is_kept_can_be_saved_and_gone_on_with() -> None:
    world = World(4, 3, 30, 7)
    for _ in range(2):
        while not world.decisions.full:
            world.step()
        numbers = world.decisions.actions[world.decisions.select()].tolist()
        world.decisions.drop_selected()
        elsewhere = Decisions(4, 3, 30, (1,))
        elsewhere.restore(contents(world.decisions))
        world.decisions = elsewhere
    while not world.decisions.full:
        world.step()
    taken = world.decisions.select()
    assert_lists_fit(world.decisions, taken[::-1])
    expected = world.advantages(0.9, 0.8)
    assert not set(world.decisions.actions[taken].tolist()) & set(numbers)
    for row, advantage in zip(taken, world.decisions.advantages(0.9, 0.8)[taken], strict=True):
        assert advantage == pytest.approx(expected[int(world.decisions.actions[row])])


def test_keeping_twice_changes_nothing() -> None:
    world = World(3, 2, 10, 1)
    while not world.decisions.full:
        world.step()
    world.decisions.select()
    world.decisions.drop_selected()
    before = contents(world.decisions)
    world.decisions.drop_selected()
    assert all((contents(world.decisions)[name] == array).all() for name, array in before.items())


def assert_lists_fit(decisions: Decisions, rows: NDArray[np.int64]) -> None:
    """The legal actions of these decisions are those that were handed over, in the order that was asked for."""
    numbers = decisions.actions[rows]
    lengths, actions = decisions.legal.take(rows)
    assert np.array_equal(lengths, numbers % 3)
    assert np.array_equal(actions, np.repeat(numbers, numbers % 3))


def contents(decisions: Decisions) -> dict[str, NDArray[np.generic]]:
    return {name: array.copy() for name, array in decisions.save().items()}
