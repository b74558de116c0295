"""The agents that every game has: random and greedy."""

import numpy as np
import pytest

import arctic_env
from arctic_agents.greedy import GreedyAgent
from arctic_agents.random import RandomAgent
from arctic_env.arena import Agent, play
from arctic_env.model.position import Position
from tests.arena.fakes import FirstLegal

GAME = arctic_env.game("arctic")


def ask(agent: Agent, position: Position, seeds: list[int]) -> list[int]:
    """The agent's choices in a position, one for each seed."""
    view = position.view(position.seat)
    views = np.concatenate([view.states] * len(seeds))
    seats = np.full(len(seeds), view.seat, np.int8)
    masks = np.stack([view.mask()] * len(seeds))
    return agent.decide(views, seats, masks, np.array(seeds, np.int64)).tolist()


def positions(players: int, seed: int, **rules: str) -> list[Position]:
    """All positions of a game between greedy and random agents in which something is to be decided."""
    start = arctic_env.game("arctic").deal(seed=seed, num_players=players, **rules)
    result = play(start, [GreedyAgent, *[RandomAgent] * (players - 1)], seed=seed)
    found, position = [], start
    for action in result.actions:
        found.append(position)
        position = position.apply(action)
    return found


def best_actions(position: Position) -> list[int]:
    legal = np.flatnonzero(position.mask()).tolist()
    scores = {action: position.apply(action).totals()[position.seat] for action in legal}
    return [action for action, score in scores.items() if score == max(scores.values())]


@pytest.mark.parametrize(("players", "edition"), [(2, "de"), (2, "it"), (3, "es")])
def test_greedy_takes_a_highest_score_of_its_own(players: int, edition: str) -> None:
    """Its own score is known to it, so the world that it fills in must give the true one."""
    agent = GreedyAgent(GAME, players)
    for position in positions(players, 3, edition=edition):
        assert ask(agent, position, [1])[0] in best_actions(position)


def test_greedy_takes_points_that_random_leaves() -> None:
    """There are positions with one best action, and greedy finds each of them with any seed."""
    single = [position for position in positions(2, 5) if len(best_actions(position)) == 1]
    single = [position for position in single if len(position.legal()) > 2]
    assert len(single) > 5
    for position in single:
        assert set(ask(GreedyAgent(GAME, 2), position, list(range(20)))) == set(best_actions(position))


def test_greedy_breaks_ties_evenly() -> None:
    position = next(position for position in positions(2, 5) if len(best_actions(position)) > 3)
    best = best_actions(position)
    chosen = ask(GreedyAgent(GAME, 2), position, list(range(3000)))
    counts = np.array([chosen.count(action) for action in best])
    assert counts.sum() == 3000
    expected = 3000 / len(best)
    assert ((counts - expected) ** 2 / expected).sum() < 3 * len(best) + 15


def test_random_plays_every_legal_action_and_no_other() -> None:
    for position in positions(3, 2, edition="it")[:40]:
        legal = set(np.flatnonzero(position.mask()).tolist())
        assert set(ask(RandomAgent(GAME, 3), position, list(range(60 * len(legal))))) == legal


@pytest.mark.parametrize("agent", [RandomAgent(GAME, 2), GreedyAgent(GAME, 2)], ids=lambda agent: agent.name)
def test_act_many_draws_from_the_generator_alone(agent: Agent) -> None:
    position = positions(2, 4)[0]
    view = position.view(position.seat)
    arguments = (np.concatenate([view.states] * 50), np.full(50, view.seat, np.int8), np.stack([view.mask()] * 50))
    one, same, other = (agent.act_many(*arguments, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.tolist() == same.tolist()
    assert one.tolist() != other.tolist()
    assert one.dtype == np.int64


@pytest.mark.parametrize(
    "agent", [RandomAgent(GAME, 2), GreedyAgent(GAME, 2), FirstLegal(GAME, 2)], ids=lambda agent: agent.name
)
def test_agents_leave_what_they_are_given_unchanged(agent: Agent) -> None:
    position = positions(2, 4)[10]
    view = position.view(position.seat)
    views, seats, masks = view.states.copy(), np.array([view.seat], np.int8), view.mask()[None]
    before = [array.tobytes() for array in (views, seats, masks)]
    agent.decide(views, seats, masks, np.array([5], np.int64))
    assert [array.tobytes() for array in (views, seats, masks)] == before
