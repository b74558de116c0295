"""The kernels that read observations, against the same in plain numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from agents.policy.summary import ANIMALS, DECK, PILES, RUNS, ZONES, Summary, card_blocks
from arctic_env.games.arctic.material import LONGEST_SCORED, N_ANIMALS, N_CARDS
from tests.agents.positions import ARCTIC, random_decisions

Parts = dict[str, NDArray[np.float64]]
VALUES = int(DECK.draw.max()) + 1


def parts_of(observation: NDArray[np.int8], players: int) -> Parts:
    return {name: part.astype(float) for name, part in ARCTIC.observation(players).split(observation).items()}


def scaled(name: str, part: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    about = ARCTIC.observation(players)[name]
    largest = LONGEST_SCORED if name in RUNS else max(abs(about.low), abs(about.high), 1)
    return np.sign(part) * np.log1p(np.abs(part)) / np.log1p(largest)


def zones_of(parts: Parts) -> NDArray[np.float64]:
    return np.concatenate([parts[name].reshape(-1, N_CARDS) for name in ZONES])


def row_of_animal(animal: int, parts: Parts, players: int) -> list[float]:
    zones = zones_of(parts)
    row = [
        np.log1p(zone[printed == animal].sum()) for printed in (DECK.main, DECK.companion) for zone in zones
    ]
    for name in ANIMALS:
        part = scaled(name, parts[name], players)
        along = part[animal] if part.shape[0] == N_ANIMALS else part[:, animal]
        row += np.ravel(along).tolist()
    return row


def numbers_of(parts: Parts, players: int) -> list[float]:
    numbers = [number for animal in range(N_ANIMALS) for number in row_of_animal(animal, parts, players)]
    numbers += [
        np.log1p(zone[DECK.draw == value].sum()) for zone in zones_of(parts) for value in range(VALUES)
    ]
    for name, part in parts.items():
        if name not in (*ZONES, *ANIMALS, PILES):
            numbers += np.ravel(scaled(name, part, players)).tolist()
    return numbers


def one_hot(place: int, size: int) -> list[float]:
    return np.eye(size)[place].tolist()


def features_of(action: int, parts: Parts, players: int) -> list[float]:
    blocks = card_blocks(ARCTIC.actions)
    number = next(k for k, block in enumerate(blocks) if block.start <= action < block.stop)
    card = action - blocks[number].start
    features = row_of_animal(int(DECK.main[card]), parts, players)
    features += row_of_animal(int(DECK.companion[card]), parts, players)
    features += zones_of(parts)[:, card].tolist()
    features += one_hot(DECK.main[card], N_ANIMALS) + one_hot(DECK.companion[card], N_ANIMALS)
    return features + one_hot(DECK.draw[card], VALUES) + one_hot(number, len(blocks))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_and_features_are_what_they_say(players: int) -> None:
    summary = Summary(ARCTIC, players)
    decisions = random_decisions(players=players)
    rows, actions = decisions.masks.nonzero()
    of_cards = summary.on_card(actions)
    rows, actions = rows[of_cards], actions[of_cards]
    numbers = summary.numbers(decisions.observations)
    features = summary.cards(decisions.observations, numbers, rows, actions)
    assert (numbers.dtype, features.dtype) == (np.float32, np.float32)
    for row, observation in enumerate(decisions.observations):
        parts = parts_of(observation, players)
        assert numbers[row] == pytest.approx(numbers_of(parts, players), abs=1e-6)
        for entry in np.flatnonzero(rows == row):
            expected = features_of(int(actions[entry]), parts, players)
            assert features[entry] == pytest.approx(expected, abs=1e-6)


def test_every_action_is_about_a_card_or_has_a_place_of_its_own() -> None:
    summary = Summary(ARCTIC, 2)
    every = np.arange(ARCTIC.actions.size)
    of_cards = np.concatenate([every[b.start : b.stop] for b in card_blocks(ARCTIC.actions)])
    assert np.array_equal(np.flatnonzero(summary.on_card(every)), of_cards)
    others = summary.plan.place_in[~summary.on_card(every)]
    assert sorted(others) == list(range(summary.others))
