"""Positions, questions and matches for the tests of planners."""

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arctic_agents.planner import to_record
from arctic_env.agents.protocol import SeatPlayer
from arctic_env.agents.specs import AgentLike, bind
from arctic_env.arena import GameSpec, Limits, play_many
from arctic_env.kernels.masks import choose_uniformly
from arctic_env.kernels.random import make_seeds
from arctic_env.model.game import Game
from arctic_env.model.position import Position


def some_states(game: Game, n: int, players: int, decisions: int, **parameters: Any) -> NDArray[Any]:
    """As many games after so many random decisions, less those that are over."""
    states = np.zeros(n, game.dtype)
    game.batch.deal(states, np.arange(n), *game.options(players, **parameters))
    masks = np.zeros((n, game.actions.size), np.int8)
    for decision in range(decisions):
        game.batch.legal(states, masks)
        masks[states["seat"] < 0, 0] = 1  # any action: finished games are left alone
        game.batch.apply(states, choose_uniformly(masks, make_seeds(np.arange(n), [decision])))
    return states[states["seat"] >= 0]


def ask(
    game: Game, agent: AgentLike, states: NDArray[Any], seeds: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """What the agent does for the seat to decide; without seeds by way of `act_many`."""
    seats = states["seat"].astype(np.int8)
    views = np.empty_like(states)
    game.batch.view(states, seats, views)
    masks = np.empty((len(states), game.actions.size), np.int8)
    game.batch.legal(states, masks)
    before = views.tobytes(), masks.tobytes()
    bound = bind(agent, game, int(states["players"][0]))
    if seeds is None:
        actions = bound.act_many(views, seats, masks, np.random.default_rng(5))
    else:
        actions = bound.decide(views, seats, masks, seeds)
    assert before == (views.tobytes(), masks.tobytes())
    assert masks[np.arange(len(states)), actions].all()
    return actions


def other_worlds(game: Game, states: NDArray[Any]) -> NDArray[Any]:
    """Other states that are the same for the seat to decide."""
    seats = states["seat"].astype(np.int8)
    views, others = np.empty_like(states), np.empty_like(states)
    game.batch.view(states, seats, views)
    game.batch.determinize(views, seats, np.arange(len(states)) + 1000, others)
    return others


def assert_keeps_to_the_rules(game: Game, agents: list[AgentLike], games: int = 10, **parameters: Any) -> None:
    """Agents at one table play some games to the end without a fault."""
    starts = [game.deal(seed=seed, num_players=len(agents), **parameters) for seed in range(games)]
    tables = [GameSpec(start, agents, seed) for seed, start in enumerate(starts)]
    results = play_many(tables, limits=Limits(on_fault="raise"))
    assert all(result.finished for result in results)


def won_deals(game: Game, mine: AgentLike, other: AgentLike, players: int, deals: int) -> float:
    """Share of duplicate deals that `mine` wins against others in all other seats, each deal played from every seat.

    A deal is won when its scores are higher than those of the others in the mean over the seats.
    """
    tables = []
    for deal in range(deals):
        start = game.deal(seed=10_000 + deal, num_players=players)
        for place in range(players):
            tables.append(GameSpec(start, [mine if each == place else other for each in range(players)], deal))
    results = play_many(tables, limits=Limits(on_fault="raise"))
    scores = np.array([result.scores for result in results]).reshape(deals, players, players)
    own = scores[:, np.arange(players), np.arange(players)].mean(axis=1)
    others = (scores.sum(axis=(1, 2)) / players - own) / (players - 1)
    return float((own > others).mean())


def play_on(agent: AgentLike, position: Position) -> tuple[list[str], Position]:
    """What the agent plays until another seat decides, and what comes of it."""
    mover = position.seat
    assert mover is not None
    player = SeatPlayer(bind(agent, position.game, position.players), mover, seed=1)
    played = []
    while position.seat == mover:
        action = player.act(position.view(mover), position.mask())
        played.append(position.action_text(action))
        position = position.apply(action)
    return played, position


def assert_weights_are_recorded_and_described(weights: Any) -> None:
    """Each weight of a planner is in the record that kernels read, and says what it means."""
    record = to_record(weights)
    for field in dataclasses.fields(weights):
        assert record[field.name][0] == getattr(weights, field.name)
        assert field.metadata["meaning"].endswith(".")


def assert_no_field_is_hidden(*records: np.dtype[Any]) -> None:
    """No field is named as an attribute of records, which with the JIT off would be read instead."""
    attributes = set(dir(np.zeros(1, np.dtype((np.record, [("field", "i8")])))[0])) - {"field"}
    for dtype in records:
        assert attributes.isdisjoint(dtype.names or ())
