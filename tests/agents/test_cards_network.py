"""The kernels that read observations, against the same in plain numpy."""

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arctic_agents.arctic.card_layers import gather_by_torch, gather_cards, join_by_torch, join_context
from arctic_agents.arctic.summary import BY_ANIMAL, DECK, JOINT, PILES, RUNS, ZONES, Summary, animal_blocks, card_blocks
from arctic_agents.networks.network import NONE, make_network
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
    row = [np.log1p(zone[printed == animal].sum()) for printed in (DECK.main, DECK.companion) for zone in zones]
    for name in BY_ANIMAL:
        part = scaled(name, parts[name], players)
        along = part[animal] if part.shape[0] == N_ANIMALS else part[..., animal]
        row += np.ravel(along).tolist()
    own = DECK.main == animal
    return row + [np.log1p(parts[name][own & (DECK.draw == d)].sum()) for name in JOINT for d in range(VALUES)]


def numbers_of(parts: Parts, players: int) -> list[float]:
    numbers = [number for animal in range(N_ANIMALS) for number in row_of_animal(animal, parts, players)]
    numbers += [np.log1p(zone[DECK.draw == value].sum()) for zone in zones_of(parts) for value in range(VALUES)]
    for name, part in parts.items():
        if name not in (*ZONES, *BY_ANIMAL, PILES):
            numbers += np.ravel(scaled(name, part, players)).tolist()
    return numbers


def one_hot(place: int, size: int) -> list[float]:
    return np.eye(size)[place].tolist()


def features_of(action: int, parts: Parts) -> list[float]:
    of_cards, of_animals = card_blocks(ARCTIC.actions), animal_blocks(ARCTIC.actions)
    blocks = [*of_cards, *of_animals]
    number = next(k for k, block in enumerate(blocks) if block.start <= action < block.stop)
    zones = zones_of(parts)
    features = [0.0] * (len(zones) + VALUES)
    if blocks[number] in of_cards:
        card = action - blocks[number].start
        features = zones[:, card].tolist() + one_hot(DECK.draw[card], VALUES)
    return features + one_hot(number, len(blocks))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_numbers_and_features_are_what_they_say(players: int) -> None:
    summary = Summary(ARCTIC, players)
    decisions = random_decisions(players=players)
    rows, actions = decisions.masks.nonzero()
    about = summary.plan.block_of[actions] != NONE
    rows, actions = rows[about], actions[about]
    numbers = summary.numbers(decisions.observations)
    features = summary.features_of(decisions.observations, rows, actions)
    assert (numbers.dtype, features.dtype) == (np.float32, np.float32)
    for row, observation in enumerate(decisions.observations):
        parts = parts_of(observation, players)
        assert numbers[row] == pytest.approx(numbers_of(parts, players), abs=1e-6)
        for entry in np.flatnonzero(rows == row):
            assert features[entry] == pytest.approx(features_of(int(actions[entry]), parts), abs=1e-6)


def test_the_table_of_animals_comes_first() -> None:
    summary = Summary(ARCTIC, 3)
    decisions = random_decisions(players=3)
    numbers = summary.numbers(decisions.observations)
    for row, observation in enumerate(decisions.observations[:5]):
        table = numbers[row, : N_ANIMALS * summary.plan.row].reshape(N_ANIMALS, -1)
        for animal in range(N_ANIMALS):
            expected = row_of_animal(animal, parts_of(observation, 3), 3)
            assert table[animal] == pytest.approx(expected, abs=1e-6)


def test_every_action_is_about_a_card_or_has_a_place_of_its_own() -> None:
    summary = Summary(ARCTIC, 2)
    plan = summary.plan
    every = np.arange(ARCTIC.actions.size)
    of_cards = np.concatenate([every[b.start : b.stop] for b in card_blocks(ARCTIC.actions)])
    assert np.array_equal(np.flatnonzero(plan.card_of != NONE), of_cards)
    assert sorted(summary.place_of[plan.card_of == NONE]) == list(range(summary.outputs))
    assert (summary.place_of[of_cards] == NONE).all()


def test_actions_are_about_the_animals_that_they_name() -> None:
    summary = Summary(ARCTIC, 2)
    for action in range(ARCTIC.actions.size):
        block = ARCTIC.actions.block_of(action)
        about = (summary.main_of[action], summary.companion_of[action], summary.plan.block_of[action])
        if block in card_blocks(ARCTIC.actions):
            card = action - block.start
            assert about[:2] == (DECK.main[card], DECK.companion[card])
        elif block.name == "right":
            assert about[:2] == (action - block.start,) * 2
        else:
            assert about == (NONE,) * 3


@pytest.mark.parametrize("name", [part.name for part in ARCTIC.observation(3).parts])
def test_a_critic_reads_of_other_seats_what_they_hide(name: str) -> None:
    torch.manual_seed(3)
    network = make_network(ARCTIC, 3, "cards", 16, "full")
    observations = random_decisions(players=3).observations
    seen = torch.from_numpy(np.stack([observations] * 3, axis=1))
    part = ARCTIC.observation(3)[name]
    other = seen.clone()
    other[:, 1:, part.offset : part.slice.stop] = 1 - other[:, 1:, part.offset : part.slice.stop].clamp(0, 1)
    with torch.no_grad():
        assert torch.equal(network.values(seen), network.values(other)) == (name not in ("hand", "penalty", "totem"))


@pytest.mark.parametrize(("players", "n"), [(2, 1), (2, 48), (3, 48), (4, 48)])
def test_the_quick_way_leads_to_the_same_logits(players: int, n: int) -> None:
    torch.manual_seed(3)
    network = make_network(ARCTIC, players, "cards", 9)
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn(weights.shape) * 0.2)
    quick = network.make_quick()
    assert quick is not None
    asked = random_decisions(n, players)
    observations, legal = asked.tensors()
    with torch.no_grad():
        expected = network.logits(observations, legal).numpy()
    logits = quick(asked.observations, legal.rows.numpy(), legal.actions.numpy())
    assert logits == pytest.approx(expected, rel=1e-4, abs=1e-4)
    assert np.abs(expected).max() > 0.1


def gradients(out: torch.Tensor, *inputs: torch.Tensor) -> list[torch.Tensor]:
    weights = torch.linspace(-1.0, 2.0, out.numel()).reshape(out.shape)
    return list(torch.autograd.grad((weights * out).sum(), inputs))


def test_kernels_between_the_products_do_what_torch_does_also_backwards() -> None:
    rng = torch.Generator().manual_seed(3)
    rows = torch.tensor([0, 0, 1, 1, 1, 3])  # decision 2 has no action about a card
    main, companion = torch.tensor([0, 5, 2, 2, 1, 4]), torch.tensor([3, 0, 2, 1, 2, 5])  # once twice the same
    animals = torch.randn(4, N_ANIMALS, 5, generator=rng, requires_grad=True)
    features = torch.randn(6, 3, generator=rng)
    own, expected = (do(animals, features, rows, main, companion) for do in (gather_cards, gather_by_torch))
    assert torch.equal(own, expected)
    torch.testing.assert_close(gradients(own, animals), gradients(expected, animals))
    about, known = (torch.randn(n, 14 // per, generator=rng, requires_grad=True) for n, per in ((6, 2), (4, 1)))
    joined, expected = (do(about, known, rows) for do in (join_context, join_by_torch))
    torch.testing.assert_close(joined, expected)
    assert (joined == 0.0).any()
    assert (joined > 0.0).any()
    torch.testing.assert_close(gradients(joined, about, known), gradients(expected, about, known))
