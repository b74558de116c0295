"""Rollouts beside the same in plain Python, one position after the other."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from arctic_agents.networks.evaluator import load_evaluator
from arctic_agents.search import Options, SearchAgent
from arctic_agents.search.heuristics import heuristics_of
from arctic_agents.search.options import END
from arctic_env.kernels.random import make_stream
from arctic_env.kernels.rewards import MARGIN, make_reward
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from tests.agents.planning import some_states
from tests.conformance.toy.game import GAME as TOY
from tests.conformance.toy.state import DRAW, KEEP, SHOW
from tests.search.playing import ARCTIC, IGLU, NORTH_POLE, Saying, toy


def turn_of(position: Position) -> int:
    return int(heuristics_of(position.game).turn(position.states.copy(), 0))


def play_on(
    position: Position, action: int, choose: Callable[[Position, int], int], over: Callable[[Position, int, bool], bool]
) -> Position:
    """Play an action, then by `choose(position, turns)` where there is a choice, until it is over.

    It is over as `over(position, turns, whether a turn has just begun)` says.
    """
    turns = 0
    while True:
        before = turn_of(position)
        position = position.apply(action)
        if position.seat is None:
            return position
        began = turn_of(position) != before
        turns += began
        if over(position, turns, began):
            return position
        legal = np.flatnonzero(position.mask())
        action = int(legal[0]) if len(legal) == 1 else choose(position, turns)


def margin(position: Position, seat: int, scores: Any) -> float:
    """The margin of a seat by these scores, in full margins, a team's counting once."""
    teams = position.teams()
    best = max(scores[other] for other in range(position.players) if teams[other] != teams[seat])
    return float(np.clip((scores[seat] - best) / position.game.full_margin, -1, 1))


@pytest.mark.parametrize(
    ("game", "players", "decisions", "options"),
    [(ARCTIC, 2, 40, {}), (ARCTIC, 4, 60, {}), (IGLU, 3, 60, {}), (NORTH_POLE, 4, 30, {"teams": True})],
    ids=["arctic-2", "arctic-4", "iglu-3", "north_pole-teams"],
)
@pytest.mark.parametrize("depth", [0, 1, "end"])
def test_the_heuristics_play_on(game: Game, players: int, decisions: int, options: dict[str, Any], depth: Any) -> None:
    heuristics = heuristics_of(game)
    workspace = heuristics.make_workspace(game, players)
    engine = SearchAgent(game, players, Options())
    horizon = END if depth == "end" else max(1, depth * players)
    states = some_states(game, 3, players, decisions, **options)
    seats, seeds = states["seat"].astype(np.int8), np.arange(len(states)) + 5
    masks = np.zeros((len(states), game.actions.size), np.int8)
    game.batch.legal(states, masks)
    actions = masks.argmax(axis=1)
    values = engine.play_on((states.copy(), seats, actions, seeds), horizon)
    for row, value in enumerate(values.tolist()):
        stream = make_stream(int(seeds[row]))

        def suggest(position: Position, turns: int, stream: Any = stream) -> int:
            kernel = heuristics.play if turns and heuristics.play else heuristics.suggest
            return int(kernel(position.states.copy(), 0, position.mask(), stream, workspace))

        start = Position(game, states[row : row + 1].copy())
        ended = play_on(start, int(actions[row]), suggest, lambda _, turns, began: began and turns >= horizon)
        scores: Any = ended.totals()
        if ended.seat is not None:
            scores = np.zeros(players)
            heuristics.estimate(ended.states.copy(), 0, workspace, scores)
        expected = 0.0 if ended.truncated else margin(ended, int(seats[row]), scores)
        assert value == pytest.approx(expected, abs=1 / 64 / game.full_margin)


@pytest.mark.parametrize(("players", "decisions"), [(2, 30), (2, 75), (3, 60), (4, 60)])
@pytest.mark.parametrize("depth", [0, 1, "end"])
def test_the_policy_plays_on_until_its_seat_decides_again(players: int, decisions: int, depth: Any) -> None:
    evaluator = load_evaluator("champion", ARCTIC, players)
    engine = SearchAgent(ARCTIC, players, Options(depth=depth), evaluator)
    horizon = END if depth == "end" else max(1, depth * players)
    states = some_states(ARCTIC, 3, players, decisions)
    seats = states["seat"].astype(np.int8)
    masks = np.zeros((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.batch.legal(states, masks)
    actions = masks.argmax(axis=1)
    values = engine._policy_values(states.copy(), seats, actions, horizon)
    for row, value in enumerate(values.tolist()):
        seat = int(seats[row])

        def likeliest(position: Position, _: int) -> int:
            legal = np.flatnonzero(position.mask())
            seats = position.states["seat"].astype(np.int8)
            chances = evaluator.probabilities(position.states.copy(), seats, np.array([len(legal)]), legal)
            return int(legal[chances.argmax()])

        def over(position: Position, turns: int, began: bool, seat: int = seat) -> bool:
            return turns >= horizon and position.seat == seat and len(position.legal()) > 1

        ended = play_on(Position(ARCTIC, states[row : row + 1].copy()), int(actions[row]), likeliest, over)
        if ended.seat is None:
            expected = np.clip(margin(ended, seat, ended.totals()) * ARCTIC.full_margin / evaluator.unit, -1, 1)
        else:
            expected = evaluator.utilities(ended.states.copy(), seats[row : row + 1])[0]
        assert value == pytest.approx(expected, abs=1e-5)


def test_all_leaves_are_asked_about_together() -> None:
    """Of all candidates, worlds and decisions in one call."""
    said: Any = Saying({KEEP: 0.9, SHOW: 0.05, DRAW: 0.05}, lambda _: 0.0)
    agent = SearchAgent(TOY, 2, Options(rollouts=24, candidates=2, depth=1), said)
    views = np.concatenate([toy(hand).view(0).states for hand in (2, 3, 5)])
    masks = np.zeros((3, TOY.actions.size), np.int8)
    TOY.batch.legal(views, masks)
    agent.decide(views, np.zeros(3, np.int8), masks, np.arange(3))
    # The other seat's decisions, of 3 decisions with 24 rollouts each; who has shown its card has no choice in its next
    # turn, so half of the rollouts go on to the end of the game.
    assert (said.asked, said.judged) == ([72, 36], [36])


def test_a_critic_is_believed_and_ends_of_games_are_not_judged() -> None:
    said: Any = Saying({KEEP: 0.6, SHOW: 0.2, DRAW: 0.2}, lambda state: 1.0 if state["hand"][0] != 3 else -1.0)
    agent = SearchAgent(TOY, 2, Options(rollouts=300, depth=0), said)
    assert agent.look(toy(3).view(0)).best.text == "draw"  # the card may change
    last = agent.look(toy(3, turns=2).view(0))
    assert all(move.value is not None and -1.0 < move.value < 1.0 for move in last.moves if move.text == "keep")


def test_payoffs_are_those_of_the_environments() -> None:
    for reward in ("win", "rank", "margin", "score"):
        engine = SearchAgent(ARCTIC, 3, Options(reward=reward))
        made = make_reward(reward, ARCTIC.full_margin)
        assert engine.kind == made.kind
        assert engine.kind != MARGIN or engine.unit == made.unit
