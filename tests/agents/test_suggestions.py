"""Networks that are told what the game's heuristics would play: the same in training, play and search."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import arctic_env
from arctic_agents.networks.checkpoint import load_policy, save_checkpoint
from arctic_agents.networks.evaluator import Evaluator
from arctic_agents.networks.legal import Legal
from arctic_agents.networks.network import Network, make_network
from arctic_agents.networks.suggestions import read_told
from arctic_agents.ppo import PolicyAgent
from arctic_agents.search import Options, SearchAgent
from arctic_agents.search.heuristics import OF_RATED, UNKNOWN
from arctic_env.agents.specs import bind
from arctic_env.errors import SettingsError
from arctic_env.kernels.jit import NOBODY
from arctic_env.kernels.rewards import REWARDS
from arctic_env.model.game import Game
from tests.agents.positions import ARCTIC, Decisions, random_decisions
from tests.agents.test_networks import speak_up

KINDS = {"cards": "arctic", "board": "iglu", "race": "north_pole"}


def told(
    kind: str, players: int = 3, critic: str = "view", ratings: bool | None = None
) -> tuple[Game, Network, Decisions]:
    """A network that is told, ratings as well where the game's heuristics rate, and decisions."""
    game = arctic_env.game(KINDS[kind])
    torch.manual_seed(0)
    ratings = kind != "board" if ratings is None else ratings
    network = make_network(game, players, kind, 8, critic, suggestion=True, ratings=ratings)
    return game, network, random_decisions(48, players=players, game=game)


def seen(network: Network, decisions: Decisions) -> Any:
    return network.observing.observe(decisions.views, decisions.seats, decisions.masks)


def told_in(network: Network, observations: Any) -> Any:
    return read_told(observations, network.observing.told)


def test_arctics_suggestion_is_what_the_tuned_planner_plays() -> None:
    _, network, decisions = told("cards")
    tuned = bind("tuned", ARCTIC, 3)
    played = tuned.decide(decisions.views, decisions.seats, decisions.masks, np.zeros(48, np.int64))
    observations = seen(network, decisions)
    assert (told_in(network, observations)[:, 0] == played).mean() > 0.8  # the tuned one has beliefs, too
    assert (observations[:, : -2 * network.observing.told] == decisions.observations).all()


@pytest.mark.parametrize("kind", KINDS)
def test_suggestions_are_legal_and_trusted_at_first(kind: str) -> None:
    game, network, decisions = told(kind)
    observations = seen(network, decisions)
    suggested = told_in(network, observations)[:, 0]
    assert decisions.masks[np.arange(48), suggested].all()
    agent = PolicyAgent(network, game, 3, deterministic=True)
    assert agent.decide(decisions.views, decisions.seats, decisions.masks, np.arange(48)).tolist() == suggested.tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_search_and_training_read_what_the_agent_reads(kind: str) -> None:
    game, network, decisions = told(kind)
    speak_up(network)
    legal = Legal.of(torch.from_numpy(decisions.masks))
    logits = network.logits(torch.from_numpy(seen(network, decisions)), legal)
    evaluator = Evaluator(network, game, 3, 0, 1.0, False)
    lengths, actions = legal.lengths.numpy(), legal.actions.numpy()
    probabilities = evaluator.probabilities(decisions.views, decisions.seats, lengths, actions)
    assert probabilities == pytest.approx(legal.log_probs(logits).exp().detach().numpy(), abs=1e-6)
    quick = evaluator.logits(seen(network, decisions), legal.ends.numpy(), actions)
    assert quick == pytest.approx(logits.detach().numpy(), abs=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_of_an_action_counts_for_that_action(kind: str) -> None:
    _, network, decisions = told(kind)
    speak_up(network)
    observations = seen(network, decisions)
    legal = Legal.of(torch.from_numpy(decisions.masks))
    numbers = told_in(network, observations)
    silent = observations.copy()
    silent[:, -2 * network.observing.told :] = -1  # of no action
    with torch.no_grad():
        logits, without = (network.logits(torch.from_numpy(each), legal) for each in (observations, silent))
    about = np.concatenate([numbers[:, :1], numbers[:, 1::OF_RATED]], axis=1)[legal.rows.numpy()]
    is_told = (about == legal.actions.numpy()[:, None]).any(axis=1)
    assert is_told.sum() == 48 if kind == "board" else is_told.sum() > 96
    assert ((logits != without).numpy() == is_told).all()


@pytest.mark.parametrize("kind", ["cards", "race"])
def test_planners_rate_actions_by_their_best_plans(kind: str) -> None:
    _, network, decisions = told(kind, players=2)
    numbers = told_in(network, seen(network, decisions)).astype(int)
    _, plain, _ = told(kind, players=2, ratings=False)
    assert (numbers[:, :1] == told_in(plain, seen(plain, decisions))).all()
    actions, before, after = (numbers[:, first::OF_RATED] for first in (1, 2, 3))
    rated = actions != UNKNOWN
    assert (rated.sum(axis=1) > 1).mean() > 0.5
    for row in np.flatnonzero(rated.any(axis=1)):
        some, n = actions[row][rated[row]].tolist(), rated[row].sum()
        assert len(set(some)) == n
        assert decisions.masks[row, some].all()
        assert before[row, 0] == 0  # best plans first
        assert (np.diff(before[row, :n]) >= 0).all()
        worth = before if kind == "cards" else after  # only RACE tries replies, and goes by them
        assert worth[row, some.index(numbers[row, 0])] == 0
        assert ((after[row, :n] >= 0) | (after[row, :n] == UNKNOWN)).all()


def test_ratings_are_refused_where_heuristics_do_not_rate() -> None:
    with pytest.raises(SettingsError, match=r"network\.ratings must be false: .* iglu"):
        make_network(arctic_env.game("iglu"), 2, "board", 4, ratings=True)


def test_the_critic_of_all_seats_reads_on_and_every_weight_learns() -> None:
    _, network, decisions = told("cards", critic="full")
    speak_up(network)
    every = np.repeat(decisions.observations[:, None], 3, axis=1)
    both = network.observing.complete(every, decisions.views, decisions.masks)
    assert (both[:, 0] == seen(network, decisions)).all()
    logits, values = network(torch.from_numpy(both), Legal.of(torch.from_numpy(decisions.masks)))
    (logits.square().sum() + values.square().sum()).backward()
    assert all(weights.grad is not None and weights.grad.any() for weights in network.parameters())


def test_a_checkpoint_knows_that_its_network_is_told(tmp_path: Path) -> None:
    game, network, decisions = told("cards")
    save_checkpoint(tmp_path / "one", network, game, 3, {})
    again = load_policy(tmp_path / "one").network
    agents = [PolicyAgent(each, game, 3) for each in (network, again)]
    first, second = (a.decide(decisions.views, decisions.seats, decisions.masks, np.arange(48)) for a in agents)
    assert first.tolist() == second.tolist()


def test_the_plain_network_takes_no_suggestion() -> None:
    with pytest.raises(SettingsError, match=r"network\.suggestion and network\.ratings must be false"):
        make_network(ARCTIC, 2, "mlp", 4, suggestion=True)


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_seat_cannot_know_changes_no_suggestion(kind: str) -> None:
    game, network, decisions = told(kind)
    worlds = np.zeros(48, game.dtype)
    game.batch.determinize(decisions.views, decisions.seats, np.arange(48), worlds)
    assert worlds.tobytes() != decisions.views.tobytes()
    in_worlds = network.observing.observe(worlds, decisions.seats, decisions.masks)
    assert (in_worlds == seen(network, decisions)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_search_plays_on_as_the_agent_plays(kind: str) -> None:
    game, network, decisions = told(kind)
    speak_up(network)
    worlds = np.zeros(8, game.dtype)
    game.batch.determinize(decisions.views[:8], decisions.seats[:8], np.arange(8), worlds)
    agent = PolicyAgent(network, game, 3, deterministic=True)
    first = agent.decide(worlds, decisions.seats[:8], decisions.masks[:8], np.arange(8))
    evaluator = Evaluator(network, game, 3, REWARDS.index("margin"), 30.0, False)
    searching = SearchAgent(game, 3, Options(depth="end"), evaluator)
    values = searching._policy_values(worlds.copy(), decisions.seats[:8], first, 10**6)
    for k, (seat, value) in enumerate(zip(decisions.seats, values, strict=False)):
        state, mask, paid = worlds[k : k + 1].copy(), np.zeros((1, game.actions.size), np.int8), np.empty((1, 3))
        while state["seat"][0] != NOBODY:
            game.batch.legal(state, mask)
            action = agent.decide(state, state["seat"].astype(np.int8), mask, np.zeros(1, np.int64))
            game.batch.apply(state, action)
        game.batch.payoffs(state, REWARDS.index("margin"), 30.0, paid)
        assert value == pytest.approx(paid[0, seat])
