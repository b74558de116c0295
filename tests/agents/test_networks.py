from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from arctic_agents.arctic.network import CardsNetwork
from arctic_agents.arctic.summary import DECK, Deck, card_blocks
from arctic_agents.networks import CRITICS, FULL, KINDS, VIEW
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import MlpNetwork, make_network
from arctic_env.errors import SettingsError
from arctic_env.games.arctic.material import N_ANIMALS, N_CARDS
from arctic_env.model.game import Game
from arctic_env.model.tables import ActionTable, ObservationTable
from tests.agents.positions import ARCTIC, IGLU, NORTH_POLE, Decisions, random_decisions

GAMES = {"cards": ARCTIC, "race": NORTH_POLE, "board": IGLU, "mlp": ARCTIC}  # what each kind of network is made for
assert list(GAMES) == list(KINDS)


def speak_up(network: nn.Module) -> None:
    """Give the last layers weights that matter; they begin near 0."""
    with torch.no_grad():
        for weights in network.parameters():
            weights.add_(torch.randn(weights.shape) * 0.1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_networks_judge_every_number_of_players(kind: str, players: int) -> None:
    network = make_network(GAMES[kind], players, kind, 8)
    observations, legal = random_decisions(players=players, game=GAMES[kind]).tensors()
    logits, values = network(observations, legal)
    assert logits.shape == legal.rows.shape
    assert values.shape == (legal.n,)
    assert torch.equal(network.logits(observations, legal), logits)
    assert torch.equal(network.values(observations), values)


def all_seats(decisions: Decisions) -> Tensor:
    """What all seats see, in order from the deciding one, int8[n, players, O]."""
    views, players = decisions.views, int(decisions.views["players"][0])
    seen = np.zeros((len(views), players, decisions.observations.shape[1]), np.int8)
    seen[:, 0] = decisions.observations
    seen[:, 1:] = decisions.observations[::-1, None]  # of any other decisions: the network cannot tell
    return torch.from_numpy(seen)


@pytest.mark.parametrize("kind", KINDS)
def test_a_critic_may_see_all_seats_but_the_policy_does_not(kind: str) -> None:
    network = make_network(GAMES[kind], 3, kind, 8, FULL)
    speak_up(network)
    decisions = random_decisions(players=3, game=GAMES[kind])
    observations, legal = decisions.tensors()
    seen = all_seats(decisions)
    logits, values = network(seen, legal)
    assert torch.allclose(network.logits(observations, legal), logits, atol=1e-6)
    assert torch.equal(network.values(seen), values)
    seen[:, 1:] = seen[:, 1:].flip(0)
    other_logits, other_values = network(seen, legal)
    assert torch.equal(other_logits, logits)
    assert (other_values != values).any()


@pytest.mark.parametrize("critic", CRITICS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_weight_learns(kind: str, critic: str) -> None:
    network = make_network(GAMES[kind], 3, kind, 8, critic)
    speak_up(network)
    decisions = random_decisions(200, players=3, game=GAMES[kind])
    observations, legal = decisions.tensors()
    logits, values = network(observations if critic == VIEW else all_seats(decisions), legal)
    (logits.square().sum() + values.square().sum()).backward()
    for name, weights in network.named_parameters():
        assert weights.grad is not None, name
        assert weights.grad.abs().sum() > 0, name


@pytest.mark.parametrize("kind", KINDS)
def test_chances_are_nearly_equal_to_begin_with(kind: str) -> None:
    torch.manual_seed(0)
    network = make_network(GAMES[kind], 2, kind)
    logits, _ = network(*random_decisions(game=GAMES[kind]).tensors())
    assert logits.abs().max() < 0.2


@pytest.mark.parametrize("kind", KINDS)
def test_a_decision_is_judged_alone_as_in_a_batch(kind: str) -> None:
    network = make_network(GAMES[kind], 2, kind, 16)
    speak_up(network)
    decisions = random_decisions(game=GAMES[kind])
    observations, legal = decisions.tensors()
    logits, values = network(observations, legal)
    for row in (0, 17, 63):
        one = Legal.of(torch.from_numpy(decisions.masks[row : row + 1]))
        alone, value = network(observations[row : row + 1], one)
        assert torch.allclose(alone, logits[legal.rows == row], atol=1e-5)
        assert torch.allclose(value, values[row : row + 1], atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_the_settings_make_the_same_network_again(kind: str) -> None:
    network = make_network(GAMES[kind], 2, kind, 12)
    again = make_network(GAMES[kind], 2, **network.settings)
    again.load_state_dict(network.state_dict())
    inputs = random_decisions(game=GAMES[kind]).tensors()
    assert torch.equal(again(*inputs)[0], network(*inputs)[0])


KNOWN = {  # of the same weights, mean and spread of the logits and spread of the values
    ("cards", 2): (0.0681805, 0.0707747, 0.033336),
    ("race", 1): (0.0675113, 0.101009, 0.0127787),
    ("board", 1): (0.085576, 0.066192, 0.0025639),
    ("mlp", 1): (0.0112481, 0.185097, 0.0326572),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_version_of_a_network_always_says_the_same(kind: str) -> None:
    """Where this fails the network needs a higher `version`, unless it is the game that has changed."""
    network = make_network(GAMES[kind], 2, kind, 4)
    with torch.no_grad():
        for weights in network.parameters():
            weights.copy_(torch.arange(weights.numel()).sin().reshape(weights.shape) / 4)
    logits, values = network(*random_decisions(game=GAMES[kind]).tensors())
    said = (logits.mean().item(), logits.std().item(), values.std().item())
    assert said == pytest.approx(KNOWN[kind, network.version], rel=1e-3)


def shuffled(table: ObservationTable, observations: Tensor, order: Tensor) -> Tensor:
    """Observations in which card i is called order[i]."""
    renamed = observations.clone()
    for part in table.parts:
        if part.shape[-1] == N_CARDS:
            piece = observations[:, part.slice].reshape(-1, part.size // N_CARDS, N_CARDS)
            moved = torch.empty_like(piece)
            moved[:, :, order] = piece
            renamed[:, part.slice] = moved.flatten(1)
    return renamed


def test_the_card_head_knows_cards_by_their_features_alone() -> None:
    """Call the cards by other ids, and every logit moves with its card."""
    torch.manual_seed(3)
    order = torch.randperm(N_CARDS)
    printed = {name: np.empty_like(column) for name, column in vars(DECK).items()}
    for name, column in vars(DECK).items():
        printed[name][order.numpy()] = column
    network = CardsNetwork(ARCTIC, 3, 16)
    speak_up(network)
    other = CardsNetwork(ARCTIC, 3, 16, deck=Deck(**printed))
    other.load_state_dict(network.state_dict())

    decisions = random_decisions(players=3)
    observations, legal = decisions.tensors()
    masks = torch.from_numpy(decisions.masks)
    other_masks = masks.clone()
    names = torch.arange(ARCTIC.actions.size)  # the new id of each action
    for block in card_blocks(ARCTIC.actions):
        names[block.start : block.stop] = block.start + order
    other_masks[:, names] = masks
    other_legal = Legal.of(other_masks)

    logits, values = network(observations, legal)
    other_logits, other_values = other(shuffled(ARCTIC.observation(3), observations, order), other_legal)
    matrix, other_matrix = (torch.zeros(masks.shape) for _ in range(2))
    matrix[legal.rows, legal.actions] = logits
    other_matrix[other_legal.rows, other_legal.actions] = other_logits
    assert torch.allclose(other_matrix[:, names], matrix, atol=1e-4)
    assert torch.allclose(other_values, values, atol=1e-4)
    assert logits.std() > 0.1


@pytest.mark.parametrize("column", [None, *vars(DECK)])
def test_cards_get_the_same_logit_only_if_they_are_alike(column: str | None) -> None:
    """Hand cards of one decision, in a deck in which all is alike, or all but one thing that is printed."""
    printed = {name: np.full_like(each, each[0]) for name, each in vars(DECK).items()}
    if column is not None:
        printed[column] = vars(DECK)[column]
    print_of = np.stack(list(printed.values()))
    network = CardsNetwork(ARCTIC, 2, 16, deck=Deck(**printed))
    speak_up(network)
    decisions = random_decisions(400)
    observations, legal = decisions.tensors()
    logits = network.logits(observations, legal)
    hand, exposed = (ARCTIC.observation(2)[name] for name in ("hand", "exposed"))
    apart_by: dict[bool, list[float]] = {True: [], False: []}  # whether they are alike -> how far
    for row in range(legal.n):
        own = decisions.observations[row, hand.slice] * (1 - decisions.observations[row, exposed.slice])
        ids = legal.actions[legal.rows == row].numpy()
        judged = logits[legal.rows == row].detach().numpy()
        for one, other in combinations([k for k in range(len(ids)) if ids[k] < N_CARDS and own[ids[k]]], 2):
            alike = bool((print_of[:, ids[one]] == print_of[:, ids[other]]).all())
            apart_by[alike].append(float(abs(judged[one] - judged[other])))
    assert len(apart_by[True]) > 10
    assert max(apart_by[True]) < 1e-5
    assert (max(apart_by[False], default=0.0) > 0.01) is (column is not None)


def test_numbers_are_scaled_by_the_largest_value_of_their_part() -> None:
    table = ObservationTable([("few", (2,), -1, 1, ""), ("many", (2,), 0, 120, "")])
    game: Any = SimpleNamespace(observation=lambda players: table, actions=SimpleNamespace(size=1))
    seen = torch.tensor([[-1, 1, 0, 120]], dtype=torch.int8)
    assert MlpNetwork(game, 2, 4, VIEW).read(seen)[0].tolist() == [pytest.approx([-1.0, 1.0, 0.0, 1.0])]


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(SettingsError, match="cards, race, board, mlp, not 'transformer'"):
        make_network(ARCTIC, 2, "transformer")
    with pytest.raises(SettingsError, match=r"network\.critic must be one of view, full, not 'oracle'"):
        make_network(ARCTIC, 2, critic="oracle")


def test_the_cards_network_is_refused_to_games_without_cards() -> None:
    class Race(Game):
        pass

    fields = {**vars(ARCTIC), "name": "race", "actions": ActionTable([("go", "", ("left", "right"))])}
    for linked in ("batch", "vector"):
        fields.pop(linked, None)
    with pytest.raises(SettingsError, match="race does not have"):
        make_network(Race(**fields), 2, "cards")


def test_one_layer_reads_every_animal_but_for_a_bias_of_its_own() -> None:
    reading = CardsNetwork(ARCTIC, 2, 16).actor
    speak_up(reading)
    rows = torch.randn(4, N_ANIMALS, reading.each.in_features)
    rest = torch.randn(4, reading.all.in_features - N_ANIMALS * 8)
    order = torch.randperm(N_ANIMALS)

    def read(table: torch.Tensor) -> torch.Tensor:
        animals: torch.Tensor = reading(table.flatten(0, 1), rest)[0]
        return animals

    assert not torch.allclose(read(rows[:, order]), read(rows)[:, order], atol=1e-5)
    with torch.no_grad():
        reading.own.zero_()
    assert torch.allclose(read(rows[:, order]), read(rows)[:, order], atol=1e-5)
