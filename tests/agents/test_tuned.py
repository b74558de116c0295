"""The agent `tuned` plays with the weights that were tuned for the game and the number of players, or says why not."""

import json
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest

import arctic_env
from arctic_agents.arctic.planner import ArcticPlanner, Weights
from arctic_agents.iglu.planner import Weights as IgluWeights
from arctic_agents.planner import Tuned, make, read_tuned, tuned_file, weights_alone, write_tuned
from arctic_env.agents.specs import bind
from arctic_env.arena import play
from arctic_env.errors import AgentError
from arctic_training.commands import TUNE

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
    monkeypatch.setattr("arctic_agents.planner.tuned_file", lambda game, players: folder / f"{game}_{players}p.json")


def test_arctic_is_tuned_for_all_numbers_of_players() -> None:
    assert {("arctic", players) for players in ARCTIC.players} <= set(FILES)


@pytest.mark.parametrize(("game", "players"), FILES)
def test_shipped_weights_say_where_they_come_from_and_what_they_gain(game: str, players: int) -> None:
    tuned = read_tuned(shipped(game, players))
    assert (tuned.game, tuned.num_players) == (game, players)
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
    start = arctic_env.game(game).deal(seed=4, num_players=players)
    tuned = read_tuned(shipped(game, players))
    same = make(start.game, players, **tuned.options, **tuned.weights)
    assert play(start, ["tuned"] * players).actions == play(start, [same] * players).actions


@pytest.fixture
def tuned_for_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Weights for ARCTIC that differ by the number of players, and belief for four."""
    put_files_into(monkeypatch, tmp_path)
    for players in (2, 3, 4):
        options = {"belief": True} if players == 4 else {}
        tuned = Tuned("arctic", players, {"run": players / 2}, options, "", {}, {})
        write_tuned(tmp_path / f"arctic_{players}p.json", tuned)
    weights_alone.cache_clear()
    yield
    weights_alone.cache_clear()


@pytest.mark.usefixtures("tuned_for_all")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_has_the_weights_and_options_of_its_number_of_players(players: int) -> None:
    agent = bind("tuned", ARCTIC, players)
    assert isinstance(agent, ArcticPlanner)
    assert (agent.weights, agent.belief) == (Weights(run=players / 2), players == 4)
    assert agent.name == "tuned"


@pytest.mark.usefixtures("tuned_for_all")
def test_weights_that_count_on_belief_are_not_for_planners_without() -> None:
    """Search is guided by a planner without belief."""
    alone = [weights_alone(Weights, "arctic", players) for players in (2, 3, 4)]
    assert alone == [Weights(run=1.0), Weights(run=1.5), Weights()]
    assert weights_alone(IgluWeights, "iglu", 2) == IgluWeights()


def test_what_was_not_tuned_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_files_into(monkeypatch, tmp_path)
    with pytest.raises(AgentError, match="tuned has no weights for arctic with 2 players"):
        bind("tuned", ARCTIC, 2)


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
        bind("tuned", ARCTIC, 2)
    with pytest.raises(AgentError, match=complaint):
        weights_alone(Weights, "arctic", 2)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "arctic/weights/2"}, "format is not arctic/weights/1"),
        ({"weights": [1.0]}, r"weights must be an object, not \[1.0\]"),
        ({"num_players": "2"}, "num_players must be an integer, not '2'"),
        ({"players": 2}, r"unknown field 'players' \(did you mean num_players\?\); there are game, num_players, "),
        ({"num_players": None}, "the field num_players is missing"),
    ],
)
def test_files_that_are_none_of_weights_are_refused(change: dict[str, object], complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "tuned.json"
    write_tuned(path, Tuned("arctic", 2, {}, {}, "", {}, {}))
    document = json.loads(path.read_text()) | change
    path.write_text(json.dumps({name: value for name, value in document.items() if value is not None}))
    with pytest.raises(AgentError, match=complaint):
        read_tuned(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", "3"])
def test_files_that_hold_something_else_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "tuned.json"
    path.write_text(text)
    with pytest.raises(AgentError, match="is no file of tuned weights"):
        read_tuned(path)
