"""The agent `tuned` plays with the weights that were tuned for the game and the number of players, or says why not."""

import json
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import arctic_env
from arctic_agents import planner, weights
from arctic_agents.arctic import heuristics as arctic_guide
from arctic_agents.arctic.planner import PlannerAgent, Weights
from arctic_agents.iglu import heuristics as iglu_guide
from arctic_agents.iglu.planner import Weights as IgluWeights
from arctic_agents.planner import TunedAgent
from arctic_agents.random import RandomAgent
from arctic_agents.weights import Tuned, read_tuned, tuned_file, weights_alone, write_tuned
from arctic_env.arena import Table, agent_for, play, play_many
from arctic_env.errors import AgentError
from arctic_training.commands import TUNE
from tests.agents.planning import some_states

ARCTIC = arctic_env.game("arctic")
FILES = [
    (name, players)
    for name in arctic_env.games()
    for players in arctic_env.game(name).players
    if (place := tuned_file(name, players)) and place.exists()
]


def shipped(game: str, players: int) -> Path:
    place = tuned_file(game, players)
    assert place is not None
    return place


def put_files_into(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let weights of games be looked for in a folder."""
    monkeypatch.setattr(weights, "tuned_file", lambda game, players: folder / f"{game}_{players}p.json")
    planner._planner.cache_clear()


def test_arctic_is_tuned_for_all_numbers_of_players() -> None:
    assert {("arctic", players) for players in ARCTIC.players} <= set(FILES)


@pytest.mark.parametrize(("game", "players"), FILES)
def test_shipped_weights_say_where_they_come_from_and_what_they_gain(game: str, players: int) -> None:
    tuned = read_tuned(shipped(game, players))
    assert (tuned.game, tuned.players) == (game, players)
    assert tuned.gain["low"] > 0.0
    assert tuned.gain["deals"] >= 400
    words = shlex.split(tuned.command)
    assert words[:2] == ["arctic", "tune"]
    parser = ArgumentParser()
    TUNE.add_arguments(parser)
    arguments = parser.parse_args(words[2:])
    assert (arguments.game, arguments.num_players) == (game, players)


@pytest.mark.parametrize(("game", "players"), FILES)
def test_plays_with_the_weights_of_the_number_of_players(game: str, players: int) -> None:
    agent, played = agent_for("tuned", arctic_env.game(game), players), arctic_env.game(game)
    start = played.deal(seed=4, num_players=players)
    same = read_tuned(shipped(game, players)).planner()
    assert play(start, [agent] * players).actions == play(start, [same] * players).actions


@pytest.fixture
def tuned_for_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[TunedAgent]:
    """The agent with weights for ARCTIC that differ by the number of players, and belief for four."""
    put_files_into(monkeypatch, tmp_path)
    for players in (2, 3, 4):
        options = {"belief": True} if players == 4 else {}
        tuned = Tuned("arctic", players, {"run": players / 2}, options, "", {}, {})
        write_tuned(tmp_path / f"arctic_{players}p.json", tuned)
    caches = planner._planner, arctic_guide.read_weights, iglu_guide.read_weights
    for cached in caches:
        cached.cache_clear()
    yield TunedAgent()
    for cached in caches:
        cached.cache_clear()


def test_asked_for_many_decisions_each_is_that_of_its_number_of_players(tuned_for_all: TunedAgent) -> None:
    states = np.concatenate([some_states(ARCTIC, 10, players, 30) for players in (2, 3, 4)])[::-3].copy()
    seats, seeds = states["seat"].astype(np.int8), np.arange(len(states))
    views, masks = np.empty_like(states), np.empty((len(states), ARCTIC.actions.size), np.int8)
    ARCTIC.batch.view(states, seats, views)
    ARCTIC.batch.legal(states, masks)
    together = tuned_for_all.decide(ARCTIC, views, seats, masks, seeds)
    for row, players in enumerate(states["players"].tolist()):
        one = slice(row, row + 1)
        alone = PlannerAgent(Weights(run=players / 2), belief=players == 4)
        assert together[row] == alone.decide(ARCTIC, views[one], seats[one], masks[one], seeds[one])[0]


def test_games_of_different_sizes_are_played_together(tuned_for_all: TunedAgent) -> None:
    agents = [tuned_for_all, RandomAgent(), RandomAgent(), RandomAgent()]
    results = play_many([Table(ARCTIC.deal(seed=2, num_players=n), agents[:n]) for n in (2, 4)])
    assert all(result.finished and not result.faults for result in results)


def test_weights_that_count_on_belief_are_not_for_planners_without(tuned_for_all: TunedAgent) -> None:
    """Search is guided by a planner without belief."""
    assert [weights_alone("arctic", players) for players in (2, 3, 4)] == [{"run": 1.0}, {"run": 1.5}, {}]
    assert weights_alone("iglu", 2) == {}
    assert arctic_guide.read_weights(3) == Weights(run=1.5)
    assert arctic_guide.read_weights(4) == Weights()
    assert iglu_guide.read_weights(2) == IgluWeights()


def test_what_was_not_tuned_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_files_into(monkeypatch, tmp_path)
    with pytest.raises(AgentError, match="tuned has no weights for arctic with 2 players"):
        agent_for("tuned", ARCTIC, 2)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    written = Tuned("arctic", 2, {"run": 1.25}, {"belief": True}, "arctic tune", {}, {"margin": 1.0})
    write_tuned(tmp_path / "tuned.json", written)
    assert read_tuned(tmp_path / "tuned.json") == written


@pytest.mark.parametrize(
    ("game", "players", "complaint"),
    [("arctic", 3, "weights for arctic with 3 players"), ("iglu", 2, "weights for iglu with 2 players")],
)
def test_weights_in_the_place_of_others_are_refused(
    game: str, players: int, complaint: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put_files_into(monkeypatch, tmp_path)
    write_tuned(tmp_path / "arctic_2p.json", Tuned(game, players, {}, {}, "", {}, {}))
    with pytest.raises(AgentError, match=complaint):
        agent_for("tuned", ARCTIC, 2)
    with pytest.raises(AgentError, match=complaint):
        weights_alone("arctic", 2)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "arctic/weights/2"}, "format is not arctic/weights/1"),
        ({"weights": {"greed": 1.0}}, "no weight 'greed'"),
        ({"game": "chess"}, "no planner of 'chess'"),
        ({"more": 1}, "unexpected keyword argument 'more'"),
    ],
)
def test_files_that_are_none_of_weights_are_refused(
    change: dict[str, object], complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "tuned.json"
    write_tuned(path, Tuned("arctic", 2, {}, {}, "", {}, {}))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(AgentError, match=complaint):
        read_tuned(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "3"])
def test_files_that_hold_something_else_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tuned.json"
    path.write_text(text)
    with pytest.raises(AgentError, match="is no file of tuned weights"):
        read_tuned(path)
