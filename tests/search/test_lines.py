"""Lines of a search beside the same in plain Python: what the seat would most often decide next."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arctic_agents.networks.evaluator import load_evaluator
from arctic_agents.search import Options, SearchAgent
from arctic_agents.search.heuristics import draw_worlds, heuristics_of
from arctic_env.kernels.random import make_seeds, make_stream
from arctic_env.model.game import Game
from arctic_env.model.position import Position
from tests.agents.planning import some_states
from tests.search.playing import ARCTIC, IGLU, NORTH_POLE
from tests.search.test_rollouts import play_on

WORLDS, SEED = 20, 3


def line_of(agent: SearchAgent, position: Position, action: int) -> list[tuple[str, str, float]]:
    """The line after an action, from the worlds' and the chances' seeds alone."""
    game, seat, evaluator = agent.game, int(position.states["seat"][0]), agent.evaluator
    view = position.view(seat).states.copy()
    worlds = draw_worlds(game, view, seat, make_seeds(SEED, 0, np.arange(WORLDS)))
    heuristics = heuristics_of(game)
    workspace = heuristics.make_workspace(game, agent.num_players)

    def choose(position: Position, turns: int, stream: Any) -> int:
        if evaluator is not None:
            legal, states = np.flatnonzero(position.mask()), position.states.copy()
            chances = evaluator.probabilities(states, states["seat"].astype(np.int8), np.array([len(legal)]), legal)
            return int(legal[chances.argmax()])
        kernel = heuristics.play if turns and heuristics.play else heuristics.suggest
        return int(kernel(position.states.copy(), 0, position.mask(), stream, workspace))

    line: list[tuple[str, str, float]] = []
    at = [
        (Position(game, world.reshape(1).copy()), seed)
        for world, seed in zip(worlds, make_seeds(SEED, 1, np.arange(WORLDS)), strict=True)
    ]
    while len(line) < 3:
        chosen = []
        for begun, seed in at:
            stream = make_stream(int(seed))
            ended = play_on(
                begun,
                action,
                lambda one, turns, stream=stream: choose(one, turns, stream),
                lambda one, _, __: one.seat == seat and len(one.legal()) > 1,
            )
            if ended.seat is not None:
                chosen.append((choose(ended, 0, make_stream(int(seed))), ended, seed))
        counts = Counter(each for each, _, _ in chosen)
        if not counts:
            break
        action = min(counts, key=lambda each: (-counts[each], each))
        in_words = [ended.view(seat).action_words(action) if each == action else "" for each, ended, _ in chosen]
        words, times = Counter(filter(None, in_words)).most_common(1)[0]
        if line and times < WORLDS / 4:
            break
        at = [(ended, seed) for (_, ended, seed), told in zip(chosen, in_words, strict=True) if told == words]
        line.append((at[0][0].action_text(action), words, times / WORLDS))
    return line


@pytest.mark.parametrize(
    ("game", "players", "decisions", "policy"),
    [(ARCTIC, 2, 40, ""), (ARCTIC, 3, 60, "champion"), (IGLU, 2, 60, ""), (NORTH_POLE, 4, 30, "")],
    ids=["arctic-2", "arctic-3-champion", "iglu-2", "north_pole-4"],
)
def test_a_line_is_what_the_seat_most_often_decides_next(game: Game, players: int, decisions: int, policy: str) -> None:
    evaluator = load_evaluator(policy, game, players) if policy else None
    agent = SearchAgent(game, players, Options(rollouts=12), evaluator)
    lengths = Counter[int]()
    for state in some_states(game, 3, players, decisions):
        position = Position(game, state.reshape(1).copy())
        assert position.seat is not None
        for move in agent.look(position.view(position.seat), SEED).moves[:3]:
            assert [tuple(later) for later in move.then] == line_of(agent, position, move.action)
            lengths[len(move.then)] += 1
    assert max(lengths) == 3


def test_lines_end_with_the_game() -> None:
    position = ARCTIC.deal(seed=1)
    shortest = 3
    while position.seat is not None:
        if len(position.legal()) > 1:
            moves = SearchAgent(ARCTIC, 2, Options(rollouts=2)).look(position.view(position.seat)).moves
            shortest = min(shortest, *(len(move.then) for move in moves))
        position = position.apply(int(position.mask().argmax()))
    assert shortest == 0


def test_a_look_without_what_would_follow_finds_the_same_otherwise() -> None:
    position = ARCTIC.deal(seed=2)
    assert position.seat is not None
    view, agent = position.view(position.seat), SearchAgent(ARCTIC, 2, Options(rollouts=12))
    with_lines, without = agent.look(view, SEED), agent.look(view, SEED, ahead=False)
    assert any(move.then for move in with_lines.moves)
    assert not any(move.then for move in without.moves)
    assert [replace(move, then=()) for move in with_lines.moves] == list(without.moves)
